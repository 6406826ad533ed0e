package yaml

import (
	"fmt"

	"gopkg.in/yaml.v3"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// How far aliases may multiply a document, in values: ten times what it holds,
// but always as much as small documents need and never more than a large one
// could hold by honest means.
const (
	aliasFactor = 10
	aliasLeast  = 100_000
	aliasMost   = 5_000_000
)

// result is a converted value.
type result struct {
	node   *node.Node
	end    int // offset in the text of the parser after the value
	size   int // values in it, aliases followed
	height int // levels of containers in it
}

// converter makes nodes from what the parser gives.
type converter struct {
	src   *source
	doc   *node.Doc
	opts  Options
	diags *diag.List

	read    map[*yaml.Node]result // of anchors
	open    map[*yaml.Node]bool   // anchors whose value is being converted
	repairs int                   // problems reported that did not end reading
	made    int                   // values converted
	aliased int                   // values that aliases added
}

// value converts y, which stands at the depth. The column is that of the block
// around it, 0 at the root. It gives false after an error that ends reading.
func (c *converter) value(y *yaml.Node, depth, column int) (result, bool) {
	if c.made++; c.made > c.opts.Limits.Nodes {
		c.diags.Errorf(c.pos(y), "too-many-nodes", "the document has more than %d values", c.opts.Limits.Nodes)
		return result{}, false
	}
	if y.Kind == yaml.AliasNode {
		return c.alias(y, depth)
	}
	c.judgeProperties(y)
	if y.Anchor != "" {
		c.open[y] = true
		defer delete(c.open, y)
	}
	var got result
	ok := true
	switch y.Kind {
	case yaml.MappingNode:
		got, ok = c.mapping(y, depth)
	case yaml.SequenceNode:
		got, ok = c.sequence(y, depth)
	default:
		got = c.scalar(y, column)
	}
	if ok && y.Anchor != "" {
		c.read[y] = got
	}
	return got, ok
}

// judgeProperties reports anchors and tags where they are not welcome.
func (c *converter) judgeProperties(y *yaml.Node) {
	if c.opts.Strict && y.Anchor != "" {
		c.reportf(y, "yaml-anchor", "write the value out where it is used", "anchors are not allowed here (&%s)", y.Anchor)
	}
	if y.Style&yaml.TaggedStyle == 0 {
		return
	}
	switch {
	case c.opts.Strict:
		c.reportf(y, "yaml-tag", "", "tags are not allowed here (%s)", y.Tag)
	case !isCoreTag(y.Tag):
		c.reportf(y, "yaml-tag", "", "the tag %s means nothing here; the value is read as if it had none", y.Tag)
	}
}

func isCoreTag(tag string) bool {
	switch tag {
	case "!!str", "!!int", "!!float", "!!bool", "!!null", "!!map", "!!seq", "!!timestamp", "!!binary", "!!merge", "!!omap", "!!set":
		return true
	}
	return false
}

// alias gives the node of the anchor.
func (c *converter) alias(y *yaml.Node, depth int) (result, bool) {
	start := c.start(y)
	if c.opts.Strict {
		c.reportf(y, "yaml-alias", "write the value out", "aliases are not allowed here (*%s)", y.Value)
	}
	if c.open[y.Alias] {
		c.diags.Errorf(c.pos(y), "alias-cycle", "the alias *%s stands inside of its own anchor", y.Value)
		c.diags.Relate(c.pos(y.Alias), "the anchor is here")
		return result{}, false
	}
	got, known := c.read[y.Alias]
	if !known { // an anchor on a key
		var ok bool
		if got, ok = c.value(y.Alias, depth, 0); !ok {
			return result{}, false
		}
	}
	if depth-1+got.height > c.opts.Limits.Depth {
		c.tooDeep(y)
		return result{}, false
	}
	c.aliased += got.size
	if budget := max(aliasLeast, min(aliasMost, aliasFactor*c.made)); c.aliased > budget {
		c.diags.Errorf(c.pos(y), "alias-bomb", "aliases multiply the document to more than %d values", budget)
		c.diags.Relate(c.pos(y.Alias), "the anchor is here")
		return result{}, false
	}
	got.end = start + len("*") + len(y.Value)
	return got, true
}

func (c *converter) tooDeep(y *yaml.Node) {
	c.diags.Errorf(c.pos(y), "too-deep", "more than %d mappings and sequences are nested in each other", c.opts.Limits.Depth)
}

func (c *converter) sequence(y *yaml.Node, depth int) (result, bool) {
	if depth > c.opts.Limits.Depth {
		c.tooDeep(y)
		return result{}, false
	}
	start := c.content(y)
	got := result{size: 1, end: start, height: 1}
	items := make([]*node.Node, 0, len(y.Content))
	for _, child := range y.Content {
		item, ok := c.value(child, depth+1, y.Column)
		if !ok {
			return result{}, false
		}
		items = append(items, item.node)
		got.add(item)
	}
	got.end = c.closing(y, start, got.end)
	got.node = c.doc.NewArray(items, c.src.inFile(start), c.src.inFile(got.end))
	return got, true
}

// add counts a part of a container.
func (r *result) add(part result) {
	r.size += part.size
	r.height = max(r.height, part.height+1)
	r.end = max(r.end, part.end)
}

// reportf is report at the place of y.
func (c *converter) reportf(y *yaml.Node, code, hint, format string, args ...any) {
	c.report(diag.Diagnostic{Pos: c.pos(y), Code: code, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// start gives the offset at which the parser saw y begin.
func (c *converter) start(y *yaml.Node) int { return c.src.at(y.Line, y.Column) }

// pos gives the place of y.
func (c *converter) pos(y *yaml.Node) diag.Pos { return c.doc.Pos(c.src.inFile(c.start(y))) }
