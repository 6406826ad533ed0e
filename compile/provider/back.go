package provider

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// ReverseMap turns the arguments of a model's call, written for a lowered
// declaration, into those of the tool. Nil changes nothing. It is read-only and
// may be shared.
type ReverseMap struct {
	root *back
	defs map[string]*back
}

// back is what to do with the value at one place.
type back struct {
	names    map[string]string // name in the declaration → name in the tool
	props    map[string]*back  // by the name in the declaration
	tuple    []*back           // of the first items of a list, before items
	items    *back
	rest     *back  // of properties that are not named
	ref      string // name of a definition that says more
	dropNull bool   // null stands for an absent value
	json     bool   // the value travels as JSON text
}

func (b *back) empty() bool {
	return b == nil || b.names == nil && b.props == nil && b.tuple == nil && b.items == nil && b.rest == nil && b.ref == "" && !b.dropNull && !b.json
}

// merged joins what two branches say about one place.
func merged(a, b *back) *back {
	switch {
	case b.empty():
		return a
	case a.empty():
		return b
	}
	out := *a
	out.dropNull, out.json = a.dropNull || b.dropNull, a.json || b.json
	out.names = join(a.names, b.names, func(_, y string) string { return y })
	out.props = join(a.props, b.props, merged)
	out.tuple = slices.Clone(a.tuple)
	for i, t := range b.tuple {
		if i < len(out.tuple) {
			out.tuple[i] = merged(out.tuple[i], t)
		} else {
			out.tuple = append(out.tuple, t)
		}
	}
	out.items, out.rest = merged(a.items, b.items), merged(a.rest, b.rest)
	if out.ref == "" {
		out.ref = b.ref
	}
	return &out
}

func join[V any](a, b map[string]V, both func(x, y V) V) map[string]V {
	if len(a) == 0 {
		return b
	}
	out := make(map[string]V, len(a)+len(b))
	for k, v := range a {
		out[k] = v
	}
	for k, v := range b {
		if old, ok := out[k]; ok {
			v = both(old, v)
		}
		out[k] = v
	}
	return out
}

// Restore gives the tool's arguments for those of a call: names mapped back,
// values that travelled as JSON text parsed, nulls that only mean "absent"
// removed. Everything else stays as it is, digits of numbers and repeated keys
// included, for the runtime to judge. Args that are no JSON are an error.
func (m *ReverseMap) Restore(args json.RawMessage) (json.RawMessage, error) {
	if m == nil || m.root.empty() {
		return args, nil
	}
	var diags diag.List
	n := node.ReadJSON("", args, node.Limits{Bytes: 4 << 20, Depth: 100}, &diags)
	if n == nil {
		if err := diags.Err(); err != nil {
			return nil, fmt.Errorf("arguments: %w", err)
		}
		return nil, fmt.Errorf("arguments: no JSON")
	}
	return m.value(n, m.root).AppendJSON(nil), nil
}

func (m *ReverseMap) value(n *node.Node, b *back) *node.Node {
	for range 32 {
		if b == nil || b.ref == "" {
			break
		}
		own := *b
		own.ref = ""
		b = merged(&own, m.defs[b.ref])
	}
	if b.empty() {
		return n
	}
	if text, ok := n.Str(); ok && b.json {
		var quiet diag.List
		if inner := node.ReadJSON("", []byte(text), node.Limits{Bytes: 1 << 20, Depth: 100}, &quiet); inner != nil {
			return inner
		}
		return n
	}
	switch n.Kind() {
	case node.Array:
		items := make([]*node.Node, len(n.Items()))
		for i, item := range n.Items() {
			inner := b.items
			if i < len(b.tuple) {
				inner = b.tuple[i]
			}
			items[i] = m.value(item, inner)
		}
		return n.WithItems(items)
	case node.Object:
		var members []node.Member
		for _, member := range n.Members() {
			inner, known := b.props[member.Key]
			if !known {
				inner = b.rest
			}
			if member.Value.Is(node.Null) && inner != nil && inner.dropNull {
				continue
			}
			if name, ok := b.names[member.Key]; ok {
				member.Key = name
			}
			member.Value = m.value(member.Value, inner)
			members = append(members, member)
		}
		return n.WithMembers(members)
	}
	return n
}
