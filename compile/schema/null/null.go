package null

import (
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/build"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/repair"
)

// Rules are what decides what nullable means. The zero value is of no dialect:
// state one.
type Rules struct {
	Dialect   raw.Dialect
	Direction raw.Direction
	Lenient   bool // honour nullable in 3.1 too, which dropped it
}

// Apply gives the schema that b holds, with null allowed where n, of which it is
// made, says so in OpenAPI 3.0's way. OpenAPI 3.1 has no such keyword.
func (r Rules) Apply(b *build.Builder, n *node.Node, diags *diag.List) *node.Node {
	m := n.Member("nullable")
	if m == nil && r.Dialect == raw.Draft30 {
		m = n.Member("x-nullable")
	}
	if m == nil {
		return b.Node()
	}
	yes, ok := m.Value.Truth()
	if !ok {
		diags.Warnf(m.Pos(), "schema-nullable", "nullable is true or false, not %s; it is left out", repair.Article(m.Value.Kind()))
		return b.Node()
	}
	if r.Dialect != raw.Draft30 && !r.Lenient {
		diags.Warnf(m.Pos(), "schema-nullable", "OpenAPI 3.1 has no nullable; it is left out")
		diags.Hint("write type: [T, \"null\"]")
		return b.Node()
	}
	if !yes {
		return b.Node()
	}
	return r.with(b, m, diags)
}

// Applies reports whether Apply will allow null.
func (r Rules) Applies(b *build.Builder, n *node.Node) bool {
	yes, _ := n.Get("nullable").Truth()
	also, _ := n.Get("x-nullable").Truth()
	if r.Dialect != raw.Draft30 {
		return yes && r.Lenient
	}
	strict := r.Direction == raw.Request && b.Has("enum") && !enumHasNull(b.Get("enum"))
	return (yes || also) && !strict
}

func (r Rules) with(b *build.Builder, m *node.Member, diags *diag.List) *node.Node {
	switch {
	case b.Has("$ref", "allOf", "not", "if"):
		return b.AnyOfNull()
	case b.Has("anyOf"):
		return b.AppendNull("anyOf")
	case b.Has("oneOf"):
		// A null that no branch takes stays the only match of its own branch.
		if branchesRefuseNull(b.Get("oneOf")) {
			return b.AppendNull("oneOf")
		}
		return b.AnyOfNull()
	case b.Has("enum") && !enumHasNull(b.Get("enum")):
		// OpenAPI's clarification of nullable (3.0.3): the enum still applies,
		// so null is not allowed. Servers answer with it all the same.
		diags.Warnf(m.Pos(), "schema-nullable-enum", "nullable has no effect, because the enum does not list null")
		diags.Hint("add null to the enum")
		if r.Direction == raw.Request {
			return b.Node()
		}
		b.Set("enum", b.Get("enum").WithItems(append(append([]*node.Node{}, b.Get("enum").Items()...), node.NewNull())))
	}
	if t := b.Get("type"); t != nil && !keyword.HasType(t, "null") {
		items := t.Items()
		if t.Is(node.String) {
			items = []*node.Node{t}
		}
		b.Set("type", t.WithItems(append(append([]*node.Node{}, items...), node.NewString("null"))))
	}
	return b.Node()
}

func enumHasNull(enum *node.Node) bool {
	for _, v := range enum.Items() {
		if v.Is(node.Null) {
			return true
		}
	}
	return false
}

// branchesRefuseNull reports whether every branch states a type without null.
func branchesRefuseNull(list *node.Node) bool {
	for _, s := range list.Items() {
		if t := s.Get("type"); t == nil || keyword.HasType(t, "null") {
			return false
		}
	}
	return true
}

// Union reports whether n is one schema or null, and nothing else.
func Union(n *node.Node) bool {
	for _, key := range []string{"anyOf", "oneOf"} {
		items := n.Get(key).Items()
		if len(items) != 2 || n.Has("properties") || n.Has("allOf") || n.Has("$ref") {
			continue
		}
		for _, s := range items {
			if s.Get("type").Text() == "null" || s.Get("type").Is(node.Null) {
				return true
			}
		}
	}
	return false
}
