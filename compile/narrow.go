package compile

import (
	"encoding/json"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/schema"
	"github.com/oatools/oatools/compile/schema/example"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/tool"
)

// narrow gives the argument's schema with the plan's narrowing, default and
// description.
func (a *arguments) narrow(arg *argument) *node.Node {
	n := arg.schema
	var own []*node.Node
	if arg.Describe == "" {
		own = n.Get("examples").Items()
	}
	if !isZero(arg.Narrow) || arg.Default != nil {
		n = inlined(n, a.defs)
	}
	n = merge(n, arg.Narrow)
	if arg.Default != nil {
		n = n.With("default", parse(arg.Default))
	}
	if arg.Describe != "" {
		n = n.With("description", node.NewString(arg.Describe))
	}
	if arg.Describe != "" || arg.Examples != nil || !isZero(arg.Narrow) {
		n = example.With(n, arg.At.Name, slices.Concat(arg.Examples, own), a.defs)
	}
	return n
}

func isZero(n Narrowing) bool {
	return n.Enum == nil && n.Minimum == "" && n.Maximum == "" && n.MinLength == nil && n.MaxLength == nil &&
		n.Pattern == "" && n.Format == "" && n.MinItems == nil && n.MaxItems == nil && !n.Closed
}

// merge tightens a schema. Bounds of the schema that are tighter stay.
func merge(s *node.Node, n Narrowing) *node.Node {
	if n.MinItems != nil {
		s = s.With("minItems", node.NewInt(int64(*n.MinItems)))
	}
	if n.MaxItems != nil {
		s = s.With("maxItems", node.NewInt(int64(*n.MaxItems)))
	}
	n.MinItems, n.MaxItems = nil, nil
	n.Closed = false // done while rewriting
	// Everything else is about the items where the argument is a list.
	if items := s.Get("items"); place.IsArray(s) && items.Is(node.Object) && !isZero(n) && !listed(n.Enum) {
		return s.With("items", merge(items, n))
	}
	if n.Enum != nil {
		values := make([]*node.Node, len(n.Enum))
		for i, raw := range n.Enum {
			values[i] = parse(raw)
		}
		s = s.With("enum", node.NewArray(values...))
	}
	s = bound(s, "minimum", string(n.Minimum), 1)
	s = bound(s, "maximum", string(n.Maximum), -1)
	if n.MinLength != nil {
		s = bound(s, "minLength", strconv.Itoa(*n.MinLength), 1)
	}
	if n.MaxLength != nil {
		s = bound(s, "maxLength", strconv.Itoa(*n.MaxLength), -1)
	}
	if n.Pattern != "" {
		pattern := node.NewString(n.Pattern)
		if s.Has("pattern") && !node.Equal(s.Get("pattern"), pattern) {
			all := append(s.Get("allOf").Items(), node.NewObject(node.M("pattern", pattern)))
			s = s.With("allOf", node.NewArray(all...))
		} else {
			s = s.With("pattern", pattern)
		}
	}
	if n.Format != "" {
		s = s.With("format", node.NewString(n.Format))
	}
	return s
}

// listed reports whether an enum is of arrays, so of a list as a whole.
func listed(enum []json.RawMessage) bool {
	return len(enum) > 0 && strings.HasPrefix(strings.TrimSpace(string(enum[0])), "[")
}

// bound sets a bound unless the schema's own is tighter; sign is 1 for a lower
// bound.
func bound(s *node.Node, key, literal string, sign int) *node.Node {
	if literal == "" {
		return s
	}
	want := node.NewNumber(literal)
	if have, ok := s.Get(key).Rat(); ok {
		if w, ok := want.Rat(); ok && have.Cmp(w)*sign > 0 {
			return s
		}
	}
	return s.With(key, want)
}

// parse reads a JSON text that was checked before; null when it is none.
func parse(raw json.RawMessage) *node.Node {
	var quiet diag.List
	n := node.ReadJSON("", raw, node.Limits{}, &quiet)
	if n == nil {
		return node.NewNull()
	}
	return n
}

// CheckNarrow reports at pos where n does not narrow the schema of a place: a
// value that the API does not take, a bound that widens or does not fit the
// type, a default that is not valid. A place that the operation does not
// declare can be narrowed at will.
func CheckNarrow(op *oas.Operation, at tool.Locator, n Narrowing, dflt json.RawMessage, pos diag.Pos, diags *diag.List) {
	found := place.LocateAny(op, at)
	if !found.OK {
		return
	}
	c := newNarrowing(op, found, pos, diags)
	if n.Closed && !c.may(c.schema, "object", "array") {
		c.fail("closed is for objects, the API takes %s", c.kind(c.schema))
	}
	c.items(n)
	target := c.target(n)
	for _, raw := range n.Enum {
		c.enumValue(target, raw)
	}
	c.number(target, "minimum", string(n.Minimum), 1)
	c.number(target, "maximum", string(n.Maximum), -1)
	c.length(target, "minLength", n.MinLength, 1)
	c.length(target, "maxLength", n.MaxLength, -1)
	c.text(target, n)
	if dflt != nil {
		before := diags.Count(diag.Error)
		if c.valid(merge(c.schema, n), dflt, "the default"); diags.Count(diag.Error) > before {
			diags.Relate(found.Pos, "declared here")
		}
	}
}

// CheckValue reports at pos when a constant for a place does not meet its
// schema.
func CheckValue(op *oas.Operation, at tool.Locator, value json.RawMessage, pos diag.Pos, diags *diag.List) {
	if found := place.LocateAny(op, at); found.OK {
		c := newNarrowing(op, found, pos, diags)
		before := diags.Count(diag.Error)
		if c.valid(c.schema, value, "the value"); diags.Count(diag.Error) > before {
			diags.Relate(found.Pos, "declared here")
		}
	}
}

// narrowing judges one narrowing against the schema of its place.
type narrowing struct {
	at     tool.Locator
	spec   diag.Pos
	pos    diag.Pos
	diags  *diag.List
	schema *node.Node // rewritten, its root never a reference
	defs   *node.Node
}

func newNarrowing(op *oas.Operation, found place.Located, pos diag.Pos, diags *diag.List) *narrowing {
	var quiet diag.List // the document's own mistakes are reported where it is compiled
	w := schema.New(place.Resolver(op), schema.Options{Dialect: dialect(op), Direction: raw.Request}, &quiet)
	n := w.Rewrite(found.Schema)
	c := &narrowing{at: found.At, spec: found.Pos, pos: pos, diags: diags, defs: w.Defs()}
	c.schema = inlined(n, c.defs)
	return c
}

func (c *narrowing) fail(format string, args ...any) {
	c.diags.Errorf(c.pos, "not-narrower", c.at.String()+": "+format, args...)
	c.diags.Relate(c.spec, "declared here")
}

// target gives the schema that the scalar parts of n are about: that of the
// items where the place is a list.
func (c *narrowing) target(n Narrowing) *node.Node {
	if items := c.schema.Get("items"); place.IsArray(c.schema) && items.Is(node.Object) && !listed(n.Enum) {
		return inlined(items, c.defs)
	}
	return c.schema
}

func (c *narrowing) items(n Narrowing) {
	if (n.MinItems != nil || n.MaxItems != nil) && !c.may(c.schema, "array") {
		c.fail("minItems and maxItems are for lists, the API takes %s", c.kind(c.schema))
		return
	}
	c.tighter(c.schema, "minItems", n.MinItems, 1)
	c.tighter(c.schema, "maxItems", n.MaxItems, -1)
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
	value := parse(raw)
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
	other := map[string]string{"minimum": "maximum", "maximum": "minimum"}[key]
	if limit, ok := s.Get(other).Rat(); ok && want.Cmp(limit)*sign > 0 {
		c.fail("%s %s leaves no value: the API's %s is %s", key, literal, other, s.Get(other).Text())
	}
}

func (c *narrowing) length(s *node.Node, key string, n *int, sign int) {
	if n != nil && !c.may(s, "string") {
		c.fail("%s is for texts, the API takes %s", key, c.kind(s))
		return
	}
	c.tighter(s, key, n, sign)
}

func (c *narrowing) tighter(s *node.Node, key string, n *int, sign int) {
	if n == nil {
		return
	}
	want := big.NewRat(int64(*n), 1)
	if *n < 0 {
		c.fail("%s %d is negative", key, *n)
	} else if have, ok := s.Get(key).Rat(); ok && have.Cmp(want)*sign > 0 {
		c.fail("%s %d is wider than the API's %s", key, *n, s.Get(key).Text())
	}
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

// valid reports a value that does not meet a schema.
func (c *narrowing) valid(s *node.Node, raw json.RawMessage, what string) {
	root := s
	if c.defs != nil {
		root = s.With("$defs", c.defs)
	}
	v, problems := check.Decode(raw, check.Limits{})
	if len(problems) == 0 {
		validator, err := check.Compile(root.AppendJSON(nil))
		if err != nil {
			return // the schema cannot be checked; it is reported where it is compiled
		}
		problems = validator.Validate(v)
	}
	for i, p := range problems {
		if i == 3 {
			break
		}
		at := ""
		if p.At != "" {
			at = " at " + p.At
		}
		c.diags.Errorf(c.pos, "value-invalid", "%s: %s %s is not valid%s: %s", c.at, what, brief(raw), at, p.Message)
	}
}

func brief(raw json.RawMessage) string {
	if s := string(raw); len(s) > 60 {
		return trim(s, 60)
	}
	return string(raw)
}
