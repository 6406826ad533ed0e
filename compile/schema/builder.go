package schema

import "github.com/oatools/oatools/compile/node"

// builder collects the members of a rewritten schema in the author's order.
type builder struct {
	src     *node.Node
	members []node.Member
}

func (b *builder) add(m node.Member, v *node.Node) {
	if v == nil {
		return
	}
	for i := range b.members {
		if b.members[i].Key == m.Key {
			b.members[i].Value = v
			return
		}
	}
	m.Value = v
	b.members = append(b.members, m)
}

func (b *builder) set(key string, v *node.Node) { b.add(node.M(key, v), v) }

func (b *builder) get(key string) *node.Node {
	for i := range b.members {
		if b.members[i].Key == key {
			return b.members[i].Value
		}
	}
	return nil
}

func (b *builder) drop(keys ...string) {
	kept := b.members[:0]
	for _, m := range b.members {
		keep := true
		for _, k := range keys {
			keep = keep && m.Key != k
		}
		if keep {
			kept = append(kept, m)
		}
	}
	b.members = kept
}

func (b *builder) has(keys ...string) bool {
	for _, k := range keys {
		if b.get(k) != nil {
			return true
		}
	}
	return false
}

func (b *builder) node() *node.Node { return b.src.WithMembers(b.members) }
