package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestMistakesComeAllAtOnce compiles an overlay with more than twenty mistakes:
// one run reports all of them, each with its place, and writes nothing.
func TestMistakesComeAllAtOnce(t *testing.T) {
	out := filepath.Join(t.TempDir(), "set.tools.json")
	var stdout, stderr bytes.Buffer
	overlay := filepath.Join("..", "..", "curate", "testdata", "shop", "mistakes.yaml")
	if code := run(t.Context(), []string{"compile", overlay, "-o", out}, streams{strings.NewReader(""), &stdout, &stderr}); code != exitFindings {
		t.Errorf("exit code = %d, want %d", code, exitFindings)
	}
	placed := regexp.MustCompile(`(?m)^[^\s:]+:\d+:\d+: error: .* \[[a-z0-9-]+\]$`)
	errors := regexp.MustCompile(`(?m)^\S.*error: `)
	if n, all := len(placed.FindAllString(stderr.String(), -1)), len(errors.FindAllString(stderr.String(), -1)); n < 20 || n != all {
		t.Errorf("%d errors, %d of them with file:line:col; want at least 20 and all:\n%s", all, n, &stderr)
	}
	if _, err := os.Stat(out); !os.IsNotExist(err) {
		t.Errorf("an output was written (%v)", err)
	}
	if stdout.Len() > 0 {
		t.Errorf("standard output has %q", &stdout)
	}
}
