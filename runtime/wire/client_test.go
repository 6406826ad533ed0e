package wire

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/transport"
)

var read = runtime.SendOptions{ReadOnly: true, Idempotent: true}

func TestRequestOnTheWire(t *testing.T) {
	var got *http.Request
	var body []byte
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		body, _ = io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Request-Id", "r1")
		w.Header().Set("Link", "<x>; rel=next")
		io.WriteString(w, `{"n":9007199254740993}`)
	})
	s := step("POST", "/a", argParam(tool.InQuery, "q", "form", true), argParam(tool.InCookie, "c", "form", true))
	s.Binding.Path = []tool.Seg{{Lit: "/a/"}, {Param: "p"}}
	s.Binding.Params = append(s.Binding.Params, tool.Param{Name: "p", In: tool.InPath, Style: "simple", Slash: "encode", Value: tool.Value{Arg: "/p"}})
	s.Binding.Body = &tool.Body{Media: "application/json", Mode: tool.BodyJSON, Fields: []tool.Field{{To: "/b", Value: tool.Value{Arg: "/b"}}}}
	s.Binding.Auth = [][]tool.AuthUse{{{Scheme: "sid"}}}
	c := clientFor(t, setOf(srv.URL+"/v1", map[string]tool.AuthScheme{"sid": {Type: "apiKey", In: "cookie", Name: "sid", Secret: "env:S"}}), func(cfg *Config) {
		cfg.Env = func(string) (string, bool) { return "secret", true }
	})
	res := do(t, c, s, runtime.Inputs{Args: args(t, `{"q":"x y","p":"g/p","b":{"z":1,"a":null},"c":"1"}`)}, runtime.SendOptions{})
	if res.Problem != nil {
		t.Fatalf("%+v", res.Problem)
	}
	if got.RequestURI != "/v1/a/g%2Fp?q=x%20y" || got.Header.Get("Cookie") != "c=1; sid=secret" || got.Header.Get("Accept-Encoding") != "gzip" || got.Header.Get("Content-Type") != "application/json" || got.ContentLength != int64(len(body)) {
		t.Errorf("%s %v", got.RequestURI, got.Header)
	}
	if string(body) != `{"b":{"a":null,"z":1}}` {
		t.Errorf("body %s", body)
	}
	want := &runtime.Response{
		Status: 200, Media: "application/json", Body: map[string]any{"n": json.Number("9007199254740993")}, Declared: &s.Results[0],
		Effect: applied, Attempts: 1, Host: strings.TrimPrefix(srv.URL, "http://"), RequestID: "r1",
	}
	if res.Header.Get("Link") == "" {
		t.Error("headers are not handed on")
	}
	res.Header = nil
	if diff := cmp.Diff(want, res); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestIdempotencyHeader makes sure of the trick that keeps net/http from
// repeating a write: the header arrives, but not under the canonical key.
func TestIdempotencyHeader(t *testing.T) {
	for _, name := range []string{"Idempotency-Key", "X-Idempotency-Key", "Cko-Idempotency-Key", "PayPal-Request-Id"} {
		var got string
		srv := serve(t, func(w http.ResponseWriter, r *http.Request) { got = r.Header.Get(name) })
		s := step("POST", "/x", tool.Param{Name: name, In: tool.InHeader, Style: "simple", Value: tool.Value{Gen: "idempotency-key"}})
		c := clientFor(t, setOf(srv.URL, nil), nil)
		do(t, c, s, runtime.Inputs{Key: "k-1"}, runtime.SendOptions{})
		if got != "k-1" {
			t.Errorf("%s: %q arrived", name, got)
		}
		p, _ := c.plan(s)
		r, _, _ := p.Build(&runtime.Inputs{Key: "k-1"}, time.Now(), nil)
		if _, canonical := r.Header[http.CanonicalHeaderKey(name)]; canonical {
			t.Errorf("%s: net/http would repeat this request by itself", name)
		}
	}
}

func TestRenewedCredential(t *testing.T) {
	var issued, calls atomic.Int32
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Path == "/token" {
			fmt.Fprintf(w, `{"access_token":"t%d","token_type":"Bearer","expires_in":3600}`, issued.Add(1))
			return
		}
		calls.Add(1)
		if r.Header.Get("Authorization") != "Bearer t2" {
			w.WriteHeader(401)
		}
		io.WriteString(w, `{}`)
	})
	s := step("POST", "/x")
	s.Binding.Auth = [][]tool.AuthUse{{{Scheme: "o"}}}
	auth := map[string]tool.AuthScheme{"o": {Type: "oauth2", TokenURL: srv.URL + "/token", ClientID: "me", ClientSecret: "env:S"}}
	env := func(cfg *Config) { cfg.Env = func(string) (string, bool) { return "client-secret", true } }
	c := clientFor(t, setOf(srv.URL, auth), env)
	res := do(t, c, s, runtime.Inputs{}, runtime.SendOptions{})
	if res.Problem != nil || issued.Load() != 2 || calls.Load() != 2 || res.Attempts != 2 || res.Effect != applied {
		t.Errorf("%+v after %d tokens and %d calls", res, issued.Load(), calls.Load())
	}
	issued.Store(5)
	c = clientFor(t, setOf(srv.URL, auth), env)
	calls.Store(0)
	res = do(t, c, s, runtime.Inputs{}, runtime.SendOptions{})
	if codeOf(res) != runtime.CodeUnauthenticated || res.Effect != none || calls.Load() != 2 {
		t.Errorf("refused twice: %+v after %d calls", res.Problem, calls.Load())
	}
}

func TestCredentialsThatAreMissing(t *testing.T) {
	srv := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("something was sent") })
	for want, auth := range map[runtime.Code]map[string]tool.AuthScheme{
		runtime.CodeConfigurationError: {"s": {Type: "bearer", Secret: "env:NONE"}},
		runtime.CodeToolUnavailable:    {"other": {Type: "bearer", Secret: "env:NONE"}},
	} {
		s := step("GET", "/x")
		s.Binding.Auth = [][]tool.AuthUse{{{Scheme: "s"}}}
		c := clientFor(t, setOf(srv.URL, auth), nil)
		res := do(t, c, s, runtime.Inputs{}, read)
		if codeOf(res) != want || res.Effect != none || res.Attempts != 0 {
			t.Errorf("%+v, want %s", res.Problem, want)
		}
	}
}

func TestRedirects(t *testing.T) {
	var other *http.Request
	elsewhere := serve(t, func(w http.ResponseWriter, r *http.Request) { other = r; io.WriteString(w, `{}`) })
	hops := 0
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		hops++
		w.Header().Set("Content-Type", "application/json")
		switch r.URL.Path {
		case "/same":
			http.Redirect(w, r, "/moved?a=1#f", http.StatusFound)
		case "/loop":
			http.Redirect(w, r, "/loop", http.StatusFound)
		case "/port":
			http.Redirect(w, r, elsewhere.URL+"/x?k=v", http.StatusTemporaryRedirect)
		case "/user":
			http.Redirect(w, r, "http://me@"+r.Host+"/moved", http.StatusFound)
		case "/none":
			w.WriteHeader(302)
		default:
			fmt.Fprintf(w, `{"key":%q,"auth":%q}`, r.URL.Query().Get("api_key"), r.Header.Get("Authorization"))
		}
	})
	auth := map[string]tool.AuthScheme{"k": {Type: "apiKey", In: "query", Name: "api_key", Secret: "env:K"}, "b": {Type: "bearer", Secret: "env:K"}}
	for _, tt := range []struct {
		path   string
		method string
		opts   runtime.SendOptions
		want   runtime.Code
		hops   int
	}{
		{"/same", "GET", read, "ok", 2},
		{"/same", "POST", read, redirected, 1},
		{"/same", "GET", runtime.SendOptions{}, redirected, 1},
		{"/loop", "GET", read, redirected, 4},
		{"/port", "GET", read, redirected, 1},
		{"/user", "GET", read, redirected, 1},
		{"/none", "GET", read, redirected, 1},
	} {
		hops = 0
		s := step(tt.method, tt.path)
		s.Binding.Auth = [][]tool.AuthUse{{{Scheme: "k"}, {Scheme: "b"}}}
		c := clientFor(t, setOf(srv.URL, auth), func(cfg *Config) { cfg.Env = func(string) (string, bool) { return "secret-key", true } })
		res := do(t, c, s, runtime.Inputs{}, tt.opts)
		if codeOf(res) != tt.want || hops != tt.hops {
			t.Errorf("%s %s: %s after %d requests, want %s after %d", tt.method, tt.path, codeOf(res), hops, tt.want, tt.hops)
		}
		if tt.want == "ok" {
			if diff := cmp.Diff(map[string]any{"key": "secret-key", "auth": "Bearer secret-key"}, res.Body); diff != "" {
				t.Errorf("at the same origin (-want +got):\n%s", diff)
			}
		}
		if other != nil {
			t.Errorf("%s: another origin was asked", tt.path)
		}
	}
}

// roundTripper plays a transport.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func respond(code int, header http.Header, body string) *http.Response {
	if header == nil {
		header = http.Header{"Content-Type": {"application/json"}}
	}
	return &http.Response{StatusCode: code, Header: header, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body))}
}

func TestRedirectToAPermittedHost(t *testing.T) {
	var second *http.Request
	trip := roundTripper(func(r *http.Request) (*http.Response, error) {
		if r.URL.Host == "files.example.com" {
			second = r
			return respond(200, nil, `{"got":true}`), nil
		}
		return respond(302, http.Header{"Location": {"https://files.example.com/f?sig=1"}}, ""), nil
	})
	s := step("GET", "/x", argParam(tool.InHeader, "X-Tenant", "simple", false), argParam(tool.InCookie, "c", "form", true))
	s.Binding.Auth = [][]tool.AuthUse{{{Scheme: "b"}}}
	c := clientFor(t, setOf("https://api.example.com", map[string]tool.AuthScheme{"b": {Type: "bearer", Secret: "env:K"}}), func(cfg *Config) {
		cfg.Env = func(string) (string, bool) { return "secret-key", true }
		cfg.Transport = trip
		cfg.Upstreams = map[string]UpstreamConfig{"api": {Redirects: []string{"files.example.com"}}}
	})
	res := do(t, c, s, runtime.Inputs{Args: args(t, `{"X-Tenant":"t","c":"1"}`)}, read)
	if res.Problem != nil || res.Host != "files.example.com" {
		t.Fatalf("%+v", res)
	}
	for _, name := range []string{"Authorization", "X-Tenant", "Cookie", "Referer"} {
		if v, sent := second.Header[name]; sent {
			t.Errorf("%s %q was sent to another host", name, v)
		}
	}
}

// TestHints looks at how long is waited before the second attempt, and what is
// told instead of waiting long.
func TestHints(t *testing.T) {
	for _, tt := range []struct {
		name   string
		status int
		header http.Header
		body   string
		waits  time.Duration // 0: none
		after  int           // retry_after_s
	}{
		{"seconds", 429, http.Header{"Retry-After": {"2"}}, "", 2100 * time.Millisecond, 0},
		{"a date", 503, http.Header{"Retry-After": {"Mon, 30 Nov 2026 09:00:10 GMT"}}, "", 10500 * time.Millisecond, 0},
		{"milliseconds", 429, http.Header{"Retry-After-Ms": {"100"}}, "", 105 * time.Millisecond, 0},
		{"in the body", 429, nil, `{"error":{"details":[{"retryDelay":"4s"}]}}`, 4200 * time.Millisecond, 0},
		{"nothing", 429, nil, "", 500 * time.Millisecond, 0},
		{"nothing, and not throttled", 502, nil, "", 50 * time.Millisecond, 0},
		{"too long", 429, http.Header{"Retry-After": {"600"}}, "", 0, 600},
		{"beyond the deadline", 429, http.Header{"Retry-After": {"8"}}, "", 0, 8},
	} {
		t.Run(tt.name, func(t *testing.T) {
			now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
			var waited []time.Duration
			calls := 0
			if tt.header == nil {
				tt.header = http.Header{"Content-Type": {"application/json"}}
			}
			c := clientFor(t, setOf("https://api.example.com", nil), func(cfg *Config) {
				cfg.Now = func() time.Time { return now }
				cfg.Sleep = func(_ context.Context, d time.Duration) error {
					waited = append(waited, d)
					now = now.Add(d)
					return nil
				}
				cfg.Transport = roundTripper(func(*http.Request) (*http.Response, error) {
					if calls++; calls == 1 {
						return respond(tt.status, tt.header, tt.body), nil
					}
					return respond(200, nil, `{}`), nil
				})
			})
			opts := read
			if tt.name == "beyond the deadline" {
				opts.Retry = &tool.Retry{Within: tool.Duration(5 * time.Second)}
			}
			res := do(t, c, step("GET", "/x"), runtime.Inputs{}, opts)
			if tt.waits > 0 {
				if len(waited) != 1 || waited[0] != tt.waits || res.Problem != nil {
					t.Errorf("waited %v (%+v), want %s", waited, res.Problem, tt.waits)
				}
				return
			}
			if len(waited) != 0 || codeOf(res) != limited || res.Problem.RetryAfterS != tt.after || !res.Problem.Retryable {
				t.Errorf("waited %v, problem %+v", waited, res.Problem)
			}
		})
	}
}

func TestQuotaAndBreakerHoldCalls(t *testing.T) {
	now := time.Now()
	calls := 0
	fail := false
	c := clientFor(t, setOf("https://api.example.com", nil), func(cfg *Config) {
		cfg.Isolated = false
		cfg.Now = func() time.Time { return now }
		cfg.Transport = roundTripper(func(*http.Request) (*http.Response, error) {
			calls++
			if fail {
				return respond(503, nil, `{}`), nil
			}
			return respond(200, http.Header{"Ratelimit": {`"d";r=0;t=30`}}, ""), nil
		})
	})
	limitedStep := step("GET", "/x")
	do(t, c, limitedStep, runtime.Inputs{}, read)
	res := do(t, c, limitedStep, runtime.Inputs{}, read)
	if codeOf(res) != limited || res.Problem.RetryAfterS != 30 || calls != 1 || res.Effect != none {
		t.Errorf("a used up quota: %+v after %d calls", res.Problem, calls)
	}
	fail = true
	for range 3 {
		do(t, c, step("GET", "/y"), runtime.Inputs{}, read)
	}
	before := calls
	res = do(t, c, step("POST", "/z"), runtime.Inputs{}, runtime.SendOptions{})
	if codeOf(res) != unavailable || res.Problem.RetryAfterS != 10 || calls != before || res.Effect != none || res.Attempts != 0 {
		t.Errorf("an open breaker: %+v, effect %s", res.Problem, res.Effect)
	}
	if calls > 1+3*3 || calls < 1+5 {
		t.Errorf("%d calls", calls)
	}
	fail, now = false, now.Add(time.Minute)
	if res := do(t, c, step("GET", "/y"), runtime.Inputs{}, read); res.Problem != nil {
		t.Errorf("after the break: %+v", res.Problem)
	}
}

// TestCancelledWrite: a caller that leaves after the request was sent does not
// keep us from learning what became of it.
func TestCancelledWrite(t *testing.T) {
	arrived, proceed := make(chan struct{}, 4), make(chan struct{})
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		arrived <- struct{}{}
		<-proceed
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"done":true}`)
	})
	c := clientFor(t, setOf(srv.URL, nil), nil)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-arrived; cancel(); close(proceed) }()
	res, err := c.Do(ctx, callers[5].step(), runtime.Inputs{Args: map[string]any{"n": true}}, runtime.SendOptions{})
	if err != nil || res.Problem != nil || res.Effect != applied {
		t.Errorf("a write: %+v, %v", res, err)
	}
}

func TestCancelledRead(t *testing.T) {
	arrived := make(chan struct{}, 4)
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) { arrived <- struct{}{}; <-r.Context().Done() })
	c := clientFor(t, setOf(srv.URL, nil), nil)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-arrived; cancel() }()
	res, err := c.Do(ctx, step("GET", "/x"), runtime.Inputs{}, read)
	if err != nil || codeOf(res) != cancelled || res.Effect != none || res.Attempts != 1 {
		t.Errorf("a read: %+v, %v", res, err)
	}
	done, cancel2 := context.WithCancel(t.Context())
	cancel2()
	res, err = c.Do(done, step("POST", "/x"), runtime.Inputs{}, runtime.SendOptions{})
	if err != nil || codeOf(res) != cancelled || res.Effect != none {
		t.Errorf("before anything was sent: %+v, %v", res, err)
	}
	late, cancel3 := context.WithDeadline(t.Context(), time.Now().Add(30*time.Millisecond))
	defer cancel3()
	res, err = c.Do(late, step("GET", "/x"), runtime.Inputs{}, read)
	if err != nil || codeOf(res) != runtime.CodeTimeout || res.Attempts != 1 {
		t.Errorf("the caller's deadline: %+v, %v", res.Problem, err)
	}
}

func TestBlockedDestination(t *testing.T) {
	refuse := func(string, string, syscall.RawConn) error { return fmt.Errorf("hook: %w", transport.ErrBlocked) }
	c := clientFor(t, setOf("http://127.0.0.1:9", nil), func(cfg *Config) {
		cfg.Upstreams = map[string]UpstreamConfig{"api": {Options: transport.Options{Control: refuse}}}
	})
	res := do(t, c, step("POST", "/x"), runtime.Inputs{}, runtime.SendOptions{})
	if codeOf(res) != runtime.CodeBlockedDestination || res.Effect != none || res.Attempts != 1 {
		t.Errorf("%+v", res.Problem)
	}
	// The guard says nothing about how the upstream fares.
	c = clientFor(t, setOf("http://127.0.0.1:9", nil), func(cfg *Config) {
		cfg.Isolated = false
		cfg.Upstreams = map[string]UpstreamConfig{"api": {Options: transport.Options{Control: refuse}}}
	})
	for range 6 {
		if res := do(t, c, step("GET", "/x"), runtime.Inputs{}, read); codeOf(res) != runtime.CodeBlockedDestination {
			t.Fatalf("%+v", res.Problem)
		}
	}
	set := setOf("http://localhost:9", nil)
	set.Servers["api"] = tool.Server{URL: "http://localhost:9", Network: "public"}
	res = do(t, clientFor(t, set, nil), step("GET", "/x"), runtime.Inputs{}, read)
	if codeOf(res) != runtime.CodeBlockedDestination {
		t.Errorf("localhost as public: %+v", res.Problem)
	}
}

func TestFieldErrorsNameArguments(t *testing.T) {
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(422)
		io.WriteString(w, `{"message":"Bad","errors":[{"field":"amount.cents","message":"must be > 0"},{"pointer":"#/title","detail":"too short"},{"field":"page_size","message":"too large"},{"field":"unknown","message":"x"}]}`)
	})
	s := step("POST", "/x", tool.Param{Name: "page_size", In: tool.InQuery, Style: "form", Value: tool.Value{Arg: "/limit"}})
	s.Binding.Body = &tool.Body{Media: "application/json", Mode: tool.BodyJSON, Fields: []tool.Field{{To: "/amount/cents", Value: tool.Value{Arg: "/cents"}}, {To: "/title", Value: tool.Value{Arg: "/name"}}}}
	res := do(t, clientFor(t, setOf(srv.URL, nil), nil), s, runtime.Inputs{Args: args(t, `{"cents":0,"name":"","limit":5}`)}, runtime.SendOptions{})
	var blamed []string
	for _, f := range res.Problem.Fields {
		blamed = append(blamed, f.Arg)
		if strings.Contains(f.Problem, "must be") {
			t.Errorf("foreign text outside upstream: %s", f.Problem)
		}
	}
	if diff := cmp.Diff([]string{"/cents", "/name", "/limit"}, blamed); diff != "" || codeOf(res) != runtime.CodeInvalidInput || !strings.Contains(res.Problem.Upstream.Message, "must be > 0") {
		t.Errorf("%+v (-want +got):\n%s", res.Problem, diff)
	}
}

func TestFailureInASuccess(t *testing.T) {
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"success":false,"error":{"code":"declined","message":"no"}}`)
	})
	opts := runtime.SendOptions{Errors: &tool.Errors{FailureWhen: &tool.Match{Path: "success", In: []string{"false"}}}}
	res := do(t, clientFor(t, setOf(srv.URL, nil), nil), step("POST", "/x"), runtime.Inputs{}, opts)
	if codeOf(res) != runtime.CodeBusinessRejected || res.Effect != none || res.Problem.Upstream.Message != "no" || res.Problem.Upstream.Code != "declined" {
		t.Errorf("%+v", res.Problem)
	}
}

// TestOwnKeyInFlight: the upstream says that our key is being worked on.
func TestOwnKeyInFlight(t *testing.T) {
	n := 0
	c := clientFor(t, setOf("https://api.example.com", nil), func(cfg *Config) {
		cfg.Transport = roundTripper(func(*http.Request) (*http.Response, error) {
			if n++; n < 3 {
				return respond(409, nil, `{}`), nil
			}
			return respond(200, nil, `{}`), nil
		})
	})
	opts := runtime.SendOptions{Idempotent: true, Idempotency: &tool.Idempotency{Header: "Idempotency-Key", InProgress: 409}}
	res := do(t, c, callers[4].step(), runtime.Inputs{Args: map[string]any{}, Key: "k"}, opts)
	if res.Problem != nil || n != 3 {
		t.Errorf("%+v after %d", res.Problem, n)
	}
	n = -9
	res = do(t, c, callers[4].step(), runtime.Inputs{Args: map[string]any{}, Key: "k"}, opts)
	if codeOf(res) != runtime.CodeInProgress || res.Effect != unknown {
		t.Errorf("%+v, effect %s", res.Problem, res.Effect)
	}
}

// TestCanary plants secrets in every place and looks for them in everything that
// comes out, raw or encoded.
func TestCanary(t *testing.T) {
	const canary = "c4n4ry/va+lue"
	var log bytes.Buffer
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Request-Id", "id-"+r.URL.Query().Get("api_key"))
		w.WriteHeader(400)
		// A server that repeats everything it was sent.
		json.NewEncoder(w).Encode(map[string]any{"code": r.Header.Get("X-Key"), "message": r.RequestURI + " " + r.Header.Get("Authorization") + " " + r.Header.Get("Cookie")})
	}))
	auth := map[string]tool.AuthScheme{
		"q": {Type: "apiKey", In: "query", Name: "api_key", Secret: "env:C"}, "h": {Type: "apiKey", In: "header", Name: "X-Key", Secret: "env:C"},
		"c": {Type: "apiKey", In: "cookie", Name: "sid", Secret: "env:C"}, "b": {Type: "basic", Username: "me", Secret: "env:C"},
	}
	s := step("GET", "/x", tool.Param{Name: "token", In: tool.InQuery, Style: "form", Value: tool.Value{Secret: "q"}})
	s.Binding.Auth = [][]tool.AuthUse{{{Scheme: "q"}, {Scheme: "h"}, {Scheme: "c"}, {Scheme: "b"}}}
	c := clientFor(t, setOf(srv.URL, auth), func(cfg *Config) {
		cfg.Env = func(string) (string, bool) { return canary, true }
		cfg.Log = slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	var out strings.Builder
	look := func(res *runtime.Response) {
		data, _ := json.Marshal(res.Problem)
		fmt.Fprintf(&out, "%s %+v %s\n", data, res.Problem, res.RequestID)
	}
	look(do(t, c, s, runtime.Inputs{}, read))
	plan, _, _ := c.Plan(s, runtime.Inputs{})
	fmt.Fprintf(&out, "%+v\n", plan)
	srv.Close()
	look(do(t, c, s, runtime.Inputs{}, read))
	fmt.Fprintf(&out, "%v %+v\n%s", c.secrets, c.cfg.Secrets, log.String())
	for _, form := range []string{canary, url.QueryEscape(canary), url.PathEscape(canary), base64.StdEncoding.EncodeToString([]byte("me:" + canary)), base64.StdEncoding.EncodeToString([]byte(canary))} {
		if strings.Contains(out.String(), form) {
			t.Errorf("%s is in\n%s", form, out.String())
		}
	}
	if !strings.Contains(out.String(), "[REDACTED]") {
		t.Error("nothing was redacted: the test proves nothing")
	}
}

// FuzzArguments states: no argument changes host, path template, query structure
// or headers.
func FuzzArguments(f *testing.F) {
	for _, v := range []string{"a", "../x", "a&b=c", "#", "?", "a\r\nX: y", "%2e%2e", "@evil.example", "\\\\evil", "é"} {
		f.Add(v, v, v, v)
	}
	c := clientFor(f, setOf("https://api.example.com/v1", nil), nil)
	s := step("GET", "/u/", argParam(tool.InPath, "p", "simple", false), argParam(tool.InQuery, "q", "form", true), argParam(tool.InHeader, "X-H", "simple", false), argParam(tool.InCookie, "c", "form", true))
	s.Binding.Path = []tool.Seg{{Lit: "/u/"}, {Param: "p"}, {Lit: "/z"}}
	p, err := c.plan(s)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, pv, qv, hv, cv string) {
		r, problem, err := p.Build(&runtime.Inputs{Args: map[string]any{"p": pv, "q": qv, "X-H": hv, "c": cv}}, time.Time{}, nil)
		if err != nil {
			t.Fatalf("our own fault: %v", err)
		}
		if problem != nil {
			return
		}
		var wire bytes.Buffer
		req := &http.Request{Method: "GET", URL: r.URL, Host: r.URL.Host, Header: r.Header}
		if err := req.Write(&wire); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(wire.String(), "\r\n\r\n"), "\r\n")
		if len(lines) != 7 {
			t.Fatalf("%d lines:\n%s", len(lines), wire.String())
		}
		path, query, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(lines[0], "GET "), " HTTP/1.1"), "?")
		segments := strings.Split(path, "/")
		if len(segments) != 5 || segments[1] != "v1" || segments[2] != "u" || segments[4] != "z" || lines[1] != "Host: api.example.com" {
			t.Fatalf("%s", wire.String())
		}
		gotP, _ := url.PathUnescape(segments[3])
		gotQ, _ := url.PathUnescape(strings.TrimPrefix(query, "q="))
		if gotP != pv || gotQ != qv || strings.Contains(query, "&") || r.Header["X-H"][0] != hv {
			t.Fatalf("%q %q %q read back as %q %q %q", pv, qv, hv, gotP, gotQ, r.Header["X-H"])
		}
	})
}
