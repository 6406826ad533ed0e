package oas

import "github.com/oatools/oatools/compile/oas/opinion"

// judge sets the operations to nil that the second opinion finds to be broken.
func (g *gatherer) judge(ws []*gathered) {
	ops := make([]*opinion.Operation, len(ws))
	for i, w := range ws {
		if w != nil {
			ops[i] = g.understood(w)
		}
	}
	opinion.Judge(g.Reader, opinion.Spec{Name: string(g.doc.Dialect), Version: formVersion(g.doc.Dialect)}, ops)
	for i, o := range ops {
		if o == nil {
			ws[i] = nil
		}
	}
}

// formVersion is the version of OpenAPI in whose form operations are gathered.
func formVersion(d Dialect) string {
	switch d {
	case OpenAPI31:
		return "3.1.0"
	case OpenAPI32:
		return "3.2.0"
	}
	return "3.0.3"
}

// understood is what is shown of an operation.
func (g *gatherer) understood(w *gathered) *opinion.Operation {
	o := &opinion.Operation{Method: w.Method, Path: w.Path, Pos: w.Pos, Body: w.body}
	if w.Body != nil {
		o.BodyPos = w.Body.Pos
	}
	for i := range w.params {
		p := &w.params[i].param
		o.Params = append(o.Params, opinion.Param{
			Name: p.Name, In: p.In, Required: p.Required, Media: p.Media, Style: p.Style, Explode: p.Explode, Pos: p.Pos,
		})
	}
	for i, at := range w.at {
		r := &w.Responses[i]
		o.Responses = append(o.Responses, opinion.Response{Status: r.Status, Node: at.Node, Pos: r.Pos})
	}
	for _, alt := range w.Security {
		for _, use := range alt {
			if _, ok := g.doc.Schemes[use.Name]; ok {
				o.Schemes = append(o.Schemes, use.Name)
			}
		}
	}
	return o
}
