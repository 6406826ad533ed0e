package mcpserver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Path is where the MCP endpoint is served.
const Path = "/mcp"

const (
	modernRevision = "2026-07-28" // the first that is stateless
	longestBody    = 4 << 20
	drain          = 5 * time.Second // for calls in flight at shutdown
	// aftermath is for calls that were cancelled then: the outcome of a write under
	// way is waited for and recorded, as long as that takes.
	aftermath = 15 * time.Second
)

// Handler gives the streamable HTTP endpoint. Requests of revision 2026-07-28
// and later go to a stateless handler, the others to one with sessions, because
// the SDK's handlers are one or the other. Requests of foreign origins are
// refused, and those for hosts that are neither this machine nor among
// Options.Hosts.
func (s *Server) Handler() http.Handler {
	get := func(*http.Request) *mcp.Server { return s.sdk }
	modern := mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{
		Stateless: true, PropagateRequestCancellation: true, DisableLocalhostProtection: true, // the check is ours
	})
	legacy := mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{SessionTimeout: 10 * time.Minute, DisableLocalhostProtection: true})
	mux := http.NewServeMux()
	mux.HandleFunc(Path, func(w http.ResponseWriter, r *http.Request) {
		if !s.addressed(r) {
			http.Error(w, "this host is not served here", http.StatusForbidden)
			return
		}
		if err := flatten(w, r); err != nil {
			http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
			return
		}
		w.Header().Set("X-Accel-Buffering", "no")
		if r.Header.Get("Mcp-Protocol-Version") >= modernRevision {
			modern.ServeHTTP(w, r)
			return
		}
		legacy.ServeHTTP(w, r)
	})
	return http.NewCrossOriginProtection().Handler(mux)
}

// flatten reads the body of a POST and cuts what nests too deep in it.
func flatten(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodPost {
		return nil
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longestBody))
	if err != nil {
		return fmt.Errorf("the request body cannot be read or is larger than %d bytes", longestBody)
	}
	body = shallow(body)
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return nil
}

// ServeHTTP serves on l until ctx is cancelled, then lets calls in flight end.
func (s *Server) ServeHTTP(ctx context.Context, l net.Listener) error {
	running, serving := newCalls(context.WithoutCancel(ctx))
	srv := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		BaseContext:       func(net.Listener) context.Context { return serving },
	}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	clean := shutDown(srv, drain)
	running.stop(aftermath)
	if !clean && !shutDown(srv, time.Second) { // the second time for what was ended
		// Streams that clients keep open do not end by themselves.
		if err := srv.Close(); err != nil {
			return err
		}
	}
	if err := <-done; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// shutDown reports whether srv came to an end within limit.
func shutDown(srv *http.Server, limit time.Duration) bool {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return srv.Shutdown(ctx) == nil
}
