package evals

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

func value(t *testing.T, text string) overlay.Val[*node.Node] {
	t.Helper()
	var diags diag.List
	n := node.ReadJSON("o", []byte(text), node.Limits{}, &diags)
	if n == nil {
		t.Fatal(&diags)
	}
	return overlay.Val[*node.Node]{V: n, Pos: n.Pos(), Set: true}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"rows.json": `{"rows": []}`, "page.html": "<p>"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	input := `{"type":"object","properties":{"cents":{"type":"integer"}},"required":["cents"],"additionalProperties":false}`
	str := func(s string) overlay.Val[string] { return overlay.Val[string]{V: s, Set: true} }
	tests := []struct {
		name  string
		eval  overlay.Eval
		want  tool.Eval
		codes []string
	}{
		{"a call that is fine", overlay.Eval{Call: value(t, `{"cents": 1}`)}, tool.Eval{Call: json.RawMessage(`{"cents":1}`)}, nil},
		{"a call that the tool refuses", overlay.Eval{Call: value(t, `{"cents": "1"}`)}, tool.Eval{Call: json.RawMessage(`{"cents":"1"}`)}, []string{"eval-invalid"}},
		{"a refusal that is wanted", overlay.Eval{Call: value(t, `{"cents": "1"}`), Error: str("invalid_input")},
			tool.Eval{Call: json.RawMessage(`{"cents":"1"}`), Error: "invalid_input"}, nil},
		{"an argument that is not there", overlay.Eval{Args: value(t, `{"cent": 1}`)}, tool.Eval{Args: json.RawMessage(`{"cent":1}`)}, []string{"dead-argument"}},
		{"an answer in a file", overlay.Eval{Upstream: value(t, `{"status": 200, "file": "rows.json"}`)},
			tool.Eval{Upstream: json.RawMessage(`{"status":200,"body":{"rows":[]}}`)}, nil},
		{"an answer that is no JSON", overlay.Eval{Upstream: value(t, `{"file": "page.html"}`)}, tool.Eval{Upstream: json.RawMessage(`{"body":"<p>"}`)}, nil},
		{"a file that is not there", overlay.Eval{Upstream: value(t, `{"file": "row.json"}`)}, tool.Eval{}, []string{"missing-file"}},
		{"another tool", overlay.Eval{Not: str("find")}, tool.Eval{Not: "shop_find"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var diags diag.List
			r := Reader{
				Tool: "pay", Args: []string{"cents"}, Dir: filepath.ToSlash(dir), Diags: &diags,
				Named: func(name overlay.Val[string]) string { return "shop_" + name.V },
			}
			got := r.Read([]overlay.Eval{tt.eval}, json.RawMessage(input))
			if diff := cmp.Diff([]tool.Eval{tt.want}, got); diff != "" {
				t.Errorf("Read() (-want +got):\n%s", diff)
			}
			var codes []string
			for _, d := range diags.Sorted() {
				codes = append(codes, d.Code)
			}
			if diff := cmp.Diff(tt.codes, codes); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
