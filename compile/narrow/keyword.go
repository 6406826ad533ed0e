package narrow

import (
	"encoding/json"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/schema/join"
)

// target gives the schema that the scalar parts of n are about: that of the
// items where the place is a list.
func (c *narrowing) target(n Narrowing) *node.Node {
	if items := c.schema.Get("items"); place.IsArray(c.schema) && items.Is(node.Object) && !listed(n.Enum) {
		return join.Inlined(items, c.defs)
	}
	return c.schema
}

// may reports whether values of a type can be valid; where the schema does not
// say, they can.
func (c *narrowing) may(s *node.Node, types ...string) bool {
	have := place.TypesOf(s)
	for _, t := range types {
		for _, h := range have {
			if h == t {
				return true
			}
		}
	}
	return len(have) == 0
}

func (c *narrowing) kind(s *node.Node) string { return strings.Join(place.TypesOf(s), " or ") }

func (c *narrowing) enumValue(s *node.Node, raw json.RawMessage) {
	value := Parse(raw)
	enum := s.Get("enum").Items()
	var names []string
	for _, e := range enum {
		if node.Equal(e, value) {
			return
		}
		names = append(names, strings.Trim(string(e.AppendJSON(nil)), `"`))
	}
	if len(enum) == 0 {
		c.valid(s, raw, "the value")
		return
	}
	c.diags.Errorf(c.pos, "not-narrower", "%s: %s is not among the values of the API%s", c.at, raw, diag.DidYouMean(strings.Trim(string(raw), `"`), names))
	if len(names) <= 20 {
		c.diags.Hint("the API takes %s", strings.Join(names, ", "))
	}
	c.diags.Relate(c.spec, "declared here")
}

func (c *narrowing) number(s *node.Node, key, literal string, sign int) {
	if literal == "" {
		return
	}
	if !c.may(s, "integer", "number") {
		c.fail("%s is for numbers, the API takes %s", key, c.kind(s))
		return
	}
	want, ok := node.NewNumber(literal).Rat()
	if !ok {
		c.fail("%s %s is not a number", key, literal)
		return
	}
	for _, k := range []string{key, "exclusive" + strings.ToUpper(key[:1]) + key[1:]} {
		if have, ok := s.Get(k).Rat(); ok && have.Cmp(want)*sign > 0 {
			c.fail("%s %s is wider than the API's %s %s", key, literal, k, s.Get(k).Text())
			return
		}
	}
	c.leavesSome(s, key, literal, want, sign)
}

// leavesSome reports a bound that is beyond the API's bound on the other side.
func (c *narrowing) leavesSome(s *node.Node, key, literal string, want *big.Rat, sign int) {
	side, of := key[:3], key[3:] // min or max, and of what
	others := []string{map[string]string{"min": "max", "max": "min"}[side] + of}
	if of == "imum" {
		others = append(others, "exclusive"+strings.ToUpper(others[0][:1])+others[0][1:])
	}
	for i, other := range others {
		limit, ok := s.Get(other).Rat()
		if !ok {
			continue
		}
		if over := want.Cmp(limit) * sign; over > 0 || over == 0 && i == 1 {
			c.fail("%s %s leaves no value: the API's %s is %s", key, literal, other, s.Get(other).Text())
			return
		}
	}
}

func (c *narrowing) length(s *node.Node, key string, n *int, sign int) {
	if n == nil {
		return
	}
	if !c.may(s, "string") {
		c.fail("%s is for texts, the API takes %s", key, c.kind(s))
		return
	}
	want := big.NewRat(int64(*n), 1)
	if have, ok := s.Get(key).Rat(); ok && have.Cmp(want)*sign > 0 {
		c.fail("%s %d is wider than the API's %s", key, *n, s.Get(key).Text())
		return
	}
	c.leavesSome(s, key, strconv.Itoa(*n), want, sign)
}

func (c *narrowing) text(s *node.Node, n Narrowing) {
	if n.Pattern == "" && n.Format == "" {
		return
	}
	if !c.may(s, "string") {
		c.fail("pattern and format are for texts, the API takes %s", c.kind(s))
		return
	}
	if _, err := regexp.Compile(n.Pattern); err != nil {
		c.diags.Errorf(c.pos, "bad-pattern", "%s: %s", c.at, err)
	}
	if have, ok := s.Get("format").Str(); ok && n.Format != "" && have != n.Format {
		c.fail("the API's format is %s, not %s", have, n.Format)
	}
}
