package schema

import (
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/build"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/repair"
)

// exclusive rewrites a bound that is itself not allowed. Before 2019 it was a
// flag on the plain bound.
func (w *Rewriter) exclusive(b *build.Builder, m node.Member, n *node.Node) {
	truth, isFlag := m.Value.Truth()
	if !isFlag {
		b.Add(m, repair.Number(m, w.diags))
		return
	}
	plain := map[string]string{"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}[m.Key]
	if w.opts.Dialect != raw.Draft30 {
		w.diags.Warnf(m.Pos(), "schema-exclusive", "%s is a number since OpenAPI 3.1; the flag is read as in 3.0", m.Key)
	}
	if !truth {
		return
	}
	bound := n.Member(plain)
	if bound == nil {
		w.diags.Warnf(m.Pos(), "schema-exclusive", "%s is true but there is no %s", m.Key, plain)
		return
	}
	b.Add(m, repair.Number(node.Member{Key: plain, Value: bound.Value}, w.diags))
}

// boundsFinish drops the plain bounds that a flag turned into exclusive ones.
func (w *Rewriter) boundsFinish(b *build.Builder, n *node.Node) {
	for _, pair := range [][2]string{{"exclusiveMinimum", "minimum"}, {"exclusiveMaximum", "maximum"}} {
		if v, _ := n.Get(pair[0]).Truth(); v {
			b.Drop(pair[1])
		}
	}
}

// unknown handles a keyword that JSON Schema does not have.
func (w *Rewriter) unknown(b *build.Builder, m node.Member, n *node.Node, c ctx) {
	if strings.HasPrefix(m.Key, "x-") || strings.HasPrefix(m.Key, "X-") {
		return
	}
	near := diag.Nearest(m.Key, repair.Keywords())
	if near != "" && repair.FoldKey(near) == repair.FoldKey(m.Key) && !n.Has(near) {
		w.diags.Warnf(m.Pos(), "schema-keyword-case", "%s is read as %s", m.Key, near)
		m.Key = near
		if v, ok := w.keyword(m, n, c); ok {
			b.Add(m, v)
		} else {
			w.oddKeyword(b, m, n, c)
		}
		return
	}
	w.diags.Infof(m.Pos(), "schema-keyword-unknown", "keyword %s is not known and left out%s", m.Key, repair.DidYouMean(m.Key, repair.Keywords()))
}
