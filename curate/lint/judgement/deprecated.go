package judgement

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/lint/subject"
)

// deprecatedParameter finds places of the request that the tool fills and the API
// is about to give up, whoever chooses their value.
func deprecatedParameter(c *check, s *subject.Tool) {
	if s.Op == nil || s.Tool.Main == nil {
		return
	}
	for i := range s.Args {
		a := &s.Args[i]
		if l := s.Located(a); l.OK && outdated(s, a.At, l.Schema) {
			c.report(s.At(a, ""), false, "argument %s fills %s, which the API deprecates", a.Name, a.At).relate(l.Pos, "declared here")
		}
	}
	if s.Decl == nil {
		return
	}
	for _, pin := range s.Decl.Pin {
		if l := s.Located(&subject.Arg{At: pin.At.V}); l.OK && outdated(s, l.At, l.Schema) {
			c.report(pin.At.Pos, false, "the pin fills %s, which the API deprecates", l.At).relate(l.Pos, "declared here")
		}
	}
}

// deprecatedResult finds selected values of the answer that the API is about to
// give up.
func deprecatedResult(c *check, s *subject.Tool) {
	if s.Op == nil || !direct(s) {
		return
	}
	for _, pick := range s.Tool.Result.Select {
		for _, field := range append([][]string{nil}, pick.Fields...) {
			from := slices.Concat(pick.From, field)
			if l := place.LocateResult(s.Op, s.Tool.Result.Items, from); l.OK && outdated(s, tool.Locator{}, l.Schema) {
				c.report(s.Where("result:"+pick.To, "result:"+strings.Join(pick.From, ".")), false, "the result holds %s, which the API deprecates", strings.Join(from, ".")).
					relate(l.Pos, "declared here")
			}
		}
	}
}

// outdated reports whether the description calls a parameter, a property or its
// schema deprecated (OpenAPI 3.1 §4.8.12; JSON Schema 2020-12 Validation §9.3).
func outdated(s *subject.Tool, at tool.Locator, schema *node.Node) bool {
	if p := place.Param(s.Op, at); p != nil && p.Deprecated {
		return true
	}
	core, _ := place.Unwrap(place.Resolver(s.Op), schema)
	return slices.ContainsFunc([]*node.Node{schema, core}, func(n *node.Node) bool {
		yes, _ := n.Get("deprecated").Truth()
		return yes
	})
}
