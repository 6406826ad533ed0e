package schema

import (
	"slices"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
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

func (w *Rewriter) closureHidden(n *node.Node, sc *scope) []string {
	var names []string
	w.eachJoined(n, sc, func(part *node.Node, sc *scope) {
		for _, p := range part.Get("properties").Members() {
			if w.isHidden(p.Value, sc) {
				names = append(names, p.Key)
			}
		}
	})
	return names
}

// isHidden reports whether the property's schema, or one that it is joined
// from, is marked for the other direction.
func (w *Rewriter) isHidden(n *node.Node, sc *scope) bool {
	mark := "readOnly"
	if w.opts.Direction == Response {
		mark = "writeOnly"
	}
	if v, _ := n.Get(mark).Truth(); v {
		return true
	}
	if !n.Has("$ref") && !n.Has("allOf") {
		return false
	}
	hidden := false
	w.eachJoined(n, sc, func(part *node.Node, _ *scope) {
		v, _ := part.Get(mark).Truth()
		hidden = hidden || v
	})
	return hidden
}

// eachJoined calls f for n and every schema that the same value must meet too:
// through $ref and allOf, each once.
func (w *Rewriter) eachJoined(n *node.Node, sc *scope, f func(part *node.Node, sc *scope)) {
	if n.Has("$ref") || n.Has("allOf") {
		w.joined(n, sc, map[*node.Node]bool{}, f)
	} else if n.Is(node.Object) {
		f(n, enter(n, sc))
	}
}

func (w *Rewriter) joined(n *node.Node, sc *scope, seen map[*node.Node]bool, f func(part *node.Node, sc *scope)) {
	if !n.Is(node.Object) || seen[n] {
		return
	}
	seen[n] = true
	sc = enter(n, sc)
	if keyword.Ref(n) != "" {
		if t := w.resolve(n, sc); t.err == nil {
			w.joined(t.node, sc, seen, f)
		}
		if w.opts.Dialect == Draft30 {
			return
		}
	}
	f(n, sc)
	for _, part := range n.Get("allOf").Items() {
		w.joined(part, sc, seen, f)
	}
}

// relevant gives the names of hidden that n speaks of and does not hide itself:
// only for them it needs a variant of its own.
func (w *Rewriter) relevant(n *node.Node, hidden []string, sc *scope) []string {
	own := w.closureHidden(n, sc)
	spoken := map[string]bool{}
	w.eachJoined(n, sc, func(part *node.Node, _ *scope) {
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
func (w *Rewriter) closes(n *node.Node, sc *scope) bool {
	closed := false
	w.eachJoined(n, sc, func(part *node.Node, _ *scope) {
		if v, ok := part.Get("additionalProperties").Truth(); ok && !v {
			closed = true
		}
	})
	return closed
}

// unionNames gives the properties that the branches of n's unions have.
func (w *Rewriter) unionNames(n *node.Node, sc *scope) []string {
	var names []string
	for _, key := range []string{"anyOf", "oneOf"} {
		for _, b := range n.Get(key).Items() {
			w.eachJoined(b, sc, func(part *node.Node, _ *scope) {
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
	w.eachJoined(n, c.scope, func(part *node.Node, sc *scope) {
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
