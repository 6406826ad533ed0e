package build

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// AppendNull gives the schema with a branch for null in the union under key.
func (b *Builder) AppendNull(key string) *node.Node {
	list := b.Get(key)
	b.Set(key, list.WithItems(append(append([]*node.Node{}, list.Items()...), keyword.Null())))
	if t := b.Get("type"); t != nil {
		// The type stands beside the union and would refuse null.
		items := t.Items()
		if t.Is(node.String) {
			items = []*node.Node{t}
		}
		if !keyword.HasType(t, "null") {
			b.Set("type", t.WithItems(append(append([]*node.Node{}, items...), node.NewString("null"))))
		}
	}
	return b.Node()
}

// AnyOfNull gives anyOf of the schema and null; what only informs stays outside.
func (b *Builder) AnyOfNull() *node.Node {
	var outer, inner []node.Member
	for _, m := range b.Members {
		if keyword.Informs(m.Key) {
			outer = append(outer, m)
		} else {
			inner = append(inner, m)
		}
	}
	union := node.NewArray(b.Src.WithMembers(inner), keyword.Null())
	return b.Src.WithMembers(append(outer, node.M("anyOf", union)))
}
