package opinion

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/grammar"
	"github.com/oatools/oatools/compile/oas/object"
	"github.com/oatools/oatools/compile/oas/source"
	"github.com/oatools/oatools/compile/tool"
)

var spec30 = Spec{Name: "openapi-3.0", Version: "3.0.3"}

// read opens a description and gives its root, a Reader of it and what that
// tells. The root is nil for what is no object.
func read(t testing.TB, text string) (*node.Node, *object.Reader, *diag.List) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "openapi.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	src, err := source.Open(path, source.Limits{Bytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	diags := new(diag.List)
	if root := src.Root(); root.Is(node.Object) {
		src.SetRoot(root, false)
		return root, object.NewReader(src, diags), diags
	}
	return nil, nil, nil
}

// ordinaryOperation has nothing to find.
func ordinaryOperation(path string, line int) *Operation {
	description := node.NewObject(node.M("description", node.NewString("fine")))
	return &Operation{
		Method: "GET", Path: path, Pos: diag.Pos{File: "a.yaml", Line: line, Col: 1},
		Params:    []Param{{Name: "id", In: tool.InPath, Required: true, Style: "simple", Pos: diag.Pos{File: "a.yaml", Line: line + 1, Col: 1}}},
		Responses: []Response{{Status: "200", Node: description, Pos: diag.Pos{File: "a.yaml", Line: line + 2, Col: 1}}},
	}
}

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

// What is found is told once, at its place, with the weight of the table; only
// an error takes the operation away, and never another one.
func TestJudge(t *testing.T) {
	object := func(text string) *node.Node {
		root, _, _ := read(t, text)
		return root
	}
	for _, tt := range []struct {
		name   string
		change func(o *Operation)
		want   string // diagnostics
		broken bool
	}{
		{"nothing to find", func(*Operation) {}, "", false},
		{"an unknown method", func(o *Operation) { o.Method = "COPY" }, "", false},
		{"a style that the library lacks", func(o *Operation) {
			o.Params = append(o.Params, Param{Name: "c", In: tool.InCookie, Style: "cookie"}, Param{Name: "q", In: tool.InQuery, Style: "tabDelimited"})
		}, "", false},
		{"a whole query string", func(o *Operation) {
			o.Params = append(o.Params, Param{In: tool.InQueryString, Media: "application/json"})
		}, "", false},
		{"a scheme with an odd name", func(o *Operation) { o.Schemes = []string{"my key!", "my key!"} }, "", false},
		{"no responses", func(o *Operation) { o.Responses = nil }, "", false},
		{"a parameter nowhere", func(o *Operation) { o.Params[0].In = "nowhere" },
			"a.yaml:1:1: error: a parameter stands in no known place [spec-parameter-in-invalid]\n", true},
		{"a response without a description", func(o *Operation) { o.Responses[0].Node = node.NewObject() },
			"a.yaml:3:1: info: the response has no description [spec-response-description-required]\n", false},
		{"a body without content", func(o *Operation) {
			o.Body, o.BodyPos = object("required: true\n"), diag.Pos{File: "a.yaml", Line: 9, Col: 3}
		}, "a.yaml:9:3: warning: the request body declares no content [spec-request-body-content-required]\n", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, r, diags := read(t, "openapi: 3.0.0\n")
			o, other := ordinaryOperation("/a/{id}", 1), ordinaryOperation("/a/{id}", 5)
			tt.change(o)
			ops := []*Operation{o, nil, other}
			Judge(r, spec30, ops)
			if diff := cmp.Diff(tt.want, diags.String()); diff != "" {
				t.Errorf("diagnostics (-want +got):\n%s", diff)
			}
			if (ops[0] == nil) != tt.broken || ops[1] != nil || ops[2] != other {
				t.Errorf("operations %v, broken must be %v", ops, tt.broken)
			}
		})
	}
}

// Many operations go in batches, and each keeps its own findings.
func TestJudgeMany(t *testing.T) {
	_, r, diags := read(t, "openapi: 3.0.0\n")
	ops := make([]*Operation, 2*batch+1)
	for i := range ops {
		ops[i] = ordinaryOperation("/a/{id}", 10*i+1)
	}
	last := len(ops) - 1
	ops[0].Params[0].In, ops[last].Params[0].In = "nowhere", "nowhere"
	Judge(r, spec30, ops)
	for i, o := range ops {
		if (o == nil) != (i == 0 || i == last) {
			t.Errorf("operation %d is %v", i, o)
		}
	}
	if n := diags.Count(diag.Error); n != 2 {
		t.Errorf("%d errors, want 2:\n%s", n, diags)
	}
}

// What kin-openapi sees has no schema, no example and no reference.
func TestPruned(t *testing.T) {
	data, err := os.ReadFile("../testdata/gather/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	root, r, _ := read(t, string(data))
	response := r.Object(root.At("paths", "/books/{book}", "get", "responses", "200"), grammar.Response)
	got := string(judge{Reader: r, spec: spec30}.pruned(response, grammar.Response).AppendJSON(nil))
	want := `{"description":"…","headers":{"ETag":{"schema":{}},"x-request-id":{"schema":{}}},"content":{"application/json":{"schema":{}},"Text/Plain; charset=utf-8":{}}}`
	if got != want {
		t.Errorf("pruned response = %s, want %s", got, want)
	}
}

// What several operations have in common is shown once, and what is found there
// is found in each of them.
func TestRepeated(t *testing.T) {
	_, r, diags := read(t, "openapi: 3.0.0\n")
	ops := []*Operation{ordinaryOperation("/a/{id}", 1), ordinaryOperation("/b/{id}", 5)}
	var again repeated
	judge{Reader: r, spec: spec30}.prunedDocument(ops, &again)
	if len(again.sections) != 2 {
		t.Errorf("sections %v, want parameters and responses", again.sections)
	}
	for _, section := range again.sections {
		if n := len(section.Value.Members()); n != 1 {
			t.Errorf("%d %s, want the one that all have", n, section.Key)
		}
	}
	for _, o := range ops {
		o.Params[0].In = "nowhere"
	}
	Judge(r, spec30, ops)
	if !slices.Equal(ops, make([]*Operation, 2)) || diags.Count(diag.Error) != 2 {
		t.Errorf("operations %v, diagnostics:\n%s", ops, diags)
	}
}

// FuzzJudge states: whatever stands in a body and in a response, nothing panics,
// a sound operation beside it is kept, what is told has a place, and an
// operation that is taken away has an error.
func FuzzJudge(f *testing.F) {
	f.Add("{body: {content: {a/b: {schema: {type: x}}}}, response: {description: 1, headers: {a: {}}}}", "name")
	f.Add("{body: {content: {'\x00': {encoding: {a: {contentType: ';'}}}}}, response: {content: {a/b: {}, a/*: {}}}}", "a{b}\n")
	f.Add("{body: {$ref: '#/body'}, response: {headers: {$ref: '#/response'}}}", "é/\u2028")
	f.Fuzz(func(t *testing.T, text, name string) {
		root, r, diags := read(t, text)
		if root == nil {
			return
		}
		odd, sound := ordinaryOperation("/a/{id}", 1), ordinaryOperation("/a/{id}", 5)
		odd.Params = append(odd.Params, Param{Name: name, In: tool.InQuery, Style: "form", Explode: true, Pos: odd.Pos})
		if body := r.Object(root.Get("body"), grammar.RequestBody); body != nil {
			odd.Body, odd.BodyPos = body, diag.Pos{File: "a.yaml", Line: 4, Col: 1}
		}
		if response := r.Object(root.Get("response"), grammar.Response); response != nil {
			odd.Responses[0].Node = response
		}
		odd.Schemes = []string{name}
		ops := []*Operation{odd, sound}
		Judge(r, spec30, ops)
		if ops[1] != sound {
			t.Errorf("the sound operation is taken away:\n%s", diags)
		}
		if ops[0] == nil && !strings.Contains(diags.String(), "error:") {
			t.Error("taken away without an error")
		}
		for _, d := range diags.Sorted() {
			if d.Pos.IsZero() {
				t.Errorf("no place: %s", d)
			}
		}
	})
}
