package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/shape"
	"github.com/oatools/oatools/runtime/store"
	"github.com/oatools/oatools/runtime/store/memory"
)

// desk is what a command works with; it notes what is sent.
type desk struct {
	env     *shape.Env
	now     time.Time
	sent    []*tool.Step
	inputs  []runtime.Inputs
	options []runtime.SendOptions
	body    []byte // of the request that is planned
	problem *runtime.Problem
	answer  any
	effect  runtime.SideEffect
}

func newDesk() *desk {
	d := &desk{now: time.Date(2030, 1, 2, 12, 0, 0, 0, time.UTC), answer: map[string]any{"id": "e1"}, effect: runtime.EffectApplied}
	clock := func() time.Time { return d.now }
	d.env = &shape.Env{Upstream: d, Store: memory.New(memory.Options{Now: clock}), Now: clock, NewID: store.NewID, Log: slog.New(slog.DiscardHandler), Owner: "me",
		GetOperation: "get_operation", Tainted: func(*shape.Call) bool { return false }}
	return d
}

func (d *desk) Do(_ context.Context, s *tool.Step, in runtime.Inputs, o runtime.SendOptions) (*runtime.Response, error) {
	d.sent, d.inputs, d.options = append(d.sent, s), append(d.inputs, in), append(d.options, o)
	return &runtime.Response{Status: 200, Host: "api.test", Body: d.answer, Effect: d.effect, Attempts: 1, Problem: d.problem}, nil
}

func (d *desk) Plan(s *tool.Step, in runtime.Inputs) (*runtime.Request, *runtime.Problem, error) {
	return &runtime.Request{Method: s.Binding.Method, URL: "https://api.test" + s.Op.Path, Body: d.body}, nil, nil
}

func payment() *tool.Tool {
	return &tool.Tool{
		Name: "pay", Shape: tool.ShapeCommand,
		Input:   tool.Schema(`{"type":"object","properties":{"cents":{"type":"integer"}}}`),
		Main:    &tool.Step{Op: tool.Op{Path: "/payments"}, Binding: tool.Binding{Method: "POST"}},
		Command: &tool.Command{Effect: tool.EffectPay, DryRun: tool.DryRun{Kind: tool.DryRunPlan}},
	}
}

func (d *desk) run(t *testing.T, tl *tool.Tool, args map[string]any, c shape.Control) *runtime.Result {
	t.Helper()
	run, err := New(tl, d.env)
	if err != nil {
		t.Fatal(err)
	}
	r, err := run(t.Context(), &shape.Call{Call: &runtime.Call{ID: "c", RunID: "r", Tool: tl.Name, Principal: runtime.Principal{ID: "ada"}}, Tool: tl, Args: args, Control: c})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A set that an old or a strange compiler made is refused, not run halfway.
func TestNewRefuses(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*tool.Tool)
		want   string
	}{
		{"no contract", func(t *tool.Tool) { t.Command = nil }, "without its contract"},
		{"a native dry run without its request", func(t *tool.Tool) { t.Command.DryRun.Kind = tool.DryRunNative }, "without a step"},
		{"a validation without its request", func(t *tool.Tool) { t.Command.DryRun.Kind = tool.DryRunValidate }, "without a step"},
		{"an unknown dry run", func(t *tool.Tool) { t.Command.DryRun.Kind = "guess" }, `"guess"`},
		{"a result that cannot be shaped", func(t *tool.Tool) { t.Result.Items = "no pointer" }, "no pointer"},
	} {
		tl := payment()
		tt.change(tl)
		if _, err := New(tl, newDesk().env); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

// Who may run without having seen the plan. What cannot be decided may not.
func TestWhatNeedsAToken(t *testing.T) {
	small, large := map[string]any{"cents": json.Number("5")}, map[string]any{"cents": json.Number("500")}
	const unless = "args.cents < 100"
	untrusted := func(tainted bool) func(*shape.Call) bool { return func(*shape.Call) bool { return tainted } }
	for _, tt := range []struct {
		name    string
		confirm tool.Confirm
		args    map[string]any
		tainted func(*shape.Call) bool
		want    bool // a token is needed
	}{
		{"nothing said", tool.Confirm{}, small, untrusted(false), true},
		{"never", tool.Confirm{None: "because"}, large, untrusted(true), false},
		{"unless, and it holds", tool.Confirm{Unless: unless}, small, untrusted(false), false},
		{"unless, and it does not", tool.Confirm{Unless: unless}, large, untrusted(false), true},
		{"unless, of an argument that is not there", tool.Confirm{Unless: unless}, nil, untrusted(false), true},
		{"unless, of what does not exist", tool.Confirm{Unless: "args.nope"}, small, untrusted(false), true},
		{"unless, that is no truth value", tool.Confirm{Unless: "args.cents"}, small, untrusted(false), true},
		{"unless, whatever was read", tool.Confirm{Unless: unless}, small, untrusted(true), false},
		{"after foreign data, and none was read", tool.Confirm{Unless: unless, AfterUntrusted: true}, small, untrusted(false), false},
		{"after foreign data", tool.Confirm{Unless: unless, AfterUntrusted: true}, small, untrusted(true), true},
		{"after foreign data, and nobody knows", tool.Confirm{Unless: unless, AfterUntrusted: true}, small, nil, true},
		{"after foreign data alone", tool.Confirm{AfterUntrusted: true}, small, untrusted(false), true},
	} {
		d := newDesk()
		d.env.Tainted = tt.tainted
		tl := payment()
		tl.Command.Confirm = tt.confirm
		r := d.run(t, tl, tt.args, shape.Control{})
		if planned := r.Status == runtime.StatusPlanned; planned != tt.want || planned == (len(d.sent) > 0) || planned != (r.ConfirmToken != "") {
			t.Errorf("%s: %s, token %q, %d requests", tt.name, r.Status, r.ConfirmToken, len(d.sent))
		}
	}
}

// Which key is sent, and whether silence may be answered by another try.
func TestIdempotency(t *testing.T) {
	for _, tt := range []struct {
		name, method string
		contract     *tool.Idempotency
		hint         bool
		key          string // K stands for the operation
		again, keyed bool
	}{
		{"a header", "POST", &tool.Idempotency{Header: "K"}, false, "K", true, true},
		{"a query parameter", "POST", &tool.Idempotency{Query: "k"}, false, "K", true, true},
		{"a member of the body", "PATCH", &tool.Idempotency{Body: "/k"}, false, "K", true, true},
		{"a quoted header", "POST", &tool.Idempotency{Header: "K", Format: "sf-string"}, false, `"K"`, true, true},
		{"a marker", "POST", &tool.Idempotency{Marker: "/ref"}, true, "K", false, false},
		{"none", "PUT", &tool.Idempotency{None: "because"}, true, "", false, false},
		{"PUT", "PUT", nil, true, "", true, false},
		{"DELETE", "DELETE", nil, true, "", true, false},
		{"PUT that the overlay calls otherwise", "PUT", nil, false, "", false, false},
		{"PATCH", "PATCH", nil, true, "", false, false},
		{"POST", "POST", nil, true, "", false, false},
	} {
		d := newDesk()
		tl := payment()
		tl.Main.Binding.Method, tl.Command.Idempotency, tl.Hints.Idempotent = tt.method, tt.contract, tt.hint
		tl.Command.Confirm.None = "a test"
		r := d.run(t, tl, nil, shape.Control{})
		if len(d.sent) != 1 {
			t.Fatalf("%s: %+v", tt.name, r.Error)
		}
		want := strings.ReplaceAll(tt.key, "K", r.OperationID)
		if o := d.options[0]; d.inputs[0].Key != want || o.Idempotent != tt.again || (o.Idempotency != nil) != tt.keyed || o.ReadOnly {
			t.Errorf("%s: key %q, %+v; want %q", tt.name, d.inputs[0].Key, o, want)
		}
	}
}

// A plan shows what would be sent, the upstream's opinion where it has one, and
// nothing that floods a conversation.
func TestPlan(t *testing.T) {
	large := []byte(`"` + strings.Repeat("x", plannedMax) + `"`)
	preview := &tool.Step{Op: tool.Op{Path: "/payments/check"}, Binding: tool.Binding{Method: "POST"}}
	for _, tt := range []struct {
		name    string
		body    []byte
		dry     tool.DryRun
		confirm tool.Confirm
		answer  any
		problem *runtime.Problem
		check   func(r *runtime.Result, d *desk) error
	}{
		{name: "the request", body: []byte(`{"cents":5}`), check: func(r *runtime.Result, d *desk) error {
			if string(r.Plan.Request.Body) != `{"cents":5}` || r.Plan.Summary != runLater || r.Untrusted || r.ExpiresAt != "2030-01-02T12:10:00Z" {
				return fmt.Errorf("request %+v, summary %q, expires %s", r.Plan.Request, r.Plan.Summary, r.ExpiresAt)
			}
			return nil
		}},
		{name: "a large request", body: large, check: func(r *runtime.Result, d *desk) error {
			if body := string(r.Plan.Request.Body); len(body) > 200 || !strings.Contains(body, fmt.Sprint(len(large))+" bytes, sha256 ") || !json.Valid(r.Plan.Request.Body) {
				return fmt.Errorf("body %.300s", body)
			}
			return nil
		}},
		{name: "the author's words", dry: tool.DryRun{Text: "Pays {cents}."}, confirm: tool.Confirm{TTL: tool.Duration(time.Hour)}, check: func(r *runtime.Result, d *desk) error {
			if r.Plan.Summary != "Pays 5. "+runLater || r.ExpiresAt != "2030-01-02T13:00:00Z" {
				return fmt.Errorf("summary %q, expires %s", r.Plan.Summary, r.ExpiresAt)
			}
			return nil
		}},
		{name: "no token", confirm: tool.Confirm{None: "because"}, check: func(r *runtime.Result, d *desk) error {
			if r.Plan.Summary != runWithout || r.ConfirmToken != "" || r.ExpiresAt != "" {
				return fmt.Errorf("summary %q, token %q until %q", r.Plan.Summary, r.ConfirmToken, r.ExpiresAt)
			}
			return nil
		}},
		{name: "a validation", dry: tool.DryRun{Kind: tool.DryRunValidate, Preview: preview, Select: []tool.Pick{{From: []string{"fee"}}}}, answer: map[string]any{"fee": json.Number("3"), "secret": "x"}, check: func(r *runtime.Result, d *desk) error {
			if b, _ := json.Marshal(r.Plan.Preview); string(b) != `{"fee":3}` || !r.Untrusted || r.DataSource != "api.test" || !d.options[0].ReadOnly || d.inputs[0].Key != "" {
				return fmt.Errorf("preview %s, %+v, sent with %+v", b, r, d.options)
			}
			return nil
		}},
		{name: "a validation that answers nothing", dry: tool.DryRun{Kind: tool.DryRunValidate, Preview: preview}, check: func(r *runtime.Result, d *desk) error {
			if r.Plan.Preview != nil || r.Untrusted || r.ConfirmToken == "" || len(d.sent) != 1 {
				return fmt.Errorf("%+v after %d requests", r, len(d.sent))
			}
			return nil
		}},
		{name: "a validation that answers more than fits", dry: tool.DryRun{Kind: tool.DryRunValidate, Preview: preview}, answer: map[string]any{"list": many(5000)}, check: func(r *runtime.Result, d *desk) error {
			if r.Truncated == nil || !strings.Contains(r.Truncated.How, "only the preview") || r.ConfirmToken == "" {
				return fmt.Errorf("truncated %+v, token %q", r.Truncated, r.ConfirmToken)
			}
			return nil
		}},
		{name: "a validation that says no", dry: tool.DryRun{Kind: tool.DryRunValidate, Preview: preview}, problem: runtime.NewProblem(runtime.CodeBusinessRejected, ""), check: func(r *runtime.Result, d *desk) error {
			if r.Error == nil || r.Error.Code != runtime.CodeBusinessRejected || r.SideEffect != runtime.EffectNone || r.ConfirmToken != "" || r.Plan != nil {
				return fmt.Errorf("%+v", r)
			}
			return nil
		}},
		{name: "a dry run that would act", dry: tool.DryRun{Kind: tool.DryRunNative, Preview: payment().Main}, check: func(r *runtime.Result, d *desk) error {
			if r.Error == nil || r.Error.Code != runtime.CodeConfigurationError || len(d.sent) > 0 {
				return fmt.Errorf("%+v after %d requests", r, len(d.sent))
			}
			return nil
		}},
	} {
		d := newDesk()
		d.body, d.answer, d.problem = tt.body, tt.answer, tt.problem
		tl := payment()
		tl.Command.DryRun, tl.Command.Confirm = tt.dry, tt.confirm
		r := d.run(t, tl, map[string]any{"cents": json.Number("5")}, shape.Control{DryRun: true})
		if err := tt.check(r, d); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if tt.dry.Preview == nil && len(d.sent) > 0 {
			t.Errorf("%s: %d requests were sent", tt.name, len(d.sent))
		}
	}
}

func many(n int) []any {
	out := make([]any, n)
	for i := range out {
		out[i] = map[string]any{"id": json.Number(fmt.Sprint(i))}
	}
	return out
}

// Whoever comes with a token that was used learns what became of it. Where the
// process that sent it is gone, nobody knows.
func TestUsedTokenTellsTheOutcome(t *testing.T) {
	for _, tt := range []struct {
		name  string
		state store.OperationState // started: never finished; empty: not recorded
		after time.Duration
		want  string
		next  int
	}{
		{"running", store.OperationStarted, 0, "it is still running", 1},
		{"left behind", store.OperationStarted, 2 * time.Minute, "its outcome is unknown", 1},
		{"succeeded", store.OperationSucceeded, 0, "it succeeded", 1},
		{"failed", store.OperationFailed, 0, "it failed and changed nothing", 1},
		{"silent", store.OperationUnknown, 0, "its outcome is unknown", 1},
		{"forgotten", "", 0, "its outcome is not recorded", 0},
	} {
		d := newDesk()
		tl := payment()
		args := map[string]any{"cents": json.Number("5")}
		token := d.run(t, tl, args, shape.Control{DryRun: true}).ConfirmToken
		id := store.NewID(store.PrefixOperation)
		ctx, who := t.Context(), runtime.Principal{ID: "ada"}.Key()
		ok, err := d.env.Store.UseToken(ctx, store.TokenUse{ID: token, Principal: who, Args: runtime.ArgsHash(tl, args), Operation: id})
		if tt.state != "" && err == nil {
			_, err = d.env.Store.StartOperation(ctx, store.Operation{ID: id, Principal: who, Owner: "other", Lease: d.now.Add(time.Minute), Expires: d.now.Add(time.Hour)})
		}
		if tt.state != "" && tt.state != store.OperationStarted && err == nil {
			_, err = d.env.Store.FinishOperation(ctx, store.Finish{ID: id, From: store.OperationStarted, Owner: "other", To: tt.state})
		}
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		d.now = d.now.Add(tt.after)
		r := d.run(t, tl, args, shape.Control{ConfirmToken: token})
		if r.Error == nil || r.Error.Code != runtime.CodeInvalidReference || !strings.Contains(r.Error.Message, tt.want) || len(r.AllowedNextActions) != tt.next || len(d.sent) > 0 {
			t.Errorf("%s: %+v, next %+v, %d requests", tt.name, r.Error, r.AllowedNextActions, len(d.sent))
		}
	}
}

// A write whose intent cannot be kept is not sent, and is known to have failed.
func TestIntentComesFirst(t *testing.T) {
	d := newDesk()
	operation := ""
	d.env.Intend = func(_ context.Context, _ *shape.Call, id string) error {
		operation = id
		return errors.New("disk full")
	}
	tl := payment()
	tl.Command.Confirm.None = "a test"
	run, err := New(tl, d.env)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := run(t.Context(), &shape.Call{Call: &runtime.Call{Tool: "pay"}, Tool: tl}); err == nil || len(d.sent) > 0 {
		t.Errorf("%+v, %v after %d requests", r, err, len(d.sent))
	}
	if op, ok, err := d.env.Store.Operation(t.Context(), operation); !ok || err != nil || op.State != store.OperationFailed || op.Effect != runtime.EffectNone {
		t.Errorf("%+v, %v, %v", op, ok, err)
	}
}

// A try that changed nothing is planned again with its arguments, unless they are
// too many to be written out once more.
func TestPlanAgain(t *testing.T) {
	for text, repeated := range map[string]bool{"short": true, strings.Repeat("x", repeatedMax): false} {
		d := newDesk()
		tl := payment()
		args := map[string]any{"cents": json.Number("5"), "note": text}
		token := d.run(t, tl, args, shape.Control{DryRun: true}).ConfirmToken
		d.problem, d.effect = runtime.NewProblem(runtime.CodeRateLimited, ""), runtime.EffectNone
		r := d.run(t, tl, args, shape.Control{ConfirmToken: token})
		if len(r.AllowedNextActions) != 1 || r.AllowedNextActions[0].Tool != "pay" {
			t.Fatalf("%+v", r)
		}
		if got := r.AllowedNextActions[0].Args; (got != nil) != repeated || repeated && (got["note"] != text || got[tool.ArgDryRun] != true) {
			t.Errorf("%.10s: %v", text, got)
		}
		if _, changed := args[tool.ArgDryRun]; changed {
			t.Error("the arguments of the call were changed")
		}
	}
}
