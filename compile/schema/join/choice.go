package join

import (
	"slices"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// choice reads oneOf as anyOf where one branch takes everything that another
// takes: nothing could ever be given by way of the other, which nobody means.
func choice(n *node.Node, diags *diag.List) *node.Node {
	branches := n.Get("oneOf").Items()
	if len(branches) < 2 || len(branches) > 32 || n.Has("anyOf") {
		return n
	}
	for i, a := range branches {
		for j, b := range branches {
			if i == j || !weaker(a, b, 0) {
				continue
			}
			diags.Warnf(n.Member("oneOf").Pos(), "schema-one-of",
				"branch %d of oneOf takes everything that branch %d takes, which then could never be given; read as anyOf", i+1, j+1)
			members := slices.Clone(n.Members())
			for k := range members {
				if members[k].Key == "oneOf" {
					members[k].Key = "anyOf"
				}
			}
			return n.WithMembers(members)
		}
	}
	return n
}

// weaker reports whether a provably takes everything that b takes: what a asks
// for, b asks for too.
func weaker(a, b *node.Node, depth int) bool {
	if !a.Is(node.Object) || !b.Is(node.Object) || depth > 8 {
		return false
	}
	for _, m := range a.Members() {
		if keyword.Informs(m.Key) {
			continue
		}
		other := b.Get(m.Key)
		switch {
		case other != nil && node.Equal(m.Value, other):
		case m.Key == "type" && other != nil:
			for _, t := range keyword.Types(other) {
				if !keyword.HasType(m.Value, t) && !(t == "integer" && keyword.HasType(m.Value, "number")) {
					return false
				}
			}
		case m.Key == "required":
			for _, r := range m.Value.Items() {
				if !keyword.Has(other, r) {
					return false
				}
			}
		case m.Key == "properties":
			for _, p := range m.Value.Members() {
				if !weaker(p.Value, orAnything(other.Get(p.Key)), depth+1) {
					return false
				}
			}
		case m.Key == "items":
			if !weaker(m.Value, orAnything(other), depth+1) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func orAnything(n *node.Node) *node.Node {
	if n == nil {
		return node.NewObject()
	}
	return n
}
