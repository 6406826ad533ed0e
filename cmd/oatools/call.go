package main

import (
	"crypto/rand"
	"encoding/json"

	"github.com/spf13/cobra"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/engine"
)

func callCmd(std streams) *cobra.Command {
	var opts openOptions
	var file string
	var pairs []string
	cmd := &cobra.Command{
		Use:   "call SET|OVERLAY TOOL",
		Short: "Call one tool and print its result",
		Long: "Call one tool and print its result, the same envelope that a model reads. Exits with 1 when the call failed.\n\n" +
			"Confirm tokens, cursors and handles live in the process that made them, so no later call can use them: serve the\n" +
			"set for that.",
		Example: "  oatools call overlays/expenses.yaml expense_search --arg text=taxi --demo",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			_, eng, who, err := start(cmd.Context(), args[0], opts, std)
			if err != nil {
				return err
			}
			given, err := readArgs(inputOf(eng, args[1], who), file, pairs, std.In)
			if err != nil {
				return err
			}
			res, err := eng.Handler()(cmd.Context(), &runtime.Call{ID: "call_" + rand.Text(), Tool: args[1], Args: given, Principal: who})
			if err != nil {
				return err
			}
			return printResult(res, std)
		},
	}
	cmd.Flags().StringArrayVar(&pairs, "arg", nil, "an argument, `NAME=VALUE`; may be repeated")
	cmd.Flags().StringVar(&file, "json", "", "read all arguments as JSON from `FILE` (- for standard input)")
	opts.flags(cmd)
	return cmd
}

func inputOf(eng *engine.Engine, name string, p runtime.Principal) json.RawMessage {
	for _, t := range eng.Tools(p) {
		if t.Name == name {
			return json.RawMessage(t.Input)
		}
	}
	return nil
}

func printResult(res *runtime.Result, std streams) error {
	enc := json.NewEncoder(std.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(res); err != nil {
		return err
	}
	if res.Status == runtime.StatusError {
		return errFindings
	}
	return nil
}
