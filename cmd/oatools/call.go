package main

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/engine"
)

func callCmd(std streams) *cobra.Command {
	var opts openOptions
	var file string
	var pairs []string
	var confirm bool
	cmd := &cobra.Command{
		Use:   "call SET|OVERLAY TOOL",
		Short: "Call one tool and print its result",
		Long: "Call one tool and print its result, the same envelope that a model reads. Exits with 1 when the call failed.\n\n" +
			"Confirm tokens, cursors and handles live in the process that made them, so no later call can use them: serve the\n" +
			"set for that. With --confirm a command with dry_run false is planned, the plan is printed on standard error, and\n" +
			"it is run with the plan's token.",
		Example: "  oatools call overlays/expenses.yaml expense_search --arg text=taxi --demo\n" +
			"  oatools call overlays/expenses.yaml expense_delete --arg expense_id=exp_1117 --arg dry_run=false --confirm --demo",
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			_, eng, who, err := start(cmd.Context(), args[0], opts, std)
			if err != nil {
				return err
			}
			name := args[1]
			given, err := readArgs(inputOf(eng, name, who), file, pairs, std.In)
			if err != nil {
				return err
			}
			if confirm && plansOnly(given) {
				return usagef("--confirm runs the command, and %s true asks for a plan alone", tool.ArgDryRun)
			}
			call := func(args json.RawMessage) (*runtime.Result, error) {
				return eng.Handler()(cmd.Context(), &runtime.Call{ID: "call_" + rand.Text(), Tool: name, Args: args, Principal: who})
			}
			res, err := call(given)
			if err != nil {
				return err
			}
			if confirm && res.Status == runtime.StatusPlanned {
				if res, err = runPlan(call, given, res, std.Err); err != nil {
					return err
				}
			}
			return printResult(res, std)
		},
	}
	cmd.Flags().StringArrayVar(&pairs, "arg", nil, "an argument, `NAME=VALUE`; may be repeated")
	cmd.Flags().StringVar(&file, "json", "", "read all arguments as JSON from `FILE` (- for standard input)")
	cmd.Flags().BoolVar(&confirm, "confirm", false, "run a command that has to be planned first, with the token of its plan")
	opts.flags(cmd)
	return cmd
}

// plansOnly reports whether a call's arguments ask for a plan and nothing else.
func plansOnly(given json.RawMessage) bool {
	var args map[string]json.RawMessage
	return json.Unmarshal(given, &args) == nil && string(args[tool.ArgDryRun]) == "true"
}

// runPlan shows a plan and makes the call that it is for once more, with its
// token: whoever typed --confirm has said so.
func runPlan(call func(json.RawMessage) (*runtime.Result, error), given json.RawMessage, plan *runtime.Result, show io.Writer) (*runtime.Result, error) {
	var args map[string]json.RawMessage
	if err := json.Unmarshal(given, &args); err != nil {
		return nil, fmt.Errorf("arguments of a plan: %w", err)
	}
	token, err := json.Marshal(plan.ConfirmToken)
	if err != nil {
		return nil, err
	}
	args[tool.ArgConfirmToken] = token
	if given, err = json.Marshal(args); err != nil {
		return nil, err
	}
	if err := writeResult(show, plan); err != nil {
		return nil, err
	}
	return call(given)
}

func inputOf(eng *engine.Engine, name string, p runtime.Principal) json.RawMessage {
	for _, t := range eng.Tools(p) {
		if t.Name == name {
			return json.RawMessage(t.Input)
		}
	}
	return nil
}

func writeResult(w io.Writer, res *runtime.Result) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(res)
}

func printResult(res *runtime.Result, std streams) error {
	if err := writeResult(std.Out, res); err != nil {
		return err
	}
	if res.Status == runtime.StatusError {
		return errFindings
	}
	return nil
}
