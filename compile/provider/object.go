package provider

import (
	"slices"

	"github.com/oatools/oatools/compile/node"
)

// typed reports whether n states the one type t, null aside.
func typed(n *node.Node, t string) bool {
	if s, ok := n.Get("type").Str(); ok {
		return s == t
	}
	items := n.Get("type").Items()
	return slices.ContainsFunc(items, func(i *node.Node) bool { return i.Text() == t }) && len(items) <= 2
}

// complete adds what the profile wants to be stated: types, items, properties,
// closedness, and that everything is required.
func (w *lowering) complete(out, n *node.Node, p place, b *back) *node.Node {
	if w.ItemsTold && typed(out, "array") && !out.Has("items") && !(w.takes("prefixItems") && out.Has("prefixItems")) {
		item, inner := w.schema(node.NewObject(), p.in("items"))
		b.items = merged(b.items, inner)
		out = out.With("items", item)
	}
	if !typed(out, "object") {
		return out
	}
	if w.ItemsTold && !out.Has("properties") && (w.Form != FormGemini || p.at == "") {
		out = out.With("properties", node.NewObject())
	}
	if w.Extra != ExtraKeep {
		out = w.requireDescribed(out, p)
	}
	if w.Extra == ExtraClosed {
		out = out.With("additionalProperties", node.NewBool(false))
	}
	if w.AllNeeded {
		out = w.allNeeded(out, b)
	}
	return out
}

// requireDescribed takes names out of required that no property has: where
// there are no further properties nothing could be given for them.
func (w *lowering) requireDescribed(n *node.Node, p place) *node.Node {
	required := n.Get("required")
	var kept []*node.Node
	for _, r := range required.Items() {
		if n.Get("properties").Has(r.Text()) {
			kept = append(kept, r)
			continue
		}
		w.lose(p.at, "required", "%s is required, but not described, so it cannot be given", r.Text())
	}
	switch {
	case len(kept) == len(required.Items()):
		return n
	case kept == nil:
		return n.Without("required")
	}
	return n.With("required", required.WithItems(kept))
}

// allNeeded makes every property required; null stands for one that is left
// out.
func (w *lowering) allNeeded(n *node.Node, b *back) *node.Node {
	required := n.Get("required").Items()
	members := slices.Clone(n.Get("properties").Members())
	for i, m := range members {
		if slices.ContainsFunc(required, func(r *node.Node) bool { return r.Text() == m.Key }) {
			continue
		}
		value, had := withNull(m.Value)
		members[i].Value = value
		if had {
			continue // null is a value of its own here, so it is sent
		}
		if b.props == nil {
			b.props = map[string]*back{}
		}
		inner := back{}
		if old := b.props[m.Key]; old != nil {
			inner = *old
		}
		inner.dropNull = true
		b.props[m.Key] = &inner
	}
	keys := make([]string, len(members))
	for i, m := range members {
		keys[i] = m.Key
	}
	n = n.With("properties", n.Get("properties").WithMembers(members))
	return n.With("required", node.NewStrings(keys...))
}

// withNull lets a schema take null; had says that it did before.
func withNull(n *node.Node) (out *node.Node, had bool) {
	null := node.NewString("null")
	types := n.Get("type").Items()
	if s, ok := n.Get("type").Str(); ok {
		types = []*node.Node{node.NewString(s)}
	}
	switch {
	case slices.ContainsFunc(types, func(t *node.Node) bool { return t.Text() == "null" }):
		return n, true
	case n.Has("anyOf"):
		branches := n.Get("anyOf").Items()
		for _, s := range branches {
			if t, _ := s.Get("type").Str(); t == "null" {
				return n, true
			}
		}
		return n.With("anyOf", node.NewArray(append(slices.Clone(branches), node.NewObject(node.M("type", null)))...)), false
	case n.Has("$ref"), n.Has("const"), len(types) == 0:
		wrapped := node.NewObject(node.M("anyOf", node.NewArray(n.Without("description"), node.NewObject(node.M("type", null)))))
		if d := n.Get("description"); d != nil {
			wrapped = wrapped.With("description", d)
		}
		return wrapped, false
	}
	out = n.With("type", node.NewArray(append(types, null)...))
	if enum := n.Get("enum"); enum != nil {
		out = out.With("enum", enum.WithItems(append(slices.Clone(enum.Items()), node.NewNull())))
	}
	return out, false
}

// opaque reports whether the profile cannot say what n is, so that it has to
// travel as JSON text: no type at all where one is needed, or an object of free
// form where objects must be closed.
func (w *lowering) opaque(n *node.Node, p place) bool {
	if p.at == "" {
		return false
	}
	if w.TypeNeeded && !n.Has("type") && !n.Has("anyOf") && !n.Has("enum") && !n.Has("const") && !n.Has("allOf") && !n.Has("oneOf") {
		return true
	}
	if w.Extra != ExtraClosed || !typed(n, "object") || len(n.Get("properties").Members()) > 0 {
		return false
	}
	closed, isFlag := n.Get("additionalProperties").Truth()
	return !isFlag || closed
}

// asText writes n as a JSON text that is parsed on the way back.
func (w *lowering) asText(n *node.Node, p place) (*node.Node, *back) {
	kind := "value"
	if typed(n, "object") {
		kind = "object"
	}
	w.lose(p.at, "type", "a free %s travels as JSON text", kind)
	out := node.NewObject(node.M("type", node.NewString("string")))
	if typed(n, "object") && slices.ContainsFunc(n.Get("type").Items(), func(t *node.Node) bool { return t.Text() == "null" }) {
		out = node.NewObject(node.M("type", node.NewStrings("string", "null")))
	}
	if d := n.Get("description"); d != nil {
		out = out.With("description", d)
	}
	words := []string{"JSON text of the " + kind}
	if extra := n.Get("additionalProperties"); len(extra.Members()) > 0 {
		words = append(words, "each value: "+plain(extra))
	}
	for _, key := range []string{"const", "enum", "patternProperties"} {
		if v := n.Get(key); v != nil {
			words = append(words, say(key, v))
		}
	}
	return described(out, words), &back{json: true}
}

// scalar reports whether n is of values without an inside.
func scalar(n *node.Node) bool {
	return typed(n, "string") || typed(n, "integer") || typed(n, "number") || typed(n, "boolean")
}

// cut leaves open what the profile cannot go into: a list, an object, or, where
// n does not say which, any value.
func (w *lowering) cut(n *node.Node, p place, why string) (*node.Node, *back) {
	w.lose(p.at, "depth", "what lies here is left open: %s", why)
	kind, items := kindOf(n), (*node.Node)(nil)
	if kind == "array" {
		if items = w.cutItems(n, p); items == nil {
			kind = ""
		}
	}
	if w.Extra == ExtraClosed || w.TypeNeeded && kind == "" {
		open := node.NewObject()
		if d := n.Get("description"); d != nil {
			open = open.With("description", d)
		}
		if kind == "object" {
			open = open.With("type", node.NewString("object"))
		}
		return w.asText(open, p)
	}
	out := node.NewObject()
	if kind != "" {
		out = out.With("type", node.NewString(kind))
	}
	if items != nil {
		out = out.With("items", items)
	}
	if d := n.Get("description"); d != nil {
		out = out.With("description", d)
	}
	return described(out, []string{"deeper levels are not described"}), nil
}

// cutItems gives what a list that is cut says about its items; nil when the
// profile needs to know more than is said.
func (w *lowering) cutItems(n *node.Node, p place) *node.Node {
	item := n.Get("items")
	for range 32 {
		name, ok := refName(item)
		if !ok {
			break
		}
		item = w.defs.Get(name)
	}
	switch {
	case scalar(item):
		out, _ := w.schema(item, p.in("items"))
		return out
	case kindOf(item) == "object":
		return node.NewObject(node.M("type", node.NewString("object")))
	case w.TypeNeeded:
		return nil
	}
	return node.NewObject()
}
