package schema

import (
	"maps"
	"slices"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// Layout tells how a value of a rewritten schema is written: the order of its
// keys and the wire names that differ from those the model sees. A nil Layout
// says nothing.
type Layout struct {
	Order []string           // model's names in the schema's order
	Names map[string]string  // model's name → wire name
	Props map[string]*Layout // by the model's name
	Items *Layout
}

// Layout gives the layout for n, which Rewrite gave; nil when no name inside it
// differs from the wire's.
func (w *Rewriter) Layout(n *node.Node) *Layout {
	if l := w.layouts[n]; l.says() {
		return l
	}
	return nil
}

// unmark keeps the layout of out and gives it without marks. The definitions
// that it made are not used again, since another Rewrite may reach them where no
// layout does.
func (w *Rewriter) unmark(out *node.Node) *node.Node {
	r := layoutReader{w: w, done: map[string]*Layout{}}
	l := r.layout(out)
	for _, d := range w.fresh {
		delete(w.defs, d.key)
		if d.name != "" {
			d.out = stripWire(d.out)
		}
	}
	plain := stripWire(out)
	w.layouts[plain] = l
	return plain
}

// layoutReader reads the marks of renamed properties through references,
// conjunctions and unions, each definition once. Nothing is renamed inside a
// recursive one: see nameable.
type layoutReader struct {
	w    *Rewriter
	done map[string]*Layout
}

// layout gives nil when there is no mark below n.
func (r *layoutReader) layout(n *node.Node) *Layout {
	if n == nil {
		return nil
	}
	var l *Layout
	if name := keyword.DefName(n); name != "" {
		l = r.def(name)
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		for _, s := range n.Get(key).Items() {
			l = merged(l, r.layout(s))
		}
	}
	own := &Layout{}
	for _, p := range n.Get("properties").Members() {
		own.Order = appendNew(own.Order, p.Key)
		if wire, ok := p.Value.Get(keyword.Wire).Str(); ok {
			if own.Names == nil {
				own.Names = map[string]string{}
			}
			own.Names[p.Key] = wire
		}
		if sub := r.layout(p.Value); sub.says() {
			if own.Props == nil {
				own.Props = map[string]*Layout{}
			}
			own.Props[p.Key] = sub
		}
	}
	if items := r.layout(n.Get("items")); items.says() {
		own.Items = items
	}
	if l = merged(l, own); len(l.Order) == 0 && !l.says() {
		return nil
	}
	return l
}

// says reports whether there is a name that differs.
func (l *Layout) says() bool {
	return l != nil && (l.Names != nil || l.Props != nil || l.Items != nil)
}

func (r *layoutReader) def(name string) *Layout {
	if l, ok := r.done[name]; ok {
		return l
	}
	r.done[name] = nil
	if d := r.w.names[name]; d != nil {
		r.done[name] = r.layout(d.out)
	}
	return r.done[name]
}

func appendNew(list []string, s string) []string {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}

// merged joins what two schemas say about the same place.
func merged(a, b *Layout) *Layout {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	out := &Layout{Order: slices.Clone(a.Order), Names: maps.Clone(a.Names), Props: maps.Clone(a.Props), Items: merged(a.Items, b.Items)}
	for _, name := range b.Order {
		out.Order = appendNew(out.Order, name)
	}
	if out.Names == nil && len(b.Names) > 0 {
		out.Names = map[string]string{}
	}
	maps.Copy(out.Names, b.Names)
	if out.Props == nil && len(b.Props) > 0 {
		out.Props = map[string]*Layout{}
	}
	for k, v := range b.Props {
		out.Props[k] = merged(out.Props[k], v)
	}
	return out
}

// stripWire removes the marks.
func stripWire(n *node.Node) *node.Node {
	n = keyword.Map(n, func(_, _ string, sub *node.Node) *node.Node { return stripWire(sub) })
	if n.Has(keyword.Wire) {
		return n.Without(keyword.Wire)
	}
	return n
}

// nameable removes properties that were renamed where no Layout reaches, since
// the name on the wire would be lost: in recursive schemas, and below map
// values and tuples. An open schema still takes them under their own names.
func (w *Rewriter) nameable(out *node.Node) *node.Node {
	p := &publisher{w: w}
	p.analyse(out)
	bad := make([]bool, len(w.fresh))
	seen := make([]bool, len(w.fresh))
	var visit func(n *node.Node, ok bool)
	visit = func(n *node.Node, ok bool) {
		if d := w.target(n); d != nil {
			ok = ok && !p.cyclic[d.index]
			if !seen[d.index] || !ok && !bad[d.index] {
				seen[d.index] = true
				bad[d.index] = bad[d.index] || !ok
				visit(d.out, ok)
			}
		}
		keyword.Each(n, func(key, _ string, sub *node.Node) { visit(sub, ok && layoutReaches(key)) })
	}
	visit(out, true)
	for _, d := range w.fresh {
		d.out = w.dropRenamed(d.out, !bad[d.index])
	}
	return w.dropRenamed(out, true)
}

func layoutReaches(key string) bool {
	switch key {
	case "properties", "items", "allOf", "anyOf", "oneOf":
		return true
	}
	return false
}

func (w *Rewriter) dropRenamed(n *node.Node, ok bool) *node.Node {
	var lost []string
	n = keyword.Map(n, func(key, name string, sub *node.Node) *node.Node {
		if wire, renamed := sub.Get(keyword.Wire).Str(); renamed && !ok && key == "properties" {
			w.diags.Warnf(sub.Pos(), "schema-name-lost", "property %q cannot be shown: its name is refused by models' APIs, and no other can be mapped back here", wire)
			lost = append(lost, name)
			return nil
		}
		return w.dropRenamed(sub, ok && layoutReaches(key))
	})
	if req := n.Get("required"); len(lost) > 0 && req != nil {
		var keep []*node.Node
		for _, r := range req.Items() {
			if !keyword.Has(node.NewStrings(lost...), r) {
				keep = append(keep, r)
			}
		}
		if len(keep) == 0 {
			return n.Without("required")
		}
		return n.With("required", req.WithItems(keep))
	}
	return n
}
