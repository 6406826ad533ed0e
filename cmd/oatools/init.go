package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/oatools/oatools/cmd/oatools/outfile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/curate/scaffold"
)

func initCmd(std streams) *cobra.Command {
	var picks []string
	var out string
	cmd := &cobra.Command{
		Use:     "init SPEC --pick OPERATION",
		Short:   "Write a first overlay for some operations of a spec",
		Long:    "Write a first overlay for some operations of a spec: their arguments, guessed shapes with the reason, and\na TODO wherever a person has to decide. OPERATION is an operationId or \"METHOD /path\".",
		Example: "  oatools init specs/expenses/expenses.openapi.yaml --pick searchExpenses --pick 'GET /expenses/{id}'",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(picks) == 0 {
				return usagef("pick at least one operation with --pick; 'oatools ops %s' lists them", args[0])
			}
			doc, err := loadSpec(args[0], std)
			if err != nil {
				return err
			}
			text, diags := scaffold.Write(doc, picks, scaffold.Options{Spec: relativeTo(out, args[0])})
			fmt.Fprint(std.Err, diags)
			if diags.HasErrors() {
				return errFindings
			}
			if out == "-" {
				_, err = std.Out.Write(text)
				return err
			}
			return outfile.Create(out, text)
		},
	}
	cmd.Flags().StringArrayVar(&picks, "pick", nil, "an `OPERATION` to make a tool of; may be repeated")
	cmd.Flags().StringVarP(&out, "output", "o", "-", "write the overlay to `FILE`, which must not exist (- for standard output)")
	return cmd
}

// relativeTo gives the path of spec as the overlay out has to name it.
func relativeTo(out, spec string) string {
	if out == "-" {
		return filepath.ToSlash(spec)
	}
	rel, err := filepath.Rel(filepath.Dir(out), spec)
	if err != nil {
		return filepath.ToSlash(spec)
	}
	return filepath.ToSlash(rel)
}

// loadSpec reads an API description and prints what there is to say about it.
func loadSpec(path string, std streams) (*oas.Document, error) {
	var diags diag.List
	doc, err := oas.Load(path, oas.LoadOptions{}, &diags)
	if err != nil {
		return nil, err
	}
	fmt.Fprint(std.Err, &diags)
	if doc == nil {
		return nil, errFindings
	}
	return doc, nil
}
