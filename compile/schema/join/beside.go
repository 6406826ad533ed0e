package join

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// Beside puts t in the place of the reference that n holds, with what stands
// beside it.
func Beside(t, n *node.Node) *node.Node {
	rest := n.Without("$ref")
	if len(rest.Members()) == 0 {
		return t
	}
	plain := true
	for _, m := range rest.Members() {
		plain = plain && keyword.Informs(m.Key)
	}
	if plain {
		for _, m := range rest.Members() {
			t = t.With(m.Key, m.Value)
		}
		return t
	}
	parts := append([]*node.Node{t}, rest.Get("allOf").Items()...)
	return rest.With("allOf", node.NewArray(parts...))
}
