package schema

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/example"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/raw"
)

// examples keeps the examples of n that help to fill in a request.
func (w *Rewriter) examples(b *builder, n *node.Node) {
	if w.opts.Direction != raw.Request {
		return
	}
	var values []*node.Node
	for _, key := range []string{"example", "x-example"} {
		if v := n.Get(key); v != nil {
			values = append(values, v)
		}
	}
	values = append(values, n.Get(keyword.Examples).Items()...)
	if len(values) == 0 {
		return
	}
	if kept := example.Useful(b.node(), values); kept != nil {
		b.set(keyword.Examples, kept)
	}
}
