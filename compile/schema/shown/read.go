package shown

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// Read reads the layout of n off the marks of renamed properties, through
// references, conjunctions and unions; nil when there is neither mark nor property.
// def gives what a name of $defs stands for, or nil. It may be recursive, but then
// nothing may be renamed inside: see Drop.
func Read(n *node.Node, def func(name string) *node.Node) *Layout {
	r := reader{defs: def, done: map[string]*Layout{}}
	return r.layout(n)
}

// reader reads each definition once.
type reader struct {
	defs func(name string) *node.Node
	done map[string]*Layout
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
	if l = merged(l, own); len(l.Order) == 0 && !l.Says() {
		return nil
	}
	return l
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
