package narrow

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/tool"
)

func operation(t *testing.T, path, id string) *oas.Operation {
	t.Helper()
	var diags diag.List
	doc, err := oas.Load(path, oas.LoadOptions{}, &diags)
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
	const orders, bounds = "../testdata/plan/orders.yaml", "testdata/bounds.yaml"
	op, create, more := operation(t, orders, "listOrders"), operation(t, orders, "createOrder"), operation(t, bounds, "bounds")
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
		{"tighter bounds", "query:min", Narrowing{Minimum: "2", Maximum: "99"}, "", ""},
		{"a lower minimum", "query:min", Narrowing{Minimum: "0"}, "", "not-narrower"},
		{"a higher maximum", "query:min", Narrowing{Maximum: "101"}, "", "not-narrower"},
		{"a minimum above the maximum", "query:min", Narrowing{Minimum: "101"}, "", "not-narrower"},
		{"a bound of a text", "query:status", Narrowing{Minimum: "1"}, "", "not-narrower"},
		{"a shorter text", "body:/customer", Narrowing{MaxLength: &one}, "", ""},
		{"a longer text", "body:/customer", Narrowing{MaxLength: &many}, "", "not-narrower"},
		{"a length that no text of the API has", "body:/customer", Narrowing{MinLength: &many}, "", "not-narrower"},
		{"a length of a number", "query:min", Narrowing{MinLength: &one}, "", "not-narrower"},
		{"a minimum that no number above it meets", "body:/amount/cents", Narrowing{Maximum: "0"}, "", "not-narrower"},
		{"a length below the API's", "query:code", Narrowing{MaxLength: &one}, "", "not-narrower"},
		{"a value beside a fixed one", "query:mode", Narrowing{Enum: raws(`"slow"`)}, "", "value-invalid"},
		{"a bad value of the items", "query:codes", Narrowing{Enum: raws(`"A"`)}, "", "value-invalid"},
		{"a value out of bounds", "query:min", Narrowing{Enum: raws(`500`)}, "", "value-invalid"},
		{"a value within bounds", "query:min", Narrowing{Enum: raws(`50`)}, "", ""},
		{"a pattern of a number", "query:min", Narrowing{Pattern: "^1"}, "", "not-narrower"},
		{"another format", "query:day", Narrowing{Format: "time"}, "", "not-narrower"},
		{"the same format", "query:day", Narrowing{Format: "date"}, "", ""},
		{"a format where none is stated", "body:/customer", Narrowing{Format: "email"}, "", ""},
		{"the bound itself of an open interval", "query:share", Narrowing{Minimum: "1"}, "", "not-narrower"},
		{"below the bound of an open interval", "query:share", Narrowing{Minimum: "0.5"}, "", ""},
		{"a bad default inside", "body:/amount", Narrowing{}, `{"cents": 0, "currency": "EUR"}`, "value-invalid"},
		{"a good default inside", "body:/amount", Narrowing{}, `{"cents": 1, "currency": "EUR"}`, ""},
		{"a good default of a schema that contains itself", "query:tree", Narrowing{}, `{"v": 1, "next": {"v": 2}}`, ""},
		{"a bad default of a schema that contains itself", "query:tree", Narrowing{}, `{"v": 1, "next": {}}`, "value-invalid"},
		{"a closed schema that contains itself", "query:tree", Narrowing{Closed: true}, "", ""},
		{"a length of a schema that contains itself", "query:tree", Narrowing{MaxLength: &one}, "", "not-narrower"},
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
		switch where := at(t, tt.at); {
		case where.In == tool.InBody:
			o = create
		case slices.ContainsFunc(more.Params, func(p oas.Param) bool { return p.Name == where.Name }):
			o = more
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

// A merged schema takes what both the API and the narrowing take, and nothing else.
func TestMerge(t *testing.T) {
	op := operation(t, "testdata/bounds.yaml", "bounds")
	two, three, nine := 2, 3, 9
	tests := []struct {
		name, at string
		n        Narrowing
		good     []string
		bad      []string
	}{
		{"a pattern beside the API's", "query:code", Narrowing{Pattern: "^a"}, []string{`"abc"`}, []string{`"bc"`, `"a1"`}},
		{"the API's own pattern", "query:code", Narrowing{Pattern: "^[a-z]+$"}, []string{`"abc"`}, []string{`"A1"`}},
		{"lengths", "query:code", Narrowing{MinLength: &three, MaxLength: &nine}, []string{`"abc"`, `"abcde"`}, []string{`"ab"`, `"abcdef"`}},
		{"a looser length", "query:code", Narrowing{MinLength: &two}, []string{`"ab"`}, []string{`"a"`}},
		{"bounds", "query:share", Narrowing{Minimum: "0.25", Maximum: "0.5"}, []string{"0.25", "0.5"}, []string{"0.2", "0.6"}},
		{"bounds of an open interval", "query:share", Narrowing{Minimum: "0", Maximum: "1"}, []string{"0.1"}, []string{"0", "1"}},
		{"a format", "query:code", Narrowing{Format: "email"}, nil, []string{`"abc"`}},
		{"a schema that contains itself", "query:tree", Narrowing{Enum: raws(`{"v":1}`)}, []string{`{"v":1}`}, []string{`{"v":2}`, `{}`}},
		{"the items of a list", "query:codes", Narrowing{Pattern: "^a", MaxLength: &three}, []string{`["a","abc"]`, `[]`}, []string{`["b"]`, `["abcd"]`, `["a1"]`}},
		{"a list as a whole", "query:codes", Narrowing{Enum: raws(`["a"]`, `["b","c"]`)}, []string{`["a"]`}, []string{`["b"]`, `"a"`}},
	}
	for _, tt := range tests {
		found := place.LocateAny(op, at(t, tt.at))
		c := newNarrowing(op, found, diag.Pos{}, new(diag.List))
		s := Merge(c.schema, tt.n)
		if c.defs != nil {
			s = s.With("$defs", c.defs)
		}
		v, err := check.Compile(s.AppendJSON(nil))
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		judge := func(text string, want bool) {
			val, problems := check.Decode([]byte(text), check.Limits{})
			if problems = append(problems, v.Validate(val)...); (len(problems) == 0) != want {
				t.Errorf("%s: %s: %v, want valid %t\n%s", tt.name, text, problems, want, s.AppendJSON(nil))
			}
		}
		for _, text := range tt.good {
			judge(text, true)
		}
		for _, text := range tt.bad {
			judge(text, false)
		}
	}
}
