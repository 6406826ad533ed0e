package schema

import (
	"slices"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/raw"
)

// hidden gives the names of the properties that the value which n describes
// does not have in this direction: those that n, or a schema joined to it by
// $ref or allOf, declares readOnly (writeOnly), and those that c brings along.
// OpenAPI 3.0, "Schema Object", readOnly: such a property is not sent, and its
// being required binds the other direction only.
func (w *Rewriter) hidden(n *node.Node, c ctx) []string {
	own := w.read.HiddenNames(n, c.scope, w.opts.Direction)
	if len(own) == 0 {
		return c.hidden
	}
	own = append(own, c.hidden...)
	slices.Sort(own)
	return slices.Compact(own)
}

// joinsClosed reports whether n joins parts by allOf of which one is closed and
// another has properties that the closed one does not know. Taken literally
// nothing could have them; what is meant is that the whole is closed.
func (w *Rewriter) joinsClosed(n *node.Node, c ctx) (seal, mixed bool) {
	if c.open || !n.Has("allOf") && !n.Has("anyOf") && !n.Has("oneOf") || !w.read.Closes(n, c.scope) {
		return false, false
	}
	var closed, all, chosen []string
	isClosed := false
	w.read.EachJoined(n, c.scope, func(part *node.Node, sc *raw.Scope) {
		names := part.Get("properties").Keys()
		all = append(all, names...)
		chosen = append(chosen, w.read.UnionNames(part, sc)...)
		if v, ok := part.Get("additionalProperties").Truth(); ok && !v && !part.Has("patternProperties") {
			if !isClosed {
				isClosed, closed = true, names
				return
			}
			closed = slices.DeleteFunc(slices.Clone(closed), func(s string) bool { return !slices.Contains(names, s) })
		}
	})
	mixed = len(all) > 0
	all = append(all, chosen...)
	for _, name := range all {
		if isClosed && !slices.Contains(closed, name) {
			w.diags.Warnf(n.Pos(), "schema-closed-part",
				"one part forbids additional properties, so that %q of another part could never be given; the whole is closed instead", name)
			return true, mixed
		}
	}
	return false, false
}
