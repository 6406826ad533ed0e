package shape

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

// Which arguments may name one of the operator's files: those that are files as
// the request has them, under the names that the model gives them.
func TestFileArgs(t *testing.T) {
	file, text := tool.Part{File: true}, tool.Part{}
	arg := func(to, from string, l *tool.Layout) tool.Field {
		return tool.Field{To: to, Value: tool.Value{Arg: from}, Layout: l}
	}
	renamed := &tool.Layout{Names: map[string]string{"scan": "file[]", "size": "text"}}
	for _, tt := range []struct {
		name string
		body *tool.Body
		want [][]string
	}{
		{"no body", nil, nil},
		{"JSON", &tool.Body{Mode: tool.BodyJSON, Fields: []tool.Field{arg("", "/b", nil)}}, nil},
		{"bytes", &tool.Body{Mode: tool.BodyBytes, Fields: []tool.Field{arg("", "/content", nil)}}, [][]string{{"content"}}},
		{"bytes of the set", &tool.Body{Mode: tool.BodyBytes, Fields: []tool.Field{{Value: tool.Value{Const: []byte(`"x"`)}}}}, nil},
		{"parts", &tool.Body{Mode: tool.BodyMultipart, Parts: map[string]tool.Part{"f": file, "n": text},
			Fields: []tool.Field{arg("/f", "/a~1b", nil), arg("/n", "/n", nil)}}, [][]string{{"a/b"}}},
		{"below a part", &tool.Body{Mode: tool.BodyMultipart, Parts: map[string]tool.Part{"f": file}, Fields: []tool.Field{arg("/f/x", "/a", nil)}}, nil},
		{"one argument for two parts", &tool.Body{Mode: tool.BodyMultipart, Parts: map[string]tool.Part{"f": file, "g": file},
			Fields: []tool.Field{arg("/f", "/a", nil), arg("/g", "/a", nil)}}, [][]string{{"a"}}},
		{"all parts in one argument", &tool.Body{Mode: tool.BodyMultipart, Parts: map[string]tool.Part{"g": file, "f": file, "n": text},
			Fields: []tool.Field{arg("", "/form", nil)}}, [][]string{{"form", "f"}, {"form", "g"}}},
		{"all parts, renamed by the field", &tool.Body{Mode: tool.BodyMultipart, Parts: map[string]tool.Part{"file[]": file, "text": text},
			Fields: []tool.Field{arg("", "/form", renamed)}}, [][]string{{"form", "scan"}}},
		{"all parts, renamed by the body", &tool.Body{Mode: tool.BodyMultipart, Layout: renamed, Parts: map[string]tool.Part{"file[]": file, "other": file},
			Fields: []tool.Field{arg("", "/form", nil)}}, [][]string{{"form", "scan"}, {"form", "other"}}},
	} {
		got := FileArgs(&tool.Tool{Main: &tool.Step{Binding: tool.Binding{Body: tt.body}}})
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// A stored result is an object with a ref; a file is named there, too.
func TestAttachReadsEachFileOnce(t *testing.T) {
	asked := 0
	e := &Env{Files: func(name string) (runtime.File, string) {
		asked++
		if name == "none" {
			return runtime.File{}, "names a file that is not there"
		}
		return runtime.File{Name: name, Data: []byte(name)}, ""
	}}
	call := func(args map[string]any) *Call {
		return &Call{Call: &runtime.Call{Tool: "t"}, Tool: &tool.Tool{Name: "t"}, Args: args}
	}
	c := call(map[string]any{"form": map[string]any{"f": map[string]any{"ref": "file:a"}, "g": []any{"file:a", "aGk=", map[string]any{"ref": "file:b"}, map[string]any{"ref": 1}}}})
	before := c.Hash()
	if p := e.Attach(c, [][]string{{"form", "f"}, {"form", "g"}, {"form", "absent"}}); p != nil || asked != 2 || !c.HoldsFiles() {
		t.Fatalf("%+v after %d readings", p, asked)
	}
	if c.Hash() == before {
		t.Error("the content of files is no part of what a token permits")
	}
	p := e.Attach(call(map[string]any{"form": map[string]any{"g": []any{"file:a", map[string]any{"ref": "file:none"}}}}), [][]string{{"form", "g"}})
	if p == nil || len(p.Fields) != 1 || p.Fields[0].Arg != "/form/g/1" {
		t.Errorf("%+v, want one for /form/g/1", p)
	}
	if p := new(Env).Attach(call(map[string]any{"f": "file:a"}), [][]string{{"f"}}); p != nil {
		t.Errorf("without an operator's folder: %+v", p)
	}
}
