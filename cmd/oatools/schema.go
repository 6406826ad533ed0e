package main

import (
	"github.com/spf13/cobra"

	"github.com/oatools/oatools/curate/overlay"
)

func schemaCmd(std streams) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of the overlay format",
		Long: "Print the JSON Schema (2020-12) of the overlay format. An editor completes and checks an overlay that starts with\n" +
			"the line: # yaml-language-server: $schema=overlay.schema.json",
		Example: "  oatools schema > overlays/overlay.schema.json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := std.Out.Write(overlay.Schema())
			return err
		},
	}
}
