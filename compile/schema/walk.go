package schema

import "github.com/oatools/oatools/compile/node"

// place says how a keyword holds schemas.
type place uint8

const (
	notSchema    place = iota
	oneSchema          // the value is a schema
	manySchemas        // the value is an array of schemas
	namedSchemas       // the value maps names to schemas
)

// placeOf tells where JSON Schema 2020-12 has subschemas. Everything else, such
// as enum and default, is data that only looks like one.
func placeOf(keyword string) place {
	switch keyword {
	case "items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "contains",
		"propertyNames", "not", "if", "then", "else", "contentSchema":
		return oneSchema
	case "allOf", "anyOf", "oneOf", "prefixItems":
		return manySchemas
	case "properties", "patternProperties", "dependentSchemas", "$defs":
		return namedSchemas
	}
	return notSchema
}

// mapSub gives n with each direct subschema replaced by f of it; f gets the
// keyword and, of named ones, the name. What does not change is shared. A nil
// from f removes a named schema.
func mapSub(n *node.Node, f func(keyword, name string, sub *node.Node) *node.Node) *node.Node {
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
	switch placeOf(m.Key) {
	case oneSchema:
		return f(m.Key, "", m.Value)
	case manySchemas:
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
	case namedSchemas:
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

// eachSub calls f for each direct subschema of n.
func eachSub(n *node.Node, f func(keyword, name string, sub *node.Node)) {
	for _, m := range n.Members() {
		switch placeOf(m.Key) {
		case oneSchema:
			f(m.Key, "", m.Value)
		case manySchemas:
			for _, s := range m.Value.Items() {
				f(m.Key, "", s)
			}
		case namedSchemas:
			for _, p := range m.Value.Members() {
				f(m.Key, p.Key, p.Value)
			}
		}
	}
}
