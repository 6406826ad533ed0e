package schema

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/repair"
)

// nullable gives the schema that b holds, with null allowed where n says so in
// OpenAPI 3.0's way. OpenAPI 3.1 has no such keyword.
func (w *Rewriter) nullable(b *builder, n *node.Node) *node.Node {
	m := n.Member("nullable")
	if m == nil && w.opts.Dialect == raw.Draft30 {
		m = n.Member("x-nullable")
	}
	if m == nil {
		return b.node()
	}
	yes, ok := m.Value.Truth()
	if !ok {
		w.diags.Warnf(m.Pos(), "schema-nullable", "nullable is true or false, not %s; it is left out", repair.Article(m.Value.Kind()))
		return b.node()
	}
	if w.opts.Dialect != raw.Draft30 && !w.opts.Lenient {
		w.diags.Warnf(m.Pos(), "schema-nullable", "OpenAPI 3.1 has no nullable; it is left out")
		w.diags.Hint("write type: [T, \"null\"]")
		return b.node()
	}
	if !yes {
		return b.node()
	}
	return w.withNull(b, m)
}

// becomesNullable reports whether nullable will have an effect on b.
func (w *Rewriter) becomesNullable(b *builder, n *node.Node) bool {
	yes, _ := n.Get("nullable").Truth()
	also, _ := n.Get("x-nullable").Truth()
	if w.opts.Dialect != raw.Draft30 {
		return yes && w.opts.Lenient
	}
	strict := w.opts.Direction == raw.Request && b.has("enum") && !enumHasNull(b.get("enum"))
	return (yes || also) && !strict
}

func (w *Rewriter) withNull(b *builder, m *node.Member) *node.Node {
	switch {
	case b.has("$ref", "allOf", "not", "if"):
		return b.anyOfNull()
	case b.has("anyOf"):
		return b.appendNull("anyOf")
	case b.has("oneOf"):
		// A null that no branch takes stays the only match of its own branch.
		if branchesRefuseNull(b.get("oneOf")) {
			return b.appendNull("oneOf")
		}
		return b.anyOfNull()
	case b.has("enum") && !enumHasNull(b.get("enum")):
		// OpenAPI's clarification of nullable (3.0.3): the enum still applies,
		// so null is not allowed. Servers answer with it all the same.
		w.diags.Warnf(m.Pos(), "schema-nullable-enum", "nullable has no effect, because the enum does not list null")
		w.diags.Hint("add null to the enum")
		if w.opts.Direction == raw.Request {
			return b.node()
		}
		b.set("enum", b.get("enum").WithItems(append(append([]*node.Node{}, b.get("enum").Items()...), node.NewNull())))
	}
	if t := b.get("type"); t != nil && !keyword.HasType(t, "null") {
		items := t.Items()
		if t.Is(node.String) {
			items = []*node.Node{t}
		}
		b.set("type", t.WithItems(append(append([]*node.Node{}, items...), node.NewString("null"))))
	}
	return b.node()
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

func (b *builder) appendNull(key string) *node.Node {
	list := b.get(key)
	b.set(key, list.WithItems(append(append([]*node.Node{}, list.Items()...), keyword.Null())))
	if t := b.get("type"); t != nil {
		// The type stands beside the union and would refuse null.
		items := t.Items()
		if t.Is(node.String) {
			items = []*node.Node{t}
		}
		if !keyword.HasType(t, "null") {
			b.set("type", t.WithItems(append(append([]*node.Node{}, items...), node.NewString("null"))))
		}
	}
	return b.node()
}

// anyOfNull gives anyOf of the schema and null; what only informs stays outside.
func (b *builder) anyOfNull() *node.Node {
	var outer, inner []node.Member
	for _, m := range b.members {
		if keyword.Informs(m.Key) {
			outer = append(outer, m)
		} else {
			inner = append(inner, m)
		}
	}
	union := node.NewArray(b.src.WithMembers(inner), keyword.Null())
	return b.src.WithMembers(append(outer, node.M("anyOf", union)))
}
