package answer

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// operation reads an operation that answers 200 with the header ETag; from a
// document, so that references can be followed.
func operation(t *testing.T, schema string) *oas.Operation {
	t.Helper()
	doc := `{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"/a":{"get":{"responses":{"200":{"description":"a",` +
		`"headers":{"ETag":{"schema":{"type":"string"}}},"content":{"application/json":{"schema":` + schema + `}}}}}}}}`
	var diags diag.List
	file := filepath.Join(t.TempDir(), "a.json")
	if err := os.WriteFile(file, []byte(doc), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := oas.Load(file, oas.LoadOptions{}, &diags)
	if err != nil {
		t.Fatal(err)
	}
	ops := d.Operations(d.Index(), &diags)
	if len(ops) != 1 || ops[0] == nil || diags.HasErrors() {
		t.Fatal(&diags)
	}
	return ops[0]
}

const job = `{"type":"object","properties":{"state":{"enum":["new","ok","bad"]},"free":{"type":"string"},"rows":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"who":{"type":"object","properties":{"name":{"type":"string"}}}}}}}}`

func text(s string) overlay.Val[string] {
	return overlay.Val[string]{V: s, Pos: diag.Pos{File: "o", Line: 1, Col: 1}, Set: true}
}

func pointer(path ...string) overlay.Val[node.Pointer] {
	return overlay.Val[node.Pointer]{V: path, Pos: diag.Pos{File: "o", Line: 1, Col: 1}, Set: true}
}

func codes(diags *diag.List) []string {
	var out []string
	for _, d := range diags.Sorted() {
		out = append(out, d.Code)
	}
	return out
}

func TestExpression(t *testing.T) {
	const anything = `{"type":"object"}`
	tests := []struct {
		schema, text string
		ok           bool
		codes        []string
	}{
		{job, "$response.body#/state", true, nil},
		{job, "$response.body#/rows/0/id", true, nil},
		{job, "$response.header.etag", true, nil},
		{job, "$response.header.Location", true, []string{"undeclared-header"}},
		{job, "$response.body#/stat", true, []string{"dead-result"}},
		{anything, "$response.body#/state", true, []string{"result-unchecked"}},
		{job, "$response.body#state", false, []string{"bad-expression"}},
		{job, "$request.body#/state", false, []string{"bad-expression"}},
		{job, "state", false, []string{"bad-expression"}},
	}
	for _, tt := range tests {
		var diags diag.List
		r := Reader{Tool: "a", Diags: &diags}
		if ok := r.Expression(operation(t, tt.schema), text(tt.text)); ok != tt.ok {
			t.Errorf("Expression(%s) = %v, want %v", tt.text, ok, tt.ok)
		}
		if diff := cmp.Diff(tt.codes, codes(&diags)); diff != "" {
			t.Errorf("Expression(%s) (-want +got):\n%s", tt.text, diff)
		}
	}
}

func TestStates(t *testing.T) {
	state := func(class string, values ...string) overlay.State {
		s := overlay.State{Class: text(class)}
		for _, v := range values {
			s.Values = append(s.Values, text(v))
		}
		return s
	}
	tests := []struct {
		name      string
		states    []overlay.State
		field     string
		blockable bool
		codes     []string
	}{
		{"each once", []overlay.State{state("running", "new"), state("done", "ok"), state("failed", "bad")}, "state", false, nil},
		{"one is in no class", []overlay.State{state("running", "new"), state("done", "ok")}, "state", false, []string{"state-unmapped"}},
		{"one is in two", []overlay.State{state("running", "new", "bad"), state("done", "ok"), state("failed", "bad")}, "state", false, []string{"state-twice"}},
		{"one is not the API's", []overlay.State{state("running", "new", "old"), state("done", "ok"), state("failed", "bad")}, "state", false, []string{"dead-state"}},
		{"a job is not blocked", []overlay.State{state("running", "new"), state("done", "ok"), state("blocked", "bad")}, "state", false, []string{"conflict"}},
		{"an agent may be", []overlay.State{state("running", "new"), state("done", "ok"), state("blocked", "bad")}, "state", true, nil},
		{"nothing lists them", []overlay.State{state("running", "new")}, "free", false, []string{"states-unchecked"}},
		{"the field is not there", []overlay.State{state("running", "new")}, "stat", false, []string{"dead-result"}},
	}
	op := operation(t, job)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var diags diag.List
			r := Reader{Tool: "a", Diags: &diags}
			got := r.States(&overlay.Job{States: tt.states, StatesPos: diag.Pos{File: "o", Line: 1, Col: 1}, State: pointer(tt.field)}, op, tt.blockable)
			if diff := cmp.Diff(tt.codes, codes(&diags)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if !cmp.Equal(got.Running[:1], []string{"new"}) {
				t.Errorf("States() = %+v, want new as running", got)
			}
		})
	}
}

func TestPicks(t *testing.T) {
	pick := func(to string, from ...string) overlay.Pick {
		p := overlay.Pick{From: overlay.Val[[]string]{V: from, Pos: diag.Pos{File: "o", Line: 1, Col: 1}, Set: true}}
		if to != "" {
			p.To = text(to)
		}
		return p
	}
	tests := []struct {
		name  string
		items []string
		list  []overlay.Pick
		want  []tool.Pick
		codes []string
	}{
		{"a field of the items", []string{"rows"}, []overlay.Pick{pick("", "id")}, []tool.Pick{{From: []string{"id"}}}, nil},
		{"under another name", []string{"rows"}, []overlay.Pick{pick("key", "id")}, []tool.Pick{{From: []string{"id"}, To: "key"}}, nil},
		{"two of one name", []string{"rows"}, []overlay.Pick{pick("", "id"), pick("id", "who", "name")}, []tool.Pick{{From: []string{"id"}}}, []string{"duplicate-value"}},
		{"a name that providers refuse", []string{"rows"}, []overlay.Pick{pick("a b", "id")}, []tool.Pick{{From: []string{"id"}, To: "a b"}}, []string{"bad-result-name"}},
		{"one that is not there", []string{"rows"}, []overlay.Pick{pick("", "ID")}, nil, []string{"dead-result"}},
	}
	op := operation(t, job)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var diags diag.List
			r := Reader{Tool: "a", Diags: &diags}
			got := r.Picks(op, node.Pointer(tt.items).String(), tt.list)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Picks() (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.codes, codes(&diags)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestItems(t *testing.T) {
	op := operation(t, job)
	for field, want := range map[string][]string{"rows": nil, "free": {"result-items"}, "row": {"dead-result"}} {
		var diags diag.List
		r := Reader{Tool: "a", Diags: &diags}
		if ok := r.Items(op, pointer(field)); ok != (want == nil) || !cmp.Equal(codes(&diags), want) {
			t.Errorf("Items(%s) = %t with %v, want %v", field, ok, codes(&diags), want)
		}
	}
	// Where the description is silent, the path may stand.
	var diags diag.List
	r := Reader{Tool: "a", Diags: &diags}
	if !r.Items(operation(t, `{}`), pointer("rows")) || !cmp.Equal(codes(&diags), []string{"result-unchecked"}) {
		t.Errorf("a path that cannot be checked is reported as %v", codes(&diags))
	}
}
