package main

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/explain"
)

func explainCmd(std streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "explain SET|OVERLAY TOOL",
		Short: "Say where every word, argument, limit and policy of a tool comes from",
		Long: "Say where every word, argument, limit, hidden value and policy of a tool comes from: its line of the API\n" +
			"description, its line of the overlay, or a default. An artifact holds no lines; it is explained without.",
		Example: "  oatools explain overlays/expenses.yaml expense_create",
		Args:    cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := fileSide(args[0])
			if err != nil {
				return err
			}
			if err := s.explainProblems(std); err != nil {
				return err
			}
			e, err := explained(&s.sets[0], args[1])
			if err != nil {
				return err
			}
			if asJSON {
				enc := json.NewEncoder(std.Out)
				enc.SetEscapeHTML(false)
				enc.SetIndent("", "  ")
				return enc.Encode(e)
			}
			_, err = fmt.Fprint(std.Out, e.Text())
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// explained explains one tool of a set.
func explained(e *entry, name string) (*explain.Explanation, error) {
	i := slices.IndexFunc(e.set.Tools, func(t tool.Tool) bool { return t.Name == name })
	if i < 0 {
		var names []string
		for _, t := range e.set.Tools {
			names = append(names, t.Name)
		}
		return nil, fmt.Errorf("%s has no tool %s%s", e.set.Name, name, diag.DidYouMean(name, names))
	}
	return e.explain(&e.set.Tools[i]), nil
}

// explain says where a tool of the set comes from.
func (e *entry) explain(t *tool.Tool) *explain.Explanation {
	if e.prov == nil {
		return explain.Tool(e.set, t, nil)
	}
	return explain.Tool(e.set, t, func(field string) (overlay, spec diag.Pos, note string, ok bool) {
		o, ok := e.prov.Find(t.Name, field)
		return o.Overlay, o.Spec, o.Note, ok
	})
}
