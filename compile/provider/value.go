package provider

import (
	"slices"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/node"
)

// properties lowers the properties of an object and names them legally.
func (w *lowering) properties(v *node.Node, p place, b *back) *node.Node {
	members := slices.Clone(v.Members())
	taken := map[string]bool{}
	for _, m := range members {
		if w.prop.MatchString(m.Key) {
			taken[m.Key] = true
		}
	}
	for i, m := range members {
		out, inner := w.schema(m.Value, p.in("properties", m.Key))
		members[i].Value = out
		name := m.Key
		if !w.prop.MatchString(name) {
			name = w.rename(m.Key, taken)
			if b.names == nil {
				b.names = map[string]string{}
			}
			b.names[name] = m.Key
			members[i].Key = name
			w.lose(p.in("properties", m.Key).at, "properties", "the property is called %s", name)
		}
		if inner != nil {
			if b.props == nil {
				b.props = map[string]*back{}
			}
			b.props[name] = inner
		}
	}
	return v.WithMembers(members)
}

// rename makes a name that the profile takes and nobody else has.
func (w *lowering) rename(name string, taken map[string]bool) string {
	safe := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '_'
	}, name)
	if safe == "" || safe[0] >= '0' && safe[0] <= '9' {
		safe = "_" + safe
	}
	safe = safe[:min(len(safe), 60)]
	out := safe
	for n := 2; taken[out]; n++ {
		out = safe + "_" + strconv.Itoa(n)
	}
	taken[out] = true
	return out
}

// required names the required properties as they are called now.
func (w *lowering) required(v *node.Node, b *back) *node.Node {
	items := make([]*node.Node, len(v.Items()))
	for i, item := range v.Items() {
		items[i] = item
		for lowered, name := range b.names {
			if name == item.Text() {
				items[i] = node.NewString(lowered)
			}
		}
	}
	return v.WithItems(items)
}

// extra lowers additionalProperties.
func (w *lowering) extra(v *node.Node, p place, b *back) (*node.Node, string) {
	open, isFlag := v.Truth()
	switch w.Extra {
	case ExtraStrip:
		if !isFlag && len(v.Members()) > 0 {
			return nil, w.drop("additionalProperties", v, p)
		}
		return nil, ""
	case ExtraClosed:
		if isFlag && !open {
			return v, ""
		}
		w.lose(p.at, "additionalProperties", "further properties cannot be given")
		return nil, "" // complete closes the object
	}
	if isFlag {
		return v, ""
	}
	out, inner := w.schema(v, p.in("additionalProperties"))
	b.rest = merged(b.rest, inner)
	return out, ""
}

func (w *lowering) enum(n, v *node.Node, p place) (*node.Node, string) {
	var kept []*node.Node
	for _, item := range v.Items() {
		if item.Is(node.Null) && w.NullFlag {
			continue
		}
		kept = append(kept, item)
	}
	values := v.WithItems(kept)
	switch {
	case len(kept) == 0:
		return nil, ""
	case !w.takes("enum"),
		w.EnumText && !typed(n, "string"),
		w.EnumText && slices.ContainsFunc(kept, func(i *node.Node) bool { return !i.Is(node.String) || i.Text() == "" }),
		w.EnumPlain && slices.ContainsFunc(kept, composed),
		w.MaxEnum > 0 && w.enums+valued(kept) > w.MaxEnum,
		w.MaxEnumChars > 0 && len(kept) > 250 && chars(kept) > w.MaxEnumChars:
		return nil, w.drop("enum", values, p)
	}
	w.enums += valued(kept)
	return values, ""
}

// valued counts the values that are not null.
func valued(items []*node.Node) int {
	n := 0
	for _, i := range items {
		if !i.Is(node.Null) {
			n++
		}
	}
	return n
}

func composed(v *node.Node) bool { return v.Is(node.Object) || v.Is(node.Array) }

func chars(items []*node.Node) int {
	n := 0
	for _, i := range items {
		n += len(i.Text())
	}
	return n
}

func (w *lowering) constant(v *node.Node, p place) (*node.Node, string) {
	if !w.takes("const") || w.EnumPlain && composed(v) {
		return nil, w.drop("const", v, p)
	}
	return v, ""
}
