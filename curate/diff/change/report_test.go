package change

import (
	"testing"

	"github.com/oatools/oatools/compile/diag"
)

// TestLocate holds that a change without lines of its own is shown at the
// nearest part that has some, and last at the tool's name.
func TestLocate(t *testing.T) {
	at := map[string]diag.Pos{"name": {File: "o", Line: 1}, "arg:cents": {File: "o", Line: 2}, "arg:cents:maximum": {File: "o", Line: 3}}
	find := func(_, field string) (overlay, spec diag.Pos, ok bool) {
		pos, ok := at[field]
		return pos, diag.Pos{}, ok
	}
	for field, line := range map[string]int{"arg:cents:maximum": 3, "arg:cents:minimum": 2, "arg:other": 1, "contract.confirm": 1, "": 1} {
		r := &Report{Changes: []Change{{Tool: "t", Field: field}}}
		r.Locate(find)
		if got := r.Changes[0].Overlay; got == nil || got.Line != line {
			t.Errorf("%q is shown at %v, want line %d", field, got, line)
		}
	}
}
