package provider

import (
	"fmt"
	"slices"

	"github.com/oatools/oatools/compile/node"
)

// keywords lowers the members of n one by one.
func (w *lowering) keywords(n *node.Node, p place) (*node.Node, *back) {
	b := &back{}
	var props *node.Node // first, because required needs their names
	if v := n.Get("properties"); v != nil {
		props = w.properties(v, p, b)
	}
	var members []node.Member
	var words []string
	for _, m := range n.Members() {
		if m.Key == "properties" {
			m.Value = props
			members = append(members, m)
			continue
		}
		v, said := w.keyword(n, m.Key, m.Value, p, b)
		if said != "" {
			words = append(words, said)
		}
		if v != nil {
			m.Value = v
			members = append(members, m)
		}
	}
	out := described(n.WithMembers(members), words)
	out = w.complete(out, n, p, b)
	if w.AnyOfAlone && out.Has("anyOf") {
		out = w.alone(out, p)
	}
	if b.empty() {
		return out, nil
	}
	return out, b
}

// keyword lowers one member: its new value, or nil and what to say instead.
func (w *lowering) keyword(n *node.Node, key string, v *node.Node, p place, b *back) (*node.Node, string) {
	switch key {
	case "required":
		return w.required(v, b), ""
	case "items":
		if open, isFlag := v.Truth(); isFlag && !open && w.Keywords == nil {
			return v, "" // a tuple without more
		}
		out, inner := w.schema(v, p.in("items"))
		b.items = merged(b.items, inner)
		return out, ""
	case "anyOf", "oneOf", "allOf":
		return w.branches(key, v, p, b), ""
	case "additionalProperties":
		return w.extra(v, p, b)
	case "enum":
		return w.enum(n, v, p)
	case "const":
		return w.constant(v, p)
	}
	if !w.takes(key) {
		return nil, w.drop(key, v, p)
	}
	switch key {
	case "format":
		if w.Formats != nil && !slices.Contains(w.Formats, v.Text()) {
			return nil, w.drop(key, v, p)
		}
	case "pattern":
		if w.PlainRegex && !plainRegex(v.Text()) {
			return nil, w.drop(key, v, p)
		}
	case "minItems":
		if w.FewItems && v.Text() != "0" && v.Text() != "1" {
			return nil, w.drop(key, v, p)
		}
	case "maxItems":
		if n, ok := whole(v); w.MaxItemsSum > 0 && (!ok || w.items+n > w.MaxItemsSum) {
			return nil, w.drop(key, v, p)
		} else {
			w.items += n
		}
	case "prefixItems":
		return w.tuple(v, p, b), ""
	case "not", "if", "then", "else", "contains", "propertyNames", "patternProperties", "dependentSchemas":
		return w.subschemas(key, v, p), ""
	}
	return v, ""
}

// plainRegex reports whether a pattern has only what every engine knows.
func plainRegex(s string) bool {
	for i := 0; i+1 < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
			if c := s[i]; c == 'b' || c == 'B' || '1' <= c && c <= '9' {
				return false
			}
		case '(':
			if s[i+1] == '?' {
				return false
			}
		}
	}
	return true
}

// whole gives a number that counts something; ok is false for one too large.
func whole(v *node.Node) (n int, ok bool) {
	r, ok := v.Rat()
	if !ok || !r.IsInt() || !r.Num().IsInt64() || r.Sign() < 0 || r.Num().Int64() > 1<<30 {
		return 0, false
	}
	return int(r.Num().Int64()), true
}

// takes reports whether the profile knows a keyword.
func (w *lowering) takes(key string) bool {
	return w.Keywords == nil || slices.Contains(w.Keywords, key)
}

// drop records a keyword that goes and gives the words for it.
func (w *lowering) drop(key string, v *node.Node, p place) string {
	words := say(key, v)
	if words == "" {
		w.lose(p.at, key, "%s cannot be said", key)
		return ""
	}
	w.lose(p.at, key, "%s is said in the description: %s", key, words)
	return words
}

// tuple lowers the schemas of the first items of a list.
func (w *lowering) tuple(v *node.Node, p place, b *back) *node.Node {
	items := make([]*node.Node, len(v.Items()))
	inner := make([]*back, len(items))
	for i, item := range v.Items() {
		items[i], inner[i] = w.schema(item, p.in("prefixItems", fmt.Sprint(i)))
	}
	if slices.ContainsFunc(inner, func(i *back) bool { return !i.empty() }) {
		*b = *merged(b, &back{tuple: inner})
	}
	return v.WithItems(items)
}

// subschemas lowers schemas of keywords that only profiles without a rule about
// names or absent values take, so that nothing in them is mapped back.
func (w *lowering) subschemas(key string, v *node.Node, p place) *node.Node {
	if key != "patternProperties" && key != "dependentSchemas" {
		out, _ := w.schema(v, p.in(key))
		return out
	}
	members := slices.Clone(v.Members())
	for i := range members {
		members[i].Value, _ = w.schema(members[i].Value, p.in(key, members[i].Key))
	}
	return v.WithMembers(members)
}

func (w *lowering) branches(key string, v *node.Node, p place, b *back) *node.Node {
	items := make([]*node.Node, len(v.Items()))
	for i, item := range v.Items() {
		out, inner := w.schema(item, p.in(key, fmt.Sprint(i)))
		items[i] = out
		if inner != nil {
			*b = *merged(b, inner)
		}
	}
	return v.WithItems(items)
}
