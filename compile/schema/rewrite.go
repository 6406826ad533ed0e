package schema

import (
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/raw"
)

// builder collects the members of a rewritten schema in the author's order.
type builder struct {
	src     *node.Node
	members []node.Member
}

func (b *builder) add(m node.Member, v *node.Node) {
	if v == nil {
		return
	}
	for i := range b.members {
		if b.members[i].Key == m.Key {
			b.members[i].Value = v
			return
		}
	}
	m.Value = v
	b.members = append(b.members, m)
}

func (b *builder) set(key string, v *node.Node) { b.add(node.M(key, v), v) }

func (b *builder) get(key string) *node.Node {
	for i := range b.members {
		if b.members[i].Key == key {
			return b.members[i].Value
		}
	}
	return nil
}

func (b *builder) drop(keys ...string) {
	kept := b.members[:0]
	for _, m := range b.members {
		keep := true
		for _, k := range keys {
			keep = keep && m.Key != k
		}
		if keep {
			kept = append(kept, m)
		}
	}
	b.members = kept
}

func (b *builder) has(keys ...string) bool {
	for _, k := range keys {
		if b.get(k) != nil {
			return true
		}
	}
	return false
}

func (b *builder) node() *node.Node { return b.src.WithMembers(b.members) }

// schema rewrites one schema. References in the result are placeholders.
func (w *Rewriter) schema(n *node.Node, c ctx) *node.Node {
	switch n.Kind() {
	case node.Invalid:
		return node.NewObject()
	case node.Bool:
		// A schema that is only true or false confuses clients where they
		// expect an object.
		if v, _ := n.Truth(); v {
			return openSchema(n)
		}
		return n.WithMembers([]node.Member{node.M("not", openSchema(n))})
	case node.Object:
	default:
		w.diags.Warnf(n.Pos(), "schema-kind", "a schema is an object, not %s; anything is allowed here", article(n.Kind()))
		return openSchema(n)
	}
	if c.depth >= w.opts.MaxDepth {
		w.diags.Warnf(n.Pos(), "schema-depth", "schemas are nested deeper than %d levels; anything is allowed from here on", w.opts.MaxDepth)
		return openSchema(n)
	}
	c.depth++
	c.scope = raw.Enter(n, c.scope)
	c.hidden = w.hidden(n, c)
	if out := w.expandBase(n, c); out != nil {
		return out
	}
	if n.Has("$ref") {
		return w.refSchema(n, c)
	}
	b := w.keywords(n, c)
	w.finish(b, n, c)
	return w.nullable(b, n)
}

func article(k node.Kind) string {
	switch k {
	case node.Array, node.Object:
		return "an " + k.String()
	case node.Null:
		return "null"
	}
	return "a " + k.String()
}

// refSchema rewrites a schema that holds a reference, with what stands beside
// it.
func (w *Rewriter) refSchema(n *node.Node, c ctx) *node.Node {
	if keyword.Ref(n) == "" {
		w.diags.Warnf(n.Member("$ref").Pos(), "schema-ref", "a $ref is a text; this one is left out")
		return w.schema(n.Without("$ref"), c)
	}
	if w.opts.Dialect == raw.Draft30 {
		// OpenAPI 3.0 ignores what stands beside $ref. Everybody relies on the
		// description all the same, and generators mean nullable there.
		b := &builder{src: n}
		ref := w.reference(n, c)
		b.members = append(b.members, ref.Members()...)
		for i := range n.Members() {
			m := &n.Members()[i]
			switch m.Key {
			case "description":
				b.add(*m, w.text(m.Value))
			case "$ref", "nullable", "readOnly", "writeOnly", "title", "example", "default", "summary", "deprecated", "type", "externalDocs", "xml", "required":
			default:
				if !strings.HasPrefix(m.Key, "x-") {
					w.diags.Warnf(m.Pos(), "schema-ref-sibling", "OpenAPI 3.0 ignores %s beside $ref", m.Key)
				}
			}
		}
		return w.nullable(b, n)
	}
	rest := n.Without("$ref")
	if len(rest.Members()) == 0 {
		return w.reference(n, c)
	}
	joined := c
	joined.joined, joined.shut = true, c.shut.part()
	b := w.keywords(rest, joined)
	w.finish(b, rest, joined)
	if w.shuts(n, c) != "" {
		b.set("unevaluatedProperties", node.NewBool(false))
	}
	ref := w.reference(n, joined)
	b.members = append(append([]node.Member{}, ref.Members()...), b.members...)
	return w.nullable(b, n)
}

// sub rewrites a subschema that a value of its own meets.
func (w *Rewriter) sub(n *node.Node, c ctx) *node.Node {
	return w.schema(n, ctx{depth: c.depth, scope: c.scope, rec: c.rec, shut: c.shut.inside()})
}

// test rewrites a subschema that only decides (not, if): nothing about it may
// be loosened by its surroundings.
func (w *Rewriter) test(n *node.Node, c ctx) *node.Node {
	return w.schema(n, ctx{depth: c.depth, scope: c.scope, rec: c.rec, joined: true, base: true})
}

// branch rewrites one of the schemas of which the same value meets some.
func (w *Rewriter) branch(n *node.Node, c ctx) *node.Node {
	c.shut = c.shut.part()
	return w.alternative(n, c)
}

// alternative rewrites a branch that closes itself, as beside null.
func (w *Rewriter) alternative(n *node.Node, c ctx) *node.Node {
	c.joined = true
	c.open = c.open && c.mixed
	return w.schema(n, c)
}

// branchOf gives what rewrites the branches of the union n.
func (w *Rewriter) branchOf(n *node.Node) func(*node.Node, ctx) *node.Node {
	if isNullUnion(n) {
		return w.alternative
	}
	return w.branch
}

// part rewrites one of the schemas of which the same value meets all.
func (w *Rewriter) part(n *node.Node, c ctx) *node.Node {
	c.joined, c.base, c.loose, c.shut = true, true, false, c.shut.part()
	return w.schema(n, c)
}

// keywords rewrites the members of n, all but its reference.
func (w *Rewriter) keywords(n *node.Node, c ctx) *builder {
	b := &builder{src: n, members: make([]node.Member, 0, len(n.Members())+1)}
	seal, mixed := w.joinsClosed(n, c)
	if seal {
		c.open, c.mixed = true, mixed
	}
	closing := w.shuts(n, c)
	for i := range n.Members() {
		m := n.Members()[i]
		if v, ok := w.keyword(m, n, c); ok {
			b.add(m, v)
			continue
		}
		w.oddKeyword(b, m, n, c)
	}
	w.discriminate(b, n, c)
	if seal {
		b.set("unevaluatedProperties", node.NewBool(false))
	} else if closing != "" {
		b.set(closing, node.NewBool(false))
	}
	return b
}

// keyword rewrites one keyword that keeps its name; ok is false for all others.
// A nil node drops it.
func (w *Rewriter) keyword(m node.Member, n *node.Node, c ctx) (v *node.Node, ok bool) {
	switch m.Key {
	case "type":
		return w.types(m.Value), true
	case "properties":
		return w.properties(m.Value, c), true
	case "required":
		return w.required(m.Value, n.Get("properties"), c), true
	case "allOf":
		return w.list(m, c, w.part), true
	case "anyOf":
		c.loose = (c.loose || !c.joined) && !c.open && c.shut == shutNone && !n.Has("unevaluatedProperties")
		return w.list(m, c, w.branchOf(n)), true
	case "oneOf":
		c.loose = false
		return w.list(m, c, w.branchOf(n)), true
	case "prefixItems":
		return w.list(m, c, w.sub), true
	case "not", "if":
		return w.test(m.Value, c), true
	case "then", "else":
		return w.branch(m.Value, c), true
	case "contains", "propertyNames", "contentSchema":
		return w.sub(m.Value, c), true
	case "additionalProperties", "unevaluatedProperties", "unevaluatedItems":
		return w.additional(m, c), true
	case "patternProperties":
		return w.named(m.Value, c, w.sub), true
	case "dependentSchemas":
		return w.named(m.Value, c, w.branch), true
	case "dependentRequired":
		return w.dependentRequired(m.Value, n.Get("properties"), c), true
	case "enum":
		return w.enum(m.Value, n), true
	case "const", "default":
		return m.Value, true
	case "minimum", "maximum", "multipleOf":
		return w.number(m), true
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains":
		return w.count(m), true
	case "uniqueItems", "deprecated":
		return w.flag(m), true
	case "pattern":
		return w.pattern(m.Value), true
	case "title", "description":
		return w.text(m.Value), true
	case "format", "contentEncoding", "contentMediaType":
		return w.word(m), true
	}
	return nil, false
}

// oddKeyword handles keywords that change their name or shape, say nothing in
// 2020-12, or are mistakes.
func (w *Rewriter) oddKeyword(b *builder, m node.Member, n *node.Node, c ctx) {
	switch m.Key {
	case "items":
		w.items(b, m, n, c)
	case "exclusiveMinimum", "exclusiveMaximum":
		w.exclusive(b, m, n)
	case "dependencies":
		w.dependencies(b, m, c)
	case "$dynamicRef":
		w.dynamicRef(b, m, n, c)
	case "$recursiveRef":
		w.recursiveRef(b, m, c)
	case "additionalItems", "nullable", "discriminator", "readOnly", "writeOnly", "$defs", "definitions":
		// Handled where they act.
	case "xml", "externalDocs", "example", "examples", "summary", "collectionFormat", "allowEmptyValue",
		"$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$comment":
		// They say nothing about values.
	default:
		w.unknown(b, m, n, c)
	}
}

// list rewrites an array of schemas.
func (w *Rewriter) list(m node.Member, c ctx, f func(*node.Node, ctx) *node.Node) *node.Node {
	items := m.Value.Items()
	if len(items) == 0 {
		w.diags.Warnf(m.Pos(), "schema-keyword", "%s is a list of schemas with at least one; it is left out", m.Key)
		return nil
	}
	out := make([]*node.Node, len(items))
	for i, s := range items {
		out[i] = f(s, c)
	}
	return m.Value.WithItems(out)
}

// named rewrites an object of schemas.
func (w *Rewriter) named(v *node.Node, c ctx, f func(*node.Node, ctx) *node.Node) *node.Node {
	if !v.Is(node.Object) {
		w.diags.Warnf(v.Pos(), "schema-keyword", "an object of schemas is expected here; it is left out")
		return nil
	}
	out := make([]node.Member, 0, len(v.Members()))
	for _, m := range v.Members() {
		m.Value = f(m.Value, c)
		out = append(out, m)
	}
	return v.WithMembers(out)
}

// additional rewrites a schema for what no other keyword names. True is what
// its absence means, except that it settles unevaluatedProperties.
func (w *Rewriter) additional(m node.Member, c ctx) *node.Node {
	v := m.Value
	if truth, ok := v.Truth(); ok {
		switch {
		case !truth && c.open && m.Key == "additionalProperties":
			return nil
		case truth && w.opts.Dialect == raw.Draft30 && c.shut == shutNone:
			return nil
		}
		return v
	}
	if !v.Is(node.Object) {
		w.diags.Warnf(v.Pos(), "schema-kind", "%s is a schema, true or false, not %s; it is left out", m.Key, article(v.Kind()))
		return nil
	}
	return w.sub(v, c)
}

// items rewrites items; a list of schemas is what 2020-12 calls prefixItems.
func (w *Rewriter) items(b *builder, m node.Member, n *node.Node, c ctx) {
	switch m.Value.Kind() {
	case node.Object, node.Bool:
		b.add(m, w.boolOr(m.Value, c))
	case node.Array:
		if len(m.Value.Items()) == 1 && w.opts.Dialect == raw.Draft30 && !n.Has("additionalItems") {
			w.diags.Warnf(m.Pos(), "schema-items", "items is one schema, not a list; the only one of the list is taken for all items")
			b.add(m, w.sub(m.Value.Index(0), c))
			return
		}
		w.diags.Infof(m.Pos(), "schema-items", "items that is a list is read as prefixItems")
		if len(m.Value.Items()) > 0 {
			m.Key = "prefixItems"
			b.add(m, w.list(m, c, w.sub))
		}
		if more := n.Get("additionalItems"); more.Is(node.Object) || more.Is(node.Bool) {
			b.set("items", w.boolOr(more, c))
		}
	default:
		w.diags.Warnf(m.Pos(), "schema-kind", "items is a schema, not %s; anything is allowed", article(m.Value.Kind()))
	}
}

// boolOr keeps false, which closes a list in the way that everybody knows.
func (w *Rewriter) boolOr(v *node.Node, c ctx) *node.Node {
	if truth, ok := v.Truth(); ok && !truth {
		return v
	}
	return w.sub(v, c)
}

// dynamicRef reads $dynamicRef as the static reference that it is by default.
func (w *Rewriter) dynamicRef(b *builder, m node.Member, n *node.Node, c ctx) {
	static := n.WithMembers([]node.Member{{Key: "$ref", Value: m.Value}})
	t := w.read.Resolve(static, c.scope)
	if t.Err != nil {
		w.diags.Warnf(m.Pos(), "schema-dynamic-ref", "cannot follow $dynamicRef %q: %v; anything is allowed", m.Value.Text(), t.Err)
		return
	}
	w.diags.Infof(m.Pos(), "schema-dynamic-ref", "$dynamicRef is read as $ref")
	b.add(node.Member{Key: "$ref"}, w.referTo(n, t, c).Get("$ref"))
}

// recursiveRef reads $recursiveRef as a reference to the innermost enclosing
// definition that has $recursiveAnchor.
func (w *Rewriter) recursiveRef(b *builder, m node.Member, c ctx) {
	if c.rec == nil {
		w.diags.Warnf(m.Pos(), "schema-dynamic-ref", "no enclosing schema has $recursiveAnchor; anything is allowed")
		return
	}
	b.add(node.Member{Key: "$ref"}, refNode(b.src, c.rec).Get("$ref"))
}
