package compile

import (
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
)

// Filter picks operations for a Survey. Every field that is set has to match;
// the zero value picks all.
type Filter struct {
	Tag    string // a tag, as written
	Path   string // part of the path
	Method string // in any case
	Text   string // every word occurs in id, path, summary or tags, in any case
}

// picks reports whether f picks ref.
func (f Filter) picks(ref oas.Ref) bool {
	if f.Method != "" && !strings.EqualFold(f.Method, ref.Method) || !strings.Contains(ref.Path, f.Path) {
		return false
	}
	if f.Tag != "" {
		found := false
		for _, t := range ref.Tags {
			found = found || t == f.Tag
		}
		if !found {
			return false
		}
	}
	text := strings.ToLower(strings.Join(append([]string{ref.ID, ref.Path, ref.Summary}, ref.Tags...), " "))
	for word := range strings.FieldsSeq(strings.ToLower(f.Text)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// Row is one operation of a Survey: what a person who picks tools wants to know.
type Row struct {
	ID         string     `json:"id,omitempty"`
	Method     string     `json:"method"`
	Path       string     `json:"path"`
	Summary    string     `json:"summary,omitempty"`
	Tags       []string   `json:"tags,omitempty"`
	Deprecated bool       `json:"deprecated,omitempty"`
	Tool       string     `json:"tool,omitempty"`   // name of the default tool
	Shape      tool.Shape `json:"shape,omitempty"`  // guessed; empty when the operation does not compile
	Args       int        `json:"args"`             // of the default tool, control arguments not counted
	Tokens     int        `json:"tokens,omitempty"` // estimate of what listing the default tool costs
	Guesses    []string   `json:"guesses,omitempty"`
	Problem    string     `json:"problem,omitempty"` // why it does not compile
	Place      string     `json:"place"`
}

// Survey lists the operations of doc that f picks, in document order, each with
// the tool that it would be by default. What is wrong with an operation stands
// in its row.
func Survey(doc *oas.Document, f Filter) []Row {
	var refs []oas.Ref
	for _, ref := range doc.Index() {
		if f.picks(ref) {
			refs = append(refs, ref)
		}
	}
	rows := make([]Row, 0, len(refs))
	opts := Options{Sketch: true, Shared: new(Shared)}
	for i, op := range doc.Operations(refs, &diag.List{}) {
		rows = append(rows, row(doc, refs[i], op, opts))
	}
	return rows
}

func row(doc *oas.Document, ref oas.Ref, op *oas.Operation, opts Options) Row {
	r := Row{
		ID: ref.ID, Method: ref.Method, Path: ref.Path, Summary: ref.Summary, Tags: ref.Tags,
		Deprecated: ref.Deprecated, Place: ref.Pos.String(),
	}
	var diags diag.List
	if op == nil {
		doc.Operations([]oas.Ref{ref}, &diags)
		r.Problem = firstError(&diags)
		return r
	}
	plan := Default(op, &diags)
	r.Shape, r.Args, r.Tool = plan.Shape, len(plan.Args), plan.Name
	for _, g := range plan.Guesses {
		r.Guesses = append(r.Guesses, g.What+" "+g.Value+": "+g.Reason)
	}
	if t := Assemble(op, plan, opts, &diags); t != nil {
		r.Tokens = t.Tokens
	} else {
		r.Problem = firstError(&diags)
	}
	return r
}

func firstError(diags *diag.List) string {
	for _, d := range diags.Sorted() {
		if d.Severity == diag.Error {
			return d.Message + " [" + d.Code + "]"
		}
	}
	return "it does not compile"
}
