package subset

import (
	"math/big"
	"slices"

	"github.com/oatools/oatools/compile/node"
)

// kinds is a set of JSON types; an integer is a kind of its own, and a number
// that has a fraction another.
type kinds uint8

const (
	isNull kinds = 1 << iota
	isBool
	isInteger
	isFraction
	isString
	isArray
	isObject

	isNumber = isInteger | isFraction
	isAny    = isNull | isBool | isNumber | isString | isArray | isObject
)

func kindsOf(word string) kinds {
	switch word {
	case "null":
		return isNull
	case "boolean":
		return isBool
	case "integer":
		return isInteger
	case "number":
		return isNumber
	case "string":
		return isString
	case "array":
		return isArray
	case "object":
		return isObject
	}
	return 0
}

// types gives the kinds of values that the keyword type of s lets through.
func types(s *node.Node) kinds {
	t := s.Get("type")
	switch {
	case t.Is(node.String):
		return kindsOf(t.Text())
	case t.Is(node.Array):
		var k kinds
		for _, item := range t.Items() {
			k |= kindsOf(item.Text())
		}
		return k
	}
	return isAny
}

// kindOfValue gives the kind of one value.
func kindOfValue(v *node.Node) kinds {
	switch v.Kind() {
	case node.Null:
		return isNull
	case node.Bool:
		return isBool
	case node.Number:
		if r := rat(v); r == nil || !r.IsInt() {
			return isFraction
		}
		return isInteger
	case node.String:
		return isString
	case node.Array:
		return isArray
	case node.Object:
		return isObject
	}
	return 0
}

// enum gives the values that s lists, by enum or const; ok is false when it
// lists none. Types that do not fit are left out.
func enum(s *node.Node) (values []*node.Node, ok bool) {
	c, e := s.Get("const"), s.Get("enum")
	switch {
	case c != nil:
		values = []*node.Node{c}
	case e.Is(node.Array):
		values = e.Items()
	default:
		return nil, false
	}
	t := types(s)
	return slices.DeleteFunc(slices.Clone(values), func(v *node.Node) bool { return kindOfValue(v)&t == 0 }), true
}

// finite gives all values of s where they can be counted: enum and const, and
// the types that have few.
func finite(s *node.Node) ([]*node.Node, bool) {
	if values, ok := enum(s); ok {
		return values, true
	}
	t := types(s)
	if t&^(isNull|isBool) != 0 {
		return nil, false
	}
	var values []*node.Node
	if t&isBool != 0 {
		values = append(values, node.NewBool(false), node.NewBool(true))
	}
	if t&isNull != 0 {
		values = append(values, node.NewNull())
	}
	return values, true
}

// missing gives the members of a that b lacks.
func missing(a, b []*node.Node) []*node.Node {
	have := make(map[string]bool, len(b))
	for _, v := range b {
		have[valueKey(v)] = true
	}
	var out []*node.Node
	for _, v := range a {
		if !have[valueKey(v)] {
			out = append(out, v)
		}
	}
	return out
}

// valueKey is equal for equal JSON values; 1.0 is 1.
func valueKey(v *node.Node) string {
	if v.Is(node.Number) {
		if r := rat(v); r != nil {
			return r.RatString()
		}
	}
	return string(v.AppendCanonical(nil))
}

// rat reads a number exactly; nil when it is none, or too large to compute with.
func rat(v *node.Node) *big.Rat {
	r, ok := v.Rat()
	if !ok {
		return nil
	}
	return r
}
