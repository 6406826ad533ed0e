package engine

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/store"
)

// An answer that got lost on its way to the model is read again from the ledger,
// by whom it was for and by nobody else.
func TestGetOperation(t *testing.T) {
	set := setOf(payTool())
	set.Companions = map[string]tool.Companion{"get_operation": {Name: "what_happened"}}
	d := open(t, set)
	if diff := cmp.Diff([]string{"pay", "what_happened"}, names(d.Tools(ada))); diff != "" {
		t.Fatalf("tools (-want +got):\n%s", diff)
	}
	d.up.answer = func(*tool.Step, runtime.Inputs) *runtime.Response {
		return ok(map[string]any{"id": "e1", "text": "a\u200bb"})
	}
	planned := d.plan(payDry)
	first := d.call("pay", confirm(planned.ConfirmToken))
	wantOK(t, first)
	lost := d.call("pay", confirm(planned.ConfirmToken))
	wantCode(t, lost, runtime.CodeInvalidReference, "it succeeded")
	if len(lost.AllowedNextActions) != 1 || lost.AllowedNextActions[0].Tool != "what_happened" {
		t.Fatalf("next actions %+v", lost.AllowedNextActions)
	}
	args, _ := json.Marshal(lost.AllowedNextActions[0].Args)
	r := d.call("what_happened", string(args))
	wantOK(t, r)
	for _, words := range []string{`"state":"succeeded"`, `"side_effect":"applied"`, `"tool":"pay"`, `"id":"e1","text":"ab"`, `"began":"2030`, `"ended":"2030`} {
		if !strings.Contains(dataOf(r), words) {
			t.Errorf("operation %s lacks %s", dataOf(r), words)
		}
	}
	if !r.Untrusted || r.DataSource != "api.test" || r.SideEffect != "" || len(d.up.sent()) != 1 {
		t.Errorf("result %+v after %d requests", r, len(d.up.sent()))
	}
	id := first.OperationID
	wantCode(t, d.callAs(runtime.Principal{ID: "eve", Tenant: "acme"}, "what_happened", string(args)), runtime.CodeInvalidReference, "unknown")
	wantCode(t, d.call("what_happened", `{"operation_id":"`+id[:len(id)-1]+`"}`), runtime.CodeInvalidReference, "not copied correctly")
	wantCode(t, d.call("what_happened", `{"operation_id":"`+planned.ConfirmToken+`"}`), runtime.CodeInvalidReference, "another kind of reference")
}

func TestGetOperationTellsTheState(t *testing.T) {
	d := open(t, setOf(payTool()))
	put := func(n uint64, lease time.Duration) string {
		t.Helper()
		id := store.SequentialID(store.PrefixOperation, n)
		if _, err := d.opts.Store.StartOperation(t.Context(), store.Operation{
			ID: id, Tool: "pay", Principal: ada.Key(), Owner: "other", Lease: d.clock.Now().Add(lease), Expires: d.clock.Now().Add(time.Hour),
		}); err != nil {
			t.Fatal(err)
		}
		return `{"operation_id":"` + id + `"}`
	}
	running := d.call("get_operation", put(1, time.Minute))
	wantCode(t, running, runtime.CodeInProgress, "")
	if running.IsError() || running.Error.RetryAfterS == 0 {
		t.Errorf("a running operation: %+v", running.Error)
	}
	left := d.call("get_operation", put(2, -time.Minute))
	wantOK(t, left)
	if !strings.Contains(dataOf(left), `"state":"unknown","side_effect":"unknown"`) || strings.Contains(dataOf(left), "ended") || len(left.AllowedNextActions) != 1 {
		t.Errorf("an operation that was left behind: %s, %+v", dataOf(left), left.AllowedNextActions)
	}
	d.up.answer = func(*tool.Step, runtime.Inputs) *runtime.Response {
		return failed(runtime.CodeUnknownOutcome, runtime.EffectUnknown)
	}
	silent := d.call("pay", confirm(d.plan(payDry).ConfirmToken))
	r := d.call("get_operation", `{"operation_id":"`+silent.OperationID+`"}`)
	wantOK(t, r)
	if !strings.Contains(dataOf(r), `"code":"unknown_outcome"`) || len(r.AllowedNextActions) != 1 {
		t.Errorf("a silent operation: %s, %+v", dataOf(r), r.AllowedNextActions)
	}
	// Data that was too large to be recorded says so.
	d.up.answer = func(*tool.Step, runtime.Inputs) *runtime.Response {
		return ok(map[string]any{"id": "e1", "text": strings.Repeat("x", 10_000)})
	}
	large := d.call("pay", confirm(d.plan(payDry).ConfirmToken))
	if r = d.call("get_operation", `{"operation_id":"`+large.OperationID+`"}`); !strings.Contains(dataOf(r), "too large to be recorded") || strings.Contains(dataOf(r), "xxx") {
		t.Errorf("a large result: %.300s", dataOf(r))
	}
}

// A list without pages has no other way to its rest than a stored result.
func TestListsWithoutPagesAreStored(t *testing.T) {
	whole := findTool()
	whole.Result = tool.Result{MaxBytes: 200}
	whole.Output = tool.Schema(`{"type":["array","null"],"items":{}}`)
	whole.Input = object(`"q":{"type":"string"}`, "q")
	d := open(t, setOf(whole))
	d.up.answer = func(*tool.Step, runtime.Inputs) *runtime.Response {
		return ok(list(1, 100))
	}
	r := d.call("find", `{"q":"x"}`)
	var h struct {
		ID    string
		Items int
	}
	if err := json.Unmarshal(r.Handle, &h); err != nil || h.Items != 100 || r.Truncated == nil || !strings.Contains(r.Truncated.How, "read_result") {
		t.Fatalf("handle %s, truncated %+v, %v", r.Handle, r.Truncated, err)
	}
	page := d.call("read_result", `{"handle":"`+h.ID+`","from":98}`)
	if wantOK(t, page); dataOf(page) != `[{"id":99},{"id":100}]` {
		t.Errorf("the rest: %s", dataOf(page))
	}
}

// A companion is there for those alone who see a tool that needs it.
func TestCompanionsFollowTheirTools(t *testing.T) {
	pay, refund, export := payTool(), payTool(), findTool()
	pay.Audience = []string{"boss"}
	refund.Name, refund.Audience = "refund", []string{"clerk"}
	export.Name, export.Shape, export.Query, export.Handle = "export", tool.ShapeHandle, nil, &tool.Handle{}
	export.Audience = []string{"clerk"}
	set := setOf(findTool(), pay, refund, export)
	set.Audiences = map[string]string{"boss": `"boss" in caller.roles`, "clerk": `"clerk" in caller.roles`}
	d := open(t, set)
	for role, want := range map[string][]string{
		"":      {"find"},
		"boss":  {"find", "get_operation", "pay"},
		"clerk": {"export", "find", "get_operation", "read_result", "refund"},
	} {
		p := runtime.Principal{ID: "x", Roles: []string{role}}
		if diff := cmp.Diff(want, names(d.Tools(p))); diff != "" {
			t.Errorf("%q sees (-want +got):\n%s", role, diff)
		}
		r := d.callAs(p, "get_operation", `{"operation_id":"op_1"}`)
		if hidden := r.Error.Code == runtime.CodeUnknownTool; hidden != (role == "") {
			t.Errorf("%q calls get_operation: %s", role, r.Error.Code)
		}
	}

	export.Audience = nil
	d = open(t, setOf(export))
	if diff := cmp.Diff([]string{"export", "read_result"}, names(d.Tools(ada))); diff != "" {
		t.Errorf("of a tool for everybody ada sees (-want +got):\n%s", diff)
	}
}
