package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const thingsSpec = `openapi: 3.1.0
info: {title: Things, version: "1"}
servers: [{url: %q}]
paths:
  /things:
    get:
      operationId: listThings
      parameters: [{name: name, in: query, schema: {type: string}}]
      responses:
        "200":
          description: Things.
          content:
            application/json:
              schema:
                type: object
                properties:
                  count: {type: integer}
                  things: {type: array, items: {type: object, properties: {id: {type: string}, merchant: {type: string}, status: {type: string}, cents: {type: integer}, note: {type: string}}}}
`

const thingsOverlay = `apiVersion: oatools/v1
kind: Overlay
metadata: {name: things}
sources:
  things: {spec: things.yaml, auth: {open: {none: "a benchmark"}}}
tools:
  greet:
    operation: listThings
    shape: query
    description: Says hi.
    params: [name]
    result: {select: [count, things]}
`

// BenchmarkServe compares calls over stdio with those of a bare server on the
// same SDK whose handler makes the same GET and answers with all of it. Batches
// of both alternate, so that what disturbs the machine disturbs both.
func BenchmarkServe(b *testing.B) {
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, things(20))
	}))
	defer api.Close()
	dir := b.TempDir()
	for name, text := range map[string]string{"things.yaml": fmt.Sprintf(thingsSpec, api.URL), "overlay.yaml": thingsOverlay} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	oatools, bare := buildBinary(b, "."), buildBinary(b, "./testdata/bareserver")
	ours := startServer(b, exec.Command(oatools, "serve", filepath.Join(dir, "overlay.yaml"), "--stdio"))
	theirs := startServer(b, exec.Command(bare, api.URL+"/things?name=taxi"))
	for _, open := range []int{1, 16} {
		b.Run(fmt.Sprintf("open=%d", open), func(b *testing.B) {
			const batch = 64
			var to, tb []time.Duration
			for b.Loop() {
				to = append(to, ours.calls(b, batch, open))
				tb = append(tb, theirs.calls(b, batch, open))
			}
			o, t := median(to), median(tb)
			b.ReportMetric(float64(o.Microseconds())/batch, "µs/call")
			b.ReportMetric(float64(t.Microseconds())/batch, "bare-µs/call")
			b.ReportMetric(float64(t)/float64(o), "throughput-ratio")
		})
	}
}

// things is an answer of about 150 bytes for each of n things.
func things(n int) string {
	var s strings.Builder
	fmt.Fprintf(&s, `{"count":%d,"things":[`, n)
	for i := range n {
		if i > 0 {
			s.WriteByte(',')
		}
		fmt.Fprintf(&s, `{"id":"e%d","merchant":"Taxi %d","status":"paid","cents":%d,"note":"%s"}`, i, i, i*100, strings.Repeat("x", 80))
	}
	return s.String() + "]}"
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// mcpClient speaks to a server over stdio, without any SDK.
type mcpClient struct {
	in    io.Writer
	lines *bufio.Reader
	id    int
}

func startServer(b *testing.B, cmd *exec.Cmd) *mcpClient {
	b.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { in.Close(); cmd.Wait() })
	c := &mcpClient{in: in, lines: bufio.NewReaderSize(out, 1<<20)}
	fmt.Fprintln(in, `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`)
	c.answer(b)
	fmt.Fprintln(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	c.send(b)
	var msg struct {
		Result struct {
			IsError           bool
			StructuredContent json.RawMessage
		}
	}
	if line := c.answer(b); json.Unmarshal(line, &msg) != nil || msg.Result.IsError || !bytes.Contains(msg.Result.StructuredContent, []byte("Taxi 19")) {
		b.Fatalf("the call fails: %s", line)
	}
	return c
}

func (c *mcpClient) send(b *testing.B) {
	c.id++
	if _, err := fmt.Fprintf(c.in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"greet","arguments":{"name":"taxi"}}}`+"\n", c.id); err != nil {
		b.Fatal(err)
	}
}

func (c *mcpClient) answer(b *testing.B) []byte {
	line, err := c.lines.ReadSlice('\n')
	if err != nil {
		b.Fatal(err)
	}
	return line
}

// calls makes n calls with so many open at once, and gives the time they took.
func (c *mcpClient) calls(b *testing.B, n, open int) time.Duration {
	began := time.Now()
	for i := range n + open {
		if i >= open {
			if line := c.answer(b); !bytes.Contains(line, []byte("Taxi 19")) {
				b.Fatalf("a call fails: %s", line)
			}
		}
		if i < n {
			c.send(b)
		}
	}
	return time.Since(began)
}
