package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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

// TestReadmeMistakes makes the mistakes that the README shows and holds that the
// compiler says of them what the README says.
func TestReadmeMistakes(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "\nMistakes come all at once")
	_, rest, _ = strings.Cut(rest, "```console\n")
	want, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("README shows no mistakes")
	}
	dir := t.TempDir()
	for _, folder := range []string{"overlays", "specs"} {
		if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join("..", "..", folder))); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	overlay, err := os.ReadFile("overlays/expenses.yaml")
	if err != nil {
		t.Fatal(err)
	}
	wrong := strings.Replace(string(overlay), "id: searchExpenses", "id: serchExpenses", 1)
	wrong = strings.Replace(wrong, "enum: [draft, submitted, ", "enum: [draft, archivd, ", 1)
	if err := os.WriteFile("overlays/expenses.yaml", []byte(wrong), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"compile", "overlays/expenses.yaml"}, streams{strings.NewReader(""), &stdout, &stderr}); code != exitFindings {
		t.Errorf("exit code = %d, want %d", code, exitFindings)
	}
	if diff := cmp.Diff(want, stderr.String()); diff != "" {
		t.Errorf("what the README shows (-README +said):\n%s", diff)
	}
}

// TestReadmeOverlayCompiles holds that the overlay of the README is one.
func TestReadmeOverlayCompiles(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "```yaml\napiVersion: oatools/v1\n")
	text, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("README shows no overlay")
	}
	text = strings.Replace("apiVersion: oatools/v1\n"+text, "../specs", "specs", 1)
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "specs"), os.DirFS(filepath.Join("..", "..", "specs"))); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "desk.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"compile", path, "-o", "-"}, streams{strings.NewReader(""), &stdout, &stderr}); code != exitOK || stderr.Len() > 0 {
		t.Errorf("exit code = %d:\n%s", code, &stderr)
	}
}
