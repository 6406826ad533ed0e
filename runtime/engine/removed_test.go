package engine

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/middleware"
	"github.com/oatools/oatools/runtime/sanitise"
)

// What was taken out of foreign text is counted where it is read, wherever in a
// result the text stands, and in the audit.
func TestRemovedContentIsCounted(t *testing.T) {
	const hidden = "a\u200b\u202eb<!-- c -->"
	want := &sanitise.Counts{Invisible: 1, Bidi: 1, Markup: 1}
	list := findTool()
	handle := findTool()
	handle.Name, handle.Shape, handle.Query, handle.Result.Page = "all", tool.ShapeHandle, nil, nil
	handle.Handle, handle.Input = &tool.Handle{}, object(`"q":{"type":"string"}`)
	preview := payTool()
	preview.Command.DryRun = tool.DryRun{Kind: tool.DryRunValidate, Preview: step("POST", "/check")}
	plain := findTool()
	plain.Name = "clean"
	audit := &auditor{}
	d := open(t, setOf(list, handle, preview, plain), func(o *Options) { o.Audit = audit })
	body := map[string]any{"id": hidden, "data": []any{map[string]any{"id": hidden}}}
	answer := func(*tool.Step, runtime.Inputs) *runtime.Response { return ok(body) }
	refuse := func(*tool.Step, runtime.Inputs) *runtime.Response {
		r := failed(runtime.CodeBusinessRejected, runtime.EffectNone)
		r.Problem.Upstream = &runtime.UpstreamError{Status: 422, Message: "x<!-- c -->"}
		r.Removed = sanitise.Counts{Invisible: 1, Bidi: 1} // by whoever read it first
		return r
	}
	clean := func(*tool.Step, runtime.Inputs) *runtime.Response {
		return ok(map[string]any{"data": []any{map[string]any{"id": "x"}}})
	}
	for _, tt := range []struct {
		name, tool, args string
		up               func(*tool.Step, runtime.Inputs) *runtime.Response
		want             *sanitise.Counts
	}{
		{"data", "find", `{"q":"x"}`, answer, want},
		{"a stored result", "all", `{}`, answer, want},
		{"a preview", "pay", `{"cents":1,"dry_run":true}`, func(*tool.Step, runtime.Inputs) *runtime.Response {
			return ok(map[string]any{"id": hidden})
		}, want},
		{"the words of a failure", "find", `{"q":"y"}`, refuse, want},
		{"nothing", "clean", `{"q":"x"}`, clean, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d.up.answer, audit.records = tt.up, nil
			r := d.call(tt.tool, tt.args)
			if diff := cmp.Diff(tt.want, r.Sanitised); diff != "" {
				b, _ := json.Marshal(r)
				t.Errorf("sanitised (-want +got):\n%s\n%s", diff, b)
			}
			if len(audit.records) != 1 || audit.records[0].Event != middleware.EventOutcome || !cmp.Equal(audit.records[0].Sanitised, tt.want) {
				t.Errorf("audit: %+v", audit.records)
			}
		})
	}
}

// The client cleans an upstream's words before anybody else reads them; its count
// must not get lost on the way, and covers the last attempt alone.
func TestRemovedWordsOfARealFailureAreCounted(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(503)
		io.WriteString(w, `{"code":"a\u202eb","message":"busy\u200b <!-- c -->"}`)
	}))
	defer server.Close()
	r := callReal(t, openReal(t, realSet(server.URL)), "find", `{"q":"x"}`)
	if diff := cmp.Diff(&sanitise.Counts{Invisible: 1, Bidi: 1, Markup: 1}, r.Sanitised); diff != "" {
		t.Errorf("sanitised (-want +got):\n%s\n%+v", diff, r.Error)
	}
}
