package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/engine"
	"github.com/oatools/oatools/runtime/mcpserver"
	"github.com/oatools/oatools/runtime/wire"
)

// overHTTP gives a handler that calls tools through the MCP endpoint, with the
// headers of the case's client.
func overHTTP(eng *engine.Engine, call caseCall) (runtime.Handler, error) {
	if call.Via != "streamable-http" {
		return nil, fmt.Errorf("via %q is not known", call.Via)
	}
	srv, err := mcpserver.New(eng, mcpserver.Options{Caller: runtime.Principal{ID: "ada"}})
	if err != nil {
		return nil, err
	}
	return func(_ context.Context, c *runtime.Call) (*runtime.Result, error) {
		text, err := postCall(srv.Handler(), call.MCPHeaders, c)
		if err != nil {
			return nil, err
		}
		var answer struct {
			Result struct {
				StructuredContent *runtime.Result `json:"structuredContent"`
			} `json:"result"`
		}
		if err := json.Unmarshal(text, &answer); err != nil || answer.Result.StructuredContent == nil {
			return nil, fmt.Errorf("no result in %s: %v", text, err)
		}
		return answer.Result.StructuredContent, nil
	}, nil
}

// postCall sends one tools/call and gives the JSON-RPC message of the answer.
func postCall(h http.Handler, header map[string]string, c *runtime.Call) ([]byte, error) {
	const revision = "2026-07-28"
	body := asJSON(object{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": object{
		"name": c.Tool, "arguments": c.Args,
		"_meta": object{
			"io.modelcontextprotocol/protocolVersion":    revision,
			"io.modelcontextprotocol/clientInfo":         object{"name": "case", "version": "1"},
			"io.modelcontextprotocol/clientCapabilities": object{},
		},
	}})
	req := httptest.NewRequest(http.MethodPost, "http://127.0.0.1"+mcpserver.Path, bytes.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Protocol-Version", revision)
	req.Header.Set("Mcp-Method", "tools/call")
	req.Header.Set("Mcp-Name", c.Tool)
	for name, value := range header {
		req.Header.Set(name, value)
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, req)
	for line := range strings.Lines(rec.Body.String()) {
		line = strings.TrimSpace(strings.TrimPrefix(line, "data:"))
		if strings.HasPrefix(line, "{") {
			return []byte(line), nil
		}
	}
	return nil, fmt.Errorf("HTTP %d: %s", rec.Code, rec.Body)
}

// checkHTTP sends requests to the MCP endpoint on a loopback port.
func (c *caseRun) checkHTTP(t *testing.T) {
	built, err := c.build(overlayOf{all: true})
	if err != nil || built.Set == nil {
		c.errorf("http", "build: %v", err)
		return
	}
	client, err := wire.NewClient(built.Set, wire.Config{})
	if err != nil {
		t.Fatal(err)
	}
	eng, err := engine.New(built.Set, engine.Options{Upstream: client})
	if err != nil {
		t.Fatal(err)
	}
	for i, req := range c.call.HTTP {
		place := fmt.Sprintf("http[%d]", i)
		srv, err := mcpserver.New(eng, mcpserver.Options{Caller: runtime.Principal{ID: "ada"}, Hosts: req.Config.PublicHosts})
		if err != nil {
			t.Fatal(err)
		}
		want, got := c.expected.HTTP[i], statusOf(t, srv, req)
		c.expect(want.Status == 0 || got == want.Status, place, "HTTP %d, want %d", got, want.Status)
		c.expect(want.StatusNot == 0 || got != want.StatusNot, place, "HTTP %d", got)
	}
}

// statusOf serves srv on loopback and posts one list request with req's headers.
func statusOf(t *testing.T, srv *mcpserver.Server, req caseRequest) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- srv.ServeHTTP(ctx, l) }()
	defer func() { stop(); <-done }()
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	out, err := http.NewRequest(http.MethodPost, "http://"+l.Addr().String()+mcpserver.Path, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	if err != nil {
		t.Fatal(err)
	}
	out.Header.Set("Content-Type", "application/json")
	out.Header.Set("Accept", "application/json, text/event-stream")
	for name, value := range req.Headers {
		value = strings.ReplaceAll(value, "PORT", port)
		if out.Header.Set(name, value); name == "Host" {
			out.Host = value
		}
	}
	res, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(out)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	io.Copy(io.Discard, res.Body)
	return res.StatusCode
}
