package oas

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
)

// inherited gives a schema with the mapping that its discriminator implies: the
// schemas of the document that are it, by allOf, and more, and those that are
// one of these in turn. Only where it states no mapping and is no union; else it
// gives n as it is.
func (d *Document) inherited(n *node.Node, key string) *node.Node {
	disc := n.Member("discriminator")
	if disc == nil || n.Has("oneOf") || n.Has("anyOf") || disc.Value.Has("mapping") {
		return n
	}
	name := disc.Value
	if name.Is(node.Object) {
		name = name.Get("propertyName")
	}
	if !name.Is(node.String) {
		return n
	}
	if out, ok := d.bases[key]; ok {
		return out
	}
	var mapping []node.Member
	line := slices.Clone(d.heirs()[key])
	seen := map[string]bool{key: true}
	for i := 0; i < len(line); i++ {
		h := line[i]
		if seen[h.ref] {
			continue
		}
		seen[h.ref] = true
		mapping = append(mapping, node.M(h.value, node.NewString(h.ref).MovedTo(disc.Value)))
		line = append(line, d.heirs()[h.ref]...)
	}
	out := n
	if len(mapping) > 0 {
		out = n.With("discriminator", node.NewObject(
			node.M("propertyName", name),
			node.M("mapping", node.NewObject(mapping...).MovedTo(disc.Value)),
		).MovedTo(disc.Value))
	}
	d.bases[key] = out
	return out
}

// heir is a schema of the root file that inherits from another one; ref is its
// key, too.
type heir struct{ value, ref string }

// heirs gives the heirs of each schema of the root file, by its key.
func (d *Document) heirs() map[string][]heir {
	if d.heirsOf != nil {
		return d.heirsOf
	}
	d.heirsOf = map[string][]heir{}
	base := node.Pointer{"components", "schemas"}
	if d.Dialect == Swagger20 {
		base = node.Pointer{"definitions"}
	}
	for _, m := range base.Lookup(d.src.Root()).Members() {
		own := base.With(m.Key).Fragment()
		for _, part := range m.Value.Get("allOf").Items() {
			ref, ok := part.Get("$ref").Str()
			if !ok || !strings.HasPrefix(ref, "#") {
				continue
			}
			if t, err := d.src.Find(part, ref); err == nil {
				value := m.Key
				if v, ok := m.Value.Get("x-ms-discriminator-value").Str(); ok {
					value = v
				}
				d.heirsOf[t.Key] = append(d.heirsOf[t.Key], heir{value, own})
			}
		}
	}
	return d.heirsOf
}
