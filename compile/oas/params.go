package oas

import (
	"net/url"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/grammar"
	"github.com/oatools/oatools/compile/oas/object"
	"github.com/oatools/oatools/compile/tool"
)

// paramObject is a parameter and the object it was read from; zero for an
// undeclared one.
type paramObject struct {
	object.Object
	param Param
}

// params merges the parameters of the path item and of the operation: what the
// operation declares takes the place of its namesake.
func (g *gatherer) params(w *gathered, item *node.Node) {
	merged := g.paramsOf(w.Operation, item)
	for _, p := range g.paramsOf(w.Operation, w.node) {
		if i := indexParam(merged, p.param.In, p.param.Name); i >= 0 {
			merged[i] = p
		} else {
			merged = append(merged, p)
		}
	}
	merged = g.matchBody(w, merged)
	merged = slices.DeleteFunc(merged, g.reserved)
	merged = g.matchQuery(w.Operation, merged)
	merged = g.matchPath(w.Operation, merged)
	g.checkQueryString(w.Operation, merged)
	w.params = merged
	for _, p := range merged {
		w.Params = append(w.Params, p.param)
	}
}

func indexParam(ps []paramObject, in tool.In, name string) int {
	return slices.IndexFunc(ps, func(p paramObject) bool { return p.param.In == in && p.param.Name == name })
}

// paramsOf reads the parameters of one level. Those of Swagger 2.0 that stand in
// the body are among them.
func (g *gatherer) paramsOf(op *Operation, n *node.Node) []paramObject {
	var out []paramObject
	for _, o := range g.Objects(n.Get("parameters"), grammar.Parameter) {
		p, ok := g.param(op, o)
		if !ok {
			continue
		}
		if indexParam(out, p.In, p.Name) >= 0 {
			g.Tell("param-duplicate", o.Pos, p.In, p.Name)
			continue
		}
		out = append(out, paramObject{o, p})
	}
	return out
}

func (g *gatherer) param(op *Operation, o object.Object) (Param, bool) {
	n := o.Node
	p := Param{
		Name:        scalar(n.Get("name")),
		In:          tool.In(strings.ToLower(scalar(n.Get("in")))),
		Description: scalar(n.Get("description")),
		Pos:         o.Pos,
	}
	if p.Name == "" && p.In != tool.InQueryString && p.In != tool.InBody {
		g.Tell("param-name", o.Pos, strings.TrimSpace(string(p.In)+" parameter"))
		return p, false
	}
	p.Required, _ = n.Get("required").Truth()
	p.Deprecated, _ = n.Get("deprecated").Truth()
	p.AllowEmpty, _ = n.Get("allowEmptyValue").Truth()
	p.AllowReserved, _ = n.Get("allowReserved").Truth()
	p.Examples = g.examples(n)
	switch p.In {
	case tool.InPath:
		if !p.Required {
			g.Tell("param-optional", o.Pos, p.Name)
			p.Required = true
		}
	case tool.InQuery, tool.InHeader, tool.InCookie, tool.InQueryString:
	case tool.InBody, inForm:
		return p, true // see matchBody
	default:
		if !g.misplaced(op, &p, scalar(n.Get("in"))) {
			return p, false
		}
	}
	g.shape(&p, n)
	return p, true
}

// shape states how the parameter's value is described and written.
func (g *gatherer) shape(p *Param, n *node.Node) {
	p.Schema = n.Get("schema")
	if content := n.Get("content"); len(content.Members()) > 0 {
		if p.Schema != nil {
			g.Tell("param-both", p.Pos, p.Name)
		}
		media := content.Members()[0]
		p.Media = grammar.MediaName(media.Key)
		if len(content.Members()) > 1 {
			g.Tell("param-contents", p.Pos, p.Name, p.Media)
		}
		object := g.Object(media.Value, grammar.MediaType)
		p.Schema = object.Get("schema")
		if names := object.Get("encoding").Keys(); len(names) > 0 {
			g.Tell("param-encoding", p.Pos, p.Name, strings.Join(names, ", "))
		}
		return
	}
	if p.Schema == nil {
		g.Tell("param-schema", p.Pos, p.Name)
	}
	p.Style = scalar(n.Get("style"))
	if !styleExists(p.In, p.Style) {
		usual := usualStyle(p.In)
		if p.Style != "" {
			g.Tell("param-style", p.Pos, p.Style, p.In, usual, p.Name)
		}
		p.Style = usual
	}
	stated := false
	if p.Explode, stated = n.Get("explode").Truth(); !stated {
		p.Explode = p.Style == "form"
	}
	if p.Style == "deepObject" {
		p.Explode = true // OpenAPI 3.2: explode has no meaning there
	}
}

// usualStyle is the default of the Parameter Object.
func usualStyle(in tool.In) string {
	if in == tool.InPath || in == tool.InHeader {
		return "simple"
	}
	return "form"
}

func styleExists(in tool.In, style string) bool {
	switch in {
	case tool.InPath:
		return style == "simple" || style == "label" || style == "matrix"
	case tool.InHeader:
		return style == "simple"
	case tool.InCookie:
		return style == "form" || style == "cookie"
	}
	return slices.Contains([]string{"form", "spaceDelimited", "pipeDelimited", "tabDelimited", "deepObject"}, style)
}

// reserved reports whether the specification says to ignore the parameter.
func (g *gatherer) reserved(p paramObject) bool {
	if p.param.In != tool.InHeader {
		return false
	}
	switch strings.ToLower(p.param.Name) {
	case "accept", "content-type", "authorization":
		g.Tell("param-reserved", p.param.Pos, p.param.Name)
		return true
	}
	return false
}

// checkQueryString enforces that a querystring parameter is the whole query
// (OpenAPI 3.2 §4.12.1).
func (g *gatherer) checkQueryString(o *Operation, ps []paramObject) {
	whole := 0
	for _, p := range ps {
		if p.param.In == tool.InQueryString {
			whole++
		}
	}
	for _, p := range ps {
		if p.param.In == tool.InQueryString && whole > 1 || p.param.In == tool.InQuery && whole > 0 {
			g.Tell("param-querystring", p.param.Pos)
		}
	}
	if whole > 0 && len(o.Query) > 0 {
		g.Tell("param-querystring", o.Pos)
	}
}

func unescape(s string) string {
	if u, err := url.QueryUnescape(s); err == nil {
		return u
	}
	return s
}
