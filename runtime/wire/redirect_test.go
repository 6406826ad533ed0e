package wire

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/transport"
)

// TestRedirectsWithContent: a query keeps its method and its content where the
// status says so and the origin stays; everything else is told after a single
// request. The server writes down every request that it sees.
func TestRedirectsWithContent(t *testing.T) {
	var elsewhere int
	other := serve(t, func(http.ResponseWriter, *http.Request) { elsewhere++ })
	var seen []string
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		seen = append(seen, fmt.Sprintf("%s %s %s %s %s", r.Method, r.RequestURI, r.Header.Get("Content-Type"), r.Header.Get("Authorization"), body))
		w.Header().Set("Content-Type", "application/json")
		var code int
		if n, _ := fmt.Sscanf(r.URL.Path, "/%d", &code); n == 1 {
			w.Header().Set("Location", map[string]string{"": "/there?a=1", "loop": r.RequestURI, "port": other.URL + "/there"}[r.URL.Query().Get("to")])
			w.WriteHeader(code)
			return
		}
		io.WriteString(w, `{"found":1}`)
	})
	write := runtime.SendOptions{}
	again := runtime.SendOptions{Idempotent: true}
	for _, tt := range []struct {
		method string
		path   string
		opts   runtime.SendOptions
		want   runtime.Code
		effect runtime.SideEffect
		sent   int
	}{
		{"POST", "/307", read, ok, none, 2},
		{"POST", "/308", read, ok, none, 2},
		{"PUT", "/307", read, ok, none, 2},
		{"QUERY", "/308", read, ok, none, 2},
		{"GET", "/307", read, ok, none, 2},
		{"POST", "/301", read, redirected, none, 1},
		{"POST", "/302", read, redirected, none, 1},
		{"POST", "/303", read, redirected, none, 1},
		{"GET", "/301", read, redirected, none, 1}, // its content would be lost
		{"GET", "/303", read, redirected, none, 1},
		{"POST", "/307?to=loop", read, redirected, none, 1 + maxHops},
		{"POST", "/307?to=port", read, redirected, none, 1},
		{"GET", "/308?to=port", read, redirected, none, 1},
		{"POST", "/307", write, redirected, unknown, 1},
		{"POST", "/308", again, redirected, unknown, 1},
		{"PUT", "/307", again, redirected, unknown, 1},
		{"GET", "/307", write, redirected, unknown, 1},
		{"DELETE", "/308", write, redirected, unknown, 1},
	} {
		seen = nil
		path, query := tt.path, ""
		s := step(tt.method, path)
		if i := len("/307"); len(path) > i {
			path, query = path[:i], path[i+len("?to="):]
			s = step(tt.method, path, tool.Param{Name: "to", In: tool.InQuery, Style: "form", Value: tool.Value{Const: raw(`"` + query + `"`)}})
		}
		s.Binding.Body = &tool.Body{Media: "application/json", Mode: tool.BodyJSON, Fields: []tool.Field{{To: "/n", Value: tool.Value{Arg: "/n"}}}}
		s.Binding.Auth = [][]tool.AuthUse{{{Scheme: "k"}}}
		c := clientFor(t, setOf(srv.URL, bearer("env:K")), func(cfg *Config) {
			cfg.Env = func(string) (string, bool) { return "secret-key", true }
		})
		res := do(t, c, s, runtime.Inputs{Args: map[string]any{"n": true}}, tt.opts)
		if codeOf(res) != tt.want || res.Effect != tt.effect || len(seen) != tt.sent || res.Attempts != 1 {
			t.Errorf("%s %s: %s, effect %s, %d attempts, %d requests, want %+v", tt.method, tt.path, codeOf(res), res.Effect, res.Attempts, len(seen), tt)
		}
		if tt.want == ok {
			want := tt.method + ` /there?a=1 application/json Bearer secret-key {"n":true}`
			if diff := cmp.Diff(want, seen[len(seen)-1]); diff != "" {
				t.Errorf("%s %s (-want +got):\n%s", tt.method, tt.path, diff)
			}
		}
	}
	if elsewhere > 0 {
		t.Errorf("another origin was asked %d times", elsewhere)
	}
}

// TestNoContentElsewhere: not even a permitted host is sent what was meant for
// the upstream.
func TestNoContentElsewhere(t *testing.T) {
	for _, method := range []string{"GET", "POST"} {
		var hosts []string
		s := step(method, "/x")
		s.Binding.Body = &tool.Body{Media: "application/json", Mode: tool.BodyJSON, Fields: []tool.Field{{To: "/n", Value: tool.Value{Arg: "/n"}}}}
		c := clientFor(t, setOf("https://api.example.com", nil), func(cfg *Config) {
			cfg.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
				hosts = append(hosts, r.URL.Host)
				return respond(307, http.Header{"Location": {"https://files.example.com/f"}}, ""), nil
			})
			cfg.Upstreams = map[string]UpstreamConfig{"api": {Redirects: []string{"files.example.com"}}}
		})
		res := do(t, c, s, runtime.Inputs{Args: map[string]any{"n": true}}, read)
		if codeOf(res) != redirected || len(hosts) != 1 {
			t.Errorf("%s: %s after %v", method, codeOf(res), hosts)
		}
	}
}

// TestOthersAreNotTheUpstream: what a redirect's target or the address guard does
// is not held against the upstream.
func TestOthersAreNotTheUpstream(t *testing.T) {
	for name, second := range map[string]func() (*http.Response, error){
		"a host that fails": func() (*http.Response, error) { return respond(503, nil, `{}`), nil },
		"a host that limits": func() (*http.Response, error) {
			return respond(200, http.Header{"Ratelimit": {`"d";r=0;t=30`}}, ""), nil
		},
		"an address refused":  func() (*http.Response, error) { return nil, transport.ErrBlocked },
		"a host that is gone": refusing.again,
	} {
		calls := 0
		c := clientFor(t, setOf("https://api.example.com", nil), func(cfg *Config) {
			cfg.Isolated = false
			cfg.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
				if r.URL.Host == "files.example.com" {
					return second()
				}
				calls++
				return respond(302, http.Header{"Location": {"https://files.example.com/f"}}, ""), nil
			})
			cfg.Upstreams = map[string]UpstreamConfig{"api": {Redirects: []string{"files.example.com"}}}
		})
		s := step("GET", "/x")
		for range 6 {
			before := calls
			do(t, c, s, runtime.Inputs{}, read)
			if calls == before {
				t.Errorf("%s: the upstream is left alone for it", name)
			}
		}
	}
}

func (f roundTripper) again() (*http.Response, error) { return f(nil) }

// TestPermittedHostIsNotInside: a host that redirects may lead to is reached like
// any public one, so that a name which resolves to our own network is not.
func TestPermittedHostIsNotInside(t *testing.T) {
	var reached atomic.Int32
	inside := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	inside.Config.ConnState = func(net.Conn, http.ConnState) { reached.Add(1) }
	inside.StartTLS()
	defer inside.Close()
	_, port, _ := net.SplitHostPort(inside.Listener.Addr().String())
	for _, host := range []string{"127.0.0.1:" + port, "localhost:" + port, "[::ffff:127.0.0.1]:" + port} {
		srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://"+host+"/x", http.StatusFound)
		})
		for _, permitted := range [][]string{nil, {host}} {
			c := clientFor(t, setOf(srv.URL, nil), func(cfg *Config) { cfg.Upstreams = map[string]UpstreamConfig{"api": {Redirects: permitted}} })
			for range 2 { // the second one from the pool that the first one left
				if res := do(t, c, step("GET", "/things"), runtime.Inputs{}, read); res.Problem == nil || reached.Load() > 0 {
					t.Errorf("%s, permitted %v: %+v, %d connections to the inside", host, permitted, res.Problem, reached.Load())
				}
			}
		}
	}
}
