package wire

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/outcome"
)

func TestMain(m *testing.M) {
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"} {
		os.Unsetenv(name)
	}
	os.Exit(m.Run())
}

// setOf gives a set with one server and the schemes.
func setOf(url string, auth map[string]tool.AuthScheme) *tool.Set {
	return &tool.Set{Servers: map[string]tool.Server{"api": {URL: url}}, Auth: auth}
}

// clientFor gives a client in which no time passes and no call feels another.
func clientFor(t testing.TB, set *tool.Set, change func(*Config)) *Client {
	t.Helper()
	cfg := Config{
		Env:      func(string) (string, bool) { return "", false },
		Sleep:    func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Jitter:   func() float64 { return 0.5 },
		Isolated: true,
	}
	if change != nil {
		change(&cfg)
	}
	c, err := NewClient(set, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func serve(t testing.TB, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

// step gives a step of method and a literal path that answers with JSON.
func step(method, path string, params ...tool.Param) *tool.Step {
	return &tool.Step{
		Op:      tool.Op{Method: method, Path: path},
		Binding: tool.Binding{Method: method, Server: "api", Path: []tool.Seg{{Lit: path}}, Params: params},
		Results: []tool.Response{{Status: "200", Media: "application/json", Decode: tool.DecodeJSON, Success: true}},
	}
}

func argParam(in tool.In, name, style string, explode bool) tool.Param {
	return tool.Param{Name: name, In: in, Style: style, Explode: explode, Value: tool.Value{Arg: "/" + name}}
}

func args(t testing.TB, text string) map[string]any {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var m map[string]any
	if err := dec.Decode(&m); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return m
}

func do(t testing.TB, c *Client, s *tool.Step, in runtime.Inputs, opts runtime.SendOptions) *runtime.Response {
	t.Helper()
	res, err := c.Do(t.Context(), s, in, opts)
	if err != nil {
		t.Fatalf("Do: %v", err)
	}
	return res
}

func codeOf(res *runtime.Response) runtime.Code {
	if res.Problem == nil {
		return "ok"
	}
	return res.Problem.Code
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// Short names for tables of tests.
const (
	reads = outcome.Reads
	again = outcome.Again
	once  = outcome.Once

	none    = runtime.EffectNone
	applied = runtime.EffectApplied
	unknown = runtime.EffectUnknown

	unavailable = runtime.CodeDependencyUnavailable
	broken      = runtime.CodeDependencyError
	unsure      = runtime.CodeUnknownOutcome
	incomplete  = runtime.CodeResultIncomplete
	late        = runtime.CodeTimeout
	limited     = runtime.CodeRateLimited
	conflict    = runtime.CodeConflict
	cancelled   = runtime.CodeCancelled
	redirected  = runtime.CodeUpstreamRedirected
)
