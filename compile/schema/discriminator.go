package schema

import (
	"slices"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/build"
	"github.com/oatools/oatools/compile/schema/join"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/shown"
)

// discriminate makes a union with a discriminator checkable: each branch says
// which values of the property select it. Without that, a value that names one
// branch passes as another.
func (w *Rewriter) discriminate(b *build.Builder, n *node.Node, c ctx) {
	if !n.Has("discriminator") {
		return
	}
	d := raw.ReadDiscriminator(n)
	key := "oneOf"
	if !b.Has(key) {
		key = "anyOf"
	}
	if d.Property == "" {
		w.diags.Warnf(n.Member("discriminator").Pos(), "schema-discriminator", "a discriminator names a property; this one is left out")
		return
	}
	branches := n.Get(key).Items()
	if !b.Has(key) || len(branches) != len(b.Get(key).Items()) {
		return
	}
	for _, m := range d.Mapping {
		if _, err := w.read.Mapped(n, m); err != nil {
			w.unmapped(m, err)
		}
	}
	out := slices.Clone(b.Get(key).Items())
	for i, raw := range branches {
		if values := w.selecting(n, raw, d, c); len(values) > 0 {
			out[i] = w.pinned(out[i], raw, d.Property, values, c)
		}
	}
	b.Set(key, b.Get(key).WithItems(out))
}

// unmapped reports a mapping entry that leads nowhere.
func (w *Rewriter) unmapped(m node.Member, err error) {
	w.diags.Warnf(m.Pos(), "schema-discriminator", "cannot follow the mapping of %q: %v; it is left out", m.Key, err)
}

// selecting gives the values of the discriminator that select the branch; none
// when the branch says so itself, or when nothing can be said.
func (w *Rewriter) selecting(n, branch *node.Node, d raw.Discriminator, c ctx) []*node.Node {
	if keyword.Ref(branch) == "" {
		return nil
	}
	t := w.read.Resolve(branch, c.scope)
	if t.Err != nil {
		return nil
	}
	if slices.Contains(w.hidden(branch, c), d.Property) {
		return nil
	}
	own := w.read.OwnValues(t.Node, d.Property, c.scope)
	var values []*node.Node
	for _, m := range d.Mapping {
		if w.mapsTo(n, m, t) {
			values = append(values, node.NewString(m.Key).MovedTo(m.Value))
		}
	}
	if len(values) == 0 {
		if len(own) > 0 {
			return requireOnly()
		}
		// OpenAPI, "Discriminator Object": the name of the schema is a value
		// without being listed.
		return []*node.Node{node.NewString(raw.SchemaName(t.Key)).MovedTo(branch)}
	}
	if len(own) == 0 {
		return values
	}
	if slices.ContainsFunc(values, func(v *node.Node) bool { return !listed(own, v) }) {
		w.diags.Warnf(branch.Pos(), "schema-discriminator",
			"the mapping selects this branch by %s, but the branch itself allows %s; the branch is believed", texts(values), texts(own))
		return requireOnly()
	}
	return values
}

// requireOnly tells pinned that the branch lists its values itself.
func requireOnly() []*node.Node { return []*node.Node{nil} }

// mapsTo reports whether a mapping entry means the target.
func (w *Rewriter) mapsTo(n *node.Node, m node.Member, t raw.Target) bool {
	to, err := w.read.Mapped(n, m)
	return err == nil && to.Key == t.Key
}

// shownName gives the name under which the model sees the property of n.
func (w *Rewriter) shownName(n *node.Node, property string, sc *raw.Scope) string {
	if w.opts.Direction != raw.Request || shown.IsLegal(property) {
		return property
	}
	var props *node.Node
	w.read.EachJoined(n, sc, func(part *node.Node, _ *raw.Scope) {
		if p := part.Get("properties"); props == nil && p.Has(property) {
			props = p
		}
	})
	return shown.Name(property, props)
}

// pinned gives branch, rewritten from raw, with property required and limited
// to values.
func (w *Rewriter) pinned(branch, raw *node.Node, wire string, values []*node.Node, c ctx) *node.Node {
	property := w.shownName(raw, wire, c.scope)
	required := branch.Get("required").Items()
	if !slices.ContainsFunc(required, func(r *node.Node) bool { return r.Text() == property }) {
		required = append(slices.Clone(required), node.NewString(property))
	}
	if values[0] == nil {
		return branch.With("required", node.NewArray(required...))
	}
	limit := node.NewObject(node.M("const", values[0]))
	if len(values) > 1 {
		limit = node.NewObject(node.M("enum", node.NewArray(values...)))
	}
	if property != wire {
		limit = limit.With(keyword.Wire, node.NewString(wire))
		w.renamed++
	}
	props := branch.Get("properties")
	if props == nil {
		props = node.NewObject()
	}
	if old := props.Get(property); old != nil {
		if limit.Has("const") && keyword.Has(old.Get("enum"), values[0]) {
			old = old.Without("enum")
		}
		both, ok := join.Both(old, limit)
		if !ok {
			both = node.NewObject(node.M("allOf", node.NewArray(old, limit)))
		}
		limit = both
	}
	return branch.With("properties", props.With(property, limit)).With("required", node.NewArray(required...))
}

func texts(vals []*node.Node) string {
	s := ""
	for i, v := range vals {
		if i == 5 {
			return s + " …"
		}
		if i > 0 {
			s += ", "
		}
		s += keyword.Short(v)
	}
	return s
}
