package oas

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
)

// FuzzOperations proves that no text, however wrong, makes the reader panic;
// that every operation that is refused comes with an error that has a place; and
// that reading twice gives the same.
func FuzzOperations(f *testing.F) {
	seeds, err := filepath.Glob("testdata/*/openapi.*")
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range seeds {
		data, err := os.ReadFile(seed)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "openapi.yaml")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		first, second := digests(t, path), digests(t, path)
		if diff := cmp.Diff(first, second); diff != "" {
			t.Errorf("two readings differ (-first +second):\n%s", diff)
		}
	})
}

func digests(t *testing.T, path string) []string {
	var diags diag.List
	d, err := Load(path, LoadOptions{Limits: Limits{Bytes: 1 << 20}}, &diags)
	if err != nil {
		return []string{err.Error()}
	}
	var out []string
	if d == nil {
		if !diags.HasErrors() {
			t.Error("refused without an error")
		}
		return []string{diags.String()}
	}
	for _, op := range d.Operations(d.Index(), &diags) {
		if op == nil {
			out = append(out, "broken")
			continue
		}
		out = append(out, op.Digest)
	}
	for _, x := range diags.Sorted() {
		if x.Pos.IsZero() {
			t.Errorf("no place: %s", x)
		}
	}
	for _, o := range out {
		if o == "broken" && !diags.HasErrors() {
			t.Error("an operation was refused without an error")
		}
	}
	return append(out, diags.String())
}
