package oas

import (
	"slices"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
)

// misplaced finds out where a parameter stands that says it wrongly or not at
// all. It reports whether that can be known.
func (g *gatherer) misplaced(op *Operation, p *Param, in string) bool {
	called := func(name string) bool { return strings.EqualFold(bareName(name), p.Name) }
	if in == "" {
		in = "does not say where it stands"
	} else {
		in = "stands in " + strconv.Quote(in) + ", which is no place for a parameter"
	}
	switch {
	case slices.ContainsFunc(templateNames(op.Path), called),
		slices.ContainsFunc(op.Query, func(c Const) bool { return c.Value == "{"+p.Name+"}" }):
		g.Tell("param-in-path", p.Pos, p.Name, in)
		p.In, p.Required = tool.InPath, true
		return true
	case p.Required:
		g.Tell("param-in", p.Pos, p.Name, in)
	default:
		g.Tell("param-in-optional", p.Pos, p.Name, in)
	}
	return false
}

// matchPath makes path parameters and path template agree: the template counts.
func (g *gatherer) matchPath(o *Operation, ps []paramObject) []paramObject {
	names := templateNames(o.Path)
	for i := range ps {
		p := &ps[i].param
		if p.In != tool.InPath || slices.Contains(names, p.Name) {
			continue
		}
		fits := func(name string) bool {
			return strings.EqualFold(bareName(name), p.Name) && indexParam(ps, tool.InPath, name) < 0
		}
		if j := slices.IndexFunc(names, fits); j >= 0 {
			g.Tell("param-case", p.Pos, o.Path, p.Name, names[j])
			p.Name = names[j]
		}
	}
	ps = slices.DeleteFunc(ps, func(p paramObject) bool {
		unused := p.param.In == tool.InPath && !slices.Contains(names, p.param.Name)
		if unused {
			g.Tell("param-unused", p.param.Pos, o.Path, p.param.Name)
		}
		return unused
	})
	for _, name := range names {
		if indexParam(ps, tool.InPath, name) >= 0 {
			continue
		}
		g.Tell("param-undeclared", o.Pos, o.Path, name)
		ps = append(ps, synthetic(name, tool.InPath, o))
	}
	return ps
}

// bareName strips from a name in braces what some frameworks put there beside
// it: blanks, a pattern ({id:[0-9]+}), a star or plus for several segments.
func bareName(name string) string {
	name, _, _ = strings.Cut(name, ":")
	return strings.Trim(name, " *+")
}

// matchQuery turns parameters that the query of the path key names, as in
// /files?name={name}, into query parameters: braces are never sent. A parameter
// that the path key gives a constant is none.
func (g *gatherer) matchQuery(o *Operation, ps []paramObject) []paramObject {
	var constants []Const
	for _, c := range o.Query {
		name, open := strings.CutPrefix(c.Value, "{")
		name, closed := strings.CutSuffix(name, "}")
		if !open || !closed {
			constants = append(constants, c)
			if i := indexParam(ps, tool.InQuery, c.Name); i >= 0 {
				// The constant tells operations on one path apart, so it decides.
				g.Tell("param-constant", ps[i].param.Pos, c.Name, c.Value)
				ps = slices.Delete(ps, i, i+1)
			}
			continue
		}
		if i := indexParam(ps, tool.InPath, name); i >= 0 {
			p := &ps[i].param
			g.Tell("param-in-query", p.Pos, name, c.Name)
			p.Name, p.In = c.Name, tool.InQuery
			if p.Media == "" {
				p.Style, p.Explode = "form", true
			}
		} else if indexParam(ps, tool.InQuery, c.Name) < 0 {
			g.Tell("param-undeclared", o.Pos, o.Path, c.Name)
			ps = append(ps, synthetic(c.Name, tool.InQuery, o))
		}
	}
	o.Query = constants
	return ps
}

// synthetic stands for a parameter that is named but not declared.
func synthetic(name string, in tool.In, o *Operation) paramObject {
	return paramObject{param: Param{
		Name: name, In: in, Required: true, Style: usualStyle(in), Explode: usualStyle(in) == "form",
		Synthetic: true, Pos: o.Pos,
		Schema: node.NewObject(node.M("type", node.NewString("string"))),
	}}
}

// templateNames gives the names in braces of a path, each once.
func templateNames(path string) []string {
	var names []string
	for {
		_, rest, ok := strings.Cut(path, "{")
		if !ok {
			return names
		}
		name, rest, ok := strings.Cut(rest, "}")
		if !ok {
			return names
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		path = rest
	}
}
