package curate_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/oatools/oatools/curate"
)

// Whichever line of the overlay, the description or the patch is missing or
// holds something else, a build ends with a set or with errors, each with its
// place, and never with a panic.
func TestSweep(t *testing.T) {
	if testing.Short() {
		t.Skip("a thousand builds")
	}
	for _, base := range [][]string{
		{"expenses/expenses.yaml", "expenses/expenses.openapi.yaml", "expenses/expenses.patch.yaml"},
		{"shop/wide.yaml", "shop/shop.yaml"},
	} {
		texts := map[string]string{}
		for _, name := range base {
			data, err := os.ReadFile(filepath.Join("testdata", name))
			if err != nil {
				t.Fatal(err)
			}
			texts[name] = string(data)
		}
		dir := t.TempDir()
		for _, name := range base {
			for i, mutant := range mutants(texts[name]) {
				if i%3 != 0 && os.Getenv("OATOOLS_SWEEP") == "" {
					continue // all of them where OATOOLS_SWEEP is set
				}
				for _, other := range base {
					text := texts[other]
					if other == name {
						text = mutant
					}
					write(t, filepath.Join(dir, filepath.Base(other)), text)
				}
				sound(t, filepath.Join(dir, filepath.Base(base[0])), fmt.Sprintf("%s, mutant %d", name, i))
			}
		}
	}
}

// mutants gives variants of a text: each without one line, and each with one
// value turned into another kind.
func mutants(text string) []string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	var out []string
	for i, line := range lines {
		without := append(append([]string{}, lines[:i]...), lines[i+1:]...)
		out = append(out, strings.Join(without, "\n")+"\n")
		key, value, ok := strings.Cut(line, ": ")
		if !ok || strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		others := []string{"7", "[a]", "{a: b}", "null"}
		if other := others[i%len(others)]; strings.TrimSpace(value) != other {
			changed := append([]string{}, lines...)
			changed[i] = key + ": " + other
			out = append(out, strings.Join(changed, "\n")+"\n")
		}
	}
	return out
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func sound(t *testing.T, path, name string) {
	t.Helper()
	built, err := curate.Build(path, curate.Options{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if (built.Set == nil) != built.Diags.HasErrors() {
		t.Errorf("%s: set %v with diagnostics\n%s", name, built.Set != nil, built.Diags)
	}
	for _, d := range built.Diags.Sorted() {
		if d.Pos.File == "" || d.Pos.Line == 0 {
			t.Errorf("%s: no place: %s", name, d)
		}
	}
}
