package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// caseMessage is one message of a client; its id and what every message has are
// added.
type caseMessage struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// checkStdio serves the case's tools over standard input and output, with an
// upstream that refuses connections.
func (c *caseRun) checkStdio(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := "http://" + l.Addr().String()
	if l.Close() != nil || c.upstream == nil || c.upstream.Exchanges[0].Fault != "refuse-connection" {
		t.Fatal("a case over stdio has an upstream that refuses connections")
	}
	if _, err := c.build(overlayOf{all: true, call: caseCall{Config: caseConfig{BaseURL: nobody}}}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	in, send := io.Pipe()
	out := &replies{wake: make(chan struct{}, 100)}
	var stderr bytes.Buffer
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"serve", filepath.Join(c.dir, "case-1.yaml"), "--stdio"}, streams{In: in, Out: out, Err: &stderr})
		in.Close() // a server that ended early reads nothing
		stop()
	}()
	answers := 0
	for i, m := range c.call.MCP {
		if _, err := fmt.Fprintf(send, "%s\n", m.text(i)); err != nil {
			break
		}
		if !strings.HasPrefix(m.Method, "notifications/") {
			answers++
			out.await(ctx, answers)
		}
	}
	send.Close()
	c.expect(<-code == exitOK, "mcp", "the server failed: %s", &stderr)
	if c.expected.StdoutOnlyJSONRPC {
		lines := strings.Split(strings.TrimSuffix(out.text(), "\n"), "\n")
		c.expect(len(lines) >= answers, "mcp.stdoutOnlyJSONRPC", "%d lines for %d requests", len(lines), answers)
		for _, line := range lines {
			var m struct{ JSONRPC string }
			c.expect(json.Unmarshal([]byte(line), &m) == nil && m.JSONRPC == "2.0", "mcp.stdoutOnlyJSONRPC", "%q", line)
		}
	}
	if c.expected.StderrNotEmpty {
		c.expect(stderr.Len() > 0, "mcp.stderrNotEmpty", "nothing on standard error")
	}
}

// text gives the message as a client sends it.
func (m caseMessage) text(id int) []byte {
	msg := object{"jsonrpc": "2.0", "method": m.Method}
	if !strings.HasPrefix(m.Method, "notifications/") {
		msg["id"] = id + 1
	}
	switch {
	case m.Method == "initialize":
		msg["params"] = object{"protocolVersion": "2025-11-25", "capabilities": object{}, "clientInfo": object{"name": "case", "version": "1"}}
	case m.Params != nil:
		msg["params"] = m.Params
	}
	return asJSON(msg)
}

// replies collects what a server writes and counts the lines.
type replies struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	wake chan struct{}
}

func (r *replies) Write(b []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case r.wake <- struct{}{}:
	default:
	}
	return r.buf.Write(b)
}

func (r *replies) text() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.buf.String()
}

// await waits for n lines.
func (r *replies) await(ctx context.Context, n int) {
	for strings.Count(r.text(), "\n") < n {
		select {
		case <-r.wake:
		case <-ctx.Done():
			return
		}
	}
}
