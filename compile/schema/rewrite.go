package schema

import (
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/build"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/null"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/repair"
)

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
		w.diags.Warnf(n.Pos(), "schema-kind", "a schema is an object, not %s; anything is allowed here", repair.Article(n.Kind()))
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
	return w.nulls.Apply(b, n, w.diags)
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
		b := &build.Builder{Src: n}
		ref := w.reference(n, c)
		b.Members = append(b.Members, ref.Members()...)
		for i := range n.Members() {
			m := &n.Members()[i]
			switch m.Key {
			case "description":
				b.Add(*m, repair.Text(m.Value, w.diags))
			case "$ref", "nullable", "readOnly", "writeOnly", "title", "example", "default", "summary", "deprecated", "type", "externalDocs", "xml", "required":
			default:
				if !strings.HasPrefix(m.Key, "x-") {
					w.diags.Warnf(m.Pos(), "schema-ref-sibling", "OpenAPI 3.0 ignores %s beside $ref", m.Key)
				}
			}
		}
		return w.nulls.Apply(b, n, w.diags)
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
		b.Set("unevaluatedProperties", node.NewBool(false))
	}
	ref := w.reference(n, joined)
	b.Members = append(append([]node.Member{}, ref.Members()...), b.Members...)
	return w.nulls.Apply(b, n, w.diags)
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
	if null.Union(n) {
		return w.alternative
	}
	return w.branch
}

// part rewrites one of the schemas of which the same value meets all.
func (w *Rewriter) part(n *node.Node, c ctx) *node.Node {
	c.joined, c.base, c.loose, c.shut = true, true, false, c.shut.part()
	return w.schema(n, c)
}
