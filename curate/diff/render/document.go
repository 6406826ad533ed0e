package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/curate/diff/change"
)

// DocumentFormat is the name and major version of a Document in JSON.
const DocumentFormat = "oatools.diff/1"

// Document is one comparison: of two sets, or of two folders of sets.
type Document struct {
	Format string           `json:"format"` // DocumentFormat; New fills it in
	Sets   []*change.Report `json:"sets"`   // sorted by name
	// Problems say why a side cannot be compiled; there are no reports then.
	Problems []diag.Diagnostic `json:"problems,omitempty"`
}

// New makes a document of reports.
func New(reports []*change.Report, problems []diag.Diagnostic) *Document {
	reports = slices.Clone(reports)
	slices.SortStableFunc(reports, func(a, b *change.Report) int { return strings.Compare(a.Set, b.Set) })
	if reports == nil {
		reports = []*change.Report{}
	}
	return &Document{Format: DocumentFormat, Sets: reports, Problems: problems}
}

// Gate says what a comparison must not hold.
type Gate struct {
	Classes []change.Class
	Version bool // a version bump that is smaller than the change
}

// ParseGate reads a list of classes, "version" and "none", in any case. The
// empty list is nothing.
func ParseGate(words []string) (Gate, error) {
	var g Gate
	for _, w := range words {
		switch w = strings.ToLower(strings.TrimSpace(w)); w {
		case "", "never":
		case "version":
			g.Version = true
		default:
			c, err := change.ParseClass(w)
			if err != nil {
				return Gate{}, fmt.Errorf("%w, version or never", err)
			}
			g.Classes = append(g.Classes, c)
		}
	}
	return g, nil
}

// stops reports whether the gate forbids a change of class c.
func (g Gate) stops(c change.Class) bool { return slices.Contains(g.Classes, c) }

// Failed reports whether d holds what the gate forbids. A side that cannot be
// compiled always is.
func (g Gate) Failed(d *Document) bool {
	if slices.ContainsFunc(d.Problems, func(p diag.Diagnostic) bool { return p.Severity == diag.Error }) {
		return true
	}
	for _, r := range d.Sets {
		if g.Version && r.Version.Small || slices.ContainsFunc(g.Classes, func(c change.Class) bool { return r.Count(c) > 0 }) {
			return true
		}
	}
	return false
}

// Format is a way to write a document.
type Format string

// The formats.
const (
	Text     Format = "text"
	Markdown Format = "markdown"
	JSON     Format = "json"
	SARIF    Format = "sarif"
	GitHub   Format = "github"
)

// Formats lists the formats, the default one first.
func Formats() []Format { return []Format{Text, Markdown, JSON, SARIF, GitHub} }

// Options are the settings of Write. The zero value is useful.
type Options struct {
	Colour bool // Text: mark with colours of a terminal
	Gate   Gate // SARIF and GitHub: what counts as an error
	Limit  int  // Markdown: bytes of one part; 0: 60,000
}

// Write gives d in a format. Markdown may need several parts, each a comment of
// its own; every other format is one part.
func Write(d *Document, format Format, opts Options) ([][]byte, error) {
	switch format {
	case Text:
		return one(writeText(d, opts), nil)
	case Markdown:
		return writeMarkdown(d, opts), nil
	case JSON:
		return one(writeJSON(d))
	case SARIF:
		return one(writeSARIF(d, opts))
	case GitHub:
		return one(writeGitHub(d, opts), nil)
	}
	return nil, fmt.Errorf("unknown format %q; want one of %v", format, Formats())
}

func one(part []byte, err error) ([][]byte, error) { return [][]byte{part}, err }

// title names a set and its versions.
func title(r *change.Report) string {
	switch {
	case r.Old == nil:
		return r.Set + " " + orNone(r.New.Version) + " (new)"
	case r.New == nil:
		return r.Set + " " + orNone(r.Old.Version) + " (gone)"
	case r.Old.Version == r.New.Version:
		return strings.TrimSpace(r.Set + " " + r.New.Version)
	}
	return r.Set + " " + orNone(r.Old.Version) + " → " + orNone(r.New.Version)
}

func orNone(s string) string {
	if s == "" {
		return "without version"
	}
	return s
}

// counts says how many changes of each class there are.
func counts(r *change.Report) string {
	var out []string
	for _, c := range change.Classes() {
		if n := r.Count(c); n > 0 {
			word := strings.ToLower(string(c))
			if c == change.None {
				word = "without effect"
			}
			out = append(out, fmt.Sprintf("%d %s", n, word))
		}
	}
	if len(out) == 0 {
		return "no difference"
	}
	return strings.Join(out, ", ")
}

// place gives the line that a change is shown at; zero when none is known.
func place(c *change.Change) diag.Pos {
	switch {
	case c.Overlay != nil:
		return *c.Overlay
	case c.Spec != nil:
		return *c.Spec
	}
	return diag.Pos{}
}
