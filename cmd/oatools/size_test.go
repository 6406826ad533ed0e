package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxLines is how long a package may be, without its tests: whoever opens it
// should be able to read it.
const maxLines = 2000

// TestPackagesAreSmall holds every package to maxLines.
func TestPackagesAreSmall(t *testing.T) {
	for _, p := range listPackages(t) {
		lines, err := p.lines()
		if err != nil {
			t.Fatal(err)
		}
		if say := tooLong(p.ImportPath, lines, maxLines); say != "" {
			t.Error(say)
		}
	}
}

// lines counts the lines of a package's Go files but for tests, those for other
// systems included.
func (p *listed) lines() (int, error) {
	sum := 0
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles, p.IgnoredGoFiles) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return 0, err
		}
		sum += bytes.Count(data, []byte("\n"))
	}
	return sum, nil
}

// tooLong says what is wrong with the length of a package; "" if nothing is.
func tooLong(name string, lines, most int) string {
	if lines <= most {
		return ""
	}
	return fmt.Sprintf("package %s has %d lines without its tests, %d more than %d: move out a noun that the rest only calls",
		strings.TrimPrefix(name, module), lines, lines-most, most)
}

// The check counts, and it can fail.
func TestTooLong(t *testing.T) {
	p := listed{Dir: t.TempDir(), GoFiles: []string{"a.go", "b.go"}, IgnoredGoFiles: []string{"a_windows.go", "a_windows_test.go"}}
	for _, f := range []struct {
		name  string
		lines int
	}{{"a.go", 3}, {"b.go", 1}, {"a_windows.go", 2}, {"a_windows_test.go", 100}} {
		if err := os.WriteFile(filepath.Join(p.Dir, f.name), bytes.Repeat([]byte("\n"), f.lines), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	lines, err := p.lines()
	if err != nil || lines != 6 {
		t.Fatalf("%d lines, %v, want 6", lines, err)
	}
	if say := tooLong(module+"a/b", lines, 6); say != "" {
		t.Errorf("a package that is just short enough: %s", say)
	}
	const want = "package a/b has 6 lines without its tests, 1 more than 5: "
	if say := tooLong(module+"a/b", lines, 5); !strings.HasPrefix(say, want) {
		t.Errorf("got %q, want %q…", say, want)
	}
}
