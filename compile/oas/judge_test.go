package oas

import (
	"testing"

	"github.com/oatools/oatools/compile/diag"
)

// An operation that kin-openapi finds to be broken is one diagnostic at its line
// and leaves the others alone.
func TestJudge(t *testing.T) {
	d, diags := load(t, "testdata/gather/openapi.yaml", LoadOptions{})
	d.index()
	g := d.gatherer(diags)
	before := diags.Count(diag.Error)
	bad := g.operation(Ref{Method: "GET", Path: "/books/{book}"})
	good := g.operation(Ref{Method: "DELETE", Path: "/books/{book}"})
	bad.params[0].param.In = "nowhere" // as if our own checks had missed it
	ws := []*gathered{bad, nil, good}
	g.judge(ws)
	if ws[0] != nil || ws[1] != nil || ws[2] != good || diags.Count(diag.Error) != before+1 {
		t.Errorf("operations %v, diagnostics:\n%s", ws, diags)
	}
}

// What is shown is the operation as it was understood.
func TestUnderstood(t *testing.T) {
	d, diags := load(t, "testdata/gather/openapi.yaml", LoadOptions{})
	d.index()
	g := d.gatherer(diags)
	for _, r := range d.Index() {
		w := g.operation(r)
		if w == nil {
			continue
		}
		o := g.understood(w)
		if o.Path != w.Path || o.Method != w.Method || len(o.Params) != len(w.Params) || len(o.Responses) != len(w.Responses) || (o.Body == nil) != (w.Body == nil) {
			t.Errorf("%s %s is shown as %+v", r.Method, r.Path, o)
		}
		for _, name := range o.Schemes {
			if _, ok := d.Schemes[name]; !ok {
				t.Errorf("%s %s: the scheme %s is shown, which is not defined", r.Method, r.Path, name)
			}
		}
	}
}
