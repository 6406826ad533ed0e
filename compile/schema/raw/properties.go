package raw

import (
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// Property is one property of an object schema.
type Property struct {
	Name      string // as the document spells it
	Node      *node.Node
	Required  bool
	ReadOnly  bool // never sent
	WriteOnly bool // never answered
	Pos       diag.Pos
}

// Properties gives the properties of the raw schema n in document order, merged
// through references and allOf, both directions' included. Plain says that n is
// an object that its properties describe completely, so that they may stand for
// it: no union, no map, no further constraint, no property described in two
// ways. The properties are given in either case.
func Properties(res Resolver, n *node.Node) (props []Property, plain bool) {
	g := gatherer{r: NewReader(res, Draft31, nil), plain: true, index: map[string]int{}, seen: map[*node.Node]bool{}}
	g.gather(n, false, 0)
	for _, name := range g.required {
		if i, ok := g.index[name]; ok {
			g.props[i].Required = true
		}
	}
	return g.props, g.plain && len(g.props) > 0
}

type gatherer struct {
	r        *Reader
	props    []Property
	index    map[string]int
	required []string
	plain    bool
	seen     map[*node.Node]bool
}

// gather takes what n says; part tells that n is one of several schemas that an
// allOf joins.
func (g *gatherer) gather(n *node.Node, part bool, depth int) {
	if !n.Is(node.Object) || depth > 32 {
		g.plain = false
		return
	}
	if g.seen[n] {
		return
	}
	g.seen[n] = true
	if keyword.Ref(n) != "" {
		t := g.r.Resolve(n, nil)
		if t.Err != nil {
			g.plain = false
			return
		}
		g.gather(t.Node, part, depth+1)
	}
	for _, m := range n.Members() {
		switch m.Key {
		case "properties":
			g.own(m.Value)
		case "required":
			for _, r := range m.Value.Items() {
				g.required = append(g.required, r.Text())
			}
		case "allOf":
			several := part || len(m.Value.Items()) > 1 || n.Has("properties")
			for _, one := range m.Value.Items() {
				g.gather(one, several, depth+1)
			}
		case "type":
			g.plain = g.plain && keyword.HasType(m.Value, "object")
		case "additionalProperties":
			if m.Value.Is(node.Object) && len(m.Value.Members()) > 0 {
				g.plain = false
			}
		case "discriminator":
			// A base whose descendants are named may have more properties; not
			// where it is a part of one of them.
			if len(m.Value.Get("mapping").Members()) > 0 && !part {
				g.plain = false
			}
		default:
			if keyword.PlaceOf(m.Key) != keyword.None || limitsObject(m.Key) {
				g.plain = g.plain && m.Key == "$defs"
			}
		}
	}
}

// limitsObject tells the other keywords that say which objects are valid.
func limitsObject(key string) bool {
	switch key {
	case "minProperties", "maxProperties", "dependentRequired", "dependencies", "enum", "const":
		return true
	}
	return false
}

func (g *gatherer) own(v *node.Node) {
	for i := range v.Members() {
		m := &v.Members()[i]
		required, _ := m.Value.Get("required").Truth()
		p := Property{Name: m.Key, Node: m.Value, Required: required, Pos: m.Pos()}
		p.ReadOnly = g.r.hidden(m.Value, nil, Request)
		p.WriteOnly = g.r.hidden(m.Value, nil, Response)
		at, ok := g.index[m.Key]
		if !ok {
			g.index[m.Key] = len(g.props)
			g.props = append(g.props, p)
			continue
		}
		old := &g.props[at]
		if !node.Equal(old.Node, p.Node) {
			g.plain = false
		}
		old.Required = old.Required || p.Required
		old.ReadOnly = old.ReadOnly || p.ReadOnly
		old.WriteOnly = old.WriteOnly || p.WriteOnly
	}
}
