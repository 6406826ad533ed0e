package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestExitCodes(t *testing.T) {
	expenses := "../../overlays/expenses.yaml"
	tests := []struct {
		name string
		args []string
		want int
		says string // on standard error
	}{
		{"fine", []string{"version"}, exitOK, ""},
		{"no such command", []string{"compil"}, exitUsage, "unknown command"},
		{"help about no command", []string{"help", "compil"}, exitUsage, "unknown command"},
		{"help", []string{"help", "compile"}, exitOK, ""},
		{"version as a flag", []string{"--version"}, exitOK, ""},
		{"no such flag", []string{"compile", "--fast"}, exitUsage, "unknown flag"},
		{"argument missing", []string{"compile"}, exitUsage, "accepts 1 arg"},
		{"flags that exclude each other", []string{"serve", expenses}, exitUsage, "either --stdio or --http"},
		{"bad --arg", []string{"call", expenses, "expense_search", "--arg", "text", "--demo"}, exitUsage, "want name=value"},
		{"flag missing", []string{"export", expenses}, exitUsage, "\"for\" not set"},
		{"JSON where a file is named", []string{"call", expenses, "expense_search", "--json", `{"text":"taxi"}`, "--demo"}, exitUsage, "--json -"},
		{"no such port", []string{"serve", expenses, "--http", "127.0.0.1:99999", "--demo"}, exitUsage, "want host:port"},
		{"no loopback address", []string{"serve", expenses, "--http", "0.0.0.0:8080", "--demo"}, exitUsage, "loopback"},
		{"no loopback address for a stub", []string{"mock", "../../specs/expenses/expenses.openapi.yaml", "--http", ":8081"}, exitUsage, "loopback"},
		{"file missing", []string{"compile", "no.yaml"}, exitFindings, "no.yaml"},
		{"mistakes of an author", []string{"compile", "testdata/mistake.yaml", "-o", "-"}, exitFindings, "testdata/mistake.yaml:7:"},
		{"failed call", []string{"call", expenses, "expense_get", "--arg", "expense_id=exp_0", "--demo"}, exitFindings, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out, err bytes.Buffer
			got := run(t.Context(), tt.args, streams{strings.NewReader(""), &out, &err})
			if got != tt.want {
				t.Errorf("exit code = %d, want %d\n%s%s", got, tt.want, &out, &err)
			}
			if !strings.Contains(err.String(), tt.says) {
				t.Errorf("stderr = %q, want it to hold %q", err.String(), tt.says)
			}
		})
	}
}
