package oas

import (
	"slices"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas/grammar"
)

// A code that kin-openapi renamed would silently lose its weight.
func TestFindingsAreCodesOfKin(t *testing.T) {
	codes := openapi3.ValidationErrorCodes()
	for code, f := range findings {
		if !slices.Contains(codes, code) {
			t.Errorf("kin-openapi has no code %q", code)
		}
		if (f.severity == "") != (f.say == "") {
			t.Errorf("%s: words without a weight, or a weight without words", code)
		}
	}
}

// What kin-openapi sees has no schema, no example and no reference.
func TestPruned(t *testing.T) {
	d, diags := load(t, "testdata/gather/openapi.yaml", LoadOptions{})
	d.index()
	g := d.gatherer(diags)
	w := g.operation(Ref{Method: "GET", Path: "/books/{book}"})
	got := string(g.pruned(w.at[0].Node, grammar.Response).AppendJSON(nil))
	want := `{"description":"…","headers":{"ETag":{"schema":{}},"x-request-id":{"schema":{}}},"content":{"application/json":{"schema":{}},"Text/Plain; charset=utf-8":{}}}`
	if got != want {
		t.Errorf("pruned response = %s, want %s", got, want)
	}
}

// An operation that kin-openapi finds to be broken is one diagnostic at its line
// and leaves the others alone.
func TestWeigh(t *testing.T) {
	d, diags := load(t, "testdata/gather/openapi.yaml", LoadOptions{})
	d.index()
	g := d.gatherer(diags)
	before := diags.Count(diag.Error)
	bad := g.operation(Ref{Method: "GET", Path: "/books/{book}"})
	good := g.operation(Ref{Method: "DELETE", Path: "/books/{book}"})
	bad.params[0].param.In = "nowhere" // as if our own checks had missed it
	ws := []*gathered{bad, nil, good}
	g.judge(ws)
	if ws[0] != nil || ws[2] == nil || diags.Count(diag.Error) != before+1 {
		t.Errorf("operations %v, diagnostics:\n%s", ws, diags)
	}
}

// What several operations have in common is shown to kin-openapi once, and what
// it finds there is found in each of them.
func TestWeighRepeated(t *testing.T) {
	d, diags := load(t, "testdata/gather/openapi.yaml", LoadOptions{})
	d.index()
	g := d.gatherer(diags)
	ws := make([]*gathered, 2)
	for i, method := range []string{"GET", "DELETE"} {
		ws[i] = g.operation(Ref{Method: method, Path: "/books/{book}"})
		ws[i].params = ws[i].params[:1]
	}
	var again repeated
	g.prunedDocument(ws, &again)
	for _, section := range again.sections {
		if n := len(section.Value.Members()); section.Key == "parameters" && n != 1 {
			t.Errorf("%d parameters, want the one that all have", n)
		}
	}
	for _, w := range ws {
		w.params[0].param.In = "nowhere"
	}
	before := diags.Count(diag.Error)
	g.judge(ws)
	if !slices.Equal(ws, make([]*gathered, 2)) || diags.Count(diag.Error) != before+2 {
		t.Errorf("operations %v, diagnostics:\n%s", ws, diags)
	}
}
