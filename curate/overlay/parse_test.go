package overlay_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/yaml"
	"github.com/oatools/oatools/curate/overlay"
)

func parse(data []byte) (*overlay.Overlay, *diag.List) {
	diags := &diag.List{}
	root := yaml.Read("o.yaml", data, yaml.Options{Strict: true}, diags)
	if root == nil {
		return nil, diags
	}
	return overlay.Parse(root, diags), diags
}

// Whatever the file holds, the parser neither panics nor reports something
// without a place, and what it takes without an error it takes the same again.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("../testdata/*/*.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		o, diags := parse(data)
		if o == nil && !diags.HasErrors() {
			t.Fatal("nothing came out, and no error says why")
		}
		for _, d := range diags.Sorted() {
			if d.Pos.Line == 0 || d.Code == "" {
				t.Fatalf("no place or code: %s", d)
			}
		}
		if _, again := parse(data); again.String() != diags.String() {
			t.Fatal("a second reading reports something else")
		}
	})
}
