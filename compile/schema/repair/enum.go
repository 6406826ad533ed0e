package repair

import (
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// Enum reads a list of values: each once, in the order of first use.
func Enum(v *node.Node, diags *diag.List) *node.Node {
	if !v.Is(node.Array) || len(v.Items()) == 0 {
		diags.Warnf(v.Pos(), "schema-enum", "enum is a list with at least one value; it is left out")
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
			diags.Warnf(item.Pos(), "schema-enum", "%s stands in the enum twice", keyword.Short(item))
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

// EnumTypes mends an enum of which no value has the stated type, as when YAML
// reads the text 1 as a number.
func EnumTypes(enum, types *node.Node, diags *diag.List) *node.Node {
	if enum == nil || types == nil {
		return enum
	}
	out := make([]*node.Node, len(enum.Items()))
	changed := false
	for i, v := range enum.Items() {
		out[i] = v
		if keyword.TypeFits(types, v) || v.Is(node.Null) {
			continue
		}
		if c := Convert(types, v); c != nil {
			out[i], changed = c.MovedTo(v), true
			diags.Warnf(v.Pos(), "schema-enum", "%s in the enum is read as %s, because of the type", keyword.Short(v), keyword.Short(c))
			continue
		}
		diags.Warnf(v.Pos(), "schema-enum", "%s in the enum can never be given, because of the type", keyword.Short(v))
	}
	if changed {
		return enum.WithItems(out)
	}
	return enum
}

// Convert reads a scalar as one of the types; nil when that is not possible
// without loss.
func Convert(types, v *node.Node) *node.Node {
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
