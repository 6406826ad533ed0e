package shown

import (
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

// Says reports whether there is a name that differs.
func (l *Layout) Says() bool {
	return l != nil && (l.Names != nil || l.Props != nil || l.Items != nil)
}

// appendNew adds s unless the list has it.
func appendNew(list []string, s string) []string {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}

// wire gives the name on the wire of what the model sees as name.
func (l *Layout) wire(name string) string {
	if wire, ok := l.Names[name]; ok {
		return wire
	}
	return name
}

// Strip removes the marks of renamed properties.
func Strip(n *node.Node) *node.Node {
	n = keyword.Map(n, func(_, _ string, sub *node.Node) *node.Node { return Strip(sub) })
	if n.Has(keyword.Wire) {
		return n.Without(keyword.Wire)
	}
	return n
}
