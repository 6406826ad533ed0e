package narrow

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
)

func operation(t *testing.T, id string) *oas.Operation {
	t.Helper()
	var diags diag.List
	doc, err := oas.Load("../testdata/plan/orders.yaml", oas.LoadOptions{}, &diags)
	if err != nil || doc == nil {
		t.Fatal(err, diags.String())
	}
	ops := doc.Operations(doc.Index(), &diags)
	i := slices.IndexFunc(ops, func(op *oas.Operation) bool { return op.ID == id })
	if i < 0 {
		t.Fatalf("no operation %s", id)
	}
	return ops[i]
}

func at(t *testing.T, s string) tool.Locator {
	t.Helper()
	l, ok := tool.ParseLocator(s)
	if !ok {
		t.Fatalf("%q is no locator", s)
	}
	return l
}

func TestNarrowingIsChecked(t *testing.T) {
	op, create := operation(t, "listOrders"), operation(t, "createOrder")
	one, many := 1, 90
	tests := []struct {
		name  string
		at    string
		n     Narrowing
		dflt  string
		wants string // code; empty: nothing
	}{
		{"a subset", "query:status", Narrowing{Enum: raws(`"open"`)}, "", ""},
		{"an unknown value", "query:status", Narrowing{Enum: raws(`"opne"`)}, "", "not-narrower"},
		{"a value of the items", "query:kinds", Narrowing{Enum: raws(`"a"`)}, "", ""},
		{"an unknown value of the items", "query:kinds", Narrowing{Enum: raws(`"z"`)}, "", "not-narrower"},
		{"fewer items", "query:kinds", Narrowing{MaxItems: &one}, "", ""},
		{"items of what is no list", "query:status", Narrowing{MaxItems: &one}, "", "not-narrower"},
		{"tighter bounds", "query:min", Narrowing{Minimum: "2", Maximum: "99"}, "", ""},
		{"a lower minimum", "query:min", Narrowing{Minimum: "0"}, "", "not-narrower"},
		{"a higher maximum", "query:min", Narrowing{Maximum: "101"}, "", "not-narrower"},
		{"a minimum above the maximum", "query:min", Narrowing{Minimum: "101"}, "", "not-narrower"},
		{"a bound of a text", "query:status", Narrowing{Minimum: "1"}, "", "not-narrower"},
		{"a shorter text", "body:/customer", Narrowing{MaxLength: &one}, "", ""},
		{"a longer text", "body:/customer", Narrowing{MaxLength: &many}, "", "not-narrower"},
		{"a bad pattern", "body:/customer", Narrowing{Pattern: "["}, "", "bad-pattern"},
		{"a closed text", "body:/customer", Narrowing{Closed: true}, "", "not-narrower"},
		{"a closed list", "query:kinds", Narrowing{Closed: true}, "", ""},
		{"a good default", "query:min", Narrowing{Minimum: "5"}, "5", ""},
		{"a default below the new bound", "query:min", Narrowing{Minimum: "5"}, "4", "value-invalid"},
		{"a default of the wrong type", "query:min", Narrowing{}, `"x"`, "value-invalid"},
		{"a place that is not declared", "query:nope", Narrowing{Minimum: "5"}, "", ""},
	}
	for _, tt := range tests {
		var diags diag.List
		o := op
		if tt.at[0] == 'b' {
			o = create
		}
		var dflt json.RawMessage
		if tt.dflt != "" {
			dflt = json.RawMessage(tt.dflt)
		}
		Check(o, at(t, tt.at), tt.n, dflt, diag.Pos{File: "o.yaml", Line: 1, Col: 1}, &diags)
		got := ""
		for _, d := range diags.Sorted() {
			got = d.Code
		}
		if got != tt.wants {
			t.Errorf("%s: %q (%s), want %q", tt.name, got, diags.String(), tt.wants)
		}
	}
	var diags diag.List
	CheckValue(op, at(t, "query:size"), []byte("5000"), diag.Pos{File: "o.yaml", Line: 1, Col: 1}, &diags)
	if !diags.HasErrors() {
		t.Error("a constant above the maximum is taken")
	}
}

func raws(list ...string) []json.RawMessage {
	var out []json.RawMessage
	for _, s := range list {
		out = append(out, json.RawMessage(s))
	}
	return out
}
