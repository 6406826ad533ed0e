package judgement

import (
	"fmt"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/curate/lint/rule"
	"github.com/oatools/oatools/curate/lint/subject"
)

// Finding is one thing that a rule found. Its code is the rule's id, or the
// code of a compiler's diagnostic that has no rule.
type Finding struct {
	Tool string `json:"tool,omitempty"` // full name; empty: the set as a whole
	diag.Diagnostic
	Raised bool `json:"-"` // the rule's reason to weigh more holds
}

// check is one rule at work.
type check struct {
	*Judge
	rule    *rule.Rule
	subject *subject.Tool // nil: the whole set
	last    *Finding
}

// report adds a finding about the tool at hand, or about the set.
func (c *check) report(pos diag.Pos, raised bool, format string, args ...any) *check {
	if pos.IsZero() {
		pos = diag.Pos{File: c.opts.File}
	}
	f := Finding{Raised: raised, Diagnostic: diag.Diagnostic{Pos: pos, Code: c.rule.ID, Message: fmt.Sprintf(format, args...)}}
	if c.subject != nil {
		f.Tool = c.subject.Tool.Name
		f.Message = "tool " + f.Tool + ": " + f.Message
	}
	c.found = append(c.found, f)
	c.last = &c.found[len(c.found)-1]
	return c
}

// hint says what to do about the finding just reported.
func (c *check) hint(format string, args ...any) *check {
	c.last.Hint = fmt.Sprintf(format, args...)
	return c
}

// relate gives the finding just reported a further place.
func (c *check) relate(pos diag.Pos, message string) *check {
	if !pos.IsZero() {
		c.last.Related = append(c.last.Related, diag.Related{Pos: pos, Message: message})
	}
	return c
}
