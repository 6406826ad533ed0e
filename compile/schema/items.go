package schema

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/build"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/repair"
)

// items rewrites items; a list of schemas is what 2020-12 calls prefixItems.
func (w *Rewriter) items(b *build.Builder, m node.Member, n *node.Node, c ctx) {
	switch m.Value.Kind() {
	case node.Object, node.Bool:
		b.Add(m, w.boolOr(m.Value, c))
	case node.Array:
		if len(m.Value.Items()) == 1 && w.opts.Dialect == raw.Draft30 && !n.Has("additionalItems") {
			w.diags.Warnf(m.Pos(), "schema-items", "items is one schema, not a list; the only one of the list is taken for all items")
			b.Add(m, w.sub(m.Value.Index(0), c))
			return
		}
		w.diags.Infof(m.Pos(), "schema-items", "items that is a list is read as prefixItems")
		if len(m.Value.Items()) > 0 {
			m.Key = "prefixItems"
			b.Add(m, w.list(m, c, w.sub))
		}
		if more := n.Get("additionalItems"); more.Is(node.Object) || more.Is(node.Bool) {
			b.Set("items", w.boolOr(more, c))
		}
	default:
		w.diags.Warnf(m.Pos(), "schema-kind", "items is a schema, not %s; anything is allowed", repair.Article(m.Value.Kind()))
	}
}

// boolOr keeps false, which closes a list in the way that everybody knows.
func (w *Rewriter) boolOr(v *node.Node, c ctx) *node.Node {
	if truth, ok := v.Truth(); ok && !truth {
		return v
	}
	return w.sub(v, c)
}

// dynamicRef reads $dynamicRef as the static reference that it is by default.
func (w *Rewriter) dynamicRef(b *build.Builder, m node.Member, n *node.Node, c ctx) {
	static := n.WithMembers([]node.Member{{Key: "$ref", Value: m.Value}})
	t := w.read.Resolve(static, c.scope)
	if t.Err != nil {
		w.brokenf(m.Pos(), "cannot follow $dynamicRef %q: %v", m.Value.Text(), t.Err)
		return
	}
	w.diags.Infof(m.Pos(), "schema-dynamic-ref", "$dynamicRef is read as $ref")
	b.Add(node.Member{Key: "$ref"}, w.referTo(n, t, c).Get("$ref"))
}

// recursiveRef reads $recursiveRef as a reference to the definition in which it
// stands, if that has $recursiveAnchor: what refers to the definition decides
// nothing, since all that do share it.
func (w *Rewriter) recursiveRef(b *build.Builder, m node.Member, c ctx) {
	if c.rec == nil {
		w.diags.Warnf(m.Pos(), "schema-dynamic-ref", "no definition around it has $recursiveAnchor; anything is allowed")
		return
	}
	b.Add(node.Member{Key: "$ref"}, refNode(b.Src, w.opts.Memo.number(c.rec.key)).Get("$ref"))
}
