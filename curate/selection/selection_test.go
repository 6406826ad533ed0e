package selection

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/yaml"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/curate/source"
)

const specs = `openapi: 3.1.0
info: {title: T, version: "1"}
servers: [{url: "https://t.example"}]
paths:
  /jobs:
    post: {operationId: start, responses: {"200": {description: ok}}}
    get: {operationId: status, responses: {"200": {description: ok}}}
  /old: {get: {operationId: old, deprecated: true, responses: {"200": {description: ok}}}}
  /broken: {get: {operationId: broken, parameters: [{$ref: "#/no"}], responses: {"200": {description: ok}}}}
`

const head = `apiVersion: oatools/v1
kind: Overlay
metadata: {name: t}
sources: {a: {spec: s.yaml, auth: {open: {none: it is a test}}}, b: {spec: s.yaml, auth: {open: {none: it is a test}}}}
tools:
`

// selected reads an overlay with these tools, and gives what each selector names,
// by the line of the selector, and the codes of what was told.
func selected(t *testing.T, tools string) (picks map[int]string, told []string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "s.yaml"), []byte(specs), 0o644); err != nil {
		t.Fatal(err)
	}
	var quiet, diags diag.List // contracts lack keys here that do not matter
	o := overlay.Parse(yaml.Read("o.yaml", []byte(head+tools), yaml.Options{Strict: true}, &quiet), &quiet)
	sources, err := source.Load(filepath.ToSlash(filepath.Join(dir, "o.yaml")), o.Sources, oas.Limits{}, &quiet)
	if err != nil {
		t.Fatal(err)
	}
	picks = map[int]string{}
	for sel, p := range Of(o, sources, &diags) {
		text := p.Source.Decl.Name.V + " broken"
		if p.Op != nil {
			text = p.Source.Decl.Name.V + " " + p.Op.ID
		}
		picks[sel.Pos.Line] = text
	}
	for _, d := range diags.Sorted() {
		if d.Severity == diag.Error || d.Code == "deprecated-operation" {
			told = append(told, d.Code)
		}
	}
	return picks, told
}

func TestOf(t *testing.T) {
	for _, tt := range []struct {
		name, tools string
		picks       map[int]string
		told        []string
	}{
		{"tools that share an operation", `
  x:
    operation: {source: a, id: start, at: POST /jobs}
  y:
    operation: {source: a, id: start, at: POST /jobs}
`, map[int]string{8: "a start", 10: "a start"}, nil},
		{"a step prefers the source of its tool", `
  x:
    shape: job
    operation: {source: b, id: start, at: POST /jobs}
    job:
      status:
        operation: {id: status, at: GET /jobs}
`, map[int]string{9: "b start", 12: "b status"}, nil},
		{"a broken operation is told once", `
  x:
    operation: {source: a, id: broken, at: GET /broken}
  y:
    operation: {source: a, id: broken, at: GET /broken}
`, map[int]string{8: "a broken", 10: "a broken"}, []string{"ref-unresolved"}},
		{"a step on what is deprecated", `
  x:
    shape: job
    operation: {source: a, id: start, at: POST /jobs}
    job:
      status:
        operation: {id: old, at: GET /old}
`, map[int]string{9: "a start", 12: "a old"}, []string{"deprecated-operation"}},
		{"a tool without an operation", "\n  x: {shape: query}\n", map[int]string{}, []string{"missing-key"}},
		{"the inbox needs none", "\n  x: {shape: human}\n", map[int]string{}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			picks, told := selected(t, tt.tools)
			if diff := cmp.Diff(tt.picks, picks); diff != "" {
				t.Errorf("picks by line (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.told, told); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
		})
	}
}

// Steps are those that are stated, in the language's order.
func TestSteps(t *testing.T) {
	var tl overlay.Tool
	if got := Steps(&tl); got != nil {
		t.Errorf("nothing is stated, and %d steps are listed", len(got))
	}
	tl.Command.Verify.Operation.Pos = diag.Pos{File: "o.yaml", Line: 1, Col: 1}
	tl.Agent.Reply.Operation.Pos = diag.Pos{File: "o.yaml", Line: 2, Col: 1}
	got := Steps(&tl)
	if want := []*overlay.Step{&tl.Command.Verify.Step, &tl.Agent.Reply}; len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("Steps = %v, want verify and reply", got)
	}
}
