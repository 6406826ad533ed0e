package schema

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/shown"
)

// Layout gives the layout for n, which Rewrite gave; nil when no name inside it
// differs from the wire's.
func (w *Rewriter) Layout(n *node.Node) *shown.Layout {
	if l := w.layouts[n]; l.Says() {
		return l
	}
	return nil
}

// unmark keeps the layout of out and gives it without marks. The definitions
// that it made are not used again, since another Rewrite may reach them where no
// layout does.
func (w *Rewriter) unmark(out *node.Node) *node.Node {
	l := shown.Read(out, func(name string) *node.Node {
		if d := w.names[name]; d != nil {
			return d.out
		}
		return nil
	}, func(at *node.Node, name, one, other string) {
		w.diags.Errorf(at.Pos(), "schema-name", "the properties %q and %q would both be shown as %q, and only one could be sent", one, other, name)
		w.diags.Hint("leave one of them out with an overlay")
	})
	for _, d := range w.fresh {
		delete(w.defs, d.key)
		if d.name != "" {
			d.out = shown.Strip(d.out)
		}
	}
	plain := shown.Strip(out)
	w.layouts[plain] = l
	return plain
}

// nameable removes properties that were renamed where no Layout reaches, since
// the name on the wire would be lost: in recursive schemas, and below map
// values and tuples. An open schema still takes them under their own names.
func (w *Rewriter) nameable(out *node.Node) *node.Node {
	p := &publisher{w: w}
	p.analyse(out)
	bad := make([]bool, len(w.fresh))
	seen := make([]bool, len(w.fresh))
	var visit func(n *node.Node, ok bool)
	visit = func(n *node.Node, ok bool) {
		if d := w.target(n); d != nil {
			ok = ok && !p.cyclic[d.index]
			if !seen[d.index] || !ok && !bad[d.index] {
				seen[d.index] = true
				bad[d.index] = bad[d.index] || !ok
				visit(d.out, ok)
			}
		}
		keyword.Each(n, func(key, _ string, sub *node.Node) { visit(sub, ok && shown.Reaches(key)) })
	}
	visit(out, true)
	for _, d := range w.fresh {
		d.out = shown.Drop(d.out, !bad[d.index], w.diags)
	}
	return shown.Drop(out, true, w.diags)
}
