package schema

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/join"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/repair"
)

// defaultFits drops a default that its own schema refuses. It looks at what
// stands in the schema itself; a default that only a reference refuses stays.
func (w *Rewriter) defaultFits(b *builder, n *node.Node) {
	v := b.get("default")
	if v == nil {
		return
	}
	s := b.node()
	if keyword.Fits(s, v) {
		return
	}
	if b.get("type") != nil {
		if c := repair.Convert(b.get("type"), v); c != nil && keyword.Fits(s, c) {
			w.diags.Warnf(v.Pos(), "schema-default", "default %s is read as %s, because of the type", keyword.Short(v), keyword.Short(c))
			b.set("default", c.MovedTo(v))
			return
		}
	}
	if v.Is(node.Null) {
		if !w.becomesNullable(b, n) {
			b.drop("default") // "no default", as many generators write it
		}
		return
	}
	join.Unfit(v, w.diags)
	b.drop("default")
}
