package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// serveClient runs `oatools serve …` in this process and joins a client of the
// official SDK to it over stdio.
func serveClient(t *testing.T, args ...string) *mcp.ClientSession {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	var stderr bytes.Buffer
	done := make(chan int, 1)
	go func() {
		done <- run(context.Background(), append([]string{"serve"}, args...), streams{fromClient, toClient, &stderr})
		toClient.Close()
	}()
	cs, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).
		Connect(t.Context(), &mcp.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		toServer.Close()
		<-done
		t.Fatalf("connect: %v\n%s", err, stderr.String())
	}
	t.Cleanup(func() {
		if err := cs.Close(); err != nil {
			t.Error(err)
		}
		if code := <-done; code != 0 {
			t.Errorf("serve ended with %d:\n%s", code, stderr.String())
		}
	})
	return cs
}

// envelope is the part of a result that tests look at.
type envelope struct {
	Status       string          `json:"status"`
	Data         json.RawMessage `json:"data"`
	ConfirmToken string          `json:"confirm_token"`
	SideEffect   string          `json:"side_effect"`
	Error        struct {
		Code    string
		Message string
		Fields  []struct{ Arg, Problem string }
	} `json:"error"`
}

func callTool(t *testing.T, cs *mcp.ClientSession, name, args string) envelope {
	t.Helper()
	res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: json.RawMessage(args)})
	if err != nil {
		t.Fatalf("call of %s: %v", name, err)
	}
	text, ok := res.Content[0].(*mcp.TextContent)
	if !ok {
		t.Fatalf("call of %s: first content is %T", name, res.Content[0])
	}
	var e envelope
	if err := json.Unmarshal([]byte(text.Text), &e); err != nil {
		t.Fatalf("call of %s: %v in %s", name, err, text.Text)
	}
	if res.IsError != (e.Status == "error") {
		t.Errorf("call of %s: isError = %v with status %s", name, res.IsError, e.Status)
	}
	return e
}

// TestHostileArguments sends what no honest model writes. Each answer has a code
// and a sentence that says what to do, and the server goes on.
func TestHostileArguments(t *testing.T) {
	cs := serveClient(t, filepath.Join("testdata", "hostile.yaml"), "--stdio", "--demo")
	tests := []struct {
		name, tool, args string
		code             string
		mention          string // of the message or a field
	}{
		{"wrong type", "get", `{"id":["a"]}`, "invalid_input", "/id"},
		{"wrong type of a number", "search", `{"size":"many"}`, "invalid_input", "/size"},
		{"unknown argument", "update", `{"id":"exp_1","notes":"x","dry_run":true}`, "invalid_input", "did you mean note"},
		{"arguments that are no object", "get", `[1]`, "invalid_input", "object"},
		{"huge exponent", "search", `{"size":1e10000000}`, "invalid_input", "number"},
		{"many digits", "search", `{"size":` + strings.Repeat("9", 5000) + `}`, "invalid_input", "number"},
		{"deep nesting", "search", `{"size":` + strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000) + `}`, "invalid_input", "nest"},
		{"duplicate key", "get", `{"id":"a","id":"b"}`, "invalid_input", "twice"},
		{"parent segment", "get", `{"id":".."}`, "invalid_input", "/id"},
		{"path of several segments", "get", `{"id":"a/../../admin"}`, "invalid_input", "/id"},
		{"encoded parent segment", "get", `{"id":"%2e%2e"}`, "invalid_input", "/id"},
		{"empty segment", "get", `{"id":""}`, "invalid_input", "/id"},
		{"NUL in a path", "get", `{"id":"a\u0000"}`, "invalid_input", "/id"},
		{"line break in a header", "update", `{"id":"exp_1","etag":"a\r\nX-Tenant: other","note":"x","dry_run":true}`, "invalid_input", "/etag"},
		{"dry_run left out", "update", `{"id":"exp_1","note":"x"}`, "invalid_input", "dry_run"},
		{"made-up token", "update", `{"id":"exp_1","note":"x","dry_run":false,"confirm_token":"let me in"}`, "invalid_reference", "confirm_token"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := callTool(t, cs, tt.tool, tt.args)
			said := e.Error.Message
			for _, f := range e.Error.Fields {
				said += "\n" + f.Arg + ": " + f.Problem
			}
			if e.Status != "error" || e.Error.Code != tt.code {
				t.Fatalf("answer = %s %s %q, want error %s", e.Status, e.Error.Code, said, tt.code)
			}
			if !strings.Contains(said, tt.mention) {
				t.Errorf("answer %q does not mention %q", said, tt.mention)
			}
			if len(said) > 3000 {
				t.Errorf("answer has %d characters", len(said))
			}
			if e.SideEffect == "applied" || e.SideEffect == "unknown" {
				t.Errorf("side effect = %s, want none", e.SideEffect)
			}
		})
	}
	t.Run("unknown tool", func(t *testing.T) {
		_, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "serch"})
		var wire *jsonrpc.Error
		if !errors.As(err, &wire) || wire.Code != jsonrpc.CodeInvalidParams || !strings.Contains(wire.Message, "search") {
			t.Errorf("error = %v, want code %d and the nearest name", err, jsonrpc.CodeInvalidParams)
		}
	})
	t.Run("still serving", func(t *testing.T) {
		if e := callTool(t, cs, "search", `{"size":1}`); e.Status != "ok" {
			t.Errorf("search after all of it = %+v", e)
		}
	})
}

// TestDeepLine sends what the SDK's own client cannot write: a line that nests
// deeper than a JSON decoder of the standard library goes.
func TestDeepLine(t *testing.T) {
	deep := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	in := strings.Join([]string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"size":` + deep + `}}}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"search","arguments":{"size":1}}}`,
	}, "\n")
	var stdout, stderr bytes.Buffer
	overlay := filepath.Join("testdata", "hostile.yaml")
	if code := run(t.Context(), []string{"serve", overlay, "--stdio", "--demo"}, streams{strings.NewReader(in), &stdout, &stderr}); code != 0 {
		t.Fatalf("serve ended with %d: %s", code, stderr.String())
	}
	texts := map[int]string{}
	for line := range strings.Lines(stdout.String()) {
		var msg struct {
			ID     int
			Result struct{ Content []struct{ Text string } }
		}
		if err := json.Unmarshal([]byte(line), &msg); err != nil {
			t.Fatalf("line %q: %v", line, err)
		}
		if len(msg.Result.Content) > 0 {
			texts[msg.ID] = msg.Result.Content[0].Text
		}
	}
	if !strings.Contains(texts[2], `"invalid_input"`) || !strings.Contains(texts[2], "nest") {
		t.Errorf("deep call = %q, want invalid_input that says why", texts[2])
	}
	if !strings.Contains(texts[3], `"status":"ok"`) {
		t.Errorf("call after it = %q, want ok", texts[3])
	}
}
