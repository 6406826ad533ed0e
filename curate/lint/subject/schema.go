package subject

import (
	"slices"

	"github.com/oatools/oatools/compile/node"
)

// Is reports whether a schema is of a type, null aside.
func Is(n *node.Node, kind string) bool {
	t := n.Get("type")
	if t.Is(node.Array) {
		return slices.ContainsFunc(t.Items(), func(k *node.Node) bool { return k.Text() == kind })
	}
	return t.Text() == kind
}

// Nested visits the properties of the objects below an argument's schema.
// References are followed one level of each definition, so recursion ends.
func (s *Tool) Nested(n *node.Node, visit func(path node.Pointer, name string, schema *node.Node)) {
	s.below(nil, n, map[string]bool{}, visit)
}

func (s *Tool) below(path node.Pointer, n *node.Node, seen map[string]bool, visit func(node.Pointer, string, *node.Node)) {
	if ref, ok := n.Get("$ref").Str(); ok {
		if seen[ref] {
			return
		}
		seen[ref] = true
		n = Follow(s.Input, n)
	}
	for name, p := range n.Get("properties").All() {
		visit(path, name, p)
		s.below(path.With(name), p, seen, visit)
	}
	for _, key := range []string{"items", "additionalProperties"} {
		if sub := n.Get(key); sub.Is(node.Object) {
			s.below(path, sub, seen, visit)
		}
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		for _, sub := range n.Get(key).Items() {
			s.below(path, sub, seen, visit)
		}
	}
}

// Walk visits every property of a schema with its path. Arrays are walked
// through, each definition once.
func Walk(root *node.Node, visit func(at []string, n *node.Node)) {
	seen := map[string]bool{}
	var into func(n *node.Node, at []string)
	into = func(n *node.Node, at []string) {
		if ref, ok := n.Get("$ref").Str(); ok {
			if seen[ref] {
				return
			}
			seen[ref] = true
			n = Follow(root, n)
		}
		for name, p := range n.Get("properties").All() {
			here := append(slices.Clone(at), name)
			visit(here, p)
			into(p, here)
		}
		for _, key := range []string{"items", "additionalProperties"} {
			if sub := n.Get(key); sub.Is(node.Object) {
				into(sub, at)
			}
		}
		for _, key := range []string{"anyOf", "oneOf", "allOf"} {
			for _, sub := range n.Get(key).Items() {
				into(sub, at)
			}
		}
	}
	into(root, nil)
}
