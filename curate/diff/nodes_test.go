package diff

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
)

// nodeMutants gives a tree with one of its nodes changed, each in all ways.
func nodeMutants(root *node.Node) []jsonMutant {
	var out []jsonMutant
	root.Walk(func(path node.Pointer, n *node.Node) bool {
		at := strings.Join(path, "\"][\"")
		add := func(what string, to *node.Node) {
			changed := replaced(root, slices.Clone(path), to)
			out = append(out, jsonMutant{"[\"" + at + "\"] to " + what, string(changed.AppendJSON(nil))})
		}
		switch n.Kind() {
		case node.String:
			add("another word", node.NewString(n.Text()+"x"))
		case node.Number:
			add("ten times", node.NewNumber(n.Text()+"0"))
		case node.Bool:
			v, _ := n.Truth()
			add("its opposite", node.NewBool(!v))
		case node.Null:
			add("a word", node.NewString("x"))
		case node.Array:
			if items := n.Items(); len(items) > 0 {
				add("one without its first", node.NewArray(items[1:]...))
				turned := slices.Clone(items)
				slices.Reverse(turned)
				add("one turned round", node.NewArray(turned...))
			}
		case node.Object:
			for _, m := range n.Members() {
				add("one without "+m.Key, n.Without(m.Key))
			}
			turned := slices.Clone(n.Members())
			slices.Reverse(turned)
			add("one turned round", node.NewObject(turned...))
		}
		return true
	})
	return out
}

// replaced gives root with the node at path exchanged.
func replaced(root *node.Node, path []string, to *node.Node) *node.Node {
	if len(path) == 0 {
		return to
	}
	if root.Is(node.Object) {
		return root.With(path[0], replaced(root.Get(path[0]), path[1:], to))
	}
	items := slices.Clone(root.Items())
	for i := range items {
		if itoa(i) == path[0] {
			items[i] = replaced(items[i], path[1:], to)
		}
	}
	return node.NewArray(items...)
}
