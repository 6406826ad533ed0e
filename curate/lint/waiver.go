package lint

import (
	"fmt"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/curate/lint/judgement"
	"github.com/oatools/oatools/curate/lint/subject"
	"github.com/oatools/oatools/curate/overlay"
)

// waive takes the findings out that the tool they are about waives, and adds
// what is wrong with the waivers themselves.
func (l *linter) waive(list []Finding) (kept []Finding, waived []Waived) {
	type key struct{ tool, rule string }
	valid := map[key]*overlay.Waiver{}
	for _, s := range l.judge.Subjects() {
		if s.Decl == nil {
			continue
		}
		for i := range s.Decl.Allow {
			w := &s.Decl.Allow[i]
			if l.admissible(s, w, &kept) {
				valid[key{s.Tool.Name, w.Rule.V}] = w
			}
		}
	}
	used := map[*overlay.Waiver]bool{}
	for _, f := range list {
		if w := valid[key{f.Tool, f.Code}]; w != nil && f.Severity != diag.Error {
			used[w] = true
			waived = append(waived, Waived{Finding: f, Because: w.Because.V, Until: w.Until.V})
			continue
		}
		kept = append(kept, f)
	}
	for _, s := range l.judge.Subjects() {
		if s.Decl == nil {
			continue
		}
		for i := range s.Decl.Allow {
			w := &s.Decl.Allow[i]
			if valid[key{s.Tool.Name, w.Rule.V}] == w && !used[w] {
				kept = append(kept, l.about(s, w, "waiver-idle", "the waiver of %s waives nothing: delete it", w.Rule.V))
			}
		}
	}
	return kept, waived
}

// admissible reports whether a waiver may waive anything.
func (l *linter) admissible(s *subject.Tool, w *overlay.Waiver, kept *[]Finding) bool {
	r := l.byID[w.Rule.V]
	switch {
	case r == nil:
		*kept = append(*kept, l.about(s, w, "waiver-dead", "there is no rule %q%s", w.Rule.V, diag.DidYouMean(w.Rule.V, l.ids())))
	case r.Fixed:
		*kept = append(*kept, l.about(s, w, "waiver-refused", "the rule %s cannot be waived", r.ID))
	case judgement.Over(w.Until.V, l.opts.Now):
		*kept = append(*kept, l.about(s, w, "waiver-expired", "the waiver of %s ended on %s", r.ID, w.Until.V))
	default:
		return true
	}
	return false
}

// about makes a finding at a waiver.
func (l *linter) about(s *subject.Tool, w *overlay.Waiver, rule, format string, args ...any) Finding {
	pos := w.Rule.Pos
	if rule == "waiver-expired" {
		pos = w.Until.Pos
	}
	return Finding{Tool: s.Tool.Name, Diagnostic: diag.Diagnostic{Pos: pos, Code: rule, Message: fmt.Sprintf("tool %s: "+format, append([]any{s.Tool.Name}, args...)...)}}
}

func (l *linter) ids() []string {
	var ids []string
	for i := range l.rules {
		ids = append(ids, l.rules[i].ID)
	}
	return ids
}
