package schema

import (
	"slices"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/build"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/repair"
)

// inherited reports whether n is a base that its descendants name: a
// discriminator with a mapping, and no union that lists them.
func (w *Rewriter) inherited(n *node.Node) bool {
	return w.opts.Direction == raw.Request && n.Has("discriminator") && !n.Has("oneOf") && !n.Has("anyOf") &&
		len(n.At("discriminator", "mapping").Members()) > 0
}

// expandBase rewrites a base with a mapping as the union of those that inherit
// from it, where a value of its own meets it; nil for everything else. Inside
// its descendants' allOf the base stays what it is.
func (w *Rewriter) expandBase(n *node.Node, c ctx) *node.Node {
	if c.base || !w.inherited(n) {
		return nil
	}
	d := raw.ReadDiscriminator(n)
	if d.Property == "" {
		return nil
	}
	branches, apart := w.descendants(n, d, c)
	if len(branches) == 0 {
		return nil
	}
	union := "oneOf"
	if !apart {
		union = "anyOf"
	}
	b := &build.Builder{Src: n}
	for i := range n.Members() {
		if m := n.Members()[i]; m.Key == "title" || m.Key == "description" {
			b.Add(m, repair.Text(m.Value, w.diags))
		}
	}
	b.Set(union, node.NewArray(branches...))
	if c.shut == shutHere {
		b.Set("unevaluatedProperties", node.NewBool(false))
	}
	return w.nulls.Apply(b, n, w.diags)
}

// descendants gives one branch for each schema that the mapping of the base n
// names, pinned to the values that select it, and the base itself for values of
// its own enum that the mapping leaves out. Apart is false when the property does
// not tell all of them apart.
func (w *Rewriter) descendants(n *node.Node, d raw.Discriminator, c ctx) (branches []*node.Node, apart bool) {
	base := c
	base.joined, base.base, base.shut = true, true, c.shut.part()
	own := w.read.OwnValues(n, d.Property, c.scope)
	apart = true
	var values []*node.Node
	byKey := map[string]int{}
	pins := [][]*node.Node{}
	for _, m := range d.Mapping {
		t, err := w.read.Mapped(n, m)
		if err != nil {
			w.unmapped(m, err)
			continue
		}
		value := node.NewString(m.Key).MovedTo(m.Value)
		if said := w.read.OwnValues(t.Node, d.Property, c.scope); len(said) > 0 && !listed(said, value) {
			var same bool
			if value, same = spelled(value, said); !same {
				// The descendant lists other values; it is believed.
				w.diags.Warnf(m.Pos(), "schema-discriminator", "the mapping selects a schema by %s, which itself allows %s; the schema is believed", m.Key, texts(said))
				apart = apart && !slices.EqualFunc(said, own, node.Equal)
				values = append(values, said...)
				value = nil
			}
		}
		if value != nil {
			values = append(values, value)
		}
		if i, ok := byKey[t.Key]; ok {
			if value != nil && pins[i][0] != nil {
				pins[i] = append(pins[i], value)
			}
			continue
		}
		byKey[t.Key] = len(branches)
		pins = append(pins, []*node.Node{value})
		if t.Node == n {
			branches = append(branches, w.schema(n, base))
		} else {
			branches = append(branches, w.referTo(m.Value, t, base))
		}
	}
	var rest []*node.Node
	for _, v := range own {
		if !listed(values, v) {
			rest = append(rest, v)
		}
	}
	if len(rest) > 0 {
		branches, pins = append(branches, w.schema(n, base)), append(pins, rest)
	}
	for i := range branches {
		branches[i] = w.pinned(branches[i], n, d.Property, pins[i], c)
	}
	return branches, apart
}

func listed(values []*node.Node, v *node.Node) bool {
	return slices.ContainsFunc(values, func(o *node.Node) bool { return node.Equal(o, v) })
}

// spelled gives the one value of said that differs from v in case and
// punctuation only, as where a schema Cat is selected by cat.
func spelled(v *node.Node, said []*node.Node) (*node.Node, bool) {
	var found *node.Node
	for _, o := range said {
		if repair.FoldKey(o.Text()) == repair.FoldKey(v.Text()) {
			if found != nil {
				return v, false
			}
			found = o
		}
	}
	return found, found != nil
}
