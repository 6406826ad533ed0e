package expenses

import (
	"bytes"
	"crypto/subtle"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

const maxBody = 1 << 20

// call is one authorised request, with its body in memory.
type call struct {
	*http.Request
	op       operation
	tenant   string
	employee employee // who the bearer token stands for; zero without a tenant
	body     []byte
	now      time.Time
}

// ServeHTTP answers one request of the API.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := r.Header.Get("X-Request-Id")
	if id == "" {
		s.mu.Lock()
		id = fmt.Sprintf("req_%06d", s.next())
		s.mu.Unlock()
	}
	w.Header().Set("X-Request-Id", id)

	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	s.record(r, body)
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		problem(http.StatusRequestEntityTooLarge, "too_large", "The body is larger than 1 MiB.").write(w, r)
		return
	}
	if err != nil {
		problem(http.StatusBadRequest, "unreadable_body", "The body ended early.").write(w, r)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	s.mux.ServeHTTP(w, r)
}

// handle authorises a request, runs the operation under the lock and writes
// the reply after it, so that a slow reader holds up nobody else.
func (s *Server) handle(op operation) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(fmt.Sprintf("expenses: read buffered body: %v", err)) // ServeHTTP put it in memory
		}
		c := &call{Request: r, op: op, body: body}
		if refused := s.authorise(c); refused != nil {
			refused.write(w, r)
			return
		}
		s.mu.Lock()
		c.now = s.opts.Now().UTC()
		answer := op.run(s, c)
		answer.encode() // the value may point into guarded state
		s.mu.Unlock()
		answer.write(w, r)
	})
}

func (s *Server) authorise(c *call) *reply {
	scheme, token, _ := strings.Cut(c.Header.Get("Authorization"), " ")
	token = strings.TrimSpace(token)
	known := token != "" && (s.opts.Token == "" || subtle.ConstantTimeCompare([]byte(token), []byte(s.opts.Token)) == 1)
	if !strings.EqualFold(scheme, "Bearer") || !known {
		r := problem(http.StatusUnauthorized, "unauthorized", "A valid bearer token is needed.")
		r.header.Set("WWW-Authenticate", `Bearer realm="expenses"`)
		return r
	}
	if c.op.open {
		return nil
	}
	c.tenant = c.Header.Get("X-Tenant")
	if c.tenant == "" {
		return problem(http.StatusBadRequest, "missing_parameter", "The header X-Tenant is missing.",
			fieldError{Parameter: "X-Tenant", Detail: "is required"})
	}
	if _, ok := slices.BinarySearch(s.tenants, c.tenant); !ok {
		return problem(http.StatusForbidden, "forbidden", "The caller does not belong to this tenant.")
	}
	staff := s.staff[c.tenant]
	hash := fnv.New32a()
	hash.Write([]byte(token))
	c.employee = staff[int(hash.Sum32()%uint32(len(staff)))]
	return nil
}

// notRouted answers what no operation matched: 405 where another method would
// have, else 404.
func (s *Server) notRouted(w http.ResponseWriter, r *http.Request) {
	var allowed []string
	for _, method := range []string{"GET", "POST", "PATCH", "DELETE"} {
		probe := &http.Request{Method: method, URL: r.URL, Host: r.Host}
		if _, pattern := s.mux.Handler(probe); pattern != "/" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		problem(http.StatusNotFound, "no_such_path", "There is nothing at this path.").write(w, r)
		return
	}
	answer := problem(http.StatusMethodNotAllowed, "method_not_allowed", "This path does not know the method "+r.Method+".")
	answer.header.Set("Allow", strings.Join(allowed, ", "))
	answer.write(w, r)
}

// next returns a new number for ids. The caller holds the lock.
func (s *Server) next() int {
	s.sequence++
	return s.sequence
}
