package schema

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/build"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/repair"
)

// nullable gives the schema that b holds, with null allowed where n says so in
// OpenAPI 3.0's way. OpenAPI 3.1 has no such keyword.
func (w *Rewriter) nullable(b *build.Builder, n *node.Node) *node.Node {
	m := n.Member("nullable")
	if m == nil && w.opts.Dialect == raw.Draft30 {
		m = n.Member("x-nullable")
	}
	if m == nil {
		return b.Node()
	}
	yes, ok := m.Value.Truth()
	if !ok {
		w.diags.Warnf(m.Pos(), "schema-nullable", "nullable is true or false, not %s; it is left out", repair.Article(m.Value.Kind()))
		return b.Node()
	}
	if w.opts.Dialect != raw.Draft30 && !w.opts.Lenient {
		w.diags.Warnf(m.Pos(), "schema-nullable", "OpenAPI 3.1 has no nullable; it is left out")
		w.diags.Hint("write type: [T, \"null\"]")
		return b.Node()
	}
	if !yes {
		return b.Node()
	}
	return w.withNull(b, m)
}

// becomesNullable reports whether nullable will have an effect on b.
func (w *Rewriter) becomesNullable(b *build.Builder, n *node.Node) bool {
	yes, _ := n.Get("nullable").Truth()
	also, _ := n.Get("x-nullable").Truth()
	if w.opts.Dialect != raw.Draft30 {
		return yes && w.opts.Lenient
	}
	strict := w.opts.Direction == raw.Request && b.Has("enum") && !enumHasNull(b.Get("enum"))
	return (yes || also) && !strict
}

func (w *Rewriter) withNull(b *build.Builder, m *node.Member) *node.Node {
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
		w.diags.Warnf(m.Pos(), "schema-nullable-enum", "nullable has no effect, because the enum does not list null")
		w.diags.Hint("add null to the enum")
		if w.opts.Direction == raw.Request {
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
