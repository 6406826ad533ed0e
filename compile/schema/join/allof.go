package join

import (
	"slices"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/example"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// Tidy gives n, its subschemas tidied already, in fewer words that mean the
// same.
func Tidy(n *node.Node, diags *diag.List) *node.Node {
	n = choice(merge(n), diags)
	// What stood beside a reference or in another part was not seen before.
	if v := n.Get("default"); v != nil && !keyword.Fits(n, v) {
		if !v.Is(node.Null) {
			Unfit(v, diags)
		}
		n = n.Without("default")
	}
	if list := n.Get(keyword.Examples); list != nil {
		if kept := example.Useful(n, list.Items()); kept == nil {
			n = n.Without(keyword.Examples)
		} else if len(kept.Items()) < len(list.Items()) {
			n = n.With(keyword.Examples, kept)
		}
	}
	return n
}

// merge gives n without its allOf when one schema says provably the same;
// otherwise n itself. Annotations: what stands outside wins, then the first
// part that has one.
func merge(n *node.Node) *node.Node {
	parts := n.Get("allOf").Items()
	if len(parts) == 0 {
		return n
	}
	open, isFlag := n.Get("unevaluatedProperties").Truth()
	sealed := isFlag && !open
	own := n.Without("allOf")
	if sealed {
		own = own.Without("unevaluatedProperties")
	}
	acc := own
	for _, part := range parts {
		var ok bool
		if acc, ok = Both(acc, part); !ok {
			return n
		}
	}
	if sealed {
		// All properties now stand in one place, so the older and better known
		// keyword says the same.
		if acc.Has("$ref") || acc.Has("anyOf") || acc.Has("oneOf") || acc.Has("additionalProperties") || acc.Has("if") || acc.Has("dependentSchemas") {
			acc = acc.With("unevaluatedProperties", node.NewBool(false))
		} else {
			acc = acc.With("additionalProperties", node.NewBool(false))
		}
	}
	return inOrder(acc)
}

// Both gives one schema for what meets both a and b, if it can be
// written keyword by keyword.
func Both(a, b *node.Node) (*node.Node, bool) {
	if !b.Is(node.Object) || interferes(a, b) || interferes(b, a) {
		return nil, false
	}
	if c := b.Get("const"); c != nil && keyword.Has(a.Get("enum"), c) {
		a = a.Without("enum")
	} else if c := a.Get("const"); c != nil && keyword.Has(b.Get("enum"), c) {
		b = b.Without("enum")
	}
	for _, m := range b.Members() {
		mine := a.Get(m.Key)
		if mine == nil {
			a = withMember(a, m)
			continue
		}
		if keyword.Informs(m.Key) || node.Equal(mine, m.Value) {
			continue
		}
		switch m.Key {
		case "properties":
			merged, ok := mergeProperties(mine, m.Value)
			if !ok {
				return nil, false
			}
			a = a.With(m.Key, merged)
		case "required":
			a = a.With(m.Key, union(mine, m.Value))
		case "enum":
			both := intersection(mine, m.Value)
			if both == nil {
				return nil, false
			}
			a = a.With(m.Key, both)
		case "type":
			t := narrower(mine, m.Value)
			if t == nil {
				return nil, false
			}
			a = a.With(m.Key, t)
		default:
			return nil, false
		}
	}
	return possible(a)
}

// possible drops values from an enum that the type beside it refuses anyway;
// false when none is left.
func possible(n *node.Node) (*node.Node, bool) {
	enum, types := n.Get("enum"), n.Get("type")
	if enum == nil || types == nil {
		return n, true
	}
	var keep []*node.Node
	for _, v := range enum.Items() {
		if keyword.TypeFits(types, v) {
			keep = append(keep, v)
		}
	}
	switch len(keep) {
	case 0:
		return nil, false
	case len(enum.Items()):
		return n, true
	}
	return n.With("enum", enum.WithItems(keep)), true
}

func withMember(n *node.Node, m node.Member) *node.Node {
	return n.WithMembers(append(slices.Clone(n.Members()), m))
}

// interferes reports whether a has a keyword whose meaning depends on keywords
// of b standing beside it.
func interferes(a, b *node.Node) bool {
	if open, isFlag := a.Get("additionalProperties").Truth(); a.Has("additionalProperties") && !(isFlag && open) {
		if b.Has("properties") || b.Has("patternProperties") {
			return true
		}
	}
	// Annotations of both would be seen by unevaluated…, which sees only its own
	// schema's now.
	if a.Has("unevaluatedProperties") || a.Has("unevaluatedItems") {
		return true
	}
	if a.Has("items") && b.Has("prefixItems") {
		return true
	}
	if (a.Has("contains") || a.Has("minContains") || a.Has("maxContains")) &&
		(b.Has("contains") || b.Has("minContains") || b.Has("maxContains")) {
		return true
	}
	conditional := func(n *node.Node) bool { return n.Has("if") || n.Has("then") || n.Has("else") }
	return conditional(a) && conditional(b)
}

func mergeProperties(a, b *node.Node) (*node.Node, bool) {
	members := slices.Clone(a.Members())
	for _, p := range b.Members() {
		mine := a.Get(p.Key)
		if mine == nil {
			members = append(members, p)
			continue
		}
		if node.Equal(mine, p.Value) {
			continue
		}
		if mine.Get(keyword.Wire).Text() != p.Value.Get(keyword.Wire).Text() {
			return nil, false // two properties that are shown under one name
		}
		both, ok := Both(mine, p.Value)
		if !ok {
			return nil, false
		}
		for i := range members {
			if members[i].Key == p.Key {
				members[i].Value = inOrder(both)
			}
		}
	}
	return a.WithMembers(members), true
}

func union(a, b *node.Node) *node.Node {
	items := slices.Clone(a.Items())
	for _, r := range b.Items() {
		if !keyword.Has(a, r) {
			items = append(items, r)
		}
	}
	return a.WithItems(items)
}

// intersection gives the values that both lists hold; nil when there is none.
func intersection(a, b *node.Node) *node.Node {
	var items []*node.Node
	for _, v := range a.Items() {
		if keyword.Has(b, v) {
			items = append(items, v)
		}
	}
	if len(items) == 0 {
		return nil
	}
	return a.WithItems(items)
}

// narrower gives the types that both lists allow; nil when there is none.
func narrower(a, b *node.Node) *node.Node {
	list := func(t *node.Node) []*node.Node {
		if t.Is(node.String) {
			return []*node.Node{t}
		}
		return t.Items()
	}
	var out []*node.Node
	for _, t := range list(a) {
		name := t.Text()
		switch {
		case keyword.HasType(b, name), name == "integer" && keyword.HasType(b, "number"):
			out = append(out, t)
		case name == "number" && keyword.HasType(b, "integer"):
			out = append(out, node.NewString("integer").MovedTo(t))
		}
	}
	switch len(out) {
	case 0:
		return nil
	case 1:
		return out[0]
	}
	return a.WithItems(out)
}

// inOrder puts what a reader looks for first to the front of a merged schema.
func inOrder(n *node.Node) *node.Node {
	members := slices.Clone(n.Members())
	rank := func(m node.Member) int {
		if i := slices.Index([]string{"$ref", "title", "description", "type", "properties", "required"}, m.Key); i >= 0 {
			return i
		}
		return 6
	}
	slices.SortStableFunc(members, func(a, b node.Member) int { return rank(a) - rank(b) })
	return n.WithMembers(members)
}
