// Package diag holds problems that authors of specs and overlays have to
// solve: each with a place, a stable code and, where possible, a hint.
//
// It knows nothing about OpenAPI, overlays or tools; it is the common language
// in which every stage reports, so that all problems come out at once, sorted,
// as file:line:col. News for a model and failures of our own are other kinds of
// error and do not belong here.
package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Pos is a place in a file. Line and Col count from 1; Col counts bytes of a
// JSON file and runes of a YAML file. The zero Pos means "no place known".
type Pos struct {
	File string `json:"file,omitempty"` // slash-separated, relative to where the author works
	Line int    `json:"line,omitempty"`
	Col  int    `json:"col,omitempty"`
}

// IsZero reports whether no place is known.
func (p Pos) IsZero() bool { return p == Pos{} }

// String gives file:line:col, leaving out what is not known.
func (p Pos) String() string {
	switch {
	case p.IsZero():
		return ""
	case p.Line == 0:
		return p.File
	case p.Col == 0:
		return p.File + ":" + strconv.Itoa(p.Line)
	}
	return p.File + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Col)
}

// Compare orders places by file, line and column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(strings.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

// Severity says how much a problem matters.
type Severity string

// The severities, most severe first. An Error stops a build; a Warning tells
// of a repair or a loss; an Info tells of a guess.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Related is a further place that explains a problem: the other definition,
// the line of the spec that an overlay line contradicts.
type Related struct {
	Pos     Pos    `json:"pos"`
	Message string `json:"message"`
}

// Diagnostic is one problem of an author.
type Diagnostic struct {
	Pos      Pos       `json:"pos"`
	Severity Severity  `json:"severity"`
	Code     string    `json:"code"` // stable kebab-case identifier, part of the interface
	Message  string    `json:"message"`
	Hint     string    `json:"hint,omitempty"` // what to do about it
	Related  []Related `json:"related,omitempty"`
}

// String gives one line in the form of compilers:
// file:line:col: severity: message [code]. Hint and related places follow on
// indented lines of their own. What messages quote from a document can neither
// break a line nor steer a terminal.
func (d Diagnostic) String() string {
	var b strings.Builder
	if !d.Pos.IsZero() {
		b.WriteString(Visible(d.Pos.String()))
		b.WriteString(": ")
	}
	fmt.Fprintf(&b, "%s: %s [%s]", d.Severity, Visible(d.Message), d.Code)
	if d.Hint != "" {
		b.WriteString("\n\thint: " + Visible(d.Hint))
	}
	for _, r := range d.Related {
		b.WriteString("\n\t")
		if !r.Pos.IsZero() {
			b.WriteString(Visible(r.Pos.String()) + ": ")
		}
		b.WriteString(Visible(r.Message))
	}
	return b.String()
}

// List collects diagnostics. The zero value is empty and ready to use. It is
// not safe for concurrent use.
type List struct {
	items []Diagnostic
}

// Add appends d.
func (l *List) Add(d Diagnostic) { l.items = append(l.items, d) }

// Append adds everything that o holds.
func (l *List) Append(o *List) {
	if o != nil {
		l.items = append(l.items, o.items...)
	}
}

// Errorf adds an error at pos.
func (l *List) Errorf(pos Pos, code, format string, args ...any) {
	l.Add(Diagnostic{Pos: pos, Severity: Error, Code: code, Message: fmt.Sprintf(format, args...)})
}

// Warnf adds a warning at pos.
func (l *List) Warnf(pos Pos, code, format string, args ...any) {
	l.Add(Diagnostic{Pos: pos, Severity: Warning, Code: code, Message: fmt.Sprintf(format, args...)})
}

// Infof adds an information at pos.
func (l *List) Infof(pos Pos, code, format string, args ...any) {
	l.Add(Diagnostic{Pos: pos, Severity: Info, Code: code, Message: fmt.Sprintf(format, args...)})
}

// Hint gives the diagnostic added last a hint.
func (l *List) Hint(format string, args ...any) {
	if n := len(l.items); n > 0 {
		l.items[n-1].Hint = fmt.Sprintf(format, args...)
	}
}

// Relate gives the diagnostic added last a further place.
func (l *List) Relate(pos Pos, format string, args ...any) {
	if n := len(l.items); n > 0 {
		l.items[n-1].Related = append(l.items[n-1].Related, Related{Pos: pos, Message: fmt.Sprintf(format, args...)})
	}
}

// Len gives the number of diagnostics.
func (l *List) Len() int { return len(l.items) }

// Count gives the number of diagnostics of severity s.
func (l *List) Count(s Severity) int {
	n := 0
	for _, d := range l.items {
		if d.Severity == s {
			n++
		}
	}
	return n
}

// HasErrors reports whether any diagnostic is an error.
func (l *List) HasErrors() bool { return l.Count(Error) > 0 }

// Sorted gives the diagnostics ordered by place, code and message, each once.
// The list itself is unchanged.
func (l *List) Sorted() []Diagnostic {
	out := slices.Clone(l.items)
	slices.SortStableFunc(out, func(a, b Diagnostic) int {
		return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.Code, b.Code), strings.Compare(a.Message, b.Message))
	})
	return slices.CompactFunc(out, func(a, b Diagnostic) bool {
		return a.Pos == b.Pos && a.Code == b.Code && a.Message == b.Message
	})
}

// String gives one diagnostic a line, sorted, each line ended by a newline.
func (l *List) String() string {
	var b strings.Builder
	for _, d := range l.Sorted() {
		b.WriteString(d.String())
		b.WriteByte('\n')
	}
	return b.String()
}

// Err gives an error that stands for the list when it holds an error, else nil.
func (l *List) Err() error {
	if !l.HasErrors() {
		return nil
	}
	return &ListError{Diagnostics: l.Sorted()}
}

// ListError is the error form of a List that holds at least one error.
type ListError struct {
	Diagnostics []Diagnostic
}

// Error names the first error and counts the others.
func (e *ListError) Error() string {
	n := 0
	var first Diagnostic
	for _, d := range e.Diagnostics {
		if d.Severity == Error {
			if n == 0 {
				first = d
			}
			n++
		}
	}
	if n > 1 {
		return fmt.Sprintf("%s (and %d more errors)", first, n-1)
	}
	return first.String()
}
