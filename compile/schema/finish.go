package schema

import (
	"slices"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/repair"
	"github.com/oatools/oatools/compile/schema/shown"
)

// finish repairs what only the whole schema shows.
func (w *Rewriter) finish(b *builder, n *node.Node, c ctx) {
	w.boundsFinish(b, n)
	if names := w.flagged(n, c); len(names) > 0 {
		w.require(b, n, names)
	}
	w.fileType(b, n)
	w.patternNote(b, n)
	if !c.joined {
		w.inferType(b, n)
	}
	if keyword.HasType(b.get("type"), "array") && !b.has("items", "prefixItems", "$ref", "allOf") {
		// Some APIs refuse an array whose items are not described.
		b.set("items", node.NewObject())
	}
	if enum := b.get("enum"); enum != nil {
		b.set("enum", repair.EnumTypes(enum, b.get("type"), w.diags))
	}
	w.defaultFits(b, n)
	w.examples(b, n)
}

// require adds names to the list of required ones.
func (w *Rewriter) require(b *builder, n *node.Node, names []string) {
	items := slices.Clone(b.get("required").Items())
	for _, name := range names {
		if w.opts.Direction == raw.Request && !shown.IsLegal(name) {
			name = shown.Name(name, n.Get("properties"))
		}
		if !slices.ContainsFunc(items, func(i *node.Node) bool { return i.Text() == name }) {
			items = append(items, node.NewString(name))
		}
	}
	b.set("required", node.NewArray(items...))
}

// fileType reads Swagger 2.0's type: file.
func (w *Rewriter) fileType(b *builder, n *node.Node) {
	if n.Get("type").Text() == "file" {
		w.diags.Infof(n.Member("type").Pos(), "schema-type", "type file is read as a binary string")
		b.set("type", node.NewString("string"))
		b.set("format", node.NewString("binary"))
	}
}

// inferType states the type that the other keywords speak about. Models and
// their APIs need it; a description that leaves it out means it.
func (w *Rewriter) inferType(b *builder, n *node.Node) {
	if b.has("type", "enum", "const", "$ref", "allOf", "anyOf", "oneOf", "not", "if") {
		return
	}
	name := ""
	switch {
	case b.has("properties", "required", "additionalProperties", "patternProperties"):
		if b.has("items", "prefixItems") {
			return
		}
		name = "object"
	case b.has("items"), b.has("prefixItems"):
		name = "array"
	default:
		return
	}
	w.diags.Infof(n.Pos(), "schema-type-inferred", "no type is stated; %s is meant", name)
	b.members = slices.Insert(b.members, 0, node.M("type", node.NewString(name)))
}
