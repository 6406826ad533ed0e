package join

import (
	"strings"

	"github.com/oatools/oatools/compile/node"
)

// Follow gives the definition that a rewritten schema refers to, or the schema
// itself; nil when it leads nowhere.
func Follow(n, defs *node.Node) *node.Node {
	for range 32 {
		ref, ok := n.Get("$ref").Str()
		if !ok {
			return n
		}
		n = defs.Get(strings.TrimPrefix(ref, "#/$defs/"))
	}
	return nil
}

// Inlined gives a rewritten schema with the definition that it refers to in
// its place; what stands beside the reference wins.
func Inlined(n, defs *node.Node) *node.Node {
	if !n.Has("$ref") {
		return n
	}
	target := Follow(n, defs)
	if target == nil {
		return n
	}
	for _, m := range n.Members() {
		if m.Key != "$ref" {
			target = target.With(m.Key, m.Value)
		}
	}
	return target
}
