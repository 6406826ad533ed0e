package schema

import (
	"slices"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/build"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/repair"
	"github.com/oatools/oatools/compile/schema/shown"
)

// properties rewrites properties. Names are names here, whatever keyword they
// look like.
func (w *Rewriter) properties(v *node.Node, c ctx) *node.Node {
	if !v.Is(node.Object) {
		w.diags.Warnf(v.Pos(), "schema-kind", "properties is an object of schemas, not %s; it is left out", repair.Article(v.Kind()))
		return nil
	}
	out := make([]node.Member, 0, len(v.Members()))
	for _, m := range v.Members() {
		if slices.Contains(c.hidden, m.Key) {
			continue
		}
		schema := w.sub(m.Value, c)
		wire := m.Key
		if w.opts.Direction == raw.Request && !shown.IsLegal(wire) {
			m.Key = shown.Name(wire, v)
			schema = schema.With(keyword.Wire, node.NewString(wire))
			w.renamed++
			w.diags.Infof(m.Pos(), "schema-name", "property %q is shown as %q, because models' APIs refuse the name", wire, m.Key)
		}
		m.Value = schema
		out = append(out, m)
	}
	return v.WithMembers(out)
}

// required rewrites the list of required names. Property-level flags are added
// by finish.
func (w *Rewriter) required(v, props *node.Node, c ctx) *node.Node {
	if v.Is(node.Bool) {
		return nil // of the property itself: its object sees it
	}
	if s, ok := v.Str(); ok {
		w.diags.Warnf(v.Pos(), "schema-required", "required is a list of names; %q is read as one", s)
		v = v.WithItems([]*node.Node{v})
	}
	if !v.Is(node.Array) {
		w.diags.Warnf(v.Pos(), "schema-required", "required is a list of names, not %s; it is left out", repair.Article(v.Kind()))
		return nil
	}
	var out []*node.Node
	seen := map[string]bool{}
	for _, item := range v.Items() {
		name, ok := item.Str()
		if !ok {
			w.diags.Warnf(item.Pos(), "schema-required", "required holds names, not %s; it is left out", repair.Article(item.Kind()))
			continue
		}
		if seen[name] {
			w.diags.Infof(item.Pos(), "schema-required", "%q is required twice", name)
			continue
		}
		seen[name] = true
		if slices.Contains(c.hidden, name) {
			continue
		}
		if w.opts.Direction == raw.Request && !shown.IsLegal(name) {
			item = node.NewString(shown.Name(name, props)).MovedTo(item)
		}
		out = append(out, item)
	}
	if len(out) == 0 {
		return nil
	}
	return v.WithItems(out)
}

// flagged gives the names of properties that carry required: true themselves,
// as OpenAPI's parameters do.
func (w *Rewriter) flagged(n *node.Node, c ctx) []string {
	var names []string
	for _, p := range n.Get("properties").Members() {
		r := p.Value.Member("required")
		if r == nil || !r.Value.Is(node.Bool) {
			continue
		}
		v, _ := r.Value.Truth()
		w.diags.Warnf(r.Pos(), "schema-required", "required is a list of names on the object; that of property %q is moved there", p.Key)
		if v && !slices.Contains(c.hidden, p.Key) {
			names = append(names, p.Key)
		}
	}
	return names
}

// dependentRequired rewrites an object of lists of names.
func (w *Rewriter) dependentRequired(v, props *node.Node, c ctx) *node.Node {
	var out []node.Member
	for _, m := range v.Members() {
		if slices.Contains(c.hidden, m.Key) {
			continue
		}
		if w.opts.Direction == raw.Request && !shown.IsLegal(m.Key) {
			m.Key = shown.Name(m.Key, props)
		}
		if m.Value = w.required(m.Value, props, c); m.Value != nil {
			out = append(out, m)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return v.WithMembers(out)
}

// dependencies splits the keyword of older drafts in the two that followed it.
func (w *Rewriter) dependencies(b *build.Builder, m node.Member, c ctx) {
	var names, schemas []node.Member
	for _, d := range m.Value.Members() {
		if d.Value.Is(node.Array) {
			names = append(names, d)
		} else {
			schemas = append(schemas, d)
		}
	}
	w.diags.Infof(m.Pos(), "schema-dependencies", "dependencies is read as dependentRequired and dependentSchemas")
	if len(names) > 0 {
		b.Set("dependentRequired", w.dependentRequired(m.Value.WithMembers(names), b.Src.Get("properties"), c))
	}
	if len(schemas) > 0 {
		b.Set("dependentSchemas", w.named(m.Value.WithMembers(schemas), c, w.branch))
	}
}
