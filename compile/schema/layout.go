package schema

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/shown"
)

// Layout gives the layout for n, which Rewrite gave; nil when no name inside it
// differs from the wire's.
func (w *Rewriter) Layout(n *node.Node) *shown.Layout {
	if l := w.layouts[n]; l.Says() {
		return l
	}
	return nil
}

// unmark keeps the layout of out and gives it without marks. The definitions
// that it made are not used again, since another Rewrite may reach them where no
// layout does.
func (w *Rewriter) unmark(out *node.Node) *node.Node {
	r := layoutReader{w: w, done: map[string]*shown.Layout{}}
	l := r.layout(out)
	for _, d := range w.fresh {
		delete(w.defs, d.key)
		if d.name != "" {
			d.out = shown.Strip(d.out)
		}
	}
	plain := shown.Strip(out)
	w.layouts[plain] = l
	return plain
}

// layoutReader reads the marks of renamed properties through references,
// conjunctions and unions, each definition once. Nothing is renamed inside a
// recursive one: see nameable.
type layoutReader struct {
	w    *Rewriter
	done map[string]*shown.Layout
}

// layout gives nil when there is no mark below n.
func (r *layoutReader) layout(n *node.Node) *shown.Layout {
	if n == nil {
		return nil
	}
	var l *shown.Layout
	if name := keyword.DefName(n); name != "" {
		l = r.def(name)
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		for _, s := range n.Get(key).Items() {
			l = shown.Merged(l, r.layout(s))
		}
	}
	own := &shown.Layout{}
	for _, p := range n.Get("properties").Members() {
		own.Order = shown.AppendNew(own.Order, p.Key)
		if wire, ok := p.Value.Get(keyword.Wire).Str(); ok {
			if own.Names == nil {
				own.Names = map[string]string{}
			}
			own.Names[p.Key] = wire
		}
		if sub := r.layout(p.Value); sub.Says() {
			if own.Props == nil {
				own.Props = map[string]*shown.Layout{}
			}
			own.Props[p.Key] = sub
		}
	}
	if items := r.layout(n.Get("items")); items.Says() {
		own.Items = items
	}
	if l = shown.Merged(l, own); len(l.Order) == 0 && !l.Says() {
		return nil
	}
	return l
}

func (r *layoutReader) def(name string) *shown.Layout {
	if l, ok := r.done[name]; ok {
		return l
	}
	r.done[name] = nil
	if d := r.w.names[name]; d != nil {
		r.done[name] = r.layout(d.out)
	}
	return r.done[name]
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
