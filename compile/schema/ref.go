package schema

import (
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/raw"
)

// reference gives a reference to the target of the one in n.
func (w *Rewriter) reference(n *node.Node, c ctx) *node.Node {
	t := w.read.Resolve(n, c.scope)
	if t.Err != nil {
		w.broken(n, t.Err)
		return openSchema(n)
	}
	return w.referTo(n, t, c)
}

// broken reports the reference in n, which leads nowhere.
func (w *Rewriter) broken(n *node.Node, err error) {
	w.brokenf(n.Member("$ref").Pos(), "cannot follow $ref %q: %v", keyword.Ref(n), err)
}

// brokenf reports a reference without a target. In a request it is an error: the
// model would be told that anything goes. Output is checked loosely anyway.
func (w *Rewriter) brokenf(pos diag.Pos, format string, args ...any) {
	if w.opts.Direction == raw.Request {
		w.diags.Errorf(pos, "schema-ref", format, args...)
		return
	}
	w.diags.Warnf(pos, "schema-ref", format, args...)
}

// referTo gives a placeholder for a reference to t in the variant that c needs:
// its text is the number that Memo has for it.
func (w *Rewriter) referTo(at *node.Node, t raw.Target, c ctx) *node.Node {
	var sc *raw.Scope
	if t.Local {
		sc = c.scope
	}
	dc := ctx{hidden: c.hidden, open: c.open, mixed: c.mixed, shut: c.shut, scope: sc, base: c.base && w.inherited(t.Node)}
	if len(dc.hidden) > 0 {
		dc.hidden = w.read.Relevant(t.Node, dc.hidden, sc, w.opts.Direction)
	}
	if dc.open && !w.read.Closes(t.Node, sc) {
		dc.open = false
	}
	key := t.Key
	if len(dc.hidden) > 0 {
		key += "\x00hide=" + strings.Join(dc.hidden, "\x00")
	}
	if dc.open {
		key += "\x00open"
	}
	if dc.open && dc.mixed {
		key += "\x00mixed"
	}
	if dc.base {
		key += "\x00base"
	}
	if dc.shut != shutNone {
		key += "\x00shut" + strconv.Itoa(int(dc.shut))
	}
	u := use{number: w.opts.Memo.number(key), key: key, target: t.Key, raw: t.Node, ctx: dc, joined: c.joined && !c.loose}
	w.writing.use(u)
	return refNode(at, u.number)
}

func refNode(at *node.Node, number int) *node.Node {
	return at.WithMembers([]node.Member{{Key: "$ref", Value: node.NewString(strconv.Itoa(number)).MovedTo(at)}})
}

func openSchema(at *node.Node) *node.Node { return at.WithMembers(nil) }
