package schema

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/build"
	"github.com/oatools/oatools/compile/schema/join"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/repair"
)

// defaultFits drops a default that its own schema refuses. It looks at what
// stands in the schema itself; a default that only a reference refuses stays.
func (w *Rewriter) defaultFits(b *build.Builder, n *node.Node) {
	v := b.Get("default")
	if v == nil {
		return
	}
	s := b.Node()
	if keyword.Fits(s, v) {
		return
	}
	if b.Get("type") != nil {
		if c := repair.Convert(b.Get("type"), v); c != nil && keyword.Fits(s, c) {
			w.diags.Warnf(v.Pos(), "schema-default", "default %s is read as %s, because of the type", keyword.Short(v), keyword.Short(c))
			b.Set("default", c.MovedTo(v))
			return
		}
	}
	if v.Is(node.Null) {
		if !w.nulls.Applies(b, n) {
			b.Drop("default") // "no default", as many generators write it
		}
		return
	}
	join.Unfit(v, w.diags)
	b.Drop("default")
}
