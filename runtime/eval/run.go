package eval

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
)

// Options are the settings of Run. The zero value runs everything.
type Options struct {
	Tools []string // names of the tools to run; empty: all
	Seed  uint64   // of sampled answers
	// Progress is told of every eval that ended, in order; nil: nobody is.
	Progress func(t *tool.Tool, o *Outcome)
}

// Run runs the evals of a set. Evals that fail are in the report; the error is
// about what is asked, an unknown tool, or about ctx. The same set and options
// give the same report.
func Run(ctx context.Context, set *tool.Set, opts Options) (*Report, error) {
	tools, err := pick(set, opts.Tools)
	if err != nil {
		return nil, err
	}
	report := &Report{Set: set.Name, Digest: set.Digest, Tools: []ToolReport{}}
	b, err := newBench(set, opts.Seed)
	if err != nil {
		return nil, err
	}
	for _, t := range tools {
		tr := ToolReport{Name: t.Name, Shape: string(t.Shape), Why: b.lacking[t.Name], Evals: []Outcome{}}
		for i := range t.Evals {
			if err := ctx.Err(); err != nil {
				return nil, fmt.Errorf("evals of %s: %w", set.Name, err)
			}
			o := b.run(ctx, t, i)
			if opts.Progress != nil {
				opts.Progress(t, &o)
			}
			tr.Evals = append(tr.Evals, o)
		}
		report.Tools = append(report.Tools, tr)
	}
	report.sum()
	return report, nil
}

// pick gives the tools of the given names, in the set's order.
func pick(set *tool.Set, names []string) ([]*tool.Tool, error) {
	var all []string
	var tools []*tool.Tool
	for i := range set.Tools {
		t := &set.Tools[i]
		all = append(all, t.Name)
		if len(names) == 0 || slices.Contains(names, t.Name) {
			tools = append(tools, t)
		}
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return nil, fmt.Errorf("set %s has no tool %q%s", set.Name, name, diag.DidYouMean(name, all))
		}
	}
	return tools, nil
}

// run runs one eval.
func (b *bench) run(ctx context.Context, t *tool.Tool, i int) Outcome {
	e := &t.Evals[i]
	o := Outcome{N: i + 1, Eval: describe(e), Verdict: Skip}
	switch {
	case e.Say != "":
		o.Why = "needs a model"
		return o
	case b.lacking[t.Name] != "":
		o.Why = b.lacking[t.Name]
		return o
	}
	j := &judge{tool: t, eval: e}
	if r, err := b.rig(t, e); err != nil {
		j.bad(Contract, "eval", err.Error())
	} else {
		j.judge(ctx, r)
		if r.reachesApproval(t, e) {
			o.Why = "needs approval by a person"
			return o
		}
	}
	o.Checks, o.Seen, o.Verdict = j.checks, j.seen, Pass
	if slices.ContainsFunc(o.Checks, func(c Check) bool { return c.Problem != "" }) {
		o.Verdict = Fail
	}
	return o
}

// oneLine makes a sentence of an error of several lines.
func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }
