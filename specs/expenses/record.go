package expenses

import (
	"net/http"
	"slices"
)

const (
	keptRequests = 256
	keptBody     = 64 << 10
)

// RequestRecord is one request as the server saw it, before it was authorised
// or understood.
type RequestRecord struct {
	Method string
	URL    string      // path and query
	Header http.Header // only headers that carry no secret
	Body   string      // at most the first 64 KiB
}

// Requests returns the last requests, oldest first, at most 256. The records
// are the caller's to keep.
func (s *Server) Requests() []RequestRecord {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := slices.Clone(s.log)
	for i := range out {
		out[i].Header = out[i].Header.Clone()
	}
	return out
}

// Executions returns how often an operation changed something. Refused,
// replayed and validating requests do not count; operations that only read
// have none. An unknown operationID has none either.
func (s *Server) Executions(operationID string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.executions[operationID]
}

func (s *Server) record(r *http.Request, body []byte) {
	kept := http.Header{}
	for _, name := range recordedHeaders() {
		if values := r.Header.Values(name); len(values) > 0 {
			kept[name] = slices.Clone(values)
		}
	}
	rec := RequestRecord{
		Method: r.Method,
		URL:    r.URL.RequestURI(),
		Header: kept,
		Body:   string(body[:min(len(body), keptBody)]),
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.log) == keptRequests {
		s.log = slices.Delete(s.log, 0, 1)
	}
	s.log = append(s.log, rec)
}

// recordedHeaders is an allow-list, so that a credential in a header we never
// thought of is not kept.
func recordedHeaders() []string {
	return []string{
		"Accept", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match",
		"Traceparent", "User-Agent", "X-Request-Id", "X-Tenant",
	}
}

// executed counts a change by the operation of c. The caller holds the lock.
func (s *Server) executed(c *call) { s.executions[c.op.id]++ }
