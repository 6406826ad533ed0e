package engine

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

// sent is one request that reached the fake upstream.
type sent struct {
	Method, Path string
	In           runtime.Inputs
	Opts         runtime.SendOptions
	Params       []tool.Param
}

// upstream is a fake: answer decides, the log counts.
type upstream struct {
	answer func(s *tool.Step, in runtime.Inputs) *runtime.Response
	err    error

	mu  sync.Mutex
	log []sent
}

func (u *upstream) Do(ctx context.Context, s *tool.Step, in runtime.Inputs, opts runtime.SendOptions) (*runtime.Response, error) {
	u.mu.Lock()
	u.log = append(u.log, sent{s.Binding.Method, s.Op.Path, in, opts, s.Binding.Params})
	u.mu.Unlock()
	if u.err != nil {
		return nil, u.err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if u.answer == nil {
		return ok(map[string]any{"id": "e1"}), nil
	}
	return u.answer(s, in), nil
}

func (u *upstream) Plan(s *tool.Step, in runtime.Inputs) (*runtime.Request, *runtime.Problem, error) {
	q := url.Values{}
	for _, p := range s.Binding.Params {
		if len(p.Value.Const) > 0 {
			q.Set(p.Name, string(p.Value.Const))
		}
	}
	body, err := json.Marshal(in.Args)
	return &runtime.Request{Method: s.Binding.Method, URL: "https://api.test" + s.Op.Path + "?" + q.Encode(), Body: body}, nil, err
}

func (u *upstream) sent() []sent {
	u.mu.Lock()
	defer u.mu.Unlock()
	return append([]sent(nil), u.log...)
}

func ok(body any) *runtime.Response {
	return &runtime.Response{Status: 200, Host: "api.test", Header: http.Header{}, Body: body, Effect: runtime.EffectApplied, Attempts: 1}
}

func failed(code runtime.Code, effect runtime.SideEffect) *runtime.Response {
	return &runtime.Response{Host: "api.test", Header: http.Header{}, Effect: effect, Attempts: 1, Problem: runtime.NewProblem(code, "")}
}

func step(method, path string, params ...tool.Param) *tool.Step {
	return &tool.Step{Op: tool.Op{Source: "api", Method: method, Path: path}, Binding: tool.Binding{Method: method, Server: "api", Params: params}}
}

func object(props string, required ...string) tool.Schema {
	req, _ := json.Marshal(required)
	if required == nil {
		req = []byte("[]")
	}
	return tool.Schema(`{"type":"object","properties":{` + props + `},"required":` + string(req) + `,"additionalProperties":false}`)
}

func findTool() tool.Tool {
	return tool.Tool{
		Name: "find", Description: "Finds.", Shape: tool.ShapeQuery, Hints: tool.Hints{ReadOnly: true, Idempotent: true}, Query: &tool.Query{},
		Input:  object(`"q":{"type":"string"},"n":{"type":"integer"},"cursor":{"type":"string"},"limit":{"type":"integer","minimum":1,"maximum":100}`, "q"),
		Main:   step("GET", "/things", tool.Param{Name: "q", In: tool.InQuery, Value: tool.Value{Arg: "/q"}}, tool.Param{Name: "after", In: tool.InQuery, Value: tool.Value{Page: true}}),
		Result: tool.Result{Items: "/data", Page: &tool.Page{Style: "cursor", Next: "/next", Param: &tool.Locator{In: tool.InQuery, Name: "after"}, Size: &tool.Locator{In: tool.InQuery, Name: "size"}}},
		Hash:   tool.Hash{Surface: "s", Runtime: "r"},
	}
}

func payTool() tool.Tool {
	return tool.Tool{
		Name: "pay", Description: "Pays.", Shape: tool.ShapeCommand, Hints: tool.Hints{Destructive: true},
		Input:   object(`"cents":{"type":"integer"},"to":{"type":"string"},"dry_run":{"type":"boolean"},"confirm_token":{"type":"string"}`, "cents", "dry_run"),
		Main:    step("POST", "/payments", tool.Param{Name: "to", In: tool.InQuery, Value: tool.Value{Arg: "/to", Default: json.RawMessage(`"bob"`)}}),
		Command: &tool.Command{Effect: tool.EffectPay, DryRun: tool.DryRun{Kind: tool.DryRunPlan, Text: "Pays {cents} cents to {to}."}, Confirm: tool.Confirm{}, Idempotency: &tool.Idempotency{Header: "Idempotency-Key"}},
		Hash:    tool.Hash{Surface: "s", Runtime: "r"},
	}
}

func setOf(tools ...tool.Tool) *tool.Set {
	return &tool.Set{Format: tool.Format, Name: "test", Tools: tools, Servers: map[string]tool.Server{"api": {URL: "https://api.test"}}}
}

var ada = runtime.Principal{ID: "ada", Tenant: "acme", Roles: []string{"employee"}}

// desk is an engine under test and what stands around it.
type desk struct {
	*Engine
	up    *upstream
	clock *clock
	t     testing.TB
}

type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func open(t testing.TB, set *tool.Set, change ...func(*Options)) *desk {
	t.Helper()
	c := &clock{now: time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)}
	d := &desk{up: &upstream{}, clock: c, t: t}
	opts := Options{Upstream: d.up, Now: c.Now}
	for _, f := range change {
		f(&opts)
	}
	e, err := New(set, opts)
	if err != nil {
		t.Fatal(err)
	}
	d.Engine = e
	return d
}

func (d *desk) call(name, args string) *runtime.Result { return d.callAs(ada, name, args) }

func (d *desk) callAs(p runtime.Principal, name, args string) *runtime.Result {
	d.t.Helper()
	return d.run(&runtime.Call{ID: "call_1", RunID: "run", Tool: name, Args: json.RawMessage(args), Principal: p})
}

func (d *desk) run(c *runtime.Call) *runtime.Result {
	d.t.Helper()
	r, err := d.Handler()(context.Background(), c)
	if err != nil || r == nil {
		d.t.Fatalf("%s(%s) = %v, %v", c.Tool, c.Args, r, err)
	}
	return r
}

// wantCode checks the code and the words of a failure.
func wantCode(t testing.TB, r *runtime.Result, code runtime.Code, words string) {
	t.Helper()
	if r.Status != runtime.StatusError || r.Error == nil || r.Error.Code != code || !strings.Contains(r.Error.Message, words) {
		t.Fatalf("got status %s, error %+v; want %s with %q", r.Status, r.Error, code, words)
	}
}

func wantOK(t testing.TB, r *runtime.Result) {
	t.Helper()
	if r.Status != runtime.StatusOK {
		t.Fatalf("status %s: %+v", r.Status, r.Error)
	}
}

func dataOf(r *runtime.Result) string {
	b, _ := json.Marshal(r.Data)
	return string(b)
}

func list(from, n int) []any {
	items := make([]any, n)
	for i := range items {
		items[i] = map[string]any{"id": json.Number(itoa(from + i))}
	}
	return items
}

func itoa(n int) string { b, _ := json.Marshal(n); return string(b) }
