package guess

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestGuesses(t *testing.T) {
	var diags diag.List
	doc, err := oas.Load("testdata/guess.yaml", oas.LoadOptions{}, &diags)
	if err != nil || doc == nil {
		t.Fatal(err, diags.String())
	}
	var out bytes.Buffer
	for _, op := range doc.Operations(doc.Index(), &diags) {
		fmt.Fprintf(&out, "%s\n", op.ID)
		for _, g := range Of(op) {
			fmt.Fprintf(&out, "  %s %s (%s, %s)\n", g.What, g.Value, g.Reason, g.Confidence)
		}
	}
	if *update {
		if err := os.WriteFile("testdata/guess.txt", out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile("testdata/guess.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), out.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
