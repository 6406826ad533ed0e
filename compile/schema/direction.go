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
	own := w.closureHidden(n, c.scope)
	if len(own) == 0 {
		return c.hidden
	}
	own = append(own, c.hidden...)
	slices.Sort(own)
	return slices.Compact(own)
}

func (w *Rewriter) closureHidden(n *node.Node, sc *raw.Scope) []string {
	var names []string
	w.read.EachJoined(n, sc, func(part *node.Node, sc *raw.Scope) {
		for _, p := range part.Get("properties").Members() {
			if w.read.Hidden(p.Value, sc, w.opts.Direction) {
				names = append(names, p.Key)
			}
		}
	})
	return names
}

// relevant gives the names of hidden that n speaks of and does not hide itself:
// only for them it needs a variant of its own.
func (w *Rewriter) relevant(n *node.Node, hidden []string, sc *raw.Scope) []string {
	own := w.closureHidden(n, sc)
	spoken := map[string]bool{}
	w.read.EachJoined(n, sc, func(part *node.Node, _ *raw.Scope) {
		for _, p := range part.Get("properties").Members() {
			spoken[p.Key] = true
		}
		for _, r := range part.Get("required").Items() {
			spoken[r.Text()] = true
		}
	})
	var out []string
	for _, name := range hidden {
		if spoken[name] && !slices.Contains(own, name) {
			out = append(out, name)
		}
	}
	return out
}

// closes reports whether n, or a schema joined to it, says additionalProperties:
// false.
func (w *Rewriter) closes(n *node.Node, sc *raw.Scope) bool {
	closed := false
	w.read.EachJoined(n, sc, func(part *node.Node, _ *raw.Scope) {
		if v, ok := part.Get("additionalProperties").Truth(); ok && !v {
			closed = true
		}
	})
	return closed
}

// unionNames gives the properties that the branches of n's unions have.
func (w *Rewriter) unionNames(n *node.Node, sc *raw.Scope) []string {
	var names []string
	for _, key := range []string{"anyOf", "oneOf"} {
		for _, b := range n.Get(key).Items() {
			w.read.EachJoined(b, sc, func(part *node.Node, _ *raw.Scope) {
				names = append(names, part.Get("properties").Keys()...)
			})
		}
	}
	return names
}

// joinsClosed reports whether n joins parts by allOf of which one is closed and
// another has properties that the closed one does not know. Taken literally
// nothing could have them; what is meant is that the whole is closed.
func (w *Rewriter) joinsClosed(n *node.Node, c ctx) (seal, mixed bool) {
	if c.open || !n.Has("allOf") && !n.Has("anyOf") && !n.Has("oneOf") || !w.closes(n, c.scope) {
		return false, false
	}
	var closed, all, chosen []string
	isClosed := false
	w.read.EachJoined(n, c.scope, func(part *node.Node, sc *raw.Scope) {
		names := part.Get("properties").Keys()
		all = append(all, names...)
		chosen = append(chosen, w.unionNames(part, sc)...)
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
