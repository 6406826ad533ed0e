package schema

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/build"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/repair"
)

// keywords rewrites the members of n, all but its reference.
func (w *Rewriter) keywords(n *node.Node, c ctx) *build.Builder {
	b := &build.Builder{Src: n, Members: make([]node.Member, 0, len(n.Members())+1)}
	seal, mixed := w.joinsClosed(n, c)
	if seal {
		c.open, c.mixed = true, mixed
	}
	closing := w.shuts(n, c)
	for i := range n.Members() {
		m := n.Members()[i]
		if v, ok := w.keyword(m, n, c); ok {
			b.Add(m, v)
			continue
		}
		w.oddKeyword(b, m, n, c)
	}
	w.discriminate(b, n, c)
	if seal {
		b.Set("unevaluatedProperties", node.NewBool(false))
	} else if closing != "" {
		b.Set(closing, node.NewBool(false))
	}
	return b
}

// keyword rewrites one keyword that keeps its name; ok is false for all others.
// A nil node drops it.
func (w *Rewriter) keyword(m node.Member, n *node.Node, c ctx) (v *node.Node, ok bool) {
	switch m.Key {
	case "type":
		return repair.Types(m.Value, w.diags), true
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
		return repair.Enum(m.Value, w.diags), true
	case "const", "default":
		return m.Value, true
	case "minimum", "maximum", "multipleOf":
		return repair.Number(m, w.diags), true
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains":
		return repair.Count(m, w.diags), true
	case "uniqueItems", "deprecated":
		return repair.Flag(m, w.diags), true
	case "pattern":
		return repair.Pattern(m.Value, w.diags), true
	case "title", "description":
		return repair.Text(m.Value, w.diags), true
	case "format", "contentEncoding", "contentMediaType":
		return repair.Word(m, w.diags), true
	}
	return nil, false
}

// oddKeyword handles keywords that change their name or shape, say nothing in
// 2020-12, or are mistakes.
func (w *Rewriter) oddKeyword(b *build.Builder, m node.Member, n *node.Node, c ctx) {
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
		w.diags.Warnf(v.Pos(), "schema-kind", "%s is a schema, true or false, not %s; it is left out", m.Key, repair.Article(v.Kind()))
		return nil
	}
	return w.sub(v, c)
}
