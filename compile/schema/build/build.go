// Package build puts a rewritten schema together, keyword by keyword.
//
// It knows one schema at a time and reports nothing. Start at Builder.
package build

import "github.com/oatools/oatools/compile/node"

// Builder collects the members of a rewritten schema in the author's order.
type Builder struct {
	Src     *node.Node // the schema as it was written; gives the place
	Members []node.Member
}

// Add gives a keyword the value v, with the place of m. A nil v adds nothing.
func (b *Builder) Add(m node.Member, v *node.Node) {
	if v == nil {
		return
	}
	for i := range b.Members {
		if b.Members[i].Key == m.Key {
			b.Members[i].Value = v
			return
		}
	}
	m.Value = v
	b.Members = append(b.Members, m)
}

// Set gives a keyword the value v, without a place of its own.
func (b *Builder) Set(key string, v *node.Node) { b.Add(node.M(key, v), v) }

// Get gives the value of a keyword, or nil.
func (b *Builder) Get(key string) *node.Node {
	for i := range b.Members {
		if b.Members[i].Key == key {
			return b.Members[i].Value
		}
	}
	return nil
}

// Drop leaves keywords out.
func (b *Builder) Drop(keys ...string) {
	kept := b.Members[:0]
	for _, m := range b.Members {
		keep := true
		for _, k := range keys {
			keep = keep && m.Key != k
		}
		if keep {
			kept = append(kept, m)
		}
	}
	b.Members = kept
}

// Has reports whether there is one of the keywords.
func (b *Builder) Has(keys ...string) bool {
	for _, k := range keys {
		if b.Get(k) != nil {
			return true
		}
	}
	return false
}

// Node gives the schema.
func (b *Builder) Node() *node.Node { return b.Src.WithMembers(b.Members) }
