package schema

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// target is where a reference leads.
type target struct {
	node *node.Node
	key  string
	err  error
	// local: found in an enclosing schema, so its own references may be too.
	local bool
}

var errNoResolver = errors.New("there is no document to look it up in")

// resolve follows the reference in node at, and references that are nothing
// but a further reference, to the end.
func (w *Rewriter) resolve(at *node.Node, sc *scope) target {
	if t, ok := w.resolved[at]; ok {
		return t
	}
	t := w.follow(at, sc)
	w.resolved[at] = t
	return t
}

func (w *Rewriter) follow(at *node.Node, sc *scope) target {
	seen := map[string]bool{}
	for {
		text := keyword.Ref(at)
		t := w.lookup(at, text, sc)
		if t.err != nil {
			return t
		}
		if seen[t.key] {
			return target{err: errors.New("it leads back to itself")}
		}
		seen[t.key] = true
		if keyword.Ref(t.node) == "" || w.opts.Dialect != Draft30 && len(t.node.Members()) > 1 {
			return t
		}
		at = t.node
	}
}

// lookup follows one reference. Where the document knows no such place, one
// that reads like #/$defs/X is looked up in the enclosing schemas: generators
// that paste a schema with its own definitions mean that.
func (w *Rewriter) lookup(at *node.Node, text string, sc *scope) target {
	t := target{err: errNoResolver}
	if w.res != nil {
		t.node, t.key, t.err = w.res.Resolve(at, text)
	}
	if t.err == nil && t.node.Kind() == node.Invalid {
		t.err = errors.New("there is nothing")
	}
	if t.err == nil {
		return t
	}
	ptr, err := node.ParseFragment(strings.TrimPrefix(text, "#"))
	if err != nil || len(ptr) < 2 || ptr[0] != "$defs" && ptr[0] != "definitions" {
		return t
	}
	for s := sc; s != nil; s = s.up {
		if n := ptr.Lookup(s.n); n.Kind() != node.Invalid {
			w.diags.Infof(at.Get("$ref").Pos(), "schema-ref-relative", "%s is read relative to the schema that holds it", text)
			if _, ok := w.locals[n]; !ok {
				w.locals[n] = len(w.locals)
			}
			return target{node: n, key: strconv.Itoa(w.locals[n]) + text, local: true}
		}
	}
	return t
}

// enter gives the scope inside n.
func enter(n *node.Node, sc *scope) *scope {
	if sc != nil && sc.n == n || !n.Has("$defs") && !n.Has("definitions") {
		return sc
	}
	return &scope{n, sc}
}

// reference gives a reference to the target of the one in n.
func (w *Rewriter) reference(n *node.Node, c ctx) *node.Node {
	t := w.resolve(n, c.scope)
	if t.err != nil {
		w.broken(n, t.err)
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
	if w.opts.Direction == Request {
		w.diags.Errorf(pos, "schema-ref", format, args...)
		return
	}
	w.diags.Warnf(pos, "schema-ref", format, args...)
}

// referTo gives a placeholder for a reference to t in the variant that c needs:
// its text is the index in fresh, or the name of a published definition.
func (w *Rewriter) referTo(at *node.Node, t target, c ctx) *node.Node {
	var sc *scope
	if t.local {
		sc = c.scope
	}
	dc := ctx{hidden: c.hidden, open: c.open, mixed: c.mixed, shut: c.shut, scope: sc, rec: c.rec, base: c.base && w.inherited(t.node)}
	if len(dc.hidden) > 0 {
		dc.hidden = w.relevant(t.node, dc.hidden, sc)
	}
	if dc.open && !w.closes(t.node, sc) {
		dc.open = false
	}
	key := t.key
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
	d := w.defs[key]
	if d == nil {
		d = &def{key: key, base: baseName(t.key), index: len(w.fresh), raw: t.node, ctx: dc}
		if v, _ := t.node.Get("$recursiveAnchor").Truth(); v {
			d.ctx.rec = d
		}
		w.defs[key] = d
		w.fresh = append(w.fresh, d)
		w.queue = append(w.queue, d)
	}
	if c.joined && !c.loose && !d.joined {
		d.joined = true
		if d.left {
			d.left = false
			w.queue = append(w.queue, d)
		}
	}
	return refNode(at, d)
}

func refNode(at *node.Node, d *def) *node.Node {
	text := keyword.DefPrefix + d.name
	if d.name == "" {
		text = strconv.Itoa(d.index)
	}
	return at.WithMembers([]node.Member{{Key: "$ref", Value: node.NewString(text).MovedTo(at)}})
}

// baseName gives a readable name for the target with this key: its last part,
// in characters that need no escape anywhere.
func baseName(key string) string {
	parts := strings.FieldsFunc(key, func(r rune) bool { return r == '/' || r == '#' })
	if len(parts) == 0 {
		return "schema"
	}
	last := parts[len(parts)-1]
	if s, err := url.PathUnescape(last); err == nil {
		last = s
	}
	last = strings.NewReplacer("~1", "_", "~0", "_").Replace(last)
	last = safeChars(last)
	if last == "" || slices.Contains([]string{"schema", "items"}, last) && len(parts) > 1 {
		return safeChars(parts[max(0, len(parts)-2)] + "_" + last)
	}
	return last
}

// safeChars replaces runs of characters outside [A-Za-z0-9_.-] by _ and bounds
// the length.
func safeChars(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range s {
		if r < 0x80 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '.' || r == '-') {
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			gap = false
			b.WriteRune(r)
			continue
		}
		gap = true
	}
	out := b.String()
	if len(out) > 64 {
		out = out[:64]
	}
	return out
}

func openSchema(at *node.Node) *node.Node { return at.WithMembers(nil) }
