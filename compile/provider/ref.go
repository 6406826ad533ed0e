package provider

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
)

// refName gives the definition that n refers to.
func refName(n *node.Node) (name string, ok bool) {
	ref, ok := n.Get("$ref").Str()
	if !ok {
		return "", false
	}
	name, ok = strings.CutPrefix(ref, "#/$defs/")
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(name), ok
}

// beside puts what stands beside a reference on top of its target.
func beside(n, target *node.Node) *node.Node {
	for _, m := range n.Members() {
		if m.Key != "$ref" {
			target = target.With(m.Key, m.Value)
		}
	}
	return target
}

// reference lowers a schema that holds a reference.
func (w *lowering) reference(n *node.Node, p place) (*node.Node, *back) {
	name, ok := refName(n)
	target := w.defs.Get(name)
	if !ok || target == nil {
		return w.cut(node.NewObject(), p, "a reference leads nowhere")
	}
	alone := len(n.Members()) == 1
	cyclic := w.Refs != RefsInline && w.Refs != RefsKeep && w.recursive(name)
	if w.Refs == RefsInline || w.Refs == RefsTree && cyclic || w.Refs != RefsKeep && !alone && !cyclic {
		return w.inline(n, name, target, p)
	}
	if !alone && w.Refs == RefsAlone {
		for _, m := range n.Members() {
			if m.Key != "$ref" {
				w.lose(p.at, m.Key, "%s cannot stand beside a reference", m.Key)
			}
		}
		n = node.NewObject(*n.Member("$ref"))
	}
	w.define(name, target)
	if alone || w.Refs != RefsKeep {
		return n, &back{ref: name}
	}
	out, b := w.keywords(n, p)
	return out, merged(&back{ref: name}, b)
}

// define lowers a definition once.
func (w *lowering) define(name string, target *node.Node) {
	if _, ok := w.made[name]; ok {
		return
	}
	w.made[name] = nil // being made
	w.order = append(w.order, name)
	out, b := w.schema(target, place{at: "/$defs/" + name})
	w.made[name] = out
	if b != nil {
		w.back[name] = b
	}
}

// inline puts the target in the place of the reference; recursion is unrolled
// and then cut.
func (w *lowering) inline(n *node.Node, name string, target *node.Node, p place) (*node.Node, *back) {
	seen := 0
	for _, above := range p.path {
		if above == name {
			seen++
		}
	}
	if seen > w.Unroll {
		open := node.NewObject()
		if kind := kindOf(target); kind != "" {
			open = open.With("type", node.NewString(kind))
		}
		if items := target.Get("items"); items != nil {
			open = open.With("items", items)
		}
		return w.cut(beside(n, open), p, "the schema contains itself")
	}
	p.path = append(slices.Clip(p.path), name)
	return w.schema(beside(n, target), p)
}

// kindOf gives "array" or "object" for a schema of nothing else, and "" for all
// others.
func kindOf(n *node.Node) string {
	switch {
	case typed(n, "array"):
		return "array"
	case typed(n, "object"), n.Has("properties"), n.Has("allOf"):
		return "object"
	}
	return ""
}

// recursive reports whether a definition reaches itself.
func (w *lowering) recursive(name string) bool {
	return reaches(w.defs.Get(name), name, func(next string) *node.Node { return w.defs.Get(next) })
}

// reaches reports whether n refers to the definition name, directly or through
// others, which def gives.
func reaches(n *node.Node, name string, def func(string) *node.Node) bool {
	seen := map[string]bool{}
	var visit func(n *node.Node) bool
	visit = func(n *node.Node) bool {
		if next, ok := refName(n); ok {
			if next == name {
				return true
			}
			if !seen[next] {
				seen[next] = true
				if visit(def(next)) {
					return true
				}
			}
		}
		for _, m := range n.Members() {
			if visit(m.Value) {
				return true
			}
		}
		return slices.ContainsFunc(n.Items(), visit)
	}
	return visit(n)
}

// openCycles takes properties out of required that lead a definition back to
// itself, for profiles that want a way out of every circle.
func (w *lowering) openCycles() {
	if !w.OpenCycles {
		return
	}
	for _, name := range w.order {
		w.made[name] = w.opened(w.made[name], name, place{at: "/$defs/" + name})
	}
}

func (w *lowering) opened(n *node.Node, name string, p place) *node.Node {
	props := n.Get("properties")
	var kept []*node.Node
	for _, r := range n.Get("required").Items() {
		if w.leadsTo(props.Get(r.Text()), name) {
			w.lose(p.in("properties", r.Text()).at, "required", "the property is not required, because it leads back to %s", name)
			continue
		}
		kept = append(kept, r)
	}
	if len(kept) < len(n.Get("required").Items()) {
		if n = n.With("required", node.NewArray(kept...)); kept == nil {
			n = n.Without("required")
		}
	}
	members := slices.Clone(props.Members())
	changed := false
	for i, m := range members {
		members[i].Value = w.opened(m.Value, name, p.in("properties", m.Key))
		changed = changed || members[i].Value != m.Value
	}
	if changed {
		n = n.With("properties", props.WithMembers(members))
	}
	return n
}

// leadsTo reports whether a lowered schema refers to a definition, in the end.
func (w *lowering) leadsTo(n *node.Node, name string) bool {
	return reaches(n, name, func(next string) *node.Node { return w.made[next] })
}

// joined writes allOf as one schema, as far as that can be said: properties and
// required ones together, the first of two different statements.
func (w *lowering) joined(n *node.Node, p place) *node.Node {
	parts := n.Get("allOf").Items()
	out := n.Without("allOf")
	if len(parts) == 1 && len(out.Members()) == 0 {
		return parts[0]
	}
	for _, part := range parts {
		for range 32 {
			name, ok := refName(part)
			if !ok || w.defs.Get(name) == nil {
				break
			}
			part = beside(part, w.defs.Get(name))
		}
		if part.Has("allOf") {
			part = w.joined(part, p)
		}
		out = w.join(out, part, p)
	}
	return out
}

func (w *lowering) join(a, b *node.Node, p place) *node.Node {
	for _, m := range b.Members() {
		have := a.Get(m.Key)
		switch {
		case have == nil:
			a = a.With(m.Key, m.Value)
		case m.Key == "properties":
			props := have
			for _, prop := range m.Value.Members() {
				if !props.Has(prop.Key) {
					props = props.With(prop.Key, prop.Value)
				} else if !node.Equal(props.Get(prop.Key), prop.Value) {
					w.lose(p.in("properties", prop.Key).at, "allOf", "the property is described twice; the first description is kept")
				}
			}
			a = a.With("properties", props)
		case m.Key == "required":
			items := slices.Clone(have.Items())
			for _, r := range m.Value.Items() {
				if !slices.ContainsFunc(items, func(i *node.Node) bool { return i.Text() == r.Text() }) {
					items = append(items, r)
				}
			}
			a = a.With("required", have.WithItems(items))
		case m.Key == "title" || m.Key == "description" || node.Equal(have, m.Value):
		default:
			w.lose(p.at, "allOf", "%s is stated twice; the first is kept", m.Key)
		}
	}
	return a
}
