package compile

import (
	"strings"

	"github.com/oatools/oatools/compile/media"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/tool"
)

// Unbound gives the places that op demands and p leaves without a value.
// Whatever the runtime sets itself, such as Accept, is not among them.
func Unbound(op *oas.Operation, p *Plan) []place.Located {
	bound := boundPlaces(p)
	var list []place.Located
	for i := range op.Params {
		param := &op.Params[i]
		at := tool.Locator{In: param.In, Name: param.Name}
		if (param.Required || param.In == tool.InPath) && !bound.has(at) && (place.Reserved(op, at) == "" || missed(op, at)) {
			list = append(list, place.Located{At: at, Schema: param.Schema, Required: true, Pos: param.Pos, OK: true})
		}
	}
	m := media.Body(op, p.Media)
	if m == nil || bound.has(tool.Locator{In: tool.InBody}) {
		return list
	}
	if op.Body.Required || bound.under(tool.InBody, "") {
		list = unboundBelow(op, m.Schema, "", bound, list, 16)
	}
	return list
}

func unboundBelow(op *oas.Operation, n *node.Node, at string, bound places, list []place.Located, depth int) []place.Located {
	props, _ := raw.Properties(place.Resolver(op), n)
	for _, prop := range props {
		here := tool.Locator{In: tool.InBody, Name: at + "/" + tool.PointerToken(prop.Name)}
		switch {
		case bound.has(here) || prop.ReadOnly:
		case bound.under(here.In, here.Name) && depth > 0:
			list = unboundBelow(op, prop.Node, here.Name, bound, list, depth-1)
		case prop.Required:
			list = append(list, place.Located{At: here, Schema: prop.Node, Required: true, Pos: prop.Pos, OK: true})
		}
	}
	return list
}

// places is a set of places that have a value.
type places map[tool.Locator]bool

func boundPlaces(p *Plan) places {
	set := places{}
	add := func(at tool.Locator) {
		if at.In == tool.InHeader {
			at.Name = strings.ToLower(at.Name)
		}
		set[at] = true
	}
	for _, a := range p.Args {
		add(a.At)
	}
	for _, f := range extraFixed(p) {
		add(f.At)
	}
	return set
}

func (s places) has(at tool.Locator) bool {
	if at.In == tool.InHeader {
		at.Name = strings.ToLower(at.Name)
	}
	return s[at]
}

// under reports whether a place below a pointer has a value.
func (s places) under(in tool.In, pointer string) bool {
	for at := range s {
		if at.In == in && strings.HasPrefix(at.Name, pointer+"/") {
			return true
		}
	}
	return false
}
