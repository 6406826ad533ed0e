package mcpserver

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/oatools/oatools/runtime"
)

func serveFake(t *testing.T, h runtime.Handler) string {
	t.Helper()
	s, err := New(newFake(h), Options{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return serveOn(t, s, l)
}

// serveOn serves s on l until the test ends and gives the endpoint.
func serveOn(t *testing.T, s *Server, l net.Listener) string {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.ServeHTTP(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("ServeHTTP: %v", err)
		}
	})
	return "http://" + l.Addr().String() + Path
}

func TestHTTPServesBothEras(t *testing.T) {
	url := serveFake(t, answer(&runtime.Result{Status: runtime.StatusOK, Data: "x"}, nil))
	for _, revision := range []string{"", "2025-06-18"} {
		t.Run("revision "+revision, func(t *testing.T) {
			transport := &mcp.StreamableClientTransport{Endpoint: url, DisableStandaloneSSE: true}
			cs, err := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, nil).
				Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: revision})
			if err != nil {
				t.Fatal(err)
			}
			defer cs.Close()
			res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "find"})
			if err != nil {
				t.Fatal(err)
			}
			if got := text(t, res); !strings.Contains(got, `"data":"x"`) {
				t.Errorf("result = %s", got)
			}
		})
	}
}

func TestHTTPRefusals(t *testing.T) {
	url := serveFake(t, nil)
	tests := []struct {
		name   string
		change func(*http.Request)
		body   string
		want   int
	}{
		{"foreign origin", func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, hello, http.StatusForbidden},
		{"foreign host", func(r *http.Request) { r.Host = "evil.example" }, hello, http.StatusForbidden},
		{"large body", func(*http.Request) {}, strings.Repeat(" ", longestBody+1), http.StatusRequestEntityTooLarge},
		{"bad JSON", func(*http.Request) {}, `{`, http.StatusBadRequest},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(tt.body))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Accept", "application/json, text/event-stream")
			tt.change(req)
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			if _, err := io.Copy(io.Discard, res.Body); err != nil {
				t.Fatal(err)
			}
			if res.StatusCode != tt.want {
				t.Errorf("status = %d, want %d", res.StatusCode, tt.want)
			}
		})
	}
}

// A client that goes away takes its call along, in both eras; what it sent to
// prove itself to us goes no further, and no error tells it either.
func TestHTTPCallsEndWithTheirClient(t *testing.T) {
	const token = "s3cret-bearer"
	for _, revision := range []string{"", "2025-06-18"} {
		started, ended := make(chan *runtime.Call, 1), make(chan struct{})
		url := serveFake(t, func(ctx context.Context, c *runtime.Call) (*runtime.Result, error) {
			started <- c
			<-ctx.Done()
			close(ended)
			return nil, ctx.Err()
		})
		client := &http.Client{Transport: bearer(token)}
		transport := &mcp.StreamableClientTransport{Endpoint: url, DisableStandaloneSSE: true, HTTPClient: client}
		cs, err := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, nil).
			Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: revision})
		if err != nil {
			t.Fatal(err)
		}
		ctx, leave := context.WithCancel(t.Context())
		go cs.CallTool(ctx, &mcp.CallToolParams{Name: "find"})
		call := <-started
		leave()
		<-ended
		if b, err := json.Marshal(call); err != nil || strings.Contains(string(b), token) {
			t.Errorf("revision %q: the call carries the client's own token: %s, %v", revision, b, err)
		}
		cs.Close()
	}
}

// bearer adds a token to every request.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}
