package subset

import (
	"slices"

	"github.com/oatools/oatools/compile/node"
)

// within reports whether it is proved that every value of a is a value of b.
// False means "no", or that this package cannot tell.
func within(a, b *node.Node) bool {
	p := prover{}
	return p.within(place{a, a}, place{b, b})
}

// prover proves inclusions. A pair of references that is being proved may be
// taken as proved below itself: values are finite, so each round looks at a
// smaller one.
type prover struct {
	open  map[[2]string]bool
	steps int
	depth int
	same  bool // equal references of both documents mean equal schemas
}

// maxSteps bounds a proof; beyond, nothing is proved.
const maxSteps = 20_000

// maxProof bounds how deep a proof goes, for schemas that grow as they are
// unfolded and never come back to a pair of references.
const maxProof = 200

func (p *prover) within(a, b place) bool {
	if p.steps++; p.steps > maxSteps || p.depth > maxProof {
		return false
	}
	p.depth++
	defer func() { p.depth-- }()
	a, an := a.target()
	b, bn := b.target()
	if an != "" && bn != "" {
		key := [2]string{an, bn}
		if p.open[key] {
			return true
		}
		if p.open == nil {
			p.open = map[[2]string]bool{}
		}
		p.open[key] = true
		// What was proved below may rest on this assumption, so nothing is kept.
		defer delete(p.open, key)
	}
	return p.check(a, b)
}

func (p *prover) check(a, b place) bool {
	switch {
	case isNothing(a.s), onlyWords(b.s.Without("$defs")):
		return true
	case a.root == b.root && a.s == b.s, node.Equal(a.s, b.s) && (p.same || a.root == b.root || !hasRef(a.s)):
		return true
	}
	if values, ok := finite(a.s); ok {
		return p.allTaken(values, a, b)
	}
	if p.split(a, b) {
		return true
	}
	return p.keywords(a, b)
}

// isNothing knows the schemas that plainly take no value.
func isNothing(s *node.Node) bool {
	not := s.Get("not")
	if v, ok := not.Truth(); ok {
		return v
	}
	return not.Is(node.Object) && onlyWords(not)
}

// allTaken proves a finite a by its values.
func (p *prover) allTaken(values []*node.Node, a, b place) bool {
	for _, v := range values {
		if p.takes(a, v) == no {
			continue
		}
		if p.takes(b, v) != yes {
			return false
		}
	}
	return true
}

// split proves a by its parts: any member of its allOf is enough, and of a
// union every branch must be inside.
func (p *prover) split(a, b place) bool {
	for _, m := range a.s.Get("allOf").Items() {
		if p.within(a.with(m), b) {
			return true
		}
	}
	for _, word := range [...]string{"anyOf", "oneOf"} {
		if branches := a.s.Get(word); branches.Is(node.Array) {
			// What a part refuses because no part sees it depends on all of them.
			rest := a.s.Without(word, "$defs", "unevaluatedProperties", "unevaluatedItems")
			ok := true
			for _, branch := range branches.Items() {
				ok = ok && p.within(a.with(merged(rest, branch)), b)
			}
			if ok {
				return true
			}
		}
	}
	// A schema of several types is the union of its types.
	if t := a.s.Get("type"); t.Is(node.Array) && len(t.Items()) > 1 && hasUnion(b.s) {
		for _, one := range t.Items() {
			if !p.within(a.with(a.s.With("type", one)), b) {
				return false
			}
		}
		return true
	}
	return false
}

func hasUnion(s *node.Node) bool { return s.Has("anyOf") || s.Has("oneOf") }

// merged is a schema that takes all values that both take.
func merged(rest, branch *node.Node) *node.Node {
	if onlyWords(rest) {
		return branch
	}
	both := node.NewObject(node.M("allOf", node.NewArray(rest, branch)))
	if !branch.Is(node.Object) || conditional(rest) && conditional(branch) {
		return both
	}
	out := rest
	for _, m := range branch.Members() {
		switch {
		case isWord(m.Key), m.Key == "$defs":
		case rest.Has(m.Key) && !node.Equal(rest.Get(m.Key), m.Value):
			return both
		default:
			out = out.With(m.Key, m.Value)
		}
	}
	return out
}

// conditional reports whether s has a keyword that another one beside it makes
// stricter.
func conditional(s *node.Node) bool {
	return slices.ContainsFunc([]string{"if", "then", "else", "contains", "minContains", "maxContains"}, s.Has)
}

// keywords proves that a keeps every demand of b.
func (p *prover) keywords(a, b place) bool {
	ta, tb := types(a.s), types(b.s)
	if ta&^tb != 0 {
		return false
	}
	if _, listed := enum(b.s); listed {
		return false // a has more values than can be listed
	}
	for _, m := range b.s.Members() {
		if !p.demand(m.Key, ta, a, b) {
			return false
		}
	}
	return true
}

// demand proves that a's values keep one keyword of b.
func (p *prover) demand(word string, ta kinds, a, b place) bool {
	switch word {
	case "type", "enum", "const", "$defs", "$schema":
		return true // done above
	case "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum":
		if ta&isNumber == 0 {
			return true
		}
		al, ah := span(a.s)
		bl, bh := span(b.s)
		return al.compare(bl, 1) >= 0 && ah.compare(bh, -1) >= 0
	case "multipleOf":
		return ta&isNumber == 0 || steps(a.s, b.s)
	case "minLength", "maxLength":
		return ta&isString == 0 || count(a.s, b.s, word, word == "minLength") >= 0
	case "pattern", "format", "contentEncoding", "contentMediaType", "contentSchema":
		return ta&isString == 0 && word != "format" || node.Equal(a.s.Get(word), b.s.Get(word))
	case "minItems", "maxItems":
		return ta&isArray == 0 || count(a.s, b.s, word, word == "minItems") >= 0
	case "uniqueItems":
		want, _ := b.s.Get(word).Truth()
		have, _ := a.s.Get(word).Truth()
		return ta&isArray == 0 || have || !want
	case "items":
		return ta&isArray == 0 || p.items(a, b)
	case "prefixItems":
		return ta&isArray == 0 || p.prefix(a, b)
	case "properties", "additionalProperties", "patternProperties", "required", "minProperties", "maxProperties":
		return ta&isObject == 0 || p.object(word, a, b)
	case "allOf":
		for _, m := range b.s.Get(word).Items() {
			if !p.within(a, b.with(m)) {
				return false
			}
		}
		return true
	case "anyOf":
		return slices.ContainsFunc(b.s.Get(word).Items(), func(m *node.Node) bool { return p.within(a, b.with(m)) })
	case "oneOf":
		return p.oneOf(a, b)
	case "not":
		return p.disjoint(a, b.sub("not"))
	case "contains":
		return ta&isArray == 0 || alike(a.s, b.s, word, "minContains", "maxContains")
	case "if":
		return alike(a.s, b.s, word, "then", "else")
	case "unevaluatedProperties":
		return ta&isObject == 0 || p.unseen(word, a, b)
	case "unevaluatedItems":
		return ta&isArray == 0 || p.unseen(word, a, b)
	case "$ref":
		return false // opaque
	}
	return isWord(word) || node.Equal(a.s.Get(word), b.s.Get(word)) && !hasRef(a.s.Get(word))
}

// alike reports whether a and b have the same of some keywords, and no
// references in them.
func alike(a, b *node.Node, words ...string) bool {
	for _, w := range words {
		x, y := a.Get(w), b.Get(w)
		if (x == nil) != (y == nil) || x != nil && (!node.Equal(x, y) || hasRef(x)) {
			return false
		}
	}
	return true
}

// oneOf proves that a is in one branch of b and meets no other.
func (p *prover) oneOf(a, b place) bool {
	branches := b.s.Get("oneOf").Items()
	for i, m := range branches {
		if !p.within(a, b.with(m)) {
			continue
		}
		alone := true
		for j, other := range branches {
			alone = alone && (i == j || p.disjoint(a, b.with(other)))
		}
		return alone
	}
	return false
}

// disjoint proves that no value is in both.
func (p *prover) disjoint(a, b place) bool {
	if p.steps++; p.steps > maxSteps {
		return false
	}
	a, _ = a.target()
	b, _ = b.target()
	if isNothing(a.s) || isNothing(b.s) || types(a.s)&types(b.s) == 0 {
		return true
	}
	if values, ok := finite(a.s); ok {
		return !slices.ContainsFunc(values, func(v *node.Node) bool { return p.takes(b, v) != no })
	}
	if values, ok := finite(b.s); ok {
		return !slices.ContainsFunc(values, func(v *node.Node) bool { return p.takes(a, v) != no })
	}
	if types(a.s)&types(b.s) != isObject {
		return false
	}
	// A property that both demand, with values that exclude each other.
	for _, name := range a.s.Get("required").Items() {
		key := name.Text()
		pa, pb := a.s.At("properties", key), b.s.At("properties", key)
		if pa != nil && pb != nil && requires(b.s, key) && p.disjoint(a.with(pa), b.with(pb)) {
			return true
		}
	}
	return false
}

func requires(s *node.Node, name string) bool {
	return slices.ContainsFunc(s.Get("required").Items(), func(n *node.Node) bool { return n.Text() == name })
}
