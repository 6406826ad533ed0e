package subset

import (
	"slices"
	"strconv"

	"github.com/oatools/oatools/compile/node"
)

// What unevaluatedProperties and unevaluatedItems refuse depends on everything
// that stands beside them and on the parts that the same value meets: JSON
// Schema 2020-12 §11. So a name that is taken out of a part is refused from then
// on, although the part by itself takes more.

// partWords are the keywords whose schemas meet the same value.
func partWords() []string { return []string{"allOf", "anyOf", "oneOf", "if", "then", "else"} }

// hasParts reports whether a value of s meets other schemas, too.
func hasParts(s *node.Node) bool {
	return s.Has("$ref") || s.Has("dependentSchemas") || slices.ContainsFunc(partWords(), s.Has)
}

// watches reports whether s refuses by one of the two keywords.
func watches(s *node.Node, word string) bool {
	v := s.Get(word)
	all, isFlag := v.Truth()
	return v != nil && !(isFlag && all) && !(v.Is(node.Object) && onlyWords(v))
}

// unseen compares the two keywords, and says where a value that was seen by a
// part is seen by none any more.
func (c *comparer) unseen(ptr, path []string, o, n place) {
	for _, word := range [...]string{"unevaluatedProperties", "unevaluatedItems"} {
		a, b := o.s.Get(word), n.s.Get(word)
		c.opaque(Logic, ptr, path, word, a, b)
		if a == nil || !watches(n.s, word) {
			continue
		}
		was, is := seenBy(o, word), seenBy(n, word)
		for name, seen := range was {
			if seen && !is[name] && !is[everything] && !o.s.Get("properties").Has(name) {
				c.add(Logic, Narrowed, word, ptr, path, a, b)
				break
			}
		}
	}
}

// everything stands for all names, or all items.
const everything = ""

// seenBy gives what p and its parts see of an object or an array.
func seenBy(p place, word string) map[string]bool {
	out := map[string]bool{}
	met := map[string]bool{}
	var see func(p place, depth int)
	see = func(p place, depth int) {
		p, name := p.target()
		if depth > maxDepth || name != "" && met[name] {
			return
		}
		met[name] = true
		if word == "unevaluatedProperties" {
			for _, key := range p.s.Get("properties").Keys() {
				out[key] = true
			}
			for _, key := range p.s.Get("patternProperties").Keys() {
				out["^ "+key] = true
			}
			out[everything] = out[everything] || p.s.Has("additionalProperties") || depth > 0 && p.s.Has(word)
		} else {
			for i := range p.s.Get("prefixItems").Items() {
				out[strconv.Itoa(i)] = true
			}
			if p.s.Has("contains") {
				out["contains"] = true
			}
			out[everything] = out[everything] || p.s.Has("items") || depth > 0 && p.s.Has(word)
		}
		for _, part := range partWords() {
			switch v := p.s.Get(part); {
			case v.Is(node.Array):
				for _, m := range v.Items() {
					see(p.with(m), depth+1)
				}
			case v != nil:
				see(p.with(v), depth+1)
			}
		}
		for _, m := range p.s.Get("dependentSchemas").Members() {
			see(p.with(m.Value), depth+1)
		}
	}
	see(p, 0)
	return out
}

// unseen proves that a refuses what b refuses by word: it has the keyword too,
// and sees no more.
func (p *prover) unseen(word string, a, b place) bool {
	if !watches(b.s, word) {
		return true
	}
	beside := append(partWords(), "dependentSchemas", "patternProperties", "additionalProperties", "items", "prefixItems", "contains", "minContains", "maxContains")
	for _, w := range beside {
		x, y := a.s.Get(w), b.s.Get(w)
		if (x == nil) != (y == nil) || x != nil && (!node.Equal(x, y) || !p.same && a.root != b.root && hasRef(x)) {
			return false
		}
	}
	for _, name := range a.s.Get("properties").Keys() {
		if !b.s.Get("properties").Has(name) {
			return false
		}
	}
	return a.s.Has(word) && p.within(a.sub(word), b.sub(word))
}
