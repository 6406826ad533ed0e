package comparison

import (
	"path/filepath"
	"testing"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate"
)

// TestRolesAreSteps holds that every request that a tool can send is compared.
func TestRolesAreSteps(t *testing.T) {
	paths, err := filepath.Glob("../testdata/overlays/*.overlay.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no overlays: %v", err)
	}
	for _, path := range paths {
		built, err := curate.Build(path, curate.Options{})
		if err != nil || built.Set == nil {
			t.Fatalf("%s: %v", path, err)
		}
		set := built.Set
		for i := range set.Tools {
			have := map[*tool.Step]bool{}
			for _, r := range roles() {
				if s := r.get(&set.Tools[i]); s != nil {
					have[s] = true
				}
			}
			n := 0
			for role, s := range set.Tools[i].Steps() {
				n++
				if !have[s] {
					t.Errorf("%s: the step %s is not compared", set.Tools[i].Name, role)
				}
			}
			if n != len(have) {
				t.Errorf("%s: %d steps are compared, the tool has %d", set.Tools[i].Name, len(have), n)
			}
		}
	}
}
