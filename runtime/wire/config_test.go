package wire

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/transport"
)

func TestOperatorCapsWhatACallTakes(t *testing.T) {
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"text":"`+strings.Repeat("x", 2000)+`"}`)
	})
	for _, tt := range []struct {
		cap, asked int
		want       runtime.Code
	}{
		{0, 0, "ok"},
		{4000, 0, "ok"},
		{1000, 0, runtime.CodeResultTooLarge},
		{1000, 8000, runtime.CodeResultTooLarge},
		{8000, 1000, runtime.CodeResultTooLarge},
	} {
		c := clientFor(t, setOf(srv.URL, nil), func(cfg *Config) {
			cfg.Upstreams = map[string]UpstreamConfig{"api": {MaxBytes: tt.cap}}
		})
		got := codeOf(do(t, c, step("GET", "/big"), runtime.Inputs{}, runtime.SendOptions{ReadOnly: true, MaxBytes: tt.asked}))
		if got != tt.want {
			t.Errorf("cap %d, asked %d: %s, want %s", tt.cap, tt.asked, got, tt.want)
		}
	}
	c := clientFor(t, setOf(srv.URL, nil), func(cfg *Config) {
		cfg.Upstreams = map[string]UpstreamConfig{"api": {Attempt: 3 * time.Second, Total: 7 * time.Second}}
	})
	p, err := c.plan(step("GET", "/big"))
	if err != nil {
		t.Fatal(err)
	}
	for asked, want := range map[time.Duration]time.Duration{0: 3 * time.Second, time.Second: time.Second, time.Minute: 3 * time.Second} {
		x := &exchange{client: c, plan: p, opts: &runtime.SendOptions{}, ctx: t.Context(), timeout: asked}
		now := c.cfg.Now()
		x.defaults()
		if x.timeout != want {
			t.Errorf("asked for %s an attempt: %s, want %s", asked, x.timeout, want)
		}
		if all := x.latest.Sub(now); all < 7*time.Second || all > 8*time.Second {
			t.Errorf("all attempts have %s, want 7s", all)
		}
	}
}

func TestOperatorSaysWhichNetworkIsDialled(t *testing.T) {
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) })
	s := step("GET", "/")
	for class, want := range map[transport.Network]runtime.Code{"": "ok", transport.Loopback: "ok", transport.Public: runtime.CodeBlockedDestination, transport.Private: runtime.CodeBlockedDestination} {
		c := clientFor(t, setOf(srv.URL, nil), func(cfg *Config) { cfg.Upstreams = map[string]UpstreamConfig{"api": {Network: class}} })
		if got := codeOf(do(t, c, s, runtime.Inputs{}, runtime.SendOptions{ReadOnly: true})); got != want {
			t.Errorf("network %q: %s, want %s", class, got, want)
		}
	}
}

func TestTokenEndpointsAreReachedAsConfigured(t *testing.T) {
	tokens := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"access_token":"issued-token","token_type":"Bearer"}`)
	})
	api := serve(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) })
	s := step("GET", "/")
	s.Binding.Auth = [][]tool.AuthUse{{{Scheme: "oauth"}}}
	set := setOf(api.URL, map[string]tool.AuthScheme{"oauth": {Type: "oauth2", TokenURL: tokens.URL + "/token", ClientID: "me"}})
	host := strings.TrimPrefix(tokens.URL, "http://")
	for class, want := range map[transport.Network]runtime.Code{"": "ok", transport.Private: runtime.CodeConfigurationError} {
		c := clientFor(t, set, func(cfg *Config) { cfg.Tokens = map[string]EndpointConfig{host: {Network: class}} })
		if got := codeOf(do(t, c, s, runtime.Inputs{}, runtime.SendOptions{ReadOnly: true})); got != want {
			t.Errorf("network %q: %s, want %s", class, got, want)
		}
	}
}
