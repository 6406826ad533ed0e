package loose

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// Loosen gives a rewritten schema of which parts are left open, with its $defs,
// as one that takes no less than the whole did: an open part makes exactly-one-of
// and not refuse what they took. So oneOf becomes anyOf, save where a property
// tells the branches apart; not and if go where they look inside a value.
func Loosen(n *node.Node) *node.Node {
	if !n.Is(node.Object) {
		return n
	}
	n = keyword.Map(n, func(_, _ string, sub *node.Node) *node.Node { return Loosen(sub) })
	if s := n.Get("not"); s != nil && (keyword.Deep(s) || s.Has("$ref")) {
		n = n.Without("not")
	}
	if s := n.Get("if"); s != nil && (keyword.Deep(s) || s.Has("$ref")) {
		n = n.Without("if", "then", "else")
	}
	list := n.Get("oneOf")
	if list == nil || apart(list.Items()) {
		return n
	}
	if n.Has("anyOf") {
		parts := append([]*node.Node{}, n.Get("allOf").Items()...)
		return n.Without("oneOf").With("allOf", node.NewArray(append(parts, node.NewObject(node.M("anyOf", list)))...))
	}
	members := make([]node.Member, len(n.Members()))
	for i, m := range n.Members() {
		if m.Key == "oneOf" {
			m.Key = "anyOf"
		}
		members[i] = m
	}
	return n.WithMembers(members)
}

// apart reports whether no value meets two of the branches, because each demands
// another constant of one property, or because their types differ.
func apart(branches []*node.Node) bool {
	if len(branches) == 0 {
		return true
	}
	types := map[string]bool{}
	for _, b := range branches {
		if t, ok := b.Get("type").Str(); ok && t != "number" {
			types[t] = true
		}
	}
	if len(types) == len(branches) {
		return true
	}
	for _, p := range branches[0].Get("properties").Members() {
		values := map[string]bool{}
		for _, b := range branches {
			c := b.Get("properties").Get(p.Key).Get("const")
			if c == nil || !keyword.Has(b.Get("required"), node.NewString(p.Key)) {
				break
			}
			values[string(c.AppendCanonical(nil))] = true
		}
		if len(values) == len(branches) {
			return true
		}
	}
	return false
}
