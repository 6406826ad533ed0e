package journal

import (
	"fmt"

	"github.com/oatools/oatools/curate/diff/change"
)

// Scope is where changes of a tool, or of the set as a whole, are recorded. It is
// for one goroutine.
type Scope struct {
	Report *change.Report
	rules  map[string]change.Rule
	tool   string
}

// New gives the scope of the set. The report keeps what is recorded.
func New(report *change.Report) *Scope {
	s := &Scope{Report: report, rules: map[string]change.Rule{}}
	for _, rule := range change.Rules() {
		s.rules[rule.ID] = rule
	}
	return s
}

// Of gives the scope of one tool in the same report.
func (s *Scope) Of(tool string) *Scope {
	return &Scope{Report: s.Report, rules: s.rules, tool: tool}
}

// Add records a change; a rule that is not in the table counts as what cannot be
// judged. what is a sentence; see fmt.Sprintf. The change may be completed until
// the next one is recorded.
func (s *Scope) Add(rule, ptr, field string, old, new any, what string, args ...any) *change.Change {
	r, known := s.rules[rule]
	if !known {
		r = s.rules["unknown-changed"]
	}
	s.Report.Changes = append(s.Report.Changes, change.Change{
		Class: r.Class, Rule: r.ID, Tool: s.tool, Pointer: ptr, Field: field,
		Old: JSON(old), New: JSON(new), What: fmt.Sprintf(what, args...),
	})
	return &s.Report.Changes[len(s.Report.Changes)-1]
}

// Value records that a plain value changed; zero values count as not stated.
func Value[T any](s *Scope, rule, ptr, field, subject string, old, new T) {
	if Equal(old, new) {
		return
	}
	s.Add(rule, ptr, field, Stated(old), Stated(new), "%s", Moved(subject, old, new))
}

// Members records what was added to and removed from a list of names.
func (s *Scope) Members(added, removed, ptr, field, addedText, removedText string, old, new []string) {
	for _, name := range Without(old, new) {
		s.Add(removed, ptr+"/"+Token(name), field, name, nil, removedText, Shown(name))
	}
	for _, name := range Without(new, old) {
		s.Add(added, ptr+"/"+Token(name), field, nil, name, addedText, Shown(name))
	}
}

// Order records that a list holds the same names in another order.
func (s *Scope) Order(rule, ptr, field, subject string, old, new []string) {
	if len(Without(old, new)) == 0 && len(Without(new, old)) == 0 && !Equal(old, new) {
		s.Add(rule, ptr, field, old, new, "%s", Moved(subject, old, new))
	}
}
