package lint

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/provider"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/lint/judgement"
	"github.com/oatools/oatools/curate/lint/rule"
	"github.com/oatools/oatools/curate/provenance"
)

// Options are the settings of Run. The zero value is useful.
type Options struct {
	Profile  rule.Profile      // empty: rule.Team
	Now      time.Time         // for end dates; zero: none has come
	Provider *provider.Profile // also report what it cannot say or take; nil: none
	Artifact []byte            // the committed artifact; nil: none to compare with
	File     string            // place of findings in a set that has no overlay
}

// Finding is one thing that a rule found; see judgement.Finding.
type Finding = judgement.Finding

// Waived is a finding that the author waived, with the reason.
type Waived struct {
	Finding
	Because string `json:"because"`
	Until   string `json:"until"`
}

// Cost is what being shown something costs a model; see judgement.Cost.
type Cost = judgement.Cost

// Report is what Run gives. Every list is sorted and may be empty.
type Report struct {
	Profile   rule.Profile `json:"profile"`
	Findings  []Finding    `json:"findings"`
	Waived    []Waived     `json:"waived"`
	Tools     []Cost       `json:"tools"`     // by name
	Audiences []Cost       `json:"audiences"` // by name
}

// Count gives the number of findings of a severity.
func (r *Report) Count(s diag.Severity) int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity == s {
			n++
		}
	}
	return n
}

// Diags gives the findings as diagnostics.
func (r *Report) Diags() *diag.List {
	var list diag.List
	for _, f := range r.Findings {
		list.Add(f.Diagnostic)
	}
	return &list
}

// Run judges what was built. A set that did not come out, because of errors,
// has only those for findings. A Built of nothing but a Set is judged by the
// rules that need no more. Run changes nothing; equal input gives equal reports.
func Run(built *curate.Built, opts Options) *Report {
	if opts.Profile == "" {
		opts.Profile = rule.Team
	}
	l := newLinter(built, opts)
	kept, waived := l.waive(append(l.compiler(), l.judge.Findings()...))
	out := &Report{Profile: opts.Profile, Findings: []Finding{}, Waived: []Waived{}, Tools: []Cost{}, Audiences: []Cost{}}
	out.Findings = append(out.Findings, l.level(kept)...)
	for _, w := range waived {
		if s := l.severity(&w.Finding); s != "" {
			w.Severity = s
			out.Waived = append(out.Waived, w)
		}
	}
	out.Findings = sortFindings(out.Findings)
	slices.SortStableFunc(out.Waived, func(a, b Waived) int { return compare(&a.Finding, &b.Finding) })
	if built.Set != nil {
		out.Tools, out.Audiences = l.judge.ToolCosts(), l.judge.AudienceCosts()
	}
	return out
}

// Alone makes of a set, say an artifact, what Run takes.
func Alone(set *tool.Set) *curate.Built {
	return &curate.Built{Set: set, Provenance: &provenance.Origins{}, Diags: &diag.List{}}
}

// linter holds one run.
type linter struct {
	built *curate.Built
	opts  Options
	rules []rule.Rule
	byID  map[string]*rule.Rule
	judge *judgement.Judge
}

func newLinter(built *curate.Built, opts Options) *linter {
	l := &linter{built: built, opts: opts, rules: rule.All(), byID: map[string]*rule.Rule{}}
	for i := range l.rules {
		l.byID[l.rules[i].ID] = &l.rules[i]
	}
	l.judge = judgement.New(built, judgement.Options{Now: opts.Now, Provider: opts.Provider, Artifact: opts.Artifact, File: opts.File})
	return l
}

// compiler takes the compiler's diagnostics over.
func (l *linter) compiler() []Finding {
	var found []Finding
	for _, d := range l.built.Diags.Sorted() {
		if d.Code == "todo" && l.built.Set != nil {
			continue // the rule of that name reads every text, not only the overlay's
		}
		found = append(found, Finding{Tool: l.judge.Owner(d.Pos), Diagnostic: d})
	}
	return found
}

// level settles the severities and drops what the profile does not want.
func (l *linter) level(list []Finding) []Finding {
	var out []Finding
	for _, f := range list {
		if f.Severity = l.severity(&f); f.Severity != "" {
			out = append(out, f)
		}
	}
	return out
}

// severity gives what a finding weighs under the profile. Errors of the
// compiler stay errors: there is no set.
func (l *linter) severity(f *Finding) diag.Severity {
	r := l.byID[f.Code]
	switch {
	case f.Severity == diag.Error: // only the compiler says so by itself
		return diag.Error
	case r != nil:
		return r.Severity(l.opts.Profile, f.Raised)
	case l.opts.Profile == rule.Draft:
		return ""
	}
	return f.Severity
}

func compare(a, b *Finding) int {
	return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.Code, b.Code), strings.Compare(a.Tool, b.Tool), strings.Compare(a.Message, b.Message))
}

// sortFindings orders by place, code, tool and message, each once.
func sortFindings(list []Finding) []Finding {
	slices.SortStableFunc(list, func(a, b Finding) int { return compare(&a, &b) })
	return slices.CompactFunc(list, func(a, b Finding) bool { return compare(&a, &b) == 0 })
}
