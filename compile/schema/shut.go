package schema

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/null"
	"github.com/oatools/oatools/compile/schema/raw"
)

// shut says what becomes of objects that do not say whether they take further
// properties.
type shut uint8

const (
	shutNone  shut = iota // nothing: JSON Schema leaves them open
	shutBelow             // those inside are closed; this one is part of a whole that is
	shutHere              // this one and those inside are closed
)

// RewriteClosed is Rewrite, in which every object that names properties takes no
// others unless the document says so: a request with a misspelt name is refused
// before the API ignores it.
func (w *Rewriter) RewriteClosed(n *node.Node) *node.Node { return w.rewrite(n, ctx{shut: shutHere}) }

// inside gives what holds for a value inside the value.
func (s shut) inside() shut {
	if s == shutNone {
		return shutNone
	}
	return shutHere
}

// part gives what holds for one of the schemas that the same value meets.
func (s shut) part() shut { return min(s, shutBelow) }

// shuts gives the keyword that closes n here, or "". What stands in parts and
// branches is seen by unevaluatedProperties only.
func (w *Rewriter) shuts(n *node.Node, c ctx) string {
	if c.shut != shutHere || null.Union(n) {
		return ""
	}
	names, free := 0, false
	w.read.EachJoined(n, c.scope, func(part *node.Node, sc *raw.Scope) {
		names += len(part.Get("properties").Members())
		free = free || part.Has("additionalProperties") || part.Has("patternProperties") || part.Has("unevaluatedProperties")
		for _, key := range []string{"anyOf", "oneOf"} {
			for _, b := range part.Get(key).Items() {
				own := 0
				w.read.EachJoined(b, sc, func(s *node.Node, _ *raw.Scope) {
					own += len(s.Get("properties").Members())
					free = free || s.Has("patternProperties")
				})
				names += own
				// A branch that is any object, or a union again.
				free = free || own == 0 && !scalar(b)
			}
		}
	})
	switch {
	case free || names == 0:
		return ""
	case n.Has("$ref") || n.Has("allOf") || n.Has("anyOf") || n.Has("oneOf") || n.Has("if") || n.Has("dependentSchemas") || n.Has("dependencies"):
		return "unevaluatedProperties"
	}
	return "additionalProperties"
}

// scalar reports whether n takes no object.
func scalar(n *node.Node) bool {
	return n.Has("const") || n.Has("enum") || n.Has("type") && !keyword.HasType(n.Get("type"), "object")
}
