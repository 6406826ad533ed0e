package mcpserver

import (
	"context"
	"encoding/json"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/engine"
)

// upstream answers every request with one thing.
type upstream struct{}

func (upstream) Do(context.Context, *tool.Step, runtime.Inputs, runtime.SendOptions) (*runtime.Response, error) {
	return &runtime.Response{Status: 200, Host: "api.test", Body: map[string]any{"id": "t1"}}, nil
}

func (upstream) Plan(*tool.Step, runtime.Inputs) (*runtime.Request, *runtime.Problem, error) {
	return &runtime.Request{}, nil, nil
}

// renamed is an engine whose tools have new names: an old name that still works,
// one that has ended, and one that the caller may not know of.
func renamed(t *testing.T) *engine.Engine {
	t.Helper()
	query := func(name, old, sunset string, audience ...string) tool.Tool {
		return tool.Tool{
			Name: name, Description: "Finds.", Shape: tool.ShapeQuery, Hints: tool.Hints{ReadOnly: true}, Query: &tool.Query{},
			Input:    tool.Schema(`{"type":"object","properties":{},"additionalProperties":false}`),
			Main:     &tool.Step{Op: tool.Op{Source: "api", Method: "GET", Path: "/x"}, Binding: tool.Binding{Method: "GET", Server: "api"}},
			Audience: audience, Replaces: &tool.Replaces{Name: old, Sunset: sunset},
		}
	}
	e, err := engine.New(&tool.Set{
		Format: tool.Format, Name: "test", Audiences: map[string]string{"nobody": "false"},
		Tools: []tool.Tool{query("find", "search", "2031-01-01"), query("get", "read", "2029-01-01"), query("purge", "wipe", "2031-01-01", "nobody")},
	}, engine.Options{Upstream: upstream{}, Now: func() time.Time { return time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC) }})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// replacedCases are calls by old names, with what their answers hold.
var replacedCases = []struct{ name, want string }{
	{"search", `"data":{"id":"t1"}`},
	{"read", `"code":"tool_unavailable"`},
	{"wipe", `There is no tool \"wipe\"`},
}

func TestReplacedNamesOverStdio(t *testing.T) {
	s, err := New(renamed(t), Options{Caller: runtime.Principal{ID: "ada", Tenant: "acme"}})
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{hello, `{"jsonrpc":"2.0","id":"list","method":"tools/list"}`}
	for _, tt := range replacedCases {
		lines = append(lines, `{"jsonrpc":"2.0","id":"`+tt.name+`","method":"tools/call","params":{"name":"`+tt.name+`"}}`)
	}
	got := converse(t, s, lines...)
	if list := string(got[`"list"`][0]); !strings.Contains(list, `"find"`) || strings.Contains(list, `"search"`) || strings.Contains(list, `"purge"`) {
		t.Errorf("list = %s, want the new names alone", list)
	}
	for _, tt := range replacedCases {
		if answer := unquoted(string(got[`"`+tt.name+`"`][0])); !strings.Contains(answer, unquoted(tt.want)) {
			t.Errorf("%s = %s, want %s", tt.name, answer, tt.want)
		}
	}
}

func TestReplacedNamesOverHTTP(t *testing.T) {
	s, err := New(renamed(t), Options{Caller: runtime.Principal{ID: "ada", Tenant: "acme"}})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := serveOn(t, s, l)
	for _, revision := range []string{"", "2025-06-18"} {
		cs, err := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, nil).
			Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url, DisableStandaloneSSE: true}, &mcp.ClientSessionOptions{ProtocolVersion: revision})
		if err != nil {
			t.Fatal(err)
		}
		for _, tt := range replacedCases {
			res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: tt.name, Arguments: json.RawMessage(`{}`)})
			answer := ""
			if err != nil {
				answer = err.Error()
			} else {
				answer = text(t, res)
			}
			if !strings.Contains(answer, unquoted(tt.want)) {
				t.Errorf("revision %q: %s = %s, want %s", revision, tt.name, answer, tt.want)
			}
		}
		cs.Close()
	}
}

// unquoted takes the quoting of JSON in JSON away.
func unquoted(s string) string { return strings.ReplaceAll(s, `\"`, `"`) }
