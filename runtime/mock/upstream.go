package mock

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime/wire/transport"
)

// Options are the settings of an Upstream. The zero value is useful.
type Options struct {
	// Seed decides the sampled values.
	Seed uint64
	// Env looks up environment variables for servers' URLs; nil: none is set.
	Env func(string) (string, bool)
	// Clock lets the time of an attempt pass that gets no answer. Nil: such a
	// request waits until its context ends.
	Clock *Clock
	// Example gives a body for a result of a step; nil or an empty body: one is
	// sampled.
	Example func(s *tool.Step, r *tool.Response) []byte
	// Fit says which sampled bodies are better than others; nil: all are good.
	Fit func(s *tool.Step, body any) bool
}

// Request is one request as it was sent, credentials included.
type Request struct {
	Step   *tool.Step // whose it is; nil: the set has no such operation
	Method string
	Path   string // escaped, relative to the server
	Query  string // raw
	Header http.Header
	Body   []byte
}

// Upstream plays the operations of a set. It is safe for concurrent use.
type Upstream struct {
	opts   Options
	routes []*route

	mu       sync.Mutex
	scripts  map[*tool.Step][]Answer
	requests []Request
}

// New makes an upstream for every operation that the tools of set may send. The
// error says which server's URL cannot be filled in, or which path not be read.
func New(set *tool.Set, opts Options) (*Upstream, error) {
	if opts.Env == nil {
		opts.Env = func(string) (string, bool) { return "", false }
	}
	u := &Upstream{opts: opts, scripts: map[*tool.Step][]Answer{}}
	servers := map[string]*transport.Server{}
	for i := range set.Tools {
		t := &set.Tools[i]
		needs := needsOf(t)
		for name, s := range t.Steps() {
			server := servers[s.Binding.Server]
			if server == nil {
				var err error
				if server, err = transport.Load(set.Servers[s.Binding.Server], opts.Env); err != nil {
					return nil, fmt.Errorf("server %s: %w", s.Binding.Server, err)
				}
				servers[s.Binding.Server] = server
			}
			r, err := newRoute(s, server.Host, server.Base)
			if err != nil {
				return nil, fmt.Errorf("tool %s: %s: %w", t.Name, name, err)
			}
			if name == "main" || name == "before" {
				r.needs = needs
			}
			u.routes = append(u.routes, r)
		}
	}
	return u, nil
}

// needsOf lists the runtime expressions over first answers that steps of t draw
// on.
func needsOf(t *tool.Tool) []string {
	var needs []string
	note := func(v *tool.Value) {
		if v.Start != "" && !slices.Contains(needs, v.Start) {
			needs = append(needs, v.Start)
		}
	}
	for _, s := range t.Steps() {
		for i := range s.Binding.Params {
			note(&s.Binding.Params[i].Value)
		}
		if s.Binding.Body == nil {
			continue
		}
		for i := range s.Binding.Body.Fields {
			note(&s.Binding.Body.Fields[i].Value)
		}
	}
	return needs
}

// Script tells what the operation of s answers from now on, one answer after the
// other; the last one stays. Without answers it answers by itself again.
func (u *Upstream) Script(s *tool.Step, answers ...Answer) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, r := range u.routes {
		if sameOp(r.step, s) {
			u.scripts[r.step] = answers
		}
	}
}

// Requests gives what was sent, in order of arrival.
func (u *Upstream) Requests() []Request {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clone(u.requests)
}

// Forget empties the record of requests.
func (u *Upstream) Forget() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.requests = nil
}

func (u *Upstream) own(r *route) Answer {
	if r.played == nil {
		a := u.play(r.step, preferred(r.step), r.needs)
		r.played = &a
	}
	return *r.played
}

// take records a request and gives the answer to it.
func (u *Upstream) take(req *http.Request, body []byte, anyHost bool) Answer {
	r, other := u.find(req, anyHost)
	u.mu.Lock()
	defer u.mu.Unlock()
	rec := Request{Method: req.Method, Path: req.URL.EscapedPath(), Query: req.URL.RawQuery, Header: req.Header.Clone(), Body: body}
	if r == nil {
		u.requests = append(u.requests, rec)
		status, what := http.StatusNotFound, "no operation of the set has this path"
		if other {
			status, what = http.StatusMethodNotAllowed, "this path has no such method"
		}
		return Answer{Status: status, Media: "application/problem+json", Body: fmt.Appendf(nil, `{"title":"mock: %s"}`, what)}
	}
	rec.Step = r.step
	rec.Path, _ = r.target(req.URL)
	u.requests = append(u.requests, rec)
	own := u.own(r)
	script := u.scripts[r.step]
	if len(script) == 0 {
		return own
	}
	if len(script) > 1 {
		u.scripts[r.step] = script[1:]
	}
	return script[0].over(own)
}

// RoundTrip implements http.RoundTripper. It opens no connection.
func (u *Upstream) RoundTrip(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		var err error
		body, err = io.ReadAll(req.Body)
		if err := cmpErr(err, req.Body.Close()); err != nil {
			return nil, fmt.Errorf("mock: read request body: %w", err)
		}
	}
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	a := u.take(req, body, false)
	if trace := httptrace.ContextClientTrace(req.Context()); trace != nil {
		sent(trace)
	}
	switch a.Fault {
	case Timeout:
		return nil, u.expire(req.Context())
	case Reset:
		return nil, &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}
	}
	return a.response(req), nil
}

func cmpErr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// sent tells whoever watches that the request has left.
func sent(trace *httptrace.ClientTrace) {
	if trace.GotConn != nil {
		trace.GotConn(httptrace.GotConnInfo{})
	}
	if trace.WroteHeaders != nil {
		trace.WroteHeaders()
	}
	if trace.WroteRequest != nil {
		trace.WroteRequest(httptrace.WroteRequestInfo{})
	}
}

// lateError is what a transport says when the time of an attempt is over.
type lateError struct{}

func (lateError) Error() string   { return "mock: no answer in time" }
func (lateError) Timeout() bool   { return true }
func (lateError) Temporary() bool { return true }

func (u *Upstream) expire(ctx context.Context) error {
	if u.opts.Clock == nil {
		<-ctx.Done()
		return ctx.Err()
	}
	u.opts.Clock.expire(ctx)
	return lateError{}
}

// response gives the answer as a client sees it.
func (a Answer) response(req *http.Request) *http.Response {
	res := &http.Response{
		Status: fmt.Sprintf("%d %s", a.Status, http.StatusText(a.Status)), StatusCode: a.Status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: a.header(), Request: req, ContentLength: int64(len(a.Body)),
	}
	switch {
	case a.Fault == Oversized:
		res.Body, res.ContentLength = io.NopCloser(endless{}), -1
		if !isJSON(a.Media) {
			res.Header.Set("Content-Type", "application/json")
		}
	case a.Fault == Partial:
		half, whole := a.halves()
		res.Body, res.ContentLength = io.NopCloser(io.MultiReader(bytes.NewReader(half), broken{})), int64(whole)
	case req.Method == http.MethodHead || bodiless(a.Status):
		res.Body = http.NoBody
	default:
		res.Body = io.NopCloser(bytes.NewReader(a.Body))
	}
	return res
}

// halves gives the part of the body that arrives and the length that was
// promised.
func (a Answer) halves() (half []byte, whole int) {
	if len(a.Body) < 2 {
		return []byte("{"), 64
	}
	return a.Body[:len(a.Body)/2], len(a.Body)
}

// endless is a JSON array of texts that does not end.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return copy(p, strings.Repeat(`["`, 1+len(p)/2)), nil }

// broken is a connection that ends before the body does.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
