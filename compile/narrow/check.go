package narrow

import (
	"encoding/json"
	"strings"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/schema"
	"github.com/oatools/oatools/compile/schema/join"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/tool"
)

// Check reports at pos where n does not narrow the schema of a place: a
// value that the API does not take, a bound that widens or does not fit the
// type, a default that is not valid. A place that the operation does not
// declare can be narrowed at will.
func Check(op *oas.Operation, at tool.Locator, n Narrowing, dflt json.RawMessage, pos diag.Pos, diags *diag.List) {
	found := place.LocateAny(op, at)
	if !found.OK {
		return
	}
	c := newNarrowing(op, found, pos, diags)
	if n.Closed && !c.may(c.schema, "object", "array") {
		c.fail("closed is for objects, the API takes %s", c.kind(c.schema))
	}
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
		if c.valid(Merge(c.schema, n), dflt, "the default"); diags.Count(diag.Error) > before {
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
	w := schema.New(place.Resolver(op), schema.Options{Dialect: place.Dialect(op), Direction: raw.Request}, &quiet)
	n := w.Rewrite(found.Schema)
	c := &narrowing{at: found.At, spec: found.Pos, pos: pos, diags: diags, defs: w.Defs()}
	c.schema = join.Inlined(n, c.defs)
	return c
}

func (c *narrowing) fail(format string, args ...any) {
	c.diags.Errorf(c.pos, "not-narrower", c.at.String()+": "+format, args...)
	c.diags.Relate(c.spec, "declared here")
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
		return strings.ToValidUTF8(s[:60], "") + "…"
	}
	return string(raw)
}
