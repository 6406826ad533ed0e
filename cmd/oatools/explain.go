package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/oatools/oatools/cmd/oatools/side"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/explain"
)

func explainCmd(std streams) *cobra.Command {
	var asJSON, patches bool
	cmd := &cobra.Command{
		Use:   "explain SET|OVERLAY TOOL",
		Short: "Say where every word, argument, limit and policy of a tool comes from",
		Long: "Say where every word, argument, limit, hidden value and policy of a tool comes from: its line of the API\n" +
			"description, its line of the overlay, or a default. An artifact holds no lines; it is explained without.\n\n" +
			"--patches says of each action of the overlay's patches what it changes, and which operations and tools see that.",
		Example: "  oatools explain overlays/expenses.yaml expense_create\n  oatools explain overlays/expenses.yaml --patches",
		Args: func(cmd *cobra.Command, args []string) error {
			if patches {
				return cobra.ExactArgs(1)(cmd, args)
			}
			return cobra.ExactArgs(2)(cmd, args)
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if patches {
				return explainPatches(args[0], asJSON, std)
			}
			s, err := side.File(args[0])
			if err != nil {
				return err
			}
			if err := explainProblems(s, std); err != nil {
				return err
			}
			e, err := explained(&s.Sets[0], args[1])
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(std.Out, e)
			}
			_, err = fmt.Fprint(std.Out, e.Text())
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&patches, "patches", false, "explain the patches of an overlay instead of a tool")
	return cmd
}

// explained explains one tool of a set.
func explained(e *side.Entry, name string) (*explain.Explanation, error) {
	i := slices.IndexFunc(e.Set.Tools, func(t tool.Tool) bool { return t.Name == name })
	if i < 0 {
		var names []string
		for _, t := range e.Set.Tools {
			names = append(names, t.Name)
		}
		return nil, fmt.Errorf("%s has no tool %s%s", e.Set.Name, name, diag.DidYouMean(name, names))
	}
	return explainTool(e, &e.Set.Tools[i]), nil
}

// explainTool says where a tool of the set comes from.
func explainTool(e *side.Entry, t *tool.Tool) *explain.Explanation {
	if e.Prov == nil {
		return explain.Tool(e.Set, t, nil)
	}
	return explain.Tool(e.Set, t, func(field string) (overlay, spec diag.Pos, note string, ok bool) {
		o, ok := e.Prov.Find(t.Name, field)
		return o.Overlay, o.Spec, o.Note, ok
	})
}

// explainProblems tells why a side cannot be compiled; the error is errFindings.
func explainProblems(s *side.Side, std streams) error {
	for _, p := range s.Problems {
		fmt.Fprintln(std.Err, p)
	}
	if len(s.Problems) > 0 {
		return errFindings
	}
	return nil
}
