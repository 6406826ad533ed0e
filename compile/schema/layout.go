package schema

import "github.com/oatools/oatools/compile/node"

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
func (w *Rewriter) Layout(n *node.Node) *Layout { return w.layouts[n] }

// layout reads the marks of renamed properties below n, through references,
// conjunctions and unions.
func (w *Rewriter) layout(n *node.Node, path []string) *Layout {
	if n == nil {
		return nil
	}
	l := &Layout{}
	w.layoutInto(l, n, path)
	if l.Names == nil && l.Props == nil && l.Items == nil {
		return nil
	}
	return l
}

func (w *Rewriter) layoutInto(l *Layout, n *node.Node, path []string) {
	if text := refText(n); len(text) > len(defPrefix) {
		name := text[len(defPrefix):]
		for _, p := range path {
			if p == name {
				return // nothing is renamed inside a recursive schema: see nameable
			}
		}
		if d := w.names[name]; d != nil {
			w.layoutInto(l, d.out, append(path[:len(path):len(path)], name))
		}
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		for _, s := range n.Get(key).Items() {
			w.layoutInto(l, s, path)
		}
	}
	for _, p := range n.Get("properties").Members() {
		l.Order = appendNew(l.Order, p.Key)
		if wire, ok := p.Value.Get(wireKey).Str(); ok {
			if l.Names == nil {
				l.Names = map[string]string{}
			}
			l.Names[p.Key] = wire
		}
		if sub := w.layout(p.Value, path); sub != nil {
			if l.Props == nil {
				l.Props = map[string]*Layout{}
			}
			l.Props[p.Key] = merged(l.Props[p.Key], sub)
		}
	}
	if items := w.layout(n.Get("items"), path); items != nil {
		l.Items = merged(l.Items, items)
	}
}

func appendNew(list []string, s string) []string {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}

// merged joins what two branches say about the same place.
func merged(a, b *Layout) *Layout {
	if a == nil {
		return b
	}
	for _, name := range b.Order {
		a.Order = appendNew(a.Order, name)
	}
	for k, v := range b.Names {
		if a.Names == nil {
			a.Names = map[string]string{}
		}
		a.Names[k] = v
	}
	for k, v := range b.Props {
		if a.Props == nil {
			a.Props = map[string]*Layout{}
		}
		a.Props[k] = merged(a.Props[k], v)
	}
	if b.Items != nil {
		a.Items = merged(a.Items, b.Items)
	}
	return a
}

// stripWire removes the marks.
func stripWire(n *node.Node) *node.Node {
	n = mapSub(n, func(_, _ string, sub *node.Node) *node.Node { return stripWire(sub) })
	if n.Has(wireKey) {
		return n.Without(wireKey)
	}
	return n
}

// nameable removes properties that were renamed where no Layout reaches, since
// the name on the wire would be lost: in recursive schemas, and below map
// values and tuples. An open schema still takes them under their own names.
func (w *Rewriter) nameable(out *node.Node) *node.Node {
	p := &publisher{w: w, uses: make([]int, len(w.fresh)), cyclic: make([]bool, len(w.fresh))}
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
		eachSub(n, func(key, _ string, sub *node.Node) { visit(sub, ok && layoutReaches(key)) })
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
	n = mapSub(n, func(key, name string, sub *node.Node) *node.Node {
		if wire, renamed := sub.Get(wireKey).Str(); renamed && !ok && key == "properties" {
			w.diags.Warnf(sub.Pos(), "schema-name-lost", "property %q cannot be shown: its name is refused by models' APIs, and no other can be mapped back here", wire)
			lost = append(lost, name)
			return nil
		}
		return w.dropRenamed(sub, ok && layoutReaches(key))
	})
	if req := n.Get("required"); len(lost) > 0 && req != nil {
		var keep []*node.Node
		for _, r := range req.Items() {
			if !contains(node.NewStrings(lost...), r) {
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
