package subset

import (
	"math/big"

	"github.com/oatools/oatools/compile/node"
)

// limit is one bound of a schema. A nil value is no bound.
type limit struct {
	value *big.Rat
	open  bool // the value itself is outside
}

// span gives the bounds of numbers. For whole numbers an open bound becomes the
// next whole number, so that exclusiveMinimum 0 equals minimum 1.
func span(s *node.Node) (low, high limit) {
	low = tighter(limit{value: rat(s.Get("minimum"))}, limit{rat(s.Get("exclusiveMinimum")), true}, 1)
	high = tighter(limit{value: rat(s.Get("maximum"))}, limit{rat(s.Get("exclusiveMaximum")), true}, -1)
	if types(s)&isFraction == 0 {
		low, high = whole(low, 1), whole(high, -1)
	}
	return low, high
}

// whole moves a bound inward to a whole number; dir is 1 for lower bounds.
func whole(l limit, dir int64) limit {
	if l.value == nil {
		return l
	}
	if l.value.IsInt() {
		if l.open {
			return limit{value: new(big.Rat).Add(l.value, big.NewRat(dir, 1))}
		}
		return l
	}
	// Euclidean division rounds down, because the denominator is positive.
	n := new(big.Int).Div(l.value.Num(), l.value.Denom())
	if dir > 0 {
		n.Add(n, big.NewInt(1))
	}
	return limit{value: new(big.Rat).SetInt(n)}
}

func tighter(a, b limit, dir int) limit {
	if a.compare(b, dir) >= 0 {
		return a
	}
	return b
}

// compare is positive when a refuses more than b; dir is 1 for lower bounds and
// -1 for upper ones.
func (a limit) compare(b limit, dir int) int {
	switch {
	case a.value == nil && b.value == nil:
		return 0
	case a.value == nil:
		return -1
	case b.value == nil:
		return 1
	}
	if c := a.value.Cmp(b.value) * dir; c != 0 {
		return c
	}
	switch {
	case a.open == b.open:
		return 0
	case a.open:
		return 1
	}
	return -1
}

// counts are the keywords that bound a length or a number of things; true for
// lower bounds, which are 0 where they are not stated.
func counts() []struct {
	word string
	low  bool
} {
	return []struct {
		word string
		low  bool
	}{
		{"minLength", true}, {"maxLength", false}, {"minItems", true}, {"maxItems", false},
		{"minProperties", true}, {"maxProperties", false},
	}
}

// count compares one of counts: positive when a refuses more than b.
func count(a, b *node.Node, word string, low bool) int {
	x, y := limit{value: rat(a.Get(word))}, limit{value: rat(b.Get(word))}
	if !low {
		return x.compare(y, -1)
	}
	zero := new(big.Rat)
	if x.value == nil {
		x.value = zero
	}
	if y.value == nil {
		y.value = zero
	}
	return x.compare(y, 1)
}

// steps compares multipleOf: what a's values are among b's.
func steps(a, b *node.Node) bool {
	y := rat(b.Get("multipleOf"))
	if !b.Has("multipleOf") {
		return true
	}
	x := rat(a.Get("multipleOf"))
	if x == nil && types(a)&isFraction == 0 {
		x = big.NewRat(1, 1)
	}
	return x != nil && y != nil && y.Sign() > 0 && new(big.Rat).Quo(x, y).IsInt()
}
