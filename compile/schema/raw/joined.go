package raw

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// hidden reports whether the property's schema, or one that it is joined
// from, is marked for the other direction.
func (r *Reader) hidden(n *node.Node, sc *Scope, d Direction) bool {
	mark := "readOnly"
	if d == Response {
		mark = "writeOnly"
	}
	if v, _ := n.Get(mark).Truth(); v {
		return true
	}
	if !n.Has("$ref") && !n.Has("allOf") {
		return false
	}
	hidden := false
	r.EachJoined(n, sc, func(part *node.Node, _ *Scope) {
		v, _ := part.Get(mark).Truth()
		hidden = hidden || v
	})
	return hidden
}

// EachJoined calls f for n and every schema that the same value must meet too:
// through $ref and allOf, each once.
func (r *Reader) EachJoined(n *node.Node, sc *Scope, f func(part *node.Node, sc *Scope)) {
	if n.Has("$ref") || n.Has("allOf") {
		r.joined(n, sc, map[*node.Node]bool{}, f)
	} else if n.Is(node.Object) {
		f(n, Enter(n, sc))
	}
}

func (r *Reader) joined(n *node.Node, sc *Scope, seen map[*node.Node]bool, f func(part *node.Node, sc *Scope)) {
	if !n.Is(node.Object) || seen[n] {
		return
	}
	seen[n] = true
	sc = Enter(n, sc)
	if keyword.Ref(n) != "" {
		if t := r.Resolve(n, sc); t.Err == nil {
			r.joined(t.Node, sc, seen, f)
		}
		if r.dialect == Draft30 {
			return
		}
	}
	f(n, sc)
	for _, part := range n.Get("allOf").Items() {
		r.joined(part, sc, seen, f)
	}
}
