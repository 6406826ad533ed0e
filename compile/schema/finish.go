package schema

import (
	"slices"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/build"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/repair"
	"github.com/oatools/oatools/compile/schema/shown"
)

// finish repairs what only the whole schema shows.
func (w *Rewriter) finish(b *build.Builder, n *node.Node, c ctx) {
	w.boundsFinish(b, n)
	if names := w.flagged(n, c); len(names) > 0 {
		w.require(b, n, names)
	}
	w.fileType(b, n)
	w.patternNote(b, n)
	if !c.joined {
		w.inferType(b, n)
	}
	if keyword.HasType(b.Get("type"), "array") && !b.Has("items", "prefixItems", "$ref", "allOf") {
		// Some APIs refuse an array whose items are not described.
		b.Set("items", node.NewObject())
	}
	if enum := b.Get("enum"); enum != nil {
		b.Set("enum", repair.EnumTypes(enum, b.Get("type"), w.diags))
	}
	w.defaultFits(b, n)
	w.examples(b, n)
}

// require adds names to the list of required ones.
func (w *Rewriter) require(b *build.Builder, n *node.Node, names []string) {
	items := slices.Clone(b.Get("required").Items())
	for _, name := range names {
		if w.opts.Direction == raw.Request && !shown.IsLegal(name) {
			name = shown.Name(name, n.Get("properties"))
		}
		if !slices.ContainsFunc(items, func(i *node.Node) bool { return i.Text() == name }) {
			items = append(items, node.NewString(name))
		}
	}
	b.Set("required", node.NewArray(items...))
}

// fileType reads Swagger 2.0's type: file.
func (w *Rewriter) fileType(b *build.Builder, n *node.Node) {
	if n.Get("type").Text() == "file" {
		w.diags.Infof(n.Member("type").Pos(), "schema-type", "type file is read as a binary string")
		b.Set("type", node.NewString("string"))
		b.Set("format", node.NewString("binary"))
	}
}

// inferType states the type that the other keywords speak about. Models and
// their APIs need it; a description that leaves it out means it.
func (w *Rewriter) inferType(b *build.Builder, n *node.Node) {
	if b.Has("type", "enum", "const", "$ref", "allOf", "anyOf", "oneOf", "not", "if") {
		return
	}
	name := ""
	switch {
	case b.Has("properties", "required", "additionalProperties", "patternProperties"):
		if b.Has("items", "prefixItems") {
			return
		}
		name = "object"
	case b.Has("items"), b.Has("prefixItems"):
		name = "array"
	default:
		return
	}
	w.diags.Infof(n.Pos(), "schema-type-inferred", "no type is stated; %s is meant", name)
	b.Members = slices.Insert(b.Members, 0, node.M("type", node.NewString(name)))
}
