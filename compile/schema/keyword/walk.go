package keyword

import "github.com/oatools/oatools/compile/node"

// Place says how a keyword holds schemas.
type Place uint8

// The places.
const (
	None  Place = iota // no schema
	One                // the value is a schema
	Many               // the value is an array of schemas
	Named              // the value maps names to schemas
)

// PlaceOf tells where JSON Schema 2020-12 has subschemas. Everything else, such
// as enum and default, is data that only looks like one.
func PlaceOf(keyword string) Place {
	switch keyword {
	case "items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "contains",
		"propertyNames", "not", "if", "then", "else", "contentSchema":
		return One
	case "allOf", "anyOf", "oneOf", "prefixItems":
		return Many
	case "properties", "patternProperties", "dependentSchemas", "$defs":
		return Named
	}
	return None
}

// Map gives n with each direct subschema replaced by f of it; f gets the
// keyword and, of named ones, the name. What does not change is shared. A nil
// from f removes a named schema.
func Map(n *node.Node, f func(keyword, name string, sub *node.Node) *node.Node) *node.Node {
	var members []node.Member
	for i, m := range n.Members() {
		v := mapKeyword(m, f)
		if v == m.Value && members == nil {
			continue
		}
		if members == nil {
			members = append(make([]node.Member, 0, len(n.Members())), n.Members()[:i]...)
		}
		if v != nil {
			m.Value = v
			members = append(members, m)
		}
	}
	if members == nil {
		return n
	}
	return n.WithMembers(members)
}

func mapKeyword(m node.Member, f func(keyword, name string, sub *node.Node) *node.Node) *node.Node {
	switch PlaceOf(m.Key) {
	case One:
		return f(m.Key, "", m.Value)
	case Many:
		var items []*node.Node
		for i, s := range m.Value.Items() {
			v := f(m.Key, "", s)
			if v != s && items == nil {
				items = append(make([]*node.Node, 0, len(m.Value.Items())), m.Value.Items()[:i]...)
			}
			if items != nil {
				items = append(items, v)
			}
		}
		if items != nil {
			return m.Value.WithItems(items)
		}
	case Named:
		var members []node.Member
		for i, p := range m.Value.Members() {
			v := f(m.Key, p.Key, p.Value)
			if v != p.Value && members == nil {
				members = append(make([]node.Member, 0, len(m.Value.Members())), m.Value.Members()[:i]...)
			}
			if members != nil && v != nil {
				p.Value = v
				members = append(members, p)
			}
		}
		if members != nil {
			return m.Value.WithMembers(members)
		}
	}
	return m.Value
}

// Each calls f for each direct subschema of n.
func Each(n *node.Node, f func(keyword, name string, sub *node.Node)) {
	for _, m := range n.Members() {
		switch PlaceOf(m.Key) {
		case One:
			f(m.Key, "", m.Value)
		case Many:
			for _, s := range m.Value.Items() {
				f(m.Key, "", s)
			}
		case Named:
			for _, p := range m.Value.Members() {
				f(m.Key, p.Key, p.Value)
			}
		}
	}
}
