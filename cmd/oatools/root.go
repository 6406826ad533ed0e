package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/oatools/oatools/cmd/oatools/side"
)

// The exit codes.
const (
	exitOK       = 0
	exitFindings = 1
	exitUsage    = 2
)

// streams are where a command reads and writes. Out gets results and nothing
// else; Err is for people.
type streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// errFindings ends a command that ran and has already said what is wrong.
var errFindings = errors.New("findings")

// run executes one command line and gives the exit code.
func run(ctx context.Context, args []string, std streams) int {
	started := false
	root := &cobra.Command{
		Use:           "oatools",
		Short:         "Turn REST APIs into curated tools for agents",
		Long:          "oatools compiles OpenAPI descriptions, through overlays that people review, into a small set of tools,\nruns their calls as HTTP requests and serves them over MCP.",
		Example:       "  oatools serve overlays/expenses.yaml --stdio --demo",
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		CompletionOptions: cobra.CompletionOptions{
			HiddenDefaultCmd: true,
		},
	}
	root.AddCommand(opsCmd(std), initCmd(std), compileCmd(std), callCmd(std), serveCmd(std), demoCmd(std), exportCmd(std), diffCmd(std), explainCmd(std), reviewCmd(std), testCmd(std), mockCmd(std), lintCmd(std), schemaCmd(std), versionCmd(std))
	// Everything that fails before a command's body starts is about the command
	// line, flags that it requires among it.
	for _, cmd := range root.Commands() {
		body := cmd.RunE
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			started = true
			return body(cmd, args)
		}
	}
	root.SetVersionTemplate("oatools {{.Version}}\n")
	root.SetHelpCommand(&cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about any command",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, _, err := root.Find(args)
			if err != nil {
				return err
			}
			return cmd.Help()
		},
	})
	root.SetIn(std.In)
	root.SetOut(std.Out)
	root.SetErr(std.Err)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var usage *usageError
	var argument *side.ArgumentError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFindings):
		return exitFindings
	case !started || errors.As(err, &usage) || errors.As(err, &argument):
		fmt.Fprintf(std.Err, "oatools: %v\nRun 'oatools --help' or 'oatools COMMAND --help'.\n", err)
		return exitUsage
	}
	fmt.Fprintf(std.Err, "oatools: %v\n", err)
	return exitFindings
}

// usageError is a wrong command line that only the command's body can notice.
type usageError struct{ error }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}
