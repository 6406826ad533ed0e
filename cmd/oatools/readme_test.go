package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// commands finds the command lines of a shell block in the README: the lines
// that start with "$ ".
var commands = regexp.MustCompile(`(?m)^\$ (.*)$`)

// TestReadmeCommandsAreRun holds that every oatools command line of the README
// stands, word for word, in a script that the tests run.
func TestReadmeCommandsAreRun(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Glob(filepath.Join("..", "..", "testdata", "script", "*.txtar"))
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	run := map[string]bool{}
	for _, path := range scripts {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			line = strings.TrimPrefix(strings.TrimPrefix(line, "! "), "exec ")
			run[strings.TrimSpace(line)] = true
		}
	}
	n := 0
	for _, m := range commands.FindAllStringSubmatch(string(readme), -1) {
		line := strings.Replace(m[1], "go run ./cmd/oatools", "oatools", 1)
		if !strings.HasPrefix(line, "oatools ") {
			continue
		}
		n++
		if !run[line] {
			t.Errorf("README has the command %q, which no script runs", m[1])
		}
	}
	if n < 5 {
		t.Errorf("README has %d oatools commands, want a tour of at least 5", n)
	}
}
