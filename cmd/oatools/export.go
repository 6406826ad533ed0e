package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/oatools/oatools/compile/provider"
)

func exportCmd(std streams) *cobra.Command {
	var id string
	cmd := &cobra.Command{
		Use:   "export SET|OVERLAY --for PROVIDER",
		Short: "Print the tools as a provider's API takes them",
		Long: "Print the tools as a provider's API takes them. What the provider cannot say of a tool goes to standard error;\n" +
			"a tool that it cannot take at all is an error, and nothing is printed.",
		Example: "  oatools export overlays/expenses.tools.json --for mcp",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			profile, ok := provider.Find(id)
			if !ok {
				return usagef("--for %q: want one of %s", id, strings.Join(providers(), ", "))
			}
			set, err := loadSet(args[0], std)
			if err != nil {
				return err
			}
			decls, losses, err := provider.LowerAll(set, profile)
			for _, l := range losses {
				fmt.Fprintln(std.Err, l)
			}
			if err != nil {
				return err
			}
			enc := json.NewEncoder(std.Out)
			enc.SetEscapeHTML(false)
			enc.SetIndent("", "  ")
			return enc.Encode(map[string]any{"tools": decls})
		},
	}
	cmd.Flags().StringVar(&id, "for", "", "the `PROVIDER`: "+strings.Join(providers(), ", "))
	_ = cmd.MarkFlagRequired("for")
	return cmd
}

func providers() []string {
	var ids []string
	for _, p := range provider.Profiles() {
		ids = append(ids, p.ID)
	}
	return ids
}
