package schema

import (
	"net/url"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/join"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// discriminator is OpenAPI's Discriminator Object, read.
type discriminator struct {
	property string
	mapping  []node.Member // value → reference or name of a schema
}

func readDiscriminator(n *node.Node) discriminator {
	d := n.Get("discriminator")
	if s, ok := d.Str(); ok { // Swagger 2.0
		return discriminator{property: s}
	}
	s, _ := d.Get("propertyName").Str()
	return discriminator{property: s, mapping: d.Get("mapping").Members()}
}

// discriminate makes a union with a discriminator checkable: each branch says
// which values of the property select it. Without that, a value that names one
// branch passes as another.
func (w *Rewriter) discriminate(b *builder, n *node.Node, c ctx) {
	if !n.Has("discriminator") {
		return
	}
	d := readDiscriminator(n)
	key := "oneOf"
	if !b.has(key) {
		key = "anyOf"
	}
	if d.property == "" {
		w.diags.Warnf(n.Member("discriminator").Pos(), "schema-discriminator", "a discriminator names a property; this one is left out")
		return
	}
	branches := n.Get(key).Items()
	if !b.has(key) || len(branches) != len(b.get(key).Items()) {
		return
	}
	out := slices.Clone(b.get(key).Items())
	for i, raw := range branches {
		if values := w.selecting(n, raw, d, c); len(values) > 0 {
			out[i] = w.pinned(out[i], raw, d.property, values, c)
		}
	}
	b.set(key, b.get(key).WithItems(out))
}

// selecting gives the values of the discriminator that select the branch; none
// when the branch says so itself, or when nothing can be said.
func (w *Rewriter) selecting(n, branch *node.Node, d discriminator, c ctx) []*node.Node {
	if keyword.Ref(branch) == "" {
		return nil
	}
	t := w.resolve(branch, c.scope)
	if t.err != nil {
		return nil
	}
	if slices.Contains(w.hidden(branch, c), d.property) {
		return nil
	}
	own := w.ownValues(t.node, d.property, c.scope)
	var values []*node.Node
	for _, m := range d.mapping {
		if w.mapsTo(n, m, t) {
			values = append(values, node.NewString(m.Key).MovedTo(m.Value))
		}
	}
	if len(values) == 0 {
		if len(own) > 0 {
			return requireOnly()
		}
		// OpenAPI, "Discriminator Object": the name of the schema is a value
		// without being listed.
		return []*node.Node{node.NewString(schemaName(t.key)).MovedTo(branch)}
	}
	if len(own) == 0 {
		return values
	}
	if slices.ContainsFunc(values, func(v *node.Node) bool { return !listed(own, v) }) {
		w.diags.Warnf(branch.Pos(), "schema-discriminator",
			"the mapping selects this branch by %s, but the branch itself allows %s; the branch is believed", texts(values), texts(own))
		return requireOnly()
	}
	return values
}

// requireOnly tells pinned that the branch lists its values itself.
func requireOnly() []*node.Node { return []*node.Node{nil} }

// mapsTo reports whether a mapping entry means the target.
func (w *Rewriter) mapsTo(n *node.Node, m node.Member, t target) bool {
	to, err := w.mapped(n, m)
	return err == nil && to.key == t.key
}

// mapped resolves a mapping entry: a reference, or the name of a component.
func (w *Rewriter) mapped(n *node.Node, m node.Member) (target, error) {
	text, _ := m.Value.Str()
	holder := m.Value.WithMembers([]node.Member{{Key: "$ref", Value: m.Value}})
	if name := baseName(text); name == text {
		named := n.WithMembers([]node.Member{{Key: "$ref", Value: node.NewString("#/components/schemas/" + text)}})
		if t := w.follow(named, nil); t.err == nil {
			return t, nil
		}
		named = n.WithMembers([]node.Member{{Key: "$ref", Value: node.NewString("#/definitions/" + text)}})
		if t := w.follow(named, nil); t.err == nil {
			return t, nil
		}
	}
	t := w.follow(holder, nil)
	return t, t.err
}

// schemaName gives the component's name from the key of a target.
func schemaName(key string) string {
	for i := len(key) - 1; i >= 0; i-- {
		if key[i] == '/' || key[i] == '#' {
			key = key[i+1:]
			break
		}
	}
	if s, err := url.PathUnescape(key); err == nil {
		key = s
	}
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
}

// shownName gives the name under which the model sees the property of n.
func (w *Rewriter) shownName(n *node.Node, property string, sc *scope) string {
	if w.opts.Direction != Request || legalName(property) {
		return property
	}
	var props *node.Node
	w.eachJoined(n, sc, func(part *node.Node, _ *scope) {
		if p := part.Get("properties"); props == nil && p.Has(property) {
			props = p
		}
	})
	return modelName(property, props)
}

// ownValues gives the values that the schema itself allows for the property.
func (w *Rewriter) ownValues(n *node.Node, property string, sc *scope) []*node.Node {
	var own []*node.Node
	w.eachJoined(n, sc, func(part *node.Node, sc *scope) {
		p := part.Get("properties").Get(property)
		w.eachJoined(p, sc, func(s *node.Node, _ *scope) {
			vals := s.Get("enum").Items()
			if v := s.Get("const"); v != nil {
				vals = []*node.Node{v}
			}
			if len(vals) > 0 && (own == nil || len(vals) < len(own)) {
				own = vals
			}
		})
	})
	return own
}

// pinned gives branch, rewritten from raw, with property required and limited
// to values.
func (w *Rewriter) pinned(branch, raw *node.Node, wire string, values []*node.Node, c ctx) *node.Node {
	property := w.shownName(raw, wire, c.scope)
	required := branch.Get("required").Items()
	if !slices.ContainsFunc(required, func(r *node.Node) bool { return r.Text() == property }) {
		required = append(slices.Clone(required), node.NewString(property))
	}
	if values[0] == nil {
		return branch.With("required", node.NewArray(required...))
	}
	limit := node.NewObject(node.M("const", values[0]))
	if len(values) > 1 {
		limit = node.NewObject(node.M("enum", node.NewArray(values...)))
	}
	if property != wire {
		limit = limit.With(keyword.Wire, node.NewString(wire))
		w.renamed++
	}
	props := branch.Get("properties")
	if props == nil {
		props = node.NewObject()
	}
	if old := props.Get(property); old != nil {
		if limit.Has("const") && keyword.Has(old.Get("enum"), values[0]) {
			old = old.Without("enum")
		}
		both, ok := join.Both(old, limit)
		if !ok {
			both = node.NewObject(node.M("allOf", node.NewArray(old, limit)))
		}
		limit = both
	}
	return branch.With("properties", props.With(property, limit)).With("required", node.NewArray(required...))
}

func texts(vals []*node.Node) string {
	s := ""
	for i, v := range vals {
		if i == 5 {
			return s + " …"
		}
		if i > 0 {
			s += ", "
		}
		s += keyword.Short(v)
	}
	return s
}

// inherited reports whether n is a base that its descendants name: a
// discriminator with a mapping, and no union that lists them.
func (w *Rewriter) inherited(n *node.Node) bool {
	return w.opts.Direction == Request && n.Has("discriminator") && !n.Has("oneOf") && !n.Has("anyOf") &&
		len(n.At("discriminator", "mapping").Members()) > 0
}

// expandBase rewrites a base with a mapping as the union of those that inherit
// from it, where a value of its own meets it; nil for everything else. Inside
// its descendants' allOf the base stays what it is.
func (w *Rewriter) expandBase(n *node.Node, c ctx) *node.Node {
	if c.base || !w.inherited(n) {
		return nil
	}
	d := readDiscriminator(n)
	if d.property == "" {
		return nil
	}
	branches, apart := w.descendants(n, d, c)
	if len(branches) == 0 {
		return nil
	}
	union := "oneOf"
	if !apart {
		union = "anyOf"
	}
	b := &builder{src: n}
	for i := range n.Members() {
		if m := n.Members()[i]; m.Key == "title" || m.Key == "description" {
			b.add(m, w.text(m.Value))
		}
	}
	b.set(union, node.NewArray(branches...))
	if c.shut == shutHere {
		b.set("unevaluatedProperties", node.NewBool(false))
	}
	return w.nullable(b, n)
}

// descendants gives one branch for each schema that the mapping of the base n
// names, pinned to the values that select it, and the base itself for values of
// its own enum that the mapping leaves out. Apart is false when the property does
// not tell all of them apart.
func (w *Rewriter) descendants(n *node.Node, d discriminator, c ctx) (branches []*node.Node, apart bool) {
	base := c
	base.joined, base.base, base.shut = true, true, c.shut.part()
	own := w.ownValues(n, d.property, c.scope)
	apart = true
	var values []*node.Node
	byKey := map[string]int{}
	pins := [][]*node.Node{}
	for _, m := range d.mapping {
		t, err := w.mapped(n, m)
		if err != nil {
			w.diags.Warnf(m.Pos(), "schema-discriminator", "cannot follow the mapping of %q: %v; it is left out", m.Key, err)
			continue
		}
		value := node.NewString(m.Key).MovedTo(m.Value)
		if said := w.ownValues(t.node, d.property, c.scope); len(said) > 0 && !listed(said, value) {
			var same bool
			if value, same = spelled(value, said); !same {
				// The descendant lists other values; it is believed.
				w.diags.Warnf(m.Pos(), "schema-discriminator", "the mapping selects a schema by %s, which itself allows %s; the schema is believed", m.Key, texts(said))
				apart = apart && !slices.EqualFunc(said, own, node.Equal)
				values = append(values, said...)
				value = nil
			}
		}
		if value != nil {
			values = append(values, value)
		}
		if i, ok := byKey[t.key]; ok {
			if value != nil && pins[i][0] != nil {
				pins[i] = append(pins[i], value)
			}
			continue
		}
		byKey[t.key] = len(branches)
		pins = append(pins, []*node.Node{value})
		if t.node == n {
			branches = append(branches, w.schema(n, base))
		} else {
			branches = append(branches, w.referTo(m.Value, t, base))
		}
	}
	var rest []*node.Node
	for _, v := range own {
		if !listed(values, v) {
			rest = append(rest, v)
		}
	}
	if len(rest) > 0 {
		branches, pins = append(branches, w.schema(n, base)), append(pins, rest)
	}
	for i := range branches {
		branches[i] = w.pinned(branches[i], n, d.property, pins[i], c)
	}
	return branches, apart
}

func listed(values []*node.Node, v *node.Node) bool {
	return slices.ContainsFunc(values, func(o *node.Node) bool { return node.Equal(o, v) })
}

// spelled gives the one value of said that differs from v in case and
// punctuation only, as where a schema Cat is selected by cat.
func spelled(v *node.Node, said []*node.Node) (*node.Node, bool) {
	var found *node.Node
	for _, o := range said {
		if foldKey(o.Text()) == foldKey(v.Text()) {
			if found != nil {
				return v, false
			}
			found = o
		}
	}
	return found, found != nil
}
