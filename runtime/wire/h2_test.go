package wire

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/transport"
)

// secure starts a TLS server and gives the file of its authority.
func secure(t *testing.T, h http.HandlerFunc, change func(*httptest.Server)) (*httptest.Server, string) {
	t.Helper()
	srv := httptest.NewUnstartedServer(h)
	srv.EnableHTTP2 = true
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	if change != nil {
		change(srv)
	}
	srv.StartTLS()
	t.Cleanup(srv.Close)
	ca := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	return srv, ca
}

// TestFaultsOfHTTP2 walks faults of streams for every kind of call, and counts
// what the server executed.
func TestFaultsOfHTTP2(t *testing.T) {
	for _, f := range []struct {
		name   string
		answer func(w http.ResponseWriter, n int32)
		want   [3]want
	}{
		{"the stream is reset", func(http.ResponseWriter, int32) { panic(http.ErrAbortHandler) }, [3]want{{unavailable, none, 3}, {unsure, unknown, 3}, {unsure, unknown, 1}}},
		{"the stream is reset in the body", func(w http.ResponseWriter, _ int32) {
			io.WriteString(w, `{"a":`)
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, [3]want{{broken, none, 3}, {incomplete, applied, 3}, {incomplete, applied, 1}}},
		{"the connection ends after it", func(w http.ResponseWriter, _ int32) {
			w.Header().Set("Connection", "close") // GOAWAY
			io.WriteString(w, `{}`)
		}, [3]want{{ok, none, 1}, {ok, applied, 1}, {ok, applied, 1}}},
	} {
		for _, who := range callers {
			t.Run(f.name+"/"+who.name, func(t *testing.T) {
				t.Parallel()
				var executed atomic.Int32
				srv, ca := secure(t, func(w http.ResponseWriter, r *http.Request) {
					io.Copy(io.Discard, r.Body)
					if r.Proto != "HTTP/2.0" {
						t.Errorf("%s", r.Proto)
					}
					n := executed.Add(1)
					w.Header().Set("Content-Type", "application/json")
					f.answer(w, n)
				}, nil)
				c := clientFor(t, setOf(srv.URL, nil), func(cfg *Config) {
					cfg.Upstreams = map[string]UpstreamConfig{"api": {Options: transport.Options{TLS: transport.TLS{CAFile: ca}}}}
				})
				res := do(t, c, who.step(), runtime.Inputs{Args: map[string]any{"n": true}, Key: key(who)}, who.options())
				if got := (want{codeOf(res), res.Effect, int(executed.Load())}); got != f.want[who.class] {
					t.Errorf("got %+v, want %+v (%+v)", got, f.want[who.class], res.Problem)
				}
				honest(t, who, res, int(executed.Load()))
			})
		}
	}
}

// TestProxyThatRefuses: nothing was sent to the upstream when its proxy makes no
// tunnel.
func TestProxyThatRefuses(t *testing.T) {
	for name, answer := range map[string]string{
		"forbidden": "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", "who are you": "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n",
		"bad gateway": "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n", "nothing": "", "garbage": "SSH-2.0\r\n",
	} {
		for _, who := range callers {
			var executed atomic.Int32
			srv, ca := secure(t, func(http.ResponseWriter, *http.Request) { executed.Add(1) }, nil)
			proxy := startFault(t, fault{name, false, closes(answer)})
			to, _ := url.Parse("http://" + proxy.addr)
			c := clientFor(t, setOf(srv.URL, nil), func(cfg *Config) {
				cfg.Upstreams = map[string]UpstreamConfig{"api": {Options: transport.Options{Proxy: to, TLS: transport.TLS{CAFile: ca}}}}
			})
			res := do(t, c, who.step(), runtime.Inputs{Args: map[string]any{"n": true}, Key: key(who)}, who.options())
			if codeOf(res) != unavailable || res.Effect != none || executed.Load() > 0 {
				t.Errorf("%s, %s: %s, effect %s, executed %d times", name, who.name, codeOf(res), res.Effect, executed.Load())
			}
		}
	}
}

// TestCertificateThatIsRefused: a server that wants a client certificate and gets
// none has executed nothing. In TLS 1.3 it says so only after the request was
// written, and a reset of the connection may overtake what it says.
func TestCertificateThatIsRefused(t *testing.T) {
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		for _, h2 := range []bool{true, false} {
			for _, who := range callers {
				var executed atomic.Int32
				srv, ca := secure(t, func(http.ResponseWriter, *http.Request) { executed.Add(1) }, func(s *httptest.Server) {
					s.EnableHTTP2 = h2
					s.TLS = &tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: x509.NewCertPool(), MinVersion: version, MaxVersion: version}
				})
				c := clientFor(t, setOf(srv.URL, nil), func(cfg *Config) {
					cfg.Upstreams = map[string]UpstreamConfig{"api": {Options: transport.Options{TLS: transport.TLS{CAFile: ca}}}}
				})
				res := do(t, c, who.step(), runtime.Inputs{Args: map[string]any{"n": true}, Key: key(who)}, who.options())
				lost := version == tls.VersionTLS13 && who.class != reads && codeOf(res) == unsure && res.Effect == unknown
				told := codeOf(res) == unavailable && res.Effect == none && (res.Attempts == 1 && !res.Problem.Retryable || version == tls.VersionTLS13)
				if !told && !lost || executed.Load() > 0 {
					t.Errorf("%s, HTTP/2 %v, %s: %s, effect %s, %d attempts, executed %d times", tls.VersionName(version), h2, who.name, codeOf(res), res.Effect, res.Attempts, executed.Load())
				}
			}
		}
	}
}
