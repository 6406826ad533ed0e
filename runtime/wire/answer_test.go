package wire

import (
	"bytes"
	"compress/gzip"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/transport"
)

func zipped(text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	z.Close()
	return b.Bytes()
}

// TestAnswers reads bodies by what they are, with caps on both sizes.
func TestAnswers(t *testing.T) {
	big := `"` + strings.Repeat("a", 5000) + `"`
	tests := []struct {
		name   string
		status int
		media  string
		coding string
		body   []byte
		write  bool
		code   runtime.Code
		effect runtime.SideEffect
		want   any
	}{
		{"gzip", 200, "application/json", "gzip", zipped(`"x"`), false, ok, none, "x"},
		{"x-gzip in capitals", 200, "application/json", "X-GZIP", zipped(`"x"`), false, ok, none, "x"},
		{"gzip of nothing", 200, "application/json", "gzip", nil, false, ok, none, nil},
		{"no gzip at all", 200, "application/json", "gzip", []byte("plain text, not gzip"), false, runtime.CodeUnsupportedResponse, none, nil},
		{"no gzip at all, of a write", 200, "application/json", "gzip", []byte("plain text, not gzip"), true, runtime.CodeUnsupportedResponse, applied, nil},
		{"another encoding", 200, "application/json", "br", []byte("x"), false, runtime.CodeUnsupportedResponse, none, nil},
		{"too large as it is", 200, "application/json", "", []byte(big), false, runtime.CodeResultTooLarge, none, nil},
		{"too large when unpacked", 200, "application/json", "gzip", zipped(big), false, runtime.CodeResultTooLarge, none, nil},
		{"as large as it may be", 200, "application/json", "", []byte(`"` + strings.Repeat("a", 998) + `"`), false, ok, none, strings.Repeat("a", 998)},
		{"a part", 206, "application/json", "", []byte(`"p"`), false, ok, none, "p"},
		{"a part of a write", 207, "application/json", "", []byte(`"p"`), true, runtime.CodePartialSuccess, applied, "p"},
		{"a page", 200, "text/html", "", []byte(`<title>Log in</title>`), false, runtime.CodeUnsupportedResponse, none, nil},
		{"empty where JSON is declared", 200, "application/json", "", nil, true, ok, applied, nil},
		{"no content", 204, "", "", nil, true, ok, applied, nil},
		{"not modified, though nothing was asked", 304, "", "", nil, false, broken, none, nil},
		{"a long error is cut", 404, "text/plain", "", []byte(strings.Repeat("e", 100_000)), false, runtime.CodeNotFound, none, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header()["Content-Type"] = []string{tt.media}
				if tt.coding != "" {
					w.Header().Set("Content-Encoding", tt.coding)
				}
				w.WriteHeader(tt.status)
				w.Write(tt.body)
			})
			opts := runtime.SendOptions{ReadOnly: !tt.write, MaxBytes: 1000}
			res := do(t, clientFor(t, setOf(srv.URL, nil), nil), step("GET", "/x"), runtime.Inputs{}, opts)
			if codeOf(res) != tt.code || res.Effect != tt.effect || res.Partial != (tt.status == 206 || tt.status == 207) {
				t.Errorf("%s, effect %s, partial %v: %+v", codeOf(res), res.Effect, res.Partial, res.Problem)
			}
			if diff := cmp.Diff(tt.want, res.Body); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if tt.name == "a page" && res.Problem.Upstream.Message != "Log in" {
				t.Errorf("upstream says %q", res.Problem.Upstream.Message)
			}
		})
	}
}

// TestBodiesOutliveTheBuffer: buffers are used again, answers are kept.
func TestBodiesOutliveTheBuffer(t *testing.T) {
	n := 0
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		n++
		w.Header().Set("Content-Type", "application/octet-stream")
		fmt.Fprintf(w, "body number %d", n)
	})
	s := step("GET", "/x")
	s.Results = []tool.Response{{Status: "200", Media: "application/octet-stream", Decode: tool.DecodeBytes, Success: true}}
	c := clientFor(t, setOf(srv.URL, nil), nil)
	first := do(t, c, s, runtime.Inputs{}, read)
	do(t, c, s, runtime.Inputs{}, read)
	if got := string(first.Body.([]byte)); got != "body number 1" {
		t.Errorf("the first body became %q", got)
	}
}

// TestHTTP2 makes sure that an own dialer and own TLS settings do not switch
// HTTP/2 off.
func TestHTTP2(t *testing.T) {
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, "%q", r.Proto)
	}))
	srv.EnableHTTP2 = true
	srv.StartTLS()
	t.Cleanup(srv.Close)
	ca := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, who := range callers {
		c := clientFor(t, setOf(srv.URL, nil), func(cfg *Config) {
			cfg.Upstreams = map[string]UpstreamConfig{"api": {Options: transport.Options{TLS: transport.TLS{CAFile: ca}}}}
		})
		res := do(t, c, who.step(), runtime.Inputs{Args: map[string]any{"n": true}, Key: key(who)}, who.options())
		if res.Problem != nil || res.Body != "HTTP/2.0" {
			t.Errorf("%s: %v %+v", who.name, res.Body, res.Problem)
		}
	}
	// Without the authority, nothing is sent, and another try would not help.
	srv.Config.ErrorLog = nil
	c := clientFor(t, setOf(srv.URL, nil), nil)
	res := do(t, c, step("POST", "/x"), runtime.Inputs{}, runtime.SendOptions{})
	if codeOf(res) != unavailable || res.Effect != none || res.Attempts != 1 || res.Problem.Retryable {
		t.Errorf("an unknown authority: %+v after %d", res.Problem, res.Attempts)
	}
}

// TestConnectionsAreReused: every answer is read to its end.
func TestConnectionsAreReused(t *testing.T) {
	conns := map[string]bool{}
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		conns[r.RemoteAddr] = true
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Query().Get("q") == "e" {
			w.WriteHeader(404)
		}
		w.Write([]byte(`{"a":[` + strings.Repeat("1,", 3000) + `1]}`))
	})
	c := clientFor(t, setOf(srv.URL, nil), nil)
	for _, q := range []string{"a", "e", "a", "e", "a"} {
		do(t, c, step("GET", "/x", argParam(tool.InQuery, "q", "form", true)), runtime.Inputs{Args: map[string]any{"q": q}}, read)
	}
	if len(conns) != 1 {
		t.Errorf("%d connections for five calls", len(conns))
	}
}
