package provider

import (
	"math/big"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
)

// unions makes of const an enum and of oneOf an anyOf where the profile has
// only these.
func (w *lowering) unions(n *node.Node, p place) *node.Node {
	if c := n.Get("const"); c != nil && !w.takes("const") && w.takes("enum") && !n.Has("enum") {
		if c.Is(node.String) && c.Text() != "" || !w.EnumText {
			n = n.Without("const").With("enum", node.NewArray(c))
			if w.EnumText && !n.Has("type") {
				n = n.With("type", node.NewString("string"))
			}
		}
	}
	if one := n.Get("oneOf"); one != nil && !w.OneOf {
		w.lose(p.at, "oneOf", "oneOf is written as anyOf")
		if n.Has("anyOf") {
			w.lose(p.at, "anyOf", "anyOf beside oneOf cannot be said")
		}
		n = n.Without("oneOf", "anyOf").With("anyOf", one)
	}
	return w.openBounds(n, p)
}

// openBounds writes exclusive bounds of integers as inclusive ones where the
// profile has only these.
func (w *lowering) openBounds(n *node.Node, p place) *node.Node {
	for _, key := range []string{"exclusiveMinimum", "exclusiveMaximum"} {
		v := n.Get(key)
		if v == nil || w.takes(key) || !typed(n, "integer") {
			continue
		}
		r, ok := v.Rat()
		if !ok || !r.IsInt() {
			continue
		}
		step, plain := big.NewInt(1), "minimum"
		if key == "exclusiveMaximum" {
			step, plain = big.NewInt(-1), "maximum"
		}
		if n.Has(plain) {
			continue
		}
		n = n.Without(key).With(plain, node.NewNumber(step.Add(r.Num(), step).String()))
	}
	return n
}

// inferred states the type of a fixed set of values where types are needed.
func (w *lowering) inferred(n *node.Node) *node.Node {
	if !w.TypeNeeded || n.Has("type") || !n.Has("enum") && !n.Has("const") {
		return n
	}
	values := n.Get("enum").Items()
	if c := n.Get("const"); c != nil {
		values = []*node.Node{c}
	}
	var types []string
	for _, v := range values {
		t := v.Kind().String()
		if r, ok := v.Rat(); ok && r.IsInt() {
			t = "integer"
		}
		if !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	switch len(types) {
	case 0:
		return n
	case 1:
		return n.With("type", node.NewString(types[0]))
	}
	return n.With("type", node.NewStrings(types...))
}

// widest bounds the unions that are distributed.
const widest = 8

// distributed writes an object with a union beside it as a union of whole
// objects, for profiles in which every branch must say what it is.
func (w *lowering) distributed(n *node.Node, p place) *node.Node {
	any := n.Get("anyOf")
	if !w.TypeNeeded || any == nil || !n.Has("properties") && !n.Has("type") {
		return n
	}
	if len(any.Items()) > widest || p.at == "" {
		return described(n.Without("anyOf"), []string{w.drop("anyOf", any, p)})
	}
	base := n.Without("anyOf", "description", "title")
	items := make([]*node.Node, len(any.Items()))
	for i, branch := range any.Items() {
		for range 32 {
			name, ok := refName(branch)
			if !ok || w.defs.Get(name) == nil {
				break
			}
			branch = beside(branch, w.defs.Get(name))
		}
		items[i] = w.join(branch, base, p)
	}
	out := node.NewObject(node.M("anyOf", any.WithItems(items)))
	for _, key := range []string{"title", "description"} {
		if v := n.Get(key); v != nil {
			out = out.With(key, v)
		}
	}
	return out
}

// nulls writes null the profile's way.
func (w *lowering) nulls(n *node.Node, p place) *node.Node {
	if !w.NullFlag {
		return n
	}
	nullable := false
	if types := n.Get("type").Items(); types != nil {
		var rest []*node.Node
		for _, t := range types {
			if t.Text() == "null" {
				nullable = true
			} else {
				rest = append(rest, t)
			}
		}
		switch len(rest) {
		case 0:
			n = n.With("type", node.NewString("string"))
		case 1:
			n = n.With("type", rest[0])
		default:
			n = w.manyTypes(n, rest)
		}
	} else if t, _ := n.Get("type").Str(); t == "null" {
		n, nullable = n.With("type", node.NewString("string")), true
	}
	if any := n.Get("anyOf"); any != nil {
		var rest []*node.Node
		for _, s := range any.Items() {
			if onlyNull(s) {
				nullable = true
			} else {
				rest = append(rest, s)
			}
		}
		n = n.With("anyOf", any.WithItems(rest))
		if len(rest) == 1 && !n.Has("type") {
			// What the one branch says was not looked at yet.
			n = w.nulls(w.inferred(w.unions(over(n.Without("anyOf"), rest[0], w.defs), p)), p)
		}
	}
	if nullable {
		n = n.With("nullable", node.NewBool(true))
	}
	return n
}

// onlyNull reports whether a schema takes null and nothing else.
func onlyNull(n *node.Node) bool {
	if t, _ := n.Get("type").Str(); t == "null" {
		return true
	}
	values := n.Get("enum").Items()
	return len(values) == 1 && values[0].Is(node.Null)
}

// manyTypes writes a list of types as a union of schemas.
func (w *lowering) manyTypes(n *node.Node, types []*node.Node) *node.Node {
	var branches []*node.Node
	for _, t := range types {
		s := node.NewObject(node.M("type", t))
		for _, m := range n.Members() {
			if m.Key != "type" && m.Key != "description" && m.Key != "title" && m.Key != "anyOf" && fits(m.Key, t.Text()) {
				s = s.With(m.Key, m.Value)
			}
		}
		branches = append(branches, s)
	}
	out := node.NewObject()
	for _, key := range []string{"title", "description"} {
		if v := n.Get(key); v != nil {
			out = out.With(key, v)
		}
	}
	return out.With("anyOf", node.NewArray(branches...))
}

// fits reports whether a keyword says something about values of a type.
func fits(key, t string) bool {
	switch key {
	case "minLength", "maxLength", "pattern", "format", "contentEncoding":
		return t == "string"
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		return t == "integer" || t == "number"
	case "items", "minItems", "maxItems", "uniqueItems", "prefixItems", "contains":
		return t == "array"
	case "properties", "required", "additionalProperties", "minProperties", "maxProperties", "patternProperties", "propertyNames":
		return t == "object"
	}
	return true
}

// over puts what n says on top of the schema s, which is resolved first.
func over(n, s, defs *node.Node) *node.Node {
	if name, ok := refName(s); ok && len(n.Members()) > 0 {
		s = beside(s, defs.Get(name))
	}
	for _, m := range n.Members() {
		s = s.With(m.Key, m.Value)
	}
	return s
}

// alone leaves nothing beside anyOf: what informs goes into the branches.
func (w *lowering) alone(n *node.Node, p place) *node.Node {
	any := n.Get("anyOf")
	if n.Has("type") && (n.Has("properties") || n.Has("items")) { // it says itself what it is
		return described(n.Without("anyOf"), []string{w.drop("anyOf", any, p)})
	}
	text := n.Get("description").Text()
	var branches []*node.Node
	for _, s := range any.Items() {
		if inner := s.Get("anyOf").Items(); inner != nil { // alone already: its branches are ours
			branches = append(branches, inner...)
		} else {
			branches = append(branches, s)
		}
	}
	items := make([]*node.Node, len(branches))
	for i, s := range branches {
		if yes, _ := n.Get("nullable").Truth(); yes {
			s = s.With("nullable", node.NewBool(true))
		}
		if text != "" {
			own := s.Get("description").Text()
			s = s.With("description", node.NewString(strings.TrimSpace(text+" "+own)))
		}
		items[i] = s
	}
	for _, m := range n.Members() {
		switch m.Key {
		case "anyOf", "description", "nullable", "title", "type":
		default:
			w.lose(p.at, m.Key, "%s cannot stand beside anyOf", m.Key)
		}
	}
	return node.NewObject(node.M("anyOf", any.WithItems(items)))
}
