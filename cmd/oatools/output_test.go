package main

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
)

// full is a standard output that takes nothing.
type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

// TestCommandsNoticeThatOutputIsLost runs every command that prints results: one
// whose output went nowhere did not succeed.
func TestCommandsNoticeThatOutputIsLost(t *testing.T) {
	overlay, spec := "../../overlays/expenses.yaml", "../../specs/expenses/expenses.openapi.yaml"
	for _, args := range [][]string{
		{"version"}, {"schema"}, {"demo", overlay},
		{"ops", spec}, {"ops", spec, "--json"},
		{"init", spec, "--pick", "searchExpenses"}, {"init", spec, "--pick", "searchExpenses", "-o", "-"},
		{"compile", overlay, "-o", "-"}, {"export", overlay, "--for", "mcp"},
		{"call", overlay, "expense_search", "--demo"},
		{"explain", overlay, "expense_get"}, {"explain", overlay, "expense_get", "--json"},
		{"test", overlay}, {"lint", overlay}, {"lint", "--rules"},
		{"diff", overlay, overlay}, {"diff", "--rules"}, {"diff", "--schema"}, {"diff", overlay, overlay, "-o", "-"},
		{"review", overlay, "-o", "-"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			var stderr bytes.Buffer
			if code := run(t.Context(), args, streams{strings.NewReader(""), full{}, &stderr}); code != exitFindings {
				t.Errorf("exit code = %d, want %d\n%s", code, exitFindings, &stderr)
			}
			if !strings.Contains(stderr.String(), errFull.Error()) {
				t.Errorf("standard error = %q, want it to say %q", &stderr, errFull)
			}
		})
	}
	if _, err := os.Lstat("-"); err == nil {
		t.Error(`a file named "-" was written`)
	}
}
