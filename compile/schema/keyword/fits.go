package keyword

import (
	"math/big"
	"regexp"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/node"
)

// TypeFits reports whether v has one of the types; a missing type fits all.
func TypeFits(types, v *node.Node) bool {
	if types == nil {
		return true
	}
	if v.Is(node.Number) {
		if HasType(types, "number") {
			return true
		}
		r, ok := v.Rat()
		return HasType(types, "integer") && ok && r.IsInt()
	}
	return HasType(types, v.Kind().String())
}

// Fits reports whether v meets the keywords of s that concern it, properties
// and items included. References and unions are taken to fit.
func Fits(s, v *node.Node) bool {
	if nothing(s) || !TypeFits(s.Get("type"), v) {
		return false
	}
	if c := s.Get("const"); c != nil && !node.Equal(c, v) {
		return false
	}
	if e := s.Get("enum"); e != nil && !Has(e, v) {
		return false
	}
	switch v.Kind() {
	case node.Number:
		return numberFits(s, v)
	case node.String:
		return countFits(s, "Length", utf8.RuneCountInString(v.Text())) && patternFits(s, v.Text())
	case node.Array:
		if !countFits(s, "Items", len(v.Items())) {
			return false
		}
		for i, item := range v.Items() {
			sub := s.Get("prefixItems").Index(i)
			if sub == nil {
				sub = s.Get("items")
			}
			if !Fits(sub, item) {
				return false
			}
		}
	case node.Object:
		return objectFits(s, v)
	}
	return true
}

// nothing reports whether s is the schema that no value meets, in either spelling.
func nothing(s *node.Node) bool {
	not := s.Get("not")
	if not.Is(node.Object) && len(not.Members()) == 0 {
		return true
	}
	open, isFlag := s.Truth()
	return isFlag && !open
}

func numberFits(s, v *node.Node) bool {
	r, ok := v.Rat()
	if !ok {
		return false
	}
	bound := func(key string, good func(c int) bool) bool {
		b, ok := s.Get(key).Rat()
		return !ok || good(r.Cmp(b))
	}
	if m, ok := s.Get("multipleOf").Rat(); ok && m.Sign() > 0 && !new(big.Rat).Quo(r, m).IsInt() {
		return false
	}
	return bound("minimum", func(c int) bool { return c >= 0 }) &&
		bound("maximum", func(c int) bool { return c <= 0 }) &&
		bound("exclusiveMinimum", func(c int) bool { return c > 0 }) &&
		bound("exclusiveMaximum", func(c int) bool { return c < 0 })
}

func countFits(s *node.Node, what string, n int) bool {
	count := big.NewRat(int64(n), 1)
	if lo, ok := s.Get("min" + what).Rat(); ok && count.Cmp(lo) < 0 {
		return false
	}
	hi, ok := s.Get("max" + what).Rat()
	return !ok || count.Cmp(hi) <= 0
}

func patternFits(s *node.Node, text string) bool {
	p, ok := s.Get("pattern").Str()
	if !ok {
		return true
	}
	re, err := regexp.Compile(p)
	return err != nil || re.MatchString(text)
}

func objectFits(s, v *node.Node) bool {
	for _, r := range s.Get("required").Items() {
		if !v.Has(r.Text()) {
			return false
		}
	}
	for _, m := range v.Members() {
		p := s.Get("properties").Get(m.Key)
		if p == nil && !s.Has("patternProperties") {
			p = s.Get("additionalProperties")
		}
		if !Fits(p, m.Value) {
			return false
		}
	}
	return countFits(s, "Properties", len(v.Members()))
}
