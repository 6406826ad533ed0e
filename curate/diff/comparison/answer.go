package comparison

import (
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/journal"
	"github.com/oatools/oatools/curate/diff/subset"
)

// answers compares what the service declares to answer. The tool's own result
// schema is compared as a promise to the model; this is what the runtime reads.
func (c *comparison) answers(r step, o, n *tool.Step) {
	if journal.Equal(o.Results, n.Results) || o.Op.Digest == n.Op.Digest && !journal.Equal(c.kept(c.o), c.kept(c.n)) {
		return // what is kept of the answer changed, which is told
	}
	key := func(a tool.Response) string { return a.Status + " " + a.Media }
	was, is := map[string]tool.Response{}, map[string]tool.Response{}
	for _, a := range o.Results {
		was[key(a)] = a
	}
	for _, a := range n.Results {
		is[key(a)] = a
	}
	told := false
	for _, k := range journal.Names(was, is) {
		a, b := was[k], is[k]
		if journal.Equal(a, b) {
			continue
		}
		told = true
		what := journal.Moved("What is declared for "+strings.TrimSpace(k), answerForm(a), answerForm(b))
		if answerForm(a) == answerForm(b) {
			what = "The schema of the service's answer " + strings.TrimSpace(k) + " is another" + firstDelta(a, b) + "."
		}
		c.once("answer-declared", r.ptr, "/results/"+journal.Token(k), "operation", journal.Stated(a), journal.Stated(b), "%s", what)
	}
	if !told {
		c.once("answer-declared", r.ptr, "/results", "operation", o.Results, n.Results, "The service's answers are declared in another order.")
	}
}

// kept gives everything that decides what of an answer's schema is carried.
func (c *comparison) kept(t *tool.Tool) any {
	out := []any{t.Result}
	if j := t.JobContract(); j != nil {
		out = append(out, j.Result, j.State, j.Progress, j.Error)
	}
	if t.Command != nil {
		out = append(out, t.Command.DryRun.Select)
	}
	return out
}

func answerForm(a tool.Response) string {
	if a.Status == "" {
		return ""
	}
	form := string(a.Decode)
	if a.Success {
		form += " of a success"
	}
	return form
}

// firstDelta says where two answers part first.
func firstDelta(a, b tool.Response) string {
	deltas := subset.Compare(journal.Parse(a.Schema), journal.Parse(b.Schema))
	if len(deltas) == 0 {
		return ""
	}
	d := deltas[0]
	return ": at " + journal.Or(fieldPath(d.Path), "its root") + ", " + string(d.Kind) + " " + journal.Clip(fromTo(&d), journal.MaxShown)
}
