package shape

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

func TestEvaluate(t *testing.T) {
	resp := &runtime.Response{Status: 201, Header: http.Header{"Location": {"/x"}}, Body: map[string]any{"id": json.Number("7"), "a": map[string]any{"b": []any{"c"}}, "n": nil}}
	for _, tt := range []struct{ expr, want string }{
		{"$statusCode", "201"},
		{"$response.header.location", `"/x"`},
		{"$response.header.nope", ""},
		{"$response.body#/id", "7"},
		{"$response.body#/a/b/0", `"c"`},
		{"$response.body#/nope", ""},
		{"$response.body#/n", ""},
		{"$response.body#nope", ""},
		{"$response.body", `{"a":{"b":["c"]},"id":7,"n":null}`},
		{"$request.body", ""},
		{"", ""},
	} {
		got, ok := evaluate(tt.expr, resp)
		if string(got) != tt.want || ok != (tt.want != "") {
			t.Errorf("Evaluate(%q) = %s, %v, want %s", tt.expr, got, ok, tt.want)
		}
	}
}

func TestFill(t *testing.T) {
	args := map[string]any{"cents": json.Number("5"), "to": "{cents}", "list": []any{"a"}}
	if got, want := Fill("{cents} to {to} {list} {nope}", args), `5 to {cents} ["a"] {nope}`; got != want {
		t.Errorf("Fill = %q, want %q", got, want)
	}
}

func TestTakeControl(t *testing.T) {
	args := map[string]any{"dry_run": true, "confirm_token": "x", "cursor": "c", "limit": json.Number("5"), "a": 1}
	tl := &tool.Tool{Shape: tool.ShapeCommand, Command: &tool.Command{}, Result: tool.Result{Page: &tool.Page{Size: &tool.Locator{}}}}
	got := TakeControl(tl, args)
	if (got != Control{DryRun: true, ConfirmToken: "x", Cursor: "c", Limit: 5}) || len(args) != 1 {
		t.Errorf("TakeControl = %+v, left %v", got, args)
	}
	// A query may have arguments of these names that are its own.
	args = map[string]any{"dry_run": true, "confirm_token": "x"}
	if got := TakeControl(&tool.Tool{Shape: tool.ShapeQuery}, args); got != (Control{}) || len(args) != 2 {
		t.Errorf("TakeControl of a query = %+v, left %v", got, args)
	}
}
