package shown

import (
	"maps"
	"slices"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// Read reads the layout of n off the marks of renamed properties, through
// references, conjunctions and unions; nil when there is neither mark nor property.
// def gives what a name of $defs stands for, or nil. It may be recursive, but then
// nothing may be renamed inside: see Drop. Clash is told of a name under which
// the parts of one object at a place show two properties, of which a Layout can
// hold only one.
func Read(n *node.Node, def func(name string) *node.Node, clash func(at *node.Node, name, one, other string)) *Layout {
	r := reader{defs: def, done: map[string]*Layout{}, clash: clash}
	return r.layout(n)
}

// reader reads each definition once.
type reader struct {
	defs func(name string) *node.Node
	done map[string]*Layout

	clash func(at *node.Node, name, one, other string)
	at    *node.Node // the innermost object that is read
}

func (r *reader) layout(n *node.Node) *Layout {
	if n == nil {
		return nil
	}
	var l *Layout
	if name := keyword.DefName(n); name != "" {
		l = r.def(name)
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		for _, s := range n.Get(key).Items() {
			l = r.joined(n, l, r.layout(s))
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
		if sub := r.layout(p.Value); sub.Says() {
			if own.Props == nil {
				own.Props = map[string]*Layout{}
			}
			own.Props[p.Key] = sub
		}
	}
	if items := r.layout(n.Get("items")); items.Says() {
		own.Items = items
	}
	if l = r.joined(n, l, own); len(l.Order) == 0 && !l.Says() {
		return nil
	}
	return l
}

// joined joins what the parts of n say.
func (r *reader) joined(n *node.Node, a, b *Layout) *Layout {
	r.at = n
	return r.merged(a, b)
}

// merged joins what two schemas say about the same place.
func (r *reader) merged(a, b *Layout) *Layout {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	out := &Layout{Order: slices.Clone(a.Order), Names: maps.Clone(a.Names), Props: maps.Clone(a.Props), Items: r.merged(a.Items, b.Items)}
	for _, name := range b.Order {
		if slices.Contains(a.Order, name) && a.wire(name) != b.wire(name) {
			r.clash(r.at, name, a.wire(name), b.wire(name))
		}
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
		out.Props[k] = r.merged(out.Props[k], v)
	}
	return out
}

func (r *reader) def(name string) *Layout {
	if l, ok := r.done[name]; ok {
		return l
	}
	r.done[name] = nil
	if n := r.defs(name); n != nil {
		r.done[name] = r.layout(n)
	}
	return r.done[name]
}
