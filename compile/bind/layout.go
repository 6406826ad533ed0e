package bind

import (
	"maps"
	"slices"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/schema/join"
	"github.com/oatools/oatools/compile/schema/shown"
	"github.com/oatools/oatools/compile/tool"
)

// LayoutOf turns the rewriter's layout into the artifact's. The order of keys
// is left out: it matters only where it shows, see ordered.
func LayoutOf(l *shown.Layout) *tool.Layout {
	if l == nil {
		return nil
	}
	out := &tool.Layout{Names: l.Names, Items: LayoutOf(l.Items)}
	for name, sub := range l.Props {
		if inner := LayoutOf(sub); inner != nil {
			if out.Props == nil {
				out.Props = map[string]*tool.Layout{}
			}
			out.Props[name] = inner
		}
	}
	if out.Names == nil && out.Props == nil && out.Items == nil {
		return nil
	}
	return out
}

// ordered adds the order of keys to a layout, for values whose keys become
// parts of a query, a header or a form, where the order shows.
func ordered(l *tool.Layout, n, defs *node.Node, depth int) *tool.Layout {
	n = join.Follow(n, defs)
	if depth == 0 || n == nil {
		return l
	}
	out := tool.Layout{}
	if l != nil {
		out = *l
	}
	if items := n.Get("items"); items.Is(node.Object) {
		out.Items = ordered(out.Items, items, defs, depth-1)
	}
	props := n.Get("properties").Members()
	if len(props) > 1 {
		out.Order = n.Get("properties").Keys()
	}
	own := false // the map of l is not written to
	for _, m := range props {
		old := out.Props[m.Key]
		if sub := ordered(old, m.Value, defs, depth-1); sub != nil && sub != old {
			if !own {
				own, out.Props = true, maps.Clone(out.Props)
			}
			if out.Props == nil {
				out.Props = map[string]*tool.Layout{}
			}
			out.Props[m.Key] = sub
		}
	}
	if out.Order == nil && out.Names == nil && out.Props == nil && out.Items == nil {
		return nil
	}
	return &out
}

// nested reports whether a value can hold an object or list inside an object or
// list.
func nested(n, defs *node.Node) bool {
	for _, n := range branches(n, defs, 4) {
		var inner []*node.Node
		for _, m := range n.Get("properties").Members() {
			inner = append(inner, m.Value)
		}
		if items := n.Get("items"); items.Is(node.Object) {
			inner = append(inner, items)
		}
		for _, c := range inner {
			if listed(c, defs) || slices.ContainsFunc(branches(c, defs, 4), place.IsObject) {
				return true
			}
		}
	}
	return false
}

// listed reports whether a value can be a list.
func listed(n, defs *node.Node) bool {
	return slices.ContainsFunc(branches(n, defs, 4), place.IsArray)
}

// branches gives what a schema says itself and all that it joins.
func branches(n, defs *node.Node, depth int) []*node.Node {
	n = join.Follow(n, defs)
	list := []*node.Node{n}
	if depth == 0 {
		return list
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		for _, c := range n.Get(key).Items() {
			list = append(list, branches(c, defs, depth-1)...)
		}
	}
	return list
}
