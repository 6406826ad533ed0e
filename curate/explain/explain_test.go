package explain_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/explain"
)

// TestEveryPartHasAnOrigin explains tools of all shapes: what claims to be of a
// file has a line of it, and what the overlay says is not called a default.
func TestEveryPartHasAnOrigin(t *testing.T) {
	built, err := curate.Build(filepath.Join("..", "diff", "testdata", "overlays", "expenses.overlay.yaml"), curate.Options{})
	if err != nil || built.Set == nil {
		t.Fatal(err, built.Diags)
	}
	for i := range built.Set.Tools {
		tl := &built.Set.Tools[i]
		e := explain.Tool(built.Set, tl, func(field string) (overlay, spec diag.Pos, note string, ok bool) {
			o, ok := built.Provenance.Find(tl.Name, field)
			return o.Overlay, o.Spec, o.Note, ok
		})
		groups := map[explain.Group]int{}
		for _, p := range e.Parts {
			groups[p.Group]++
			if p.Origin == explain.FromBoth && (p.Spec == nil || p.Overlay == nil) || p.Origin == explain.FromDefaults && p.Overlay == nil || p.Origin == explain.Unknown {
				t.Errorf("%s: %s %s is from %q without its lines", tl.Name, p.Group, p.Name, p.Origin)
			}
		}
		for _, g := range []explain.Group{explain.Reads, explain.Args, explain.Kept, explain.Policy} {
			if groups[g] == 0 {
				t.Errorf("%s: nothing of %s is explained", tl.Name, g)
			}
		}
		bare := explain.Tool(built.Set, tl, nil)
		if bare.Lines || len(bare.Parts) == 0 {
			t.Errorf("%s: an artifact is explained as %+v", tl.Name, bare)
		}
		for _, p := range bare.Parts {
			if p.Overlay != nil || p.Spec != nil {
				t.Errorf("%s: %s of an artifact has lines", tl.Name, p.Name)
			}
		}
		if text := e.Text(); !strings.HasPrefix(text, tl.Name+": "+string(tl.Shape)) || !strings.HasSuffix(text, "\n") {
			t.Errorf("%s: %q", tl.Name, text)
		}
	}
}
