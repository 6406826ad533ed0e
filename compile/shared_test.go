package compile

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
)

// TestSharedChangesNothing compiles all operations of the descriptions of the
// cases alone, and sharing their schemas in document order and in reverse: a
// shared schema that somebody changed, or that depends on who came first, shows
// in what the others give.
func TestSharedChangesNothing(t *testing.T) {
	specs := append(descriptions(t, "../testdata/cases"), "testdata/shared.yaml")
	if root := os.Getenv("OATOOLS_CORPUS"); root != "" {
		specs = append(specs, descriptions(t, root)...)
	}
	if len(specs) == 0 {
		t.Fatal("no descriptions")
	}
	several := 0
	for _, path := range specs {
		var diags diag.List
		doc, err := oas.Load(path, oas.LoadOptions{}, &diags)
		if err != nil || doc == nil {
			continue
		}
		ops := doc.Operations(doc.Index(), &diags)
		ops = slices.DeleteFunc(ops, func(op *oas.Operation) bool { return op == nil })
		if len(ops) > 1 {
			several++
		}
		alone := built(ops, nil)
		inOrder := built(ops, &Shared{})
		slices.Reverse(ops)
		reversed := built(ops, &Shared{})
		slices.Reverse(reversed)
		if diff := cmp.Diff(alone, inOrder); diff != "" {
			t.Errorf("%s: sharing changes tools (-alone +shared):\n%s", path, diff)
		}
		if diff := cmp.Diff(alone, reversed); diff != "" {
			t.Errorf("%s: the order changes tools (-alone +reversed):\n%s", path, diff)
		}
	}
	t.Logf("%d descriptions, %d with several operations", len(specs), several)
}

// built is what is made of each operation: its hashes cover its schemas.
func built(ops []*oas.Operation, shared *Shared) []string {
	var out []string
	for _, op := range ops {
		var diags diag.List
		made := Assemble(op, Default(op, &diags), Options{Source: "api", Shared: shared}, &diags)
		text := op.ID + "\n" + diags.String()
		if made != nil {
			text += made.Hash.Op + made.Hash.Surface + made.Hash.Runtime + "\n" + string(made.Input) + "\n" + string(made.Output)
		}
		out = append(out, text)
	}
	return out
}

// descriptions are the files below dir that may be API descriptions.
func descriptions(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && slices.Contains([]string{".json", ".yaml", ".yml"}, filepath.Ext(path)) {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
