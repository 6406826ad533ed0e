package schema

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/join"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// enum rewrites a list of values: each once, in the order of first use.
func (w *Rewriter) enum(v, n *node.Node) *node.Node {
	if !v.Is(node.Array) || len(v.Items()) == 0 {
		w.diags.Warnf(v.Pos(), "schema-enum", "enum is a list with at least one value; it is left out")
		return nil
	}
	var out []*node.Node
	seen := map[string]bool{}
	for _, item := range v.Items() {
		key := item.Kind().String() + string(item.AppendCanonical(nil))
		if r, ok := item.Rat(); ok {
			key = "number " + r.RatString()
		}
		if seen[key] {
			w.diags.Warnf(item.Pos(), "schema-enum", "%s stands in the enum twice", keyword.Short(item))
			continue
		}
		seen[key] = true
		out = append(out, item)
	}
	if len(out) == len(v.Items()) {
		return v
	}
	return v.WithItems(out)
}

// enumTypes repairs an enum of which no value has the stated type, as when YAML
// reads the text 1 as a number.
func (w *Rewriter) enumTypes(b *builder, n *node.Node) {
	enum, types := b.get("enum"), b.get("type")
	if enum == nil || types == nil {
		return
	}
	out := make([]*node.Node, len(enum.Items()))
	changed := false
	for i, v := range enum.Items() {
		out[i] = v
		if keyword.TypeFits(types, v) || v.Is(node.Null) {
			continue
		}
		if c := convert(types, v); c != nil {
			out[i], changed = c.MovedTo(v), true
			w.diags.Warnf(v.Pos(), "schema-enum", "%s in the enum is read as %s, because of the type", keyword.Short(v), keyword.Short(c))
			continue
		}
		w.diags.Warnf(v.Pos(), "schema-enum", "%s in the enum can never be given, because of the type", keyword.Short(v))
	}
	if changed {
		b.set("enum", enum.WithItems(out))
	}
}

// convert reads a scalar as one of the types; nil when that is not possible
// without loss.
func convert(types, v *node.Node) *node.Node {
	switch {
	case keyword.HasType(types, "string") && (v.Is(node.Number) || v.Is(node.Bool)):
		return node.NewString(v.Text())
	case v.Is(node.String) && (keyword.HasType(types, "integer") || keyword.HasType(types, "number")) && isJSONNumber(v.Text()):
		c := node.NewNumber(v.Text())
		if keyword.TypeFits(types, c) {
			return c
		}
	case v.Is(node.String) && keyword.HasType(types, "boolean") && (v.Text() == "true" || v.Text() == "false"):
		return node.NewBool(v.Text() == "true")
	}
	return nil
}

// defaultFits drops a default that its own schema refuses. It looks at what
// stands in the schema itself; a default that only a reference refuses stays.
func (w *Rewriter) defaultFits(b *builder, n *node.Node) {
	v := b.get("default")
	if v == nil {
		return
	}
	s := b.node()
	if keyword.Fits(s, v) {
		return
	}
	if b.get("type") != nil {
		if c := convert(b.get("type"), v); c != nil && keyword.Fits(s, c) {
			w.diags.Warnf(v.Pos(), "schema-default", "default %s is read as %s, because of the type", keyword.Short(v), keyword.Short(c))
			b.set("default", c.MovedTo(v))
			return
		}
	}
	if v.Is(node.Null) {
		if !w.becomesNullable(b, n) {
			b.drop("default") // "no default", as many generators write it
		}
		return
	}
	join.Unfit(v, w.diags)
	b.drop("default")
}
