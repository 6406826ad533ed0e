package value

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// Setter reads the value n of the key named what.
type Setter func(what string, n *node.Node)

// Keys is the table of an object: its keys and who reads each.
type Keys map[string]Setter

// Reader makes setters that report to Diags, which is not nil. A value that
// cannot be read is not kept.
type Reader struct {
	Diags *diag.List
	// Private is for files of operators, in which a secret may stand at the wrong
	// place: texts of the wrong kind are not repeated, and others are cut.
	Private bool
	// Todo warns of texts that still say TODO.
	Todo bool
}

// Object reads a map whose keys the format defines.
func (r *Reader) Object(table Keys) Setter {
	return func(what string, n *node.Node) {
		r.Each(func(m *node.Member) {
			if read, ok := table[m.Key]; ok {
				read(m.Key, m.Value)
				return
			}
			r.unknown(what, m, slices.Sorted(maps.Keys(table)))
		})(what, n)
	}
}

// Each reads every member of a map whose keys the author chooses.
func (r *Reader) Each(item func(*node.Member)) Setter {
	return func(what string, n *node.Node) {
		if !n.Is(node.Object) {
			r.Wrong(what, "a map", n)
			return
		}
		members := n.Members()
		for i := range members {
			item(&members[i])
		}
	}
}

// List reads each item of a list.
func (r *Reader) List(item Setter) Setter {
	return func(what string, n *node.Node) {
		if !n.Is(node.Array) {
			r.Wrong(what, "a list", n)
			return
		}
		for _, it := range n.Items() {
			item(what, it)
		}
	}
}

// Need reports the keys that the object n lacks.
func (r *Reader) Need(n *node.Node, what string, names ...string) {
	for _, name := range names {
		if n.Is(node.Object) && !n.Has(name) {
			r.Diags.Errorf(n.Pos(), "missing-key", "%s needs the key %q", what, name)
		}
	}
}

// unknown reports a key that is none of names.
func (r *Reader) unknown(what string, m *node.Member, names []string) {
	r.Diags.Errorf(m.Pos(), "unknown-key", "%s has no key %q%s", what, r.cut(m.Key), diag.DidYouMean(m.Key, names))
	// An operator has no schema of the file at hand, so there all keys are named.
	if r.Private || diag.Nearest(m.Key, names) == "" {
		r.Diags.Hint("its keys are %s", strings.Join(names, ", "))
	}
}

// Wrong reports a value of the wrong kind.
func (r *Reader) Wrong(what, want string, n *node.Node) {
	have := n.Kind().String()
	switch n.Kind() {
	case node.String:
		have = strconv.Quote(Shorten(n.Text()))
		if r.Private {
			have = "a text"
		}
	case node.Number, node.Bool:
		have = Shorten(n.Text())
	case node.Null:
		have = "nothing"
	case node.Object:
		have = "a map"
	case node.Array:
		have = "a list"
	}
	r.Diags.Errorf(n.Pos(), "wrong-type", "%s: expected %s, found %s", what, want, have)
}

// cut shortens what is repeated of a private file.
func (r *Reader) cut(s string) string {
	if r.Private {
		return Shorten(s)
	}
	return s
}

// Shorten cuts a text that is repeated in a message at 40 characters.
func Shorten(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}
