package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Requests over HTTP may be for this machine and for the names that were given.
func TestServeHosts(t *testing.T) {
	url := listen(t, "serve", filepath.Join("..", "..", "overlays", "expenses.tools.json"), "--http", "127.0.0.1:0", "--demo", "--host", "tools.example")
	for host, want := range map[string]int{"": http.StatusOK, "tools.example": http.StatusOK, "tools.example:8443": http.StatusOK, "evil.example": http.StatusForbidden} {
		body := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Host = host
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("a request for %q: status %d, want %d", host, res.StatusCode, want)
		}
	}
}

// listen runs a command that serves until it is stopped, and gives the URL that
// it announces.
func listen(t *testing.T, args ...string) string {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	announce, stderr := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- run(ctx, args, streams{strings.NewReader(""), io.Discard, stderr})
		stderr.Close()
	}()
	t.Cleanup(func() {
		stop()
		if code := <-done; code != exitOK {
			t.Errorf("%s ended with %d", args[0], code)
		}
	})
	lines := bufio.NewReader(announce)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("%s announced nothing: %v", args[0], err)
		}
		if url := regexp.MustCompile(`http://127\.0\.0\.1:\d+\S*`).FindString(line); url != "" {
			go func() { _, _ = io.Copy(io.Discard, lines) }()
			return url
		}
	}
}

func TestServeHTTP(t *testing.T) {
	url := listen(t, "serve", filepath.Join("..", "..", "overlays", "expenses.yaml"), "--http", "127.0.0.1:0", "--demo")
	cs, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).
		Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url, DisableStandaloneSSE: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer cs.Close()
	if e := callTool(t, cs, "expense_search", `{"text":"taxi"}`); e.Status != "ok" || !strings.Contains(string(e.Data), "Taxi Berlin") {
		t.Errorf("result = %+v", e)
	}
}

func TestMockHTTP(t *testing.T) {
	url := listen(t, "mock", filepath.Join("..", "..", "specs", "expenses", "expenses.openapi.yaml"), "--http", "127.0.0.1:0")
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, strings.TrimSuffix(url, "/")+"/expenses/exp_1", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Tenant", "acme")
	req.Header.Set("Authorization", "Bearer x")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK || !strings.Contains(string(body), `"status"`) {
		t.Errorf("GET %s = %d %s (%v)", req.URL, res.StatusCode, body, err)
	}
}
