package expenses_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"

	"github.com/oatools/oatools/specs/expenses"
)

// clock is a Now that stands still until a test moves it.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func newClock() *clock {
	return &clock{at: time.Date(2026, time.October, 1, 12, 0, 0, 0, time.UTC)}
}

// client calls a server and holds every answer against the document.
type client struct {
	t      testing.TB
	server *expenses.Server
	router routers.Router
	header http.Header
}

func newClient(t testing.TB, opts expenses.Options) *client {
	t.Helper()
	if opts.Now == nil {
		opts.Now = newClock().now
	}
	doc, err := openapi3.NewLoader().LoadFromData(expenses.Spec())
	if err != nil {
		t.Fatal(err)
	}
	router, err := legacy.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	header := http.Header{"Authorization": {"Bearer ada"}, "X-Tenant": {"acme"}}
	return &client{t: t, server: expenses.NewServer(opts), router: router, header: header}
}

// with returns a client that sends other headers; an empty value leaves one out.
func (c *client) with(pairs ...string) *client {
	next := *c
	next.header = c.header.Clone()
	for i := 0; i < len(pairs); i += 2 {
		next.header.Del(pairs[i])
		if pairs[i+1] != "" {
			next.header.Set(pairs[i], pairs[i+1])
		}
	}
	return &next
}

type result struct {
	status int
	header http.Header
	raw    string
	body   map[string]any
}

func (r result) id() string { s, _ := r.body["id"].(string); return s }

// pointers lists what the problem names.
func (r result) pointers() string {
	var out []string
	list, _ := r.body["errors"].([]any)
	for _, item := range list {
		e := item.(map[string]any)
		for _, key := range []string{"pointer", "parameter"} {
			if s, ok := e[key].(string); ok {
				out = append(out, s)
			}
		}
	}
	return strings.Join(out, " ")
}

func (c *client) do(method, target, body string) result {
	c.t.Helper()
	req := httptest.NewRequest(method, expenses.BaseURL+target, strings.NewReader(body))
	for name, values := range c.header {
		req.Header[name] = values
	}
	if body != "" && req.Header.Get("Content-Type") == "" {
		req.Header.Set("Content-Type", "application/json")
	}
	rec := httptest.NewRecorder()
	c.server.ServeHTTP(rec, req)
	c.conforms(req, rec)
	out := result{status: rec.Code, header: rec.Header(), raw: rec.Body.String()}
	if strings.Contains(rec.Header().Get("Content-Type"), "json") {
		if err := json.Unmarshal(rec.Body.Bytes(), &out.body); err != nil {
			c.t.Fatalf("%s %s: answer is not JSON: %v", method, target, err)
		}
	}
	return out
}

// want fails the test unless the call has the status.
func (c *client) want(status int, method, target, body string) result {
	c.t.Helper()
	got := c.do(method, target, body)
	if got.status != status {
		c.t.Fatalf("%s %s: status %d, want %d: %s", method, target, got.status, status, got.raw)
	}
	return got
}

func (c *client) conforms(req *http.Request, rec *httptest.ResponseRecorder) {
	c.t.Helper()
	route, params, err := c.router.FindRoute(req)
	if err != nil {
		return // not an operation: the document says nothing
	}
	err = openapi3filter.ValidateResponse(req.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: req, PathParams: params, Route: route},
		Status:                 rec.Code,
		Header:                 rec.Header(),
		Body:                   io.NopCloser(bytes.NewReader(rec.Body.Bytes())),
		Options:                &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	})
	if err != nil {
		c.t.Errorf("%s %s: answer %d does not fit the document: %v\n%s", req.Method, req.URL, rec.Code, err, rec.Body)
	}
}
