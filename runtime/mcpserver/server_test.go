package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/oatools/oatools/runtime"
)

func TestListShowsWhatTheCallerMaySee(t *testing.T) {
	cs := connect(t, newFake(nil), Options{Name: "desk", Version: "1.2.3"})
	list, err := cs.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.MarshalIndent(list.Tools, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want := `[
  {
    "annotations": {
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false,
      "readOnlyHint": true,
      "title": "Find"
    },
    "description": "Finds.",
    "inputSchema": {
      "additionalProperties": false,
      "properties": {
        "id": {
          "type": "integer"
        }
      },
      "type": "object"
    },
    "name": "find",
    "outputSchema": {
      "type": "object"
    },
    "title": "Find"
  }
]`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("tools/list (-want +got):\n%s", diff)
	}
	if list.CacheScope != "private" {
		t.Errorf("cacheScope = %q, want private: lists depend on the caller", list.CacheScope)
	}
}

func TestCallGivesTheEnvelopeTwice(t *testing.T) {
	tests := []struct {
		name    string
		res     *runtime.Result
		isError bool
	}{
		{"success", &runtime.Result{Status: runtime.StatusOK, Data: map[string]any{"text": "a < b & c"}, Untrusted: true}, false},
		{"failure", &runtime.Result{Status: runtime.StatusError, Error: &runtime.Problem{Code: runtime.CodeNotFound, Message: "There is no such thing."}}, true},
		{"a plan is no failure", &runtime.Result{Status: runtime.StatusPlanned, ConfirmToken: "t"}, false},
		{"what still runs is no failure", runtime.Failure(runtime.NewProblem(runtime.CodeInProgress, ""), runtime.EffectUnknown), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cs := connect(t, newFake(answer(tt.res, nil)), Options{})
			got, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "find"})
			if err != nil {
				t.Fatal(err)
			}
			if got.IsError != tt.isError {
				t.Errorf("isError = %v, want %v", got.IsError, tt.isError)
			}
			var fromText any
			if err := json.Unmarshal([]byte(text(t, got)), &fromText); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(got.StructuredContent, fromText); diff != "" {
				t.Errorf("text and structured content differ:\n%s", diff)
			}
			if strings.Contains(text(t, got), `\u003c`) {
				t.Errorf("text is HTML-escaped: %s", text(t, got))
			}
		})
	}
}

// A handler that breaks its contract is our failure: the model gets a sentence
// without any detail, the log gets the detail, and the server goes on.
func TestBrokenHandlers(t *testing.T) {
	tests := []struct {
		name   string
		handle runtime.Handler
		logged string
	}{
		{"panic", func(context.Context, *runtime.Call) (*runtime.Result, error) { panic("s3cret") }, "panic: s3cret"},
		{"neither result nor error", answer(nil, nil), "neither a result nor an error"},
		{"error", answer(nil, errors.New("dial tcp: s3cret")), "dial tcp: s3cret"},
		{"result that cannot be encoded", answer(&runtime.Result{Status: runtime.StatusOK, Data: make(chan int)}, nil), "unsupported type"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var log bytes.Buffer
			cs := connect(t, newFake(tt.handle), Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
			for range 2 {
				res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "find"})
				if err != nil {
					t.Fatal(err)
				}
				got := text(t, res)
				if !res.IsError || !strings.Contains(got, `"code":"internal"`) {
					t.Errorf("result = %s, want an internal error", got)
				}
				if strings.Contains(got, "s3cret") {
					t.Errorf("result tells the detail: %s", got)
				}
			}
			if !strings.Contains(log.String(), tt.logged) {
				t.Errorf("log = %q, want it to hold %q", log.String(), tt.logged)
			}
		})
	}
}

func TestUnknownAndHiddenToolsAreTheSame(t *testing.T) {
	cs := connect(t, newFake(nil), Options{})
	for _, name := range []string{"fnd", "purge"} {
		_, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: name})
		var wire *jsonrpc.Error
		if !errors.As(err, &wire) || wire.Code != jsonrpc.CodeInvalidParams {
			t.Fatalf("call of %s: error %v, want code %d", name, err, jsonrpc.CodeInvalidParams)
		}
		if !strings.Contains(wire.Message, "the tools are: find") {
			t.Errorf("call of %s: message %q does not name the visible tools", name, wire.Message)
		}
	}
}

func TestFamiliesThatAreNotOffered(t *testing.T) {
	cs := connect(t, newFake(nil), Options{})
	_, prompts := cs.ListPrompts(t.Context(), nil)
	_, resources := cs.ListResources(t.Context(), nil)
	for name, err := range map[string]error{"prompts/list": prompts, "resources/list": resources} {
		var wire *jsonrpc.Error
		if !errors.As(err, &wire) || wire.Code != jsonrpc.CodeMethodNotFound {
			t.Errorf("%s: error %v, want code %d", name, err, jsonrpc.CodeMethodNotFound)
		}
	}
}

func TestRun(t *testing.T) {
	tests := []struct {
		name string
		meta mcp.Meta
		want string
	}{
		{"none", nil, ""},
		{"own key", mcp.Meta{RunKey: "r1", "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}, "r1"},
		{"trace", mcp.Meta{"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}, "0af7651916cd43dd8448eb211c80319c"},
		{"bad trace", mcp.Meta{"traceparent": "00-zz"}, ""},
		{"wrong type", mcp.Meta{RunKey: 7}, ""},
		{"too long", mcp.Meta{RunKey: strings.Repeat("r", 200)}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := runID(tt.meta); got != tt.want {
				t.Errorf("runID(%v) = %q, want %q", tt.meta, got, tt.want)
			}
		})
	}
}

func TestCallCarriesWhoAndWhat(t *testing.T) {
	var seen *runtime.Call
	b := newFake(func(_ context.Context, c *runtime.Call) (*runtime.Result, error) {
		seen = c
		return &runtime.Result{Status: runtime.StatusOK}, nil
	})
	cs := connect(t, b, Options{Caller: runtime.Principal{ID: "ada", Tenant: "acme"}})
	// Numbers beyond 2^53 and duplicate keys have to reach the engine as written.
	args := json.RawMessage(`{"id":9007199254740993,"id":9007199254740992}`)
	if _, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "find", Arguments: args, Meta: mcp.Meta{RunKey: "r1"}}); err != nil {
		t.Fatal(err)
	}
	want := &runtime.Call{ID: seen.ID, RunID: "r1", Tool: "find", Args: args, Principal: runtime.Principal{ID: "ada", Tenant: "acme"}}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("call (-want +got):\n%s", diff)
	}
	if seen.ID == "" {
		t.Error("the call has no id")
	}
}

func TestNewRefusesWhatMCPCannotTake(t *testing.T) {
	for _, schema := range []string{`{"type":"array"}`, `{}`, `true`, `{"type":`} {
		b := newFake(nil)
		b.tools[0].Input = json.RawMessage(schema)
		if _, err := New(b, Options{}); err == nil || !strings.Contains(err.Error(), "tool find: input schema") {
			t.Errorf("New with input schema %s: error %v, want one that names the tool", schema, err)
		}
		b = newFake(nil)
		b.tools[0].Output = json.RawMessage(schema)
		if _, err := New(b, Options{}); err == nil || !strings.Contains(err.Error(), "tool find: output schema") {
			t.Errorf("New with output schema %s: error %v, want one that names the tool", schema, err)
		}
	}
	for _, name := range []string{"", "größe", "a b", "a/b", strings.Repeat("x", 129)} {
		b := newFake(nil)
		b.tools[0].Name = name
		if _, err := New(b, Options{}); err == nil || !strings.Contains(err.Error(), "the name") {
			t.Errorf("New with a tool named %q: error %v", name, err)
		}
	}
}

func TestFilesBecomeBlocks(t *testing.T) {
	res := &runtime.Result{Status: runtime.StatusOK, Files: []runtime.File{
		{Name: "a", Media: "image/png", Data: []byte("PNG")},
		{Name: "b", Media: "audio/wav", Data: []byte("WAV")},
		{Name: "c d", Media: "application/pdf", Data: []byte("PDF")},
	}}
	cs := connect(t, newFake(answer(res, nil)), Options{})
	got, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "find"})
	if err != nil {
		t.Fatal(err)
	}
	want := []mcp.Content{
		&mcp.TextContent{Text: `{"status":"ok"}`},
		&mcp.ImageContent{MIMEType: "image/png", Data: []byte("PNG")},
		&mcp.AudioContent{MIMEType: "audio/wav", Data: []byte("WAV")},
		&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "oatools://result/c%20d", MIMEType: "application/pdf", Blob: []byte("PDF")}},
	}
	if diff := cmp.Diff(want, got.Content); diff != "" {
		t.Errorf("content (-want +got):\n%s", diff)
	}
}
