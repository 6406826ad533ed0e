package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire"
)

// realSet is a set over a real server: find, which follows links, and pay.
func realSet(server string) *tool.Set {
	find, pay := findTool(), payTool()
	find.Result = tool.Result{Items: "/data", Select: []tool.Pick{{From: []string{"id"}}}, Page: &tool.Page{Style: "link", Size: &tool.Locator{In: tool.InQuery, Name: "size"}}}
	answers := []tool.Response{{Status: "200", Media: "application/json", Decode: tool.DecodeJSON, Success: true}}
	find.Main.Binding.Path = []tool.Seg{{Lit: "/things"}}
	find.Main.Results = answers
	find.Main.Binding.Params = []tool.Param{
		{Name: "q", In: tool.InQuery, Style: "form", Explode: true, Value: tool.Value{Arg: "/q"}},
		{Name: "kind", In: tool.InQuery, Style: "form", Explode: true, Value: tool.Value{Const: json.RawMessage(`"a&b"`)}},
		{Name: "size", In: tool.InQuery, Style: "form", Explode: true, Value: tool.Value{Size: true}},
	}
	pay.Main.Binding.Path = []tool.Seg{{Lit: "/payments"}}
	pay.Main.Results = answers
	pay.Main.Binding.Params = []tool.Param{{Name: "Idempotency-Key", In: tool.InHeader, Style: "simple", Value: tool.Value{Gen: "idempotency-key"}}}
	pay.Main.Binding.Body = &tool.Body{Media: "application/json", Mode: tool.BodyJSON, Fields: []tool.Field{{To: "/cents", Value: tool.Value{Arg: "/cents"}}}}
	set := setOf(find, pay)
	set.Servers["api"] = tool.Server{URL: server, Network: "loopback"}
	return set
}

func openReal(t testing.TB, set *tool.Set, change ...func(*Options)) *Engine {
	t.Helper()
	client, err := wire.NewClient(set, wire.Config{Isolated: true, Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }})
	if err != nil {
		t.Fatal(err)
	}
	opts := Options{Upstream: client}
	for _, f := range change {
		if f != nil {
			f(&opts)
		}
	}
	e, err := New(set, opts)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func callReal(t testing.TB, e *Engine, name, args string) *runtime.Result {
	t.Helper()
	r, err := e.Handler()(t.Context(), &runtime.Call{ID: "c", RunID: "r", Tool: name, Args: json.RawMessage(args), Principal: ada})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRealLinks(t *testing.T) {
	var seen []string
	var server *httptest.Server
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.URL.RequestURI())
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Query().Get("page") == "" {
			w.Header().Set("Link", `<`+server.URL+`/repositories/7/things?q=x+%26y&kind=evil&page=2&tag=a&tag=b>; rel="next"`)
			io.WriteString(w, `{"data":[{"id":1,"x":"secret"}]}`)
			return
		}
		io.WriteString(w, `{"data":[{"id":2}]}`)
	}))
	defer server.Close()
	e := openReal(t, realSet(server.URL))
	r := callReal(t, e, "find", `{"q":"x &y","limit":5}`)
	wantOK(t, r)
	if dataOf(r) != `[{"id":1}]` || r.NextCursor == "" || r.DataSource != strings.TrimPrefix(server.URL, "http://") {
		t.Fatalf("data %s, cursor %q, source %q", dataOf(r), r.NextCursor, r.DataSource)
	}
	r = callReal(t, e, "find", `{"cursor":"`+r.NextCursor+`"}`)
	wantOK(t, r)
	if dataOf(r) != `[{"id":2}]` || r.NextCursor != "" {
		t.Errorf("data %s, cursor %q", dataOf(r), r.NextCursor)
	}
	if len(seen) != 2 || seen[0] != "/things?q=x%20%26y&kind=a%26b&size=5" || !strings.HasPrefix(seen[1], "/things?") {
		t.Fatalf("requests %q", seen)
	}
	for _, want := range []string{"page=2", "tag=a&tag=b", "kind=a%26b", "q=x+%26y"} {
		if !strings.Contains(seen[1], want) {
			t.Errorf("the second request is %q, it lacks %q", seen[1], want)
		}
	}
	if strings.Contains(seen[1], "evil") {
		t.Errorf("an address changed a pinned value: %q", seen[1])
	}
}

// Whatever the server does to a write, it executes at most once, and the
// envelope says what the server could know.
func TestRealWrites(t *testing.T) {
	abort := func(http.ResponseWriter) { panic(http.ErrAbortHandler) }
	answer := func(status int, body string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			io.WriteString(w, body)
		}
	}
	for _, tt := range []struct {
		name   string
		reply  func(http.ResponseWriter)
		keyed  bool
		effect runtime.SideEffect
		code   runtime.Code
		tries  int64
	}{
		{"ok", answer(200, `{"id":"p1"}`), true, runtime.EffectApplied, "", 1},
		{"silence with a key is tried again", abort, true, runtime.EffectUnknown, runtime.CodeUnknownOutcome, 3},
		{"silence without a key is not", abort, false, runtime.EffectUnknown, runtime.CodeUnknownOutcome, 1},
		{"500 without a key", answer(500, `{}`), false, runtime.EffectUnknown, runtime.CodeUnknownOutcome, 1},
		{"refused", answer(422, `{"message":"no"}`), false, runtime.EffectNone, "", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var tries atomic.Int64
			var mu sync.Mutex
			var keys []string
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				tries.Add(1)
				mu.Lock()
				keys = append(keys, r.Header.Get("Idempotency-Key"))
				mu.Unlock()
				tt.reply(w)
			}))
			defer server.Close()
			set := realSet(server.URL)
			if !tt.keyed {
				set.Tools[1].Command.Idempotency = &tool.Idempotency{None: "test"}
				set.Tools[1].Main.Binding.Params = nil
			}
			e := openReal(t, set)
			plan := callReal(t, e, "pay", `{"cents":5,"dry_run":true}`)
			if plan.Status != runtime.StatusPlanned || string(plan.Plan.Request.Body) != `{"cents":5}` || tries.Load() != 0 {
				t.Fatalf("plan %+v %+v after %d requests", plan, plan.Error, tries.Load())
			}
			r := callReal(t, e, "pay", fmt.Sprintf(`{"cents":5,"dry_run":false,"confirm_token":%q}`, plan.ConfirmToken))
			if r.SideEffect != tt.effect || tt.code != "" && (r.Error == nil || r.Error.Code != tt.code) {
				t.Errorf("side effect %q, error %+v", r.SideEffect, r.Error)
			}
			if tries.Load() != tt.tries {
				t.Errorf("the server executed %d times, want %d", tries.Load(), tt.tries)
			}
			mu.Lock()
			defer mu.Unlock()
			for _, key := range keys {
				if tt.keyed && key != r.OperationID || !tt.keyed && key != "" {
					t.Errorf("key %q, operation %q", key, r.OperationID)
				}
			}
		})
	}
}

// A secret that an upstream gives back reaches no result.
func TestSecretsAreScrubbed(t *testing.T) {
	const canary = "s3cret-canary-\"x\""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("ETag", canary)
		json.NewEncoder(w).Encode(map[string]any{"id": canary, "data": []any{map[string]any{"id": "you sent " + r.Header.Get("Authorization")}}})
	}))
	defer server.Close()
	set := realSet(server.URL)
	set.Auth = map[string]tool.AuthScheme{"token": {Type: "bearer", Secret: "env:CANARY"}}
	for i := range set.Tools {
		set.Tools[i].Main.Binding.Auth = [][]tool.AuthUse{{{Scheme: "token"}}}
	}
	t.Setenv("CANARY", canary)
	e := openReal(t, set)
	plan := callReal(t, e, "pay", `{"cents":5,"dry_run":true}`)
	for _, r := range []*runtime.Result{
		plan, callReal(t, e, "find", `{"q":"x"}`), callReal(t, e, "pay", fmt.Sprintf(`{"cents":5,"dry_run":false,"confirm_token":%q}`, plan.ConfirmToken)),
	} {
		b, _ := json.Marshal(r)
		if r.Error != nil || strings.Contains(string(b), "canary") {
			t.Errorf("result %s", b)
		}
		if r.Status == runtime.StatusOK && !strings.Contains(string(b), "REDACTED") {
			t.Errorf("the secret did not come back at all: %s", b)
		}
	}
}
