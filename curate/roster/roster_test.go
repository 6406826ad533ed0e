package roster

import (
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

func at(line int, text string) overlay.Val[string] {
	return overlay.Val[string]{V: text, Pos: diag.Pos{File: "o.yaml", Line: line, Col: 1}, Set: true}
}

// shop is an overlay with the tools list, on line 1, and pay, on line 2, and the
// audience desk; get_job is called follow there.
func shop(diags *diag.List, prefix string) (*Roster, *overlay.Overlay) {
	o := &overlay.Overlay{
		Tools:     []overlay.Tool{{Name: at(1, "list")}, {Name: at(2, "pay")}},
		Audiences: []overlay.Audience{{Name: at(3, "desk")}},
	}
	o.Defaults.Companions = []overlay.Companion{{Tool: at(4, "get_job"), Name: at(4, "follow")}}
	return New(o, func(*overlay.Tool) string { return prefix }, diags), o
}

func TestClaim(t *testing.T) {
	for _, tt := range []struct {
		name, prefix, tool, want string
		told                     string // part of what is told; empty: nothing
	}{
		{"a name", "", "find", "find", ""},
		{"a name behind its source's", "acme_", "find", "acme_find", ""},
		{"an illegal name", "", "Find-It", "Find-It", "write find_it"},
		{"a name that cannot be mended", "", "1", "1", "bad-tool-name"},
		{"a long name", "acme_", strings.Repeat("a", 60), "acme_" + strings.Repeat("a", 60), "bad-tool-name"},
		{"a name of the runtime", "", "get_job", "get_job", "reserved-name"},
		{"it is none of the runtime's behind a prefix", "acme_", "get_job", "acme_get_job", ""},
		{"a name that a companion was given", "", "follow", "follow", "o.yaml:4:1: the other one"},
		{"a name that was claimed", "", "list", "list", "o.yaml:1:1: the other one"},
		{"an old name", "", "enumerate", "enumerate", "o.yaml:9:1: the other one"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var diags diag.List
			r, o := shop(&diags, tt.prefix)
			r.Claim(&o.Tools[0])
			r.Retire(&overlay.Replaces{Name: at(9, "enumerate")})
			if diags.Len() != 0 {
				t.Fatal(diags.String())
			}
			got := r.Claim(&overlay.Tool{Name: at(7, tt.tool)})
			if got != tt.want {
				t.Errorf("Claim(%s) = %s, want %s", tt.tool, got, tt.want)
			}
			if !strings.Contains(diags.String(), tt.told) || (tt.told == "") != (diags.Len() == 0) {
				t.Errorf("told:\n%s, want %q", diags.String(), tt.told)
			}
		})
	}
}

func TestRetire(t *testing.T) {
	var diags diag.List
	r, o := shop(&diags, "")
	r.Claim(&o.Tools[0])
	r.Retire(&overlay.Replaces{Name: at(9, "list")})
	if text := diags.String(); !strings.Contains(text, "duplicate-tool") || !strings.Contains(text, "o.yaml:1:1: used here") {
		t.Errorf("told:\n%s", text)
	}
}

// Whom a name means; a name that means nobody is told with the nearest one.
func TestNamed(t *testing.T) {
	for _, tt := range []struct{ name, want, told string }{
		{"pay", "acme_pay", ""},
		{"get_job", "get_job", ""},
		{"pya", "pya", "did you mean pay?"},
		{"acme_pay", "acme_pay", "dead-tool"}, // the overlay's own name is meant
	} {
		var diags diag.List
		r, _ := shop(&diags, "acme_")
		if got := r.Tool(at(5, tt.name)); got != tt.want || !strings.Contains(diags.String(), tt.told) || (tt.told == "") != (diags.Len() == 0) {
			t.Errorf("Tool(%s) = %s, want %s; told:\n%s", tt.name, got, tt.want, diags.String())
		}
		if known := r.Declared(tt.name) != nil; known != (tt.name == "pay") {
			t.Errorf("Declared(%s): %v", tt.name, known)
		}
	}
	var diags diag.List
	r, _ := shop(&diags, "")
	r.Audience(at(5, "desk"))
	r.Audience(overlay.Val[string]{})
	if diags.Len() != 0 {
		t.Errorf("told:\n%s", diags.String())
	}
	if r.Audience(at(5, "dsek")); !strings.Contains(diags.String(), "did you mean desk?") {
		t.Errorf("told:\n%s", diags.String())
	}
}

// FuzzClaim states: two claims of one name are told, and whoever is told nothing
// has a legal name of the overlay alone.
func FuzzClaim(f *testing.F) {
	f.Add("acme_", "find", "list")
	f.Add("", "get_job", "get_job")
	f.Fuzz(func(t *testing.T, prefix, one, other string) {
		var diags diag.List
		r, _ := shop(&diags, prefix)
		a, b := r.Claim(&overlay.Tool{Name: at(7, one)}), r.Claim(&overlay.Tool{Name: at(8, other)})
		if diags.Len() == 0 && (a == b || !tool.ValidName(a) || !tool.ValidName(b)) {
			t.Errorf("%q and %q are claimed as %q and %q, and nothing is told", one, other, a, b)
		}
	})
}
