package subset

import (
	"slices"

	"github.com/oatools/oatools/compile/node"
)

// limits compares bounds on numbers, lengths and counts.
func (c *comparer) limits(ptr, path []string, o, n *node.Node) {
	ol, oh := span(o)
	nl, nh := span(n)
	c.bound(ptr, path, o, n, nl.compare(ol, 1), "minimum", "exclusiveMinimum")
	c.bound(ptr, path, o, n, nh.compare(oh, -1), "maximum", "exclusiveMaximum")
	for _, k := range counts() {
		c.bound(ptr, path, o, n, count(n, o, k.word, k.low), k.word, "")
	}
	if a, b := o.Get("multipleOf"), n.Get("multipleOf"); !node.Equal(a, b) {
		up, down := steps(o, n), steps(n, o)
		c.bounded(ptr, path, "multipleOf", up, down, a, b)
	}
	was, _ := o.Get("uniqueItems").Truth()
	is, _ := n.Get("uniqueItems").Truth()
	if was != is {
		c.bounded(ptr, path, "uniqueItems", was, is, o.Get("uniqueItems"), n.Get("uniqueItems"))
	}
}

// bound records a bound that went; sign is positive when it is tighter now.
func (c *comparer) bound(ptr, path []string, o, n *node.Node, sign int, word, open string) {
	if sign == 0 {
		return
	}
	if open != "" && (n.Has(open) || !n.Has(word) && o.Has(open)) {
		word = open
	}
	move := Narrowed
	if sign < 0 {
		move = Widened
	}
	other := func(s *node.Node) *node.Node {
		if v := s.Get(word); v != nil || open == "" {
			return v
		}
		for _, w := range [...]string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"} {
			if (w == open || word == open && "exclusive"+upper(w) == open) && s.Has(w) {
				return s.Get(w)
			}
		}
		return nil
	}
	c.add(Bound, move, word, ptr, path, other(o), other(n))
}

func upper(w string) string { return string(w[0]-'a'+'A') + w[1:] }

func (c *comparer) bounded(ptr, path []string, word string, up, down bool, a, b *node.Node) {
	move := Moved
	switch {
	case up && down:
		return
	case up:
		move = Widened
	case down:
		move = Narrowed
	}
	c.add(Bound, move, word, ptr, path, a, b)
}

// text compares what limits text: proofs about patterns are beyond us.
func (c *comparer) text(ptr, path []string, o, n *node.Node) {
	for _, word := range [...]string{"pattern", "format", "contentEncoding", "contentMediaType", "contentSchema"} {
		c.opaque(Pattern, ptr, path, word, o.Get(word), n.Get(word))
	}
}

// opaque compares a keyword of which only presence and equality are understood.
func (c *comparer) opaque(kind Kind, ptr, path []string, word string, a, b *node.Node) {
	switch {
	case a == nil && b == nil, a != nil && b != nil && node.Equal(a, b) && (c.same || !hasRef(a)):
	case a == nil:
		c.add(kind, Narrowed, word, ptr, path, nil, b)
	case b == nil:
		c.add(kind, Widened, word, ptr, path, a, nil)
	default:
		c.add(kind, Moved, word, ptr, path, a, b)
	}
}

func (c *comparer) arrays(ptr, path []string, o, n place) {
	op, np := o.s.Get("prefixItems"), n.s.Get("prefixItems")
	if op != nil || np != nil {
		if len(op.Items()) != len(np.Items()) {
			if move := c.move(o, n); move != Told {
				c.add(Logic, move, "prefixItems", ptr, path, op, np)
			}
			return
		}
		for i := range op.Items() {
			c.schema(append(slices.Clone(ptr), "prefixItems", itoa(i)), append(slices.Clone(path), itoa(i)),
				o.with(op.Index(i)), n.with(np.Index(i)))
		}
	}
	if o.s.Has("items") || n.s.Has("items") {
		c.schema(append(slices.Clone(ptr), "items"), append(slices.Clone(path), "*"), o.sub("items"), n.sub("items"))
	}
}

// logic compares combinations; both schemas have the same ones.
func (c *comparer) logic(ptr, path []string, o, n place) {
	for _, word := range [...]string{"anyOf", "oneOf", "allOf"} {
		if o.s.Has(word) {
			c.branches(word, ptr, path, o, n)
		}
	}
	for _, word := range both(o.s, n.s) {
		if isWord(word) || understood(word) {
			continue
		}
		switch word {
		case "not", "if", "then", "else", "contains", "dependentSchemas":
			a, b := o.s.Get(word), n.s.Get(word)
			if a != nil && b != nil && node.Equal(a, b) && (c.same || !hasRef(a)) {
				continue
			}
			move := Moved
			if word == "not" {
				// Refusing more is taking less.
				move = c.move(n.sub(word), o.sub(word))
			}
			if move != Told {
				c.add(Logic, move, word, ptr, path, a, b)
			}
		case "unevaluatedProperties", "unevaluatedItems":
			// below
		case "minContains", "maxContains":
			if !node.Equal(o.s.Get(word), n.s.Get(word)) {
				c.add(Logic, Moved, word, ptr, path, o.s.Get(word), n.s.Get(word))
			}
		default:
			c.opaque(Logic, ptr, path, word, o.s.Get(word), n.s.Get(word))
		}
	}
	c.unseen(ptr, path, o, n)
}

// understood lists the keywords that are compared elsewhere.
func understood(word string) bool {
	switch word {
	case "type", "enum", "const", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf",
		"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems",
		"pattern", "format", "contentEncoding", "contentMediaType", "contentSchema",
		"items", "prefixItems", "properties", "required", "additionalProperties", "patternProperties",
		"anyOf", "oneOf", "allOf", "$defs", "$schema", "$ref":
		return true
	}
	return false
}
