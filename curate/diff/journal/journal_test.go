package journal

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/curate/diff/change"
)

func TestScope(t *testing.T) {
	r := &change.Report{}
	s := New(r)
	Value(s, "set-title", "/title", "", "The title", "Old", "New")
	Value(s, "set-title", "/title", "", "The title", "", "")
	of := s.Of("search")
	of.Members("scope-added", "scope-removed", "/scopes", "scopes", "%s is needed.", "%s is not needed.", []string{"a/b", "c"}, []string{"c", "d"})
	of.Order("audience-order", "/scopes", "scopes", "The order", []string{"a", "b"}, []string{"b", "a"})
	of.Add("no-such-rule", "", "name", nil, nil, "Something.")
	want := []change.Change{
		{Class: change.Prompt, Rule: "set-title", Pointer: "/title", Old: json.RawMessage(`"Old"`), New: json.RawMessage(`"New"`), What: "The title goes from Old to New."},
		{Class: change.Exposure, Rule: "scope-removed", Tool: "search", Pointer: "/scopes/a~1b", Field: "scopes", Old: json.RawMessage(`"a/b"`), What: "a/b is not needed."},
		{Class: change.Breaking, Rule: "scope-added", Tool: "search", Pointer: "/scopes/d", Field: "scopes", New: json.RawMessage(`"d"`), What: "d is needed."},
		{Class: change.None, Rule: "audience-order", Tool: "search", Pointer: "/scopes", Field: "scopes", Old: json.RawMessage(`["a","b"]`), New: json.RawMessage(`["b","a"]`),
			What: `The order goes from ["a","b"] to ["b","a"].`},
		{Class: change.Breaking, Rule: "unknown-changed", Tool: "search", Field: "name", What: "Something."},
	}
	if diff := cmp.Diff(want, r.Changes); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEqual(t *testing.T) {
	var none *int
	zero := 0
	tests := []struct {
		name string
		a, b any
		want bool
	}{
		{"nothing and a nil pointer", nil, none, true},
		{"nothing and a pointer to nothing", nil, &zero, false},
		{"nothing and an empty list", nil, []string{}, true},
		{"the same object in another order", json.RawMessage(`{"a":1,"b":2}`), json.RawMessage(`{"b":2, "a":1}`), true},
		{"lists in another order", []string{"a", "b"}, []string{"b", "a"}, false},
		{"text and number", "1", 1, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Equal(tt.a, tt.b); got != tt.want {
				t.Errorf("Equal(%v, %v) = %t, want %t", tt.a, tt.b, got, tt.want)
			}
		})
	}
}

func TestShown(t *testing.T) {
	tests := []struct {
		v    any
		want string
	}{
		{"word", "word"},
		{"two  words", `"two words"`},
		{`a "quoted" word`, `'a "quoted" word'`},
		{"", `""`},
		{[]int{1, 2}, "[1,2]"},
		{strings.Repeat("é", MaxShown), strings.Repeat("é", MaxShown/2) + "…"},
	}
	for _, tt := range tests {
		if got := Shown(tt.v); got != tt.want {
			t.Errorf("Shown(%#v) = %s, want %s", tt.v, got, tt.want)
		}
	}
	if got, want := Clip("aé", 2), "a…"; got != want {
		t.Errorf("Clip = %q, want %q", got, want)
	}
}

func TestNames(t *testing.T) {
	got := Names(map[string]int{"b": 1, "c": 1}, map[string]int{"c": 2, "a": 3})
	if diff := cmp.Diff([]string{"a", "b", "c"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := Without([]string{"a", "b", "a", "c"}, []string{"b"}); !cmp.Equal(got, []string{"a", "c"}) {
		t.Errorf("Without = %v", got)
	}
}
