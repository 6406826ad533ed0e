package main

import (
	"github.com/spf13/cobra"

	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/runtime"
)

func schemaCmd(std streams) *cobra.Command {
	var results bool
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of the overlay format, or of results",
		Long: "Print the JSON Schema (2020-12) of the overlay format. An editor completes and checks an overlay that starts with\n" +
			"the line: # yaml-language-server: $schema=overlay.schema.json\n\nWith --results, print the schema of what every call answers.",
		Example: "  oatools schema > overlays/overlay.schema.json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if results {
				return writeJSON(std.Out, runtime.EnvelopeSchema())
			}
			_, err := std.Out.Write(overlay.Schema())
			return err
		},
	}
	cmd.Flags().BoolVar(&results, "results", false, "print the schema of results instead")
	return cmd
}
