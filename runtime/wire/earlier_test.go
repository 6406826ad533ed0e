package wire

import (
	"context"
	"net"
	"net/http"
	"syscall"
	"testing"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/credential"
	"github.com/oatools/oatools/runtime/wire/transport"
)

// TestEarlierAttempts: what a first attempt may have done is not forgotten
// because a second one was refused. The server executes the first request and
// closes the connection; then it answers.
func TestEarlierAttempts(t *testing.T) {
	put, keyed, get := callers[2], callers[4], callers[0]
	lost := "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{\"a\":"
	for _, tt := range []struct {
		name   string
		who    caller
		first  string // before the connection is closed
		second string
		want   want
	}{
		{"429", put, "", status(429, "Retry-After: 600\r\n", `{}`), want{unsure, unknown, 2}},
		{"401", put, "", status(401, "", `{}`), want{unsure, unknown, 2}},
		{"403", keyed, "", status(403, "", `{}`), want{unsure, unknown, 2}},
		{"404", put, "", status(404, "", `{}`), want{unsure, unknown, 2}},
		{"400", put, "", status(400, "", `{}`), want{unsure, unknown, 2}},
		{"409 with a key", keyed, "", status(409, "", `{}`), want{unsure, unknown, 2}},
		{"412 with a key", keyed, "", status(412, "", `{}`), want{unsure, unknown, 2}},
		{"501", put, "", status(501, "", `{}`), want{unsure, unknown, 2}},
		{"quota", keyed, "", status(503, "Retry-After: 600\r\n", `{"type":"https://iana.org/assignments/http-problem-types#quota-exceeded"}`), want{unsure, unknown, 2}},
		{"a key that gives its own answer: 400", keyed, "", status(400, "", `{}`), want{runtime.CodeInvalidInput, none, 2}},
		{"a key that gives its own answer: 402", keyed, "", status(402, "", `{}`), want{runtime.CodeBusinessRejected, none, 2}},
		{"success after all", put, "", status(200, "", `{}`), want{ok, applied, 2}},
		{"a lost success, then 404", put, lost, status(404, "", `{}`), want{incomplete, applied, 2}},
		{"a lost success, then 500", keyed, lost, status(500, "", `{}`), want{incomplete, applied, 3}},
		{"a lost success, then success", put, lost, status(200, "", `{}`), want{ok, applied, 2}},
		{"a read has no effect", get, "", status(404, "", `{}`), want{runtime.CodeNotFound, none, 2}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			srv := startFault(t, fault{"first lost", true, func(conn net.Conn, n int) {
				if n == 1 {
					write(conn, tt.first)
					conn.Close()
					return
				}
				write(conn, tt.second)
			}})
			c := clientFor(t, setOf("http://"+srv.addr, nil), nil)
			res := do(t, c, tt.who.step(), runtime.Inputs{Args: map[string]any{"n": true}, Key: key(tt.who)}, tt.who.options())
			requests, _ := srv.counts()
			if got := (want{codeOf(res), res.Effect, requests}); got != tt.want {
				t.Errorf("got %+v, want %+v (%+v)", got, tt.want, res.Problem)
			}
			if res.Problem != nil && res.Problem.Code == unsure && (res.Problem.Retryable || res.Problem.RetryAfterS != 0) {
				t.Errorf("a caller is invited to repeat it: %+v", res.Problem)
			}
		})
	}
}

// TestEarlierAttemptAndNoOther: after an attempt that ended in silence nothing
// more is sent, for whatever reason.
func TestEarlierAttemptAndNoOther(t *testing.T) {
	for name, then := range map[string]func(c *Client, leave func()){
		"the breaker is open": func(c *Client, _ func()) {
			for range 20 {
				c.upstreams["api"].breaker.Report(true, c.cfg.Now())
			}
		},
		"the caller left":              func(_ *Client, leave func()) { leave() },
		"the credential is gone":       func(c *Client, _ func()) { c.authority = noCredentials(c) },
		"nobody listens any more":      func(c *Client, _ func()) { c.upstreams["api"].trip = refusing },
		"the address is not permitted": func(c *Client, _ func()) { c.upstreams["api"].trip = blocked },
	} {
		t.Run(name, func(t *testing.T) {
			srv := startFault(t, fault{"silence", true, closes("")})
			s := callers[2].step()
			s.Binding.Auth = [][]tool.AuthUse{{{Scheme: "k"}}}
			ctx, leave := context.WithCancel(t.Context())
			defer leave()
			var c *Client
			c = clientFor(t, setOf("http://"+srv.addr, bearer("env:K")), func(cfg *Config) {
				cfg.Isolated = false
				cfg.Env = func(name string) (string, bool) { return "a", name == "K" }
				cfg.Sleep = func(ctx context.Context, _ time.Duration) error { then(c, leave); return ctx.Err() }
			})
			res, err := c.Do(ctx, s, runtime.Inputs{Args: map[string]any{"n": true}}, callers[2].options())
			if err != nil || codeOf(res) != unsure || res.Effect != unknown || res.Problem.Retryable {
				t.Errorf("%+v, effect %s (%v)", res.Problem, res.Effect, err)
			}
			if requests, _ := srv.counts(); requests != 1 {
				t.Errorf("%d requests", requests)
			}
		})
	}
}

func bearer(secret string) map[string]tool.AuthScheme {
	return map[string]tool.AuthScheme{"k": {Type: "bearer", Secret: secret}}
}

// noCredentials gives an authority whose secrets cannot be found.
func noCredentials(c *Client) *credential.Authority {
	return credential.NewAuthority(bearer("env:NONE"), credential.AuthorityOptions{Resolver: c.secrets})
}

var (
	refusing = roundTripper(func(*http.Request) (*http.Response, error) {
		return nil, &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	})
	blocked = roundTripper(func(*http.Request) (*http.Response, error) { return nil, transport.ErrBlocked })
)
