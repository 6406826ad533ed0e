package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/store"
)

func confirm(token string) string {
	return `{"cents":5,"to":"eve","dry_run":false,"confirm_token":"` + token + `"}`
}

func (d *desk) plan(args string) *runtime.Result {
	d.t.Helper()
	r := d.call("pay", args)
	if r.Status != runtime.StatusPlanned || r.SideEffect != runtime.EffectNone || r.Plan == nil {
		d.t.Fatalf("a dry run gives %s, %+v", r.Status, r.Error)
	}
	return r
}

const payDry = `{"cents":5,"to":"eve","dry_run":true}`

func TestCommandRunsItsPlanOnce(t *testing.T) {
	d := open(t, setOf(payTool()))
	planned := d.plan(payDry)
	if n := len(d.up.sent()); n != 0 {
		t.Fatalf("a plan sent %d requests", n)
	}
	if planned.ConfirmToken == "" || planned.ExpiresAt != "2030-01-02T03:14:05Z" || !strings.HasPrefix(planned.Plan.Summary, "Pays 5 cents to eve. ") || planned.Plan.Request.Method != "POST" {
		t.Errorf("plan = %+v %+v", planned, planned.Plan)
	}
	r := d.call("pay", confirm(planned.ConfirmToken))
	wantOK(t, r)
	sent := d.up.sent()
	if len(sent) != 1 || r.SideEffect != runtime.EffectApplied || r.OperationID == "" || sent[0].In.Key != r.OperationID || !sent[0].Opts.Idempotent || sent[0].Opts.ReadOnly {
		t.Fatalf("sent %+v, result %+v", sent, r)
	}
	if _, left := sent[0].In.Args["dry_run"]; left || len(sent[0].In.Args) != 2 {
		t.Errorf("control arguments reach the upstream: %v", sent[0].In.Args)
	}
	if r.Receipt == nil || r.Receipt.ResourceID != "e1" || r.Receipt.UpstreamStatus != 200 || r.Receipt.At == "" {
		t.Errorf("receipt = %+v", r.Receipt)
	}
	again := d.call("pay", confirm(planned.ConfirmToken))
	wantCode(t, again, runtime.CodeInvalidReference, "used already, by operation "+r.OperationID)
	if !strings.Contains(again.Error.Message, "it succeeded") || again.SideEffect != runtime.EffectNone || len(d.up.sent()) != 1 {
		t.Errorf("a used token: %q, %d requests", again.Error.Message, len(d.up.sent()))
	}
}

// A try that changed nothing spends the token all the same, and the model is told
// how to go on.
func TestSpentTokenIsPlannedAgain(t *testing.T) {
	for effect, again := range map[runtime.SideEffect]bool{runtime.EffectNone: true, runtime.EffectUnknown: false} {
		d := open(t, setOf(payTool()))
		d.up.answer = func(*tool.Step, runtime.Inputs) *runtime.Response { return failed(runtime.CodeRateLimited, effect) }
		r := d.call("pay", confirm(d.plan(payDry).ConfirmToken))
		wantCode(t, r, runtime.CodeRateLimited, "")
		found := false
		for _, next := range r.AllowedNextActions {
			found = found || next.Tool == "pay"
			if args, _ := json.Marshal(next.Args); next.Tool == "pay" && d.call("pay", string(args)).Status != runtime.StatusPlanned {
				t.Errorf("%s gives no plan", args)
			}
		}
		if found != again {
			t.Errorf("effect %s: next %+v", effect, r.AllowedNextActions)
		}
	}
}

func TestCommandWithoutTokenGivesThePlan(t *testing.T) {
	d := open(t, setOf(payTool()))
	r := d.plan(`{"cents":5,"to":"eve","dry_run":false}`)
	if !strings.Contains(r.Plan.Summary, "Nothing was sent") || len(d.up.sent()) != 0 {
		t.Errorf("summary %q, %d requests", r.Plan.Summary, len(d.up.sent()))
	}
	wantOK(t, d.call("pay", confirm(r.ConfirmToken)))
}

func TestCommandTokensAreBound(t *testing.T) {
	other := payTool()
	other.Name = "refund"
	d := open(t, setOf(payTool(), other))
	tokenOf := func() string { return d.plan(payDry).ConfirmToken }
	slip := tokenOf()
	slip = slip[:len(slip)-3] + "00" + slip[len(slip)-1:]
	for _, tt := range []struct {
		name, tool, args string
		who              runtime.Principal
		words            string
	}{
		{"other arguments", "pay", strings.Replace(confirm(tokenOf()), ":5", ":6", 1), ada, "other arguments"},
		{"a missing argument", "pay", strings.Replace(confirm(tokenOf()), `"to":"eve",`, "", 1), ada, "other arguments"},
		{"another tool", "refund", confirm(tokenOf()), ada, "another tool, pay"},
		{"another caller", "pay", confirm(tokenOf()), runtime.Principal{ID: "eve", Tenant: "acme"}, "unknown or has expired"},
		{"another tenant", "pay", confirm(tokenOf()), runtime.Principal{ID: "ada", Tenant: "other"}, "unknown or has expired"},
		{"a copying mistake", "pay", confirm(slip), ada, "not copied correctly"},
		{"a cursor", "pay", confirm(store.NewID(store.PrefixCursor)), ada, "another kind of reference"},
		{"an invented token", "pay", confirm(store.NewID(store.PrefixToken)), ada, "unknown or has expired"},
		{"no token at all", "pay", confirm("yes"), ada, "not copied correctly"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := d.callAs(tt.who, tt.tool, tt.args)
			wantCode(t, r, runtime.CodeInvalidReference, tt.words)
			if r.SideEffect != runtime.EffectNone {
				t.Errorf("side effect %q", r.SideEffect)
			}
		})
	}
	token := tokenOf()
	d.clock.advance(10 * time.Minute)
	wantCode(t, d.call("pay", confirm(token)), runtime.CodeInvalidReference, "expired at")
	if n := len(d.up.sent()); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}

// A 64-bit id that differs in its last digit is another argument, and a changed
// tool is another tool.
func TestCommandTokensSurviveOnlySpelling(t *testing.T) {
	d := open(t, setOf(payTool()))
	token := d.plan(`{"cents":9007199254740993,"dry_run":true}`).ConfirmToken
	wantCode(t, d.call("pay", `{"cents":9007199254740992,"dry_run":false,"confirm_token":"`+token+`"}`), runtime.CodeInvalidReference, "other arguments")
	wantOK(t, d.call("pay", `{ "to":"bob", "confirm_token":"`+token+`","dry_run":false,"cents":9007199254740993}`))

	changed := payTool()
	changed.Hash.Runtime = "r2"
	token = d.plan(payDry).ConfirmToken
	e, err := New(setOf(changed), Options{Upstream: d.up, Store: d.opts.Store, Now: d.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	d.Engine = e
	wantCode(t, d.call("pay", confirm(token)), runtime.CodeInvalidReference, "other arguments")
}

func TestCommandRace(t *testing.T) {
	d := open(t, setOf(payTool()))
	token := d.plan(payDry).ConfirmToken
	var wins atomic.Int64
	var group sync.WaitGroup
	for range 16 {
		group.Go(func() {
			if r := d.call("pay", confirm(token)); r.Status == runtime.StatusOK {
				wins.Add(1)
			}
		})
	}
	group.Wait()
	if wins.Load() != 1 || len(d.up.sent()) != 1 {
		t.Errorf("%d winners, %d requests, want one", wins.Load(), len(d.up.sent()))
	}
}

func TestCommandWithoutConfirmation(t *testing.T) {
	pay := payTool()
	pay.Command.Confirm = tool.Confirm{None: "harmless"}
	pay.Input = object(`"cents":{"type":"integer"},"to":{"type":"string"},"dry_run":{"type":"boolean"}`, "cents", "dry_run")
	d := open(t, setOf(pay))
	if r := d.plan(payDry); r.ConfirmToken != "" || r.ExpiresAt != "" || strings.Contains(r.Plan.Summary, "confirm_token") {
		t.Errorf("plan = %+v", r)
	}
	wantOK(t, d.call("pay", `{"cents":5,"dry_run":false}`))
	wantOK(t, d.call("pay", `{"cents":5,"dry_run":false}`))
	if sent := d.up.sent(); len(sent) != 2 || sent[0].In.Key == sent[1].In.Key {
		t.Errorf("sent %+v", sent)
	}
}

func TestConfirmUnless(t *testing.T) {
	pay := payTool()
	pay.Command.Confirm.Unless = "args.cents < 100"
	d := open(t, setOf(pay, findTool()))
	wantOK(t, d.call("pay", `{"cents":99,"dry_run":false}`))
	d.plan(`{"cents":100,"dry_run":false}`)
	if n := len(d.up.sent()); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}

	pay.Command.Confirm.AfterUntrusted = true
	d = open(t, setOf(pay, findTool()))
	args := `{"cents":99,"dry_run":false}`
	r := d.call("pay", args)
	wantOK(t, r) // its answer is untrusted data
	d.plan(args)

	broken := payTool()
	broken.Command.Confirm.Unless = "args.nope == 1"
	d = open(t, setOf(broken))
	d.plan(args)
}

func TestNativePreview(t *testing.T) {
	pay := payTool()
	pay.Command.DryRun = tool.DryRun{Kind: tool.DryRunNative, Select: []tool.Pick{{From: []string{"fee"}}}, Preview: step("POST", "/payments", tool.Param{Name: "validate_only", In: tool.InQuery, Value: tool.Value{Const: json.RawMessage("true")}})}
	d := open(t, setOf(pay))
	d.up.answer = func(s *tool.Step, in runtime.Inputs) *runtime.Response {
		return ok(map[string]any{"fee": json.Number("3"), "secret": "x"})
	}
	r := d.plan(payDry)
	if b, _ := json.Marshal(r.Plan.Preview); string(b) != `{"fee":3}` || !r.Untrusted || r.DataSource != "api.test" {
		t.Errorf("preview %s, untrusted %v from %q", b, r.Untrusted, r.DataSource)
	}
	sent := d.up.sent()
	if len(sent) != 1 || sent[0].In.Key != "" || !sent[0].Opts.ReadOnly {
		t.Errorf("the preview was sent as %+v", sent)
	}
	// Without a token nothing at all is sent, not even the preview.
	if r := d.plan(`{"cents":5,"dry_run":false}`); r.Plan.Preview != nil || len(d.up.sent()) != 1 {
		t.Errorf("preview %v, %d requests", r.Plan.Preview, len(d.up.sent()))
	}
	d.up.answer = func(*tool.Step, runtime.Inputs) *runtime.Response {
		return failed(runtime.CodeBusinessRejected, runtime.EffectApplied)
	}
	r = d.call("pay", payDry)
	wantCode(t, r, runtime.CodeBusinessRejected, "")
	if r.SideEffect != runtime.EffectNone || r.ConfirmToken != "" {
		t.Errorf("side effect %q, token %q", r.SideEffect, r.ConfirmToken)
	}
}

func TestPreviewThatWouldActIsNotSent(t *testing.T) {
	pay := payTool()
	pay.Command.DryRun = tool.DryRun{Kind: tool.DryRunNative, Preview: pay.Main}
	d := open(t, setOf(pay))
	wantCode(t, d.call("pay", payDry), runtime.CodeConfigurationError, "would really act")
	if n := len(d.up.sent()); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}

func TestOutcomesAreRecorded(t *testing.T) {
	for _, tt := range []struct {
		name   string
		resp   *runtime.Response
		err    error
		code   runtime.Code
		effect runtime.SideEffect
		state  store.OperationState
	}{
		{"success", ok(nil), nil, "", runtime.EffectApplied, store.OperationSucceeded},
		{"refused", failed(runtime.CodeBusinessRejected, runtime.EffectNone), nil, runtime.CodeBusinessRejected, runtime.EffectNone, store.OperationFailed},
		{"silence", failed(runtime.CodeUnknownOutcome, runtime.EffectUnknown), nil, runtime.CodeUnknownOutcome, runtime.EffectUnknown, store.OperationUnknown},
		{"lost answer", failed(runtime.CodeResultIncomplete, runtime.EffectApplied), nil, runtime.CodeResultIncomplete, runtime.EffectApplied, store.OperationSucceeded},
		{"our fault", nil, errors.New("broken"), runtime.CodeInternal, runtime.EffectUnknown, store.OperationUnknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := open(t, setOf(payTool()))
			d.up.answer = func(*tool.Step, runtime.Inputs) *runtime.Response { return tt.resp }
			token := d.plan(payDry).ConfirmToken
			d.up.err = tt.err
			r := d.call("pay", confirm(token))
			if r.SideEffect != tt.effect || r.OperationID == "" || (r.Error == nil) != (tt.code == "") || r.Error != nil && r.Error.Code != tt.code {
				t.Errorf("result %+v, error %+v", r, r.Error)
			}
			op, found, err := d.opts.Store.Operation(t.Context(), r.OperationID)
			if err != nil || !found || op.State != tt.state || op.Effect != tt.effect || op.Code != tt.code || op.Principal != ada.Key() || len(op.Result) == 0 {
				t.Errorf("ledger %+v, %v, %v", op, found, err)
			}
			if tt.effect == runtime.EffectUnknown && tt.err == nil && len(r.AllowedNextActions) == 0 {
				t.Error("nothing says what to do about an unknown outcome")
			}
		})
	}
}

// The ledger knows of a write before its first byte is sent.
func TestLedgerComesFirst(t *testing.T) {
	d := open(t, setOf(payTool()))
	token := d.plan(payDry).ConfirmToken
	d.up.answer = func(s *tool.Step, in runtime.Inputs) *runtime.Response {
		op, found, err := d.opts.Store.Operation(t.Context(), in.Key)
		if err != nil || !found || op.State != store.OperationStarted {
			t.Errorf("while sending the ledger says %+v, %v, %v", op, found, err)
		}
		return ok(nil)
	}
	wantOK(t, d.call("pay", confirm(token)))
}

func TestIdempotencyContract(t *testing.T) {
	for _, tt := range []struct {
		name       string
		method     string
		contract   *tool.Idempotency
		hint       bool
		key        string // "%s" stands for the operation
		idempotent bool
	}{
		{"a header", "POST", &tool.Idempotency{Header: "K"}, false, "%s", true},
		{"a structured field", "POST", &tool.Idempotency{Header: "K", Format: "sf-string"}, false, `"%s"`, true},
		{"a marker finds, but does not protect", "POST", &tool.Idempotency{Marker: "/ref"}, false, "%s", false},
		{"none", "PUT", &tool.Idempotency{None: "because"}, true, "", false},
		{"put", "PUT", nil, true, "", true},
		{"put that is not", "PUT", nil, false, "", false},
		{"post", "POST", nil, true, "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pay := payTool()
			pay.Main.Binding.Method, pay.Command.Idempotency, pay.Hints.Idempotent = tt.method, tt.contract, tt.hint
			d := open(t, setOf(pay))
			r := d.call("pay", confirm(d.plan(payDry).ConfirmToken))
			got, want := d.up.sent()[0], tt.key
			if want != "" {
				want = fmt.Sprintf(tt.key, r.OperationID)
			}
			if got.In.Key != want || got.Opts.Idempotent != tt.idempotent || (got.Opts.Idempotency != nil) != (tt.idempotent && tt.contract != nil) {
				t.Errorf("key %q, options %+v; want key %q", got.In.Key, got.Opts, want)
			}
		})
	}
}

func TestBefore(t *testing.T) {
	pay := payTool()
	pay.Command.Before = step("GET", "/payments/1")
	pay.Main.Binding.Params = append(pay.Main.Binding.Params, tool.Param{Name: "If-Match", In: tool.InHeader, Value: tool.Value{Start: "$response.header.ETag"}})
	d := open(t, setOf(pay))
	etag := "v7"
	d.up.answer = func(s *tool.Step, in runtime.Inputs) *runtime.Response {
		r := ok(map[string]any{})
		if s.Binding.Method == "GET" {
			r.Header = http.Header{"Etag": {etag}}
		}
		return r
	}
	token := d.plan(payDry).ConfirmToken
	wantOK(t, d.call("pay", confirm(token)))
	sent := d.up.sent()
	if len(sent) != 2 || string(sent[1].In.Start["$response.header.ETag"]) != `"v7"` || sent[0].In.Key != "" {
		t.Errorf("sent %+v", sent)
	}
	etag = ""
	token = d.plan(payDry).ConfirmToken
	wantCode(t, d.call("pay", confirm(token)), runtime.CodeResponseContract, "ETag")
	etag = "v8"
	wantOK(t, d.call("pay", confirm(token))) // nothing was sent, so the token is not spent
}

func verified(within time.Duration) tool.Tool {
	pay := payTool()
	read := step("GET", "/payments/{id}", tool.Param{Name: "id", In: tool.InPath, Value: tool.Value{Start: "$response.body#/id"}})
	read.Results = []tool.Response{{Status: "200", Success: true, Schema: tool.Schema(`{"type":"object","properties":{"status":{"type":"string"}}}`)}}
	pay.Command.Verify = &tool.Verify{Step: *read, Expect: `result.status == "paid"`, Within: tool.Duration(within)}
	return pay
}

func TestVerify(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, setOf(verified(5*time.Second)))
		reads, paidAt := 0, 3
		d.up.answer = func(s *tool.Step, in runtime.Inputs) *runtime.Response {
			if s.Binding.Method == "POST" {
				return ok(map[string]any{"id": "p1"})
			}
			reads++
			if string(in.Start["$response.body#/id"]) != `"p1"` {
				t.Errorf("the read is bound to %s", in.Start)
			}
			if reads < paidAt {
				return ok(map[string]any{"status": "open"})
			}
			return ok(map[string]any{"status": "paid"})
		}
		r := d.call("pay", confirm(d.plan(payDry).ConfirmToken))
		wantOK(t, r)
		if r.Receipt.Verified == nil || !*r.Receipt.Verified || reads != 3 {
			t.Errorf("receipt %+v after %d reads", r.Receipt, reads)
		}
		reads, paidAt = 0, 1000
		r = d.call("pay", confirm(d.plan(payDry).ConfirmToken))
		wantCode(t, r, runtime.CodeEffectUnverified, "")
		if r.SideEffect != runtime.EffectUnknown || len(r.AllowedNextActions) == 0 || r.Receipt == nil {
			t.Errorf("result %+v", r)
		}
	})
}

func TestPartialSuccess(t *testing.T) {
	d := open(t, setOf(payTool()))
	d.up.answer = func(*tool.Step, runtime.Inputs) *runtime.Response {
		r := ok(map[string]any{"errors": list(1, 2)})
		r.Status, r.Partial = 207, true
		return r
	}
	r := d.call("pay", confirm(d.plan(payDry).ConfirmToken))
	wantCode(t, r, runtime.CodePartialSuccess, "")
	if r.SideEffect != runtime.EffectApplied || r.Data == nil {
		t.Errorf("result %+v", r)
	}
}

func TestRemember(t *testing.T) {
	pay, find := payTool(), findTool()
	pay.Remember = map[string]tool.Remember{"account": {Value: "$response.body#/id", Scope: "run"}}
	find.Main.Binding.Params = append(find.Main.Binding.Params, tool.Param{Name: "account", In: tool.InQuery, Value: tool.Value{Run: "account"}})
	d := open(t, setOf(pay, find))
	wantCode(t, d.call("find", `{"q":"x"}`), runtime.CodeConfigurationError, `"account"`)
	wantOK(t, d.call("pay", confirm(d.plan(payDry).ConfirmToken)))
	wantOK(t, d.call("find", `{"q":"y"}`))
	sent := d.up.sent()
	if got := string(sent[len(sent)-1].In.Run["account"]); got != `"e1"` {
		t.Errorf("account = %s", got)
	}
	wantCode(t, d.callAs(runtime.Principal{ID: "eve", Tenant: "acme"}, "find", `{"q":"y"}`), runtime.CodeConfigurationError, "")
}

func TestLapse(t *testing.T) {
	d := open(t, setOf(payTool()))
	for i := range 3 {
		if _, err := d.opts.Store.StartOperation(t.Context(), store.Operation{ID: fmt.Sprint(i), Owner: "dead", Lease: d.clock.Now(), Expires: d.clock.Now().Add(time.Hour)}); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := d.Lapse(t.Context()); n != 3 || err != nil {
		t.Errorf("Lapse = %d, %v", n, err)
	}
}

func TestEnvelopeHoldsOnlyItsSchema(t *testing.T) {
	d := open(t, setOf(payTool(), findTool()))
	plan := d.plan(payDry)
	for _, r := range []*runtime.Result{plan, d.call("pay", confirm(plan.ConfirmToken)), d.call("pay", `{}`)} {
		name := "pay"
		var schema struct {
			Properties map[string]any
		}
		for _, s := range d.Tools(ada) {
			if s.Name == name {
				if err := json.Unmarshal(s.Output, &schema); err != nil {
					t.Fatal(err)
				}
			}
		}
		b, _ := json.Marshal(r)
		var got map[string]any
		if err := json.Unmarshal(b, &got); err != nil {
			t.Fatal(err)
		}
		for key := range got {
			if _, known := schema.Properties[key]; !known {
				t.Errorf("%s has %q, which its schema does not know", b, key)
			}
		}
	}
}

// What was created is known by its address where the body does not say its id:
// the path alone, since the rest of an address may hold a secret.
func TestReceiptSaysWhereTheResourceIs(t *testing.T) {
	for _, tt := range []struct {
		status         int
		location, want string
	}{
		{201, "/v1/things/77", "/v1/things/77"},
		{201, "https://api.test/v1/things/a%2Fb?sig=secret#x", "/v1/things/a%2Fb"},
		{201, "things/77", "things/77"},
		{201, "mailto:a@b", ""},
		{201, ":", ""},
		{201, "", ""},
		{200, "/elsewhere", ""},
	} {
		d := open(t, setOf(payTool()))
		d.up.answer = func(*tool.Step, runtime.Inputs) *runtime.Response {
			r := ok(nil)
			r.Status, r.Header = tt.status, http.Header{"Location": {tt.location}}
			return r
		}
		r := d.call("pay", confirm(d.plan(payDry).ConfirmToken))
		if wantOK(t, r); r.Receipt.Location != tt.want {
			t.Errorf("%d %q: receipt %+v, want %q", tt.status, tt.location, r.Receipt, tt.want)
		}
	}
}
