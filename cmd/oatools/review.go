package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/oatools/oatools/cmd/oatools/side"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/diff"
	"github.com/oatools/oatools/curate/explain"
	"github.com/oatools/oatools/curate/lint"
	"github.com/oatools/oatools/curate/review"
	"github.com/oatools/oatools/runtime/engine"
	"github.com/oatools/oatools/runtime/mcpserver"
)

func reviewCmd(std streams) *cobra.Command {
	var base, out string
	cmd := &cobra.Command{
		Use:   "review SET|OVERLAY",
		Short: "Write the page on which people decide about a toolset",
		Long: "Write one HTML file that needs no network: what models read, where every part comes from, what stops a bad\n" +
			"call, what checks found, and, with --base, what changed.",
		Example: "  oatools review overlays/expenses.yaml --base main:overlays/expenses.yaml -o review.html",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			in, err := reviewInput(args[0], base, std)
			if err != nil {
				return err
			}
			page, err := review.Page(*in)
			if err != nil {
				return err
			}
			return writeOutput(out, page, plural(len(in.Set.Tools), "tool"), std)
		},
	}
	cmd.Flags().StringVar(&base, "base", "", "compare with `OLD`: a side as diff takes it")
	cmd.Flags().StringVarP(&out, "output", "o", "review.html", "write the page to `FILE` (- for standard output)")
	return cmd
}

// reviewInput gathers what a page shows.
func reviewInput(path, base string, std streams) (*review.Input, error) {
	s, err := side.File(path)
	if err != nil {
		return nil, err
	}
	if err := explainProblems(s, std); err != nil {
		return nil, err
	}
	e := &s.Sets[0]
	in := &review.Input{Set: e.Set, Declare: func(t *tool.Tool) (json.RawMessage, error) {
		return mcpserver.Declaration(engine.SurfaceOf(t))
	}}
	in.Explain = func(t *tool.Tool) *explain.Explanation { return explainTool(e, t) }
	built := e.Built
	if built == nil {
		built = lint.Alone(e.Set)
	} else {
		in.Dropped = dropped(built)
	}
	for _, f := range lint.Run(built, lint.Options{File: e.File}).Findings {
		in.Findings = append(in.Findings, review.Finding{Tool: f.Tool, Diagnostic: f.Diagnostic})
	}
	if base == "" {
		return in, nil
	}
	old, err := side.Load(base)
	if err != nil {
		return nil, err
	}
	if err := explainProblems(old, std); err != nil {
		return nil, err
	}
	before := &old.Sets[0]
	if len(old.Sets) > 1 {
		if before = old.Find(e.Set.Name); before == nil {
			return nil, fmt.Errorf("%s holds no set %s", base, e.Set.Name)
		}
	}
	in.Base, in.Report = before.Set, diff.Diff(before.Set, e.Set)
	if e.Prov != nil {
		in.Report.Locate(e.Prov.Lines)
	}
	return in, nil
}

// dropped names, for each tool that selects, the fields of the answer beside
// those that it keeps.
func dropped(built *curate.Built) map[string][]string {
	out := map[string][]string{}
	for i := range built.Set.Tools {
		t := &built.Set.Tools[i]
		op := built.Operations[t.Name]
		if op == nil || len(t.Result.Select) == 0 {
			continue
		}
		kept := func(name string) bool {
			return slices.ContainsFunc(t.Result.Select, func(p tool.Pick) bool { return len(p.From) > 0 && p.From[0] == name })
		}
		// No field has an empty name that holds a line break, so all are siblings.
		for _, name := range place.LocateResult(op, t.Result.Items, []string{"\n"}).Names {
			if !kept(name) && !strings.Contains(name, "\n") {
				out[t.Name] = append(out[t.Name], name)
			}
		}
	}
	return out
}
