package raw

import (
	"slices"

	"github.com/oatools/oatools/compile/node"
)

// HiddenNames gives the properties of n, and of schemas joined to it, that are
// marked for the other direction.
func (r *Reader) HiddenNames(n *node.Node, sc *Scope, d Direction) []string {
	var names []string
	r.EachJoined(n, sc, func(part *node.Node, sc *Scope) {
		for _, p := range part.Get("properties").Members() {
			if r.hidden(p.Value, sc, d) {
				names = append(names, p.Key)
			}
		}
	})
	return names
}

// Relevant gives the names of hidden that n speaks of and does not hide itself:
// only for them a rewritten n needs a variant of its own.
func (r *Reader) Relevant(n *node.Node, hidden []string, sc *Scope, d Direction) []string {
	own := r.HiddenNames(n, sc, d)
	spoken := map[string]bool{}
	r.EachJoined(n, sc, func(part *node.Node, _ *Scope) {
		for _, p := range part.Get("properties").Members() {
			spoken[p.Key] = true
		}
		for _, name := range part.Get("required").Items() {
			spoken[name.Text()] = true
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

// Closes reports whether n, or a schema joined to it, says additionalProperties:
// false.
func (r *Reader) Closes(n *node.Node, sc *Scope) bool {
	closed := false
	r.EachJoined(n, sc, func(part *node.Node, _ *Scope) {
		if v, ok := part.Get("additionalProperties").Truth(); ok && !v {
			closed = true
		}
	})
	return closed
}

// UnionNames gives the properties that the branches of n's unions have.
func (r *Reader) UnionNames(n *node.Node, sc *Scope) []string {
	var names []string
	for _, key := range []string{"anyOf", "oneOf"} {
		for _, b := range n.Get(key).Items() {
			r.EachJoined(b, sc, func(part *node.Node, _ *Scope) {
				names = append(names, part.Get("properties").Keys()...)
			})
		}
	}
	return names
}
