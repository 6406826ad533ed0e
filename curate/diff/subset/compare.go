package subset

import (
	"slices"

	"github.com/oatools/oatools/compile/node"
)

// Compare gives the differences from the old schema to the new one, in the
// order of the schemas. No delta means equal values in equal words. A nil
// schema takes everything.
func Compare(old, new *node.Node) []Delta {
	if old == nil {
		old = anything()
	}
	if new == nil {
		new = anything()
	}
	c := comparer{done: map[[2]string]bool{}, same: sameText(old.Get("$defs"), new.Get("$defs"))}
	c.schema(nil, nil, place{old, old}, place{new, new})
	return c.deltas
}

// sameText is equality down to the order of keys.
func sameText(a, b *node.Node) bool {
	return a == b || string(a.AppendJSON(nil)) == string(b.AppendJSON(nil))
}

type comparer struct {
	deltas []Delta
	done   map[[2]string]bool // pairs of references
	same   bool               // $defs are equal
	depth  int
	steps  int // of all proofs
}

// maxProofs bounds all proofs of one comparison together; beyond, nothing is
// proved.
const maxProofs = 20 * maxSteps

// maxDepth bounds how deep differences are told apart; below, a schema is
// compared as a whole.
const maxDepth = 40

// add records a delta at the keyword word of the schema at ptr.
func (c *comparer) add(kind Kind, move Move, word string, ptr, path []string, old, new *node.Node) {
	c.deltas = append(c.deltas, Delta{Kind: kind, Move: move, Word: word,
		Ptr: append(slices.Clone(ptr), word), Path: slices.Clone(path), Old: old, New: new})
}

func (c *comparer) within(a, b place) bool {
	if c.steps > maxProofs {
		return false
	}
	p := prover{same: c.same}
	ok := p.within(a, b)
	c.steps += p.steps
	return ok
}

// move says what is proved about two places.
func (c *comparer) move(o, n place) Move {
	return proved(c.within(o, n), c.within(n, o))
}

// proved says what follows from the new place taking all that the old one takes,
// up, and the other way round, down.
func proved(up, down bool) Move {
	switch {
	case up && down:
		return Told
	case up:
		return Widened
	case down:
		return Narrowed
	}
	return Moved
}

func (c *comparer) schema(ptr, path []string, o, n place) {
	if c.same && (o.s == n.s || sameText(o.s, n.s)) {
		return
	}
	o, on := o.target()
	n, nn := n.target()
	if on != "" && nn != "" {
		if key := [2]string{on, nn}; c.done[key] {
			return
		} else {
			c.done[key] = true
		}
	}
	if c.depth++; c.depth > maxDepth {
		c.whole(ptr, path, o, n)
		c.depth--
		return
	}
	defer func() { c.depth-- }()

	c.words(ptr, path, o.s, n.s)
	if !sameLogic(o.s, n.s) || isOpaque(o.s) || isOpaque(n.s) {
		c.whole(ptr, path, o, n)
		return
	}
	if c.kinds(ptr, path, o, n) {
		return
	}
	c.limits(ptr, path, o.s, n.s)
	c.text(ptr, path, o.s, n.s)
	c.arrays(ptr, path, o, n)
	c.objects(ptr, path, o, n)
	c.logic(ptr, path, o, n)
}

// whole compares two schemas that are built so differently that only a proof
// can tell.
func (c *comparer) whole(ptr, path []string, o, n place) {
	strip := func(s *node.Node) *node.Node { return s.Without("$defs", "title", "description") }
	word := ""
	for _, w := range combinators() {
		if o.s.Has(w) != n.s.Has(w) {
			word = w
			break
		}
	}
	move := c.move(o, n)
	if move == Told && onlyWords(o.s) && onlyWords(n.s) {
		return
	}
	switch {
	case word != "":
	case isOpaque(o.s) || isOpaque(n.s):
		word = "$ref"
	default:
		word = "type"
	}
	c.add(Logic, move, word, ptr, path, strip(o.s), strip(n.s))
}

func combinators() []string { return []string{"anyOf", "oneOf", "allOf", "not", "if", "contains"} }

func sameLogic(o, n *node.Node) bool {
	for _, w := range combinators() {
		if o.Has(w) != n.Has(w) {
			return false
		}
	}
	return true
}

// words compares what only speaks.
func (c *comparer) words(ptr, path []string, o, n *node.Node) {
	for _, key := range both(o, n) {
		a, b := o.Get(key), n.Get(key)
		if !isWord(key) || a != nil && b != nil && sameText(a, b) {
			continue
		}
		kind := Text
		if key == "default" {
			kind = Default
			if a != nil && b != nil && node.Equal(a, b) {
				continue
			}
		}
		c.add(kind, Told, key, ptr, path, a, b)
	}
}

// both gives the keys of o, then those that only n has.
func both(o, n *node.Node) []string {
	keys := o.Keys()
	out := slices.Clone(keys)
	for _, k := range n.Keys() {
		if !o.Has(k) {
			out = append(out, k)
		}
	}
	return out
}

// kinds compares types and listed values. It reports whether nothing below can
// matter: no type is left that both have.
func (c *comparer) kinds(ptr, path []string, o, n place) (stop bool) {
	ov, oe := enum(o.s)
	nv, ne := enum(n.s)
	switch {
	case oe && ne:
		c.enums(ptr, path, o.s, n.s, ov, nv)
		return false
	case oe || ne:
		if move := c.move(o, n); move != Told {
			word, kind := "enum", Enum
			if o.s.Has("const") || n.s.Has("const") {
				word = "const"
			}
			if types(o.s) != types(n.s) {
				word, kind = "type", Type
			}
			c.add(kind, move, word, ptr, path, o.s.Get(word), n.s.Get(word))
		}
		return true
	}
	to, tn := types(o.s), types(n.s)
	if to == tn {
		return false
	}
	move := Moved
	switch {
	case to&^tn == 0:
		move = Widened
	case tn&^to == 0:
		move = Narrowed
	}
	c.add(Type, move, "type", ptr, path, o.s.Get("type"), n.s.Get("type"))
	return to&tn == 0
}

func (c *comparer) enums(ptr, path []string, o, n *node.Node, ov, nv []*node.Node) {
	word := "enum"
	if n.Has("const") && !n.Has("enum") {
		word = "const"
	}
	gone, come := missing(ov, nv), missing(nv, ov)
	if len(gone) > 0 {
		c.add(Enum, Narrowed, word, ptr, path, node.NewArray(gone...), nil)
	}
	if len(come) > 0 {
		c.add(Enum, Widened, word, ptr, path, nil, node.NewArray(come...))
	}
	stayed, now := missing(ov, gone), missing(nv, come)
	if !slices.EqualFunc(stayed, now, func(a, b *node.Node) bool { return valueKey(a) == valueKey(b) }) {
		c.add(Order, Told, word, ptr, path, node.NewArray(stayed...), node.NewArray(now...))
	}
}
