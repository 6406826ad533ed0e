package wire

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/outcome"
)

// fault is how a server treats a request.
type fault struct {
	name     string
	executes bool // the server acts before it answers, or fails to
	answer   func(conn net.Conn, n int)
}

// faultServer counts what it executes and answers as its fault says. n counts
// the requests from 1.
type faultServer struct {
	addr  string
	fault fault

	mu       sync.Mutex
	requests int
	executed int
	conns    []net.Conn
	answered func()
}

func startFault(t *testing.T, f fault) *faultServer {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &faultServer{addr: l.Addr().String(), fault: f}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go s.serve(conn)
		}
	}()
	t.Cleanup(func() {
		l.Close()
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, c := range s.conns {
			c.Close()
		}
	})
	return s
}

func (s *faultServer) serve(conn net.Conn) {
	s.mu.Lock()
	s.conns = append(s.conns, conn)
	s.mu.Unlock()
	r := bufio.NewReader(conn)
	for {
		req, err := http.ReadRequest(r)
		if err != nil {
			conn.Close()
			return
		}
		io.Copy(io.Discard, req.Body)
		s.mu.Lock()
		s.requests++
		n := s.requests
		if s.fault.executes || strings.HasPrefix(s.fault.name, "then ") && n > 1 {
			s.executed++
		}
		s.mu.Unlock()
		s.fault.answer(conn, n)
		s.mu.Lock()
		if s.answered != nil {
			s.answered()
		}
		s.mu.Unlock()
	}
}

// expires makes attempts run out of time once the server has answered what it
// will: at once, or when the client had the time to read a status.
func (s *faultServer) expires(c *Client) {
	c.limit = func(ctx context.Context, _ time.Duration) (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancel(ctx)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.answered = cancel
		if s.fault.name == "slow body" {
			s.answered = func() { time.AfterFunc(150*time.Millisecond, cancel) }
		}
		return ctx, cancel
	}
}

func (s *faultServer) counts() (requests, executed int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests, s.executed
}

func write(conn net.Conn, text string) { io.WriteString(conn, text) }

func answers(text string) func(net.Conn, int) {
	return func(conn net.Conn, _ int) { write(conn, text) }
}

func closes(text string) func(net.Conn, int) {
	return func(conn net.Conn, _ int) { write(conn, text); conn.Close() }
}

func status(code int, headers, body string) string {
	return fmt.Sprintf("HTTP/1.1 %d X\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n%s", code, len(body), headers, body)
}

func bomb() string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(make([]byte, 16<<20))
	z.Close()
	return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s", b.Len(), b.String())
}

// caller is one kind of step and of permission.
type caller struct {
	name   string
	method string
	class  outcome.Class
	key    bool
}

var callers = []caller{
	{"query GET", "GET", reads, false},
	{"query POST", "POST", reads, false},
	{"idempotent PUT", "PUT", again, false},
	{"idempotent DELETE", "DELETE", again, false},
	{"POST with key", "POST", again, true},
	{"POST", "POST", once, false},
	{"PATCH", "PATCH", once, false},
	{"DELETE", "DELETE", once, false},
	{"command GET", "GET", once, false},
	{"POST with a key nobody honours", "POST", once, true},
}

func (c caller) step() *tool.Step {
	s := step(c.method, "/things")
	if c.key {
		s.Binding.Params = append(s.Binding.Params, tool.Param{Name: "Idempotency-Key", In: tool.InHeader, Style: "simple", Value: tool.Value{Gen: "idempotency-key"}})
	}
	if c.method == "POST" || c.method == "PUT" || c.method == "PATCH" {
		s.Binding.Body = &tool.Body{Media: "application/json", Mode: tool.BodyJSON, Fields: []tool.Field{{To: "/n", Value: tool.Value{Arg: "/n"}}}}
	}
	return s
}

func (c caller) options() runtime.SendOptions {
	o := runtime.SendOptions{ReadOnly: c.class == reads, Idempotent: c.class != once, Timeout: tool.Duration(10 * time.Second)}
	if c.key && c.class == again {
		o.Idempotency = &tool.Idempotency{Header: "Idempotency-Key"}
	}
	return o
}

// want is what a fault means for the three classes: code, effect, requests.
type want struct {
	code     runtime.Code
	effect   runtime.SideEffect
	requests int
}

const ok = runtime.Code("ok")

func all(w want) [3]want { return [3]want{w, w, w} }

var faults = []struct {
	fault
	want [3]want // reads, again, once
}{
	{fault{"answers", true, answers(status(200, "", `{}`))}, [3]want{{ok, none, 1}, {ok, applied, 1}, {ok, applied, 1}}},
	{fault{"informational first", true, answers("HTTP/1.1 103 Early Hints\r\n\r\n" + status(200, "", `{}`))}, [3]want{{ok, none, 1}, {ok, applied, 1}, {ok, applied, 1}}},
	{fault{"no content", true, answers("HTTP/1.1 204 No Content\r\n\r\n")}, [3]want{{ok, none, 1}, {ok, applied, 1}, {ok, applied, 1}}},
	{fault{"FIN after execution", true, closes("")}, [3]want{{unavailable, none, 3}, {unsure, unknown, 3}, {unsure, unknown, 1}}},
	{fault{"RST after execution", true, reset}, [3]want{{unavailable, none, 3}, {unsure, unknown, 3}, {unsure, unknown, 1}}},
	{fault{"garbage", true, closes("SSH-2.0-hello\r\n")}, [3]want{{unavailable, none, 3}, {unsure, unknown, 3}, {unsure, unknown, 1}}},
	{fault{"huge headers", true, closes("HTTP/1.1 200 OK\r\nX-Big: " + strings.Repeat("a", 80<<10) + "\r\n\r\n")}, [3]want{{unavailable, none, 3}, {unsure, unknown, 3}, {unsure, unknown, 1}}},
	{fault{"hangs", true, answers("")}, [3]want{{late, none, 3}, {unsure, unknown, 3}, {unsure, unknown, 1}}},
	{fault{"cut length", true, closes("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{\"a\":")}, [3]want{{broken, none, 3}, {incomplete, applied, 3}, {incomplete, applied, 1}}},
	{fault{"cut chunks", true, closes("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":")}, [3]want{{broken, none, 3}, {incomplete, applied, 3}, {incomplete, applied, 1}}},
	{fault{"slow body", true, answers("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{")}, [3]want{{broken, none, 3}, {incomplete, applied, 3}, {incomplete, applied, 1}}},
	{fault{"gzip bomb", true, answers(bomb())}, [3]want{{runtime.CodeResultTooLarge, none, 1}, {runtime.CodeResultTooLarge, applied, 1}, {runtime.CodeResultTooLarge, applied, 1}}},
	{fault{"not JSON", true, answers(status(200, "", `{`))}, [3]want{{runtime.CodeUnsupportedResponse, none, 1}, {runtime.CodeUnsupportedResponse, applied, 1}, {runtime.CodeUnsupportedResponse, applied, 1}}},
	{fault{"another host", true, answers(status(307, "Location: http://other.example/x\r\n", ""))}, [3]want{{redirected, none, 1}, {redirected, unknown, 1}, {redirected, unknown, 1}}},
	{fault{"another port", true, answers(status(302, "Location: http://127.0.0.1:1/x\r\n", ""))}, [3]want{{redirected, none, 1}, {redirected, unknown, 1}, {redirected, unknown, 1}}},
	{fault{"400", false, answers(status(400, "", `{"message":"no"}`))}, all(want{runtime.CodeInvalidInput, none, 1})},
	{fault{"401", false, answers(status(401, "", `{}`))}, all(want{runtime.CodeUnauthenticated, none, 1})},
	{fault{"402", false, answers(status(402, "", `{}`))}, all(want{runtime.CodeBusinessRejected, none, 1})},
	{fault{"403", false, answers(status(403, "", `{}`))}, all(want{runtime.CodeForbidden, none, 1})},
	{fault{"404", false, answers(status(404, "", `{}`))}, all(want{runtime.CodeNotFound, none, 1})},
	{fault{"405", false, answers(status(405, "", `{}`))}, all(want{broken, none, 1})},
	{fault{"408", true, answers(status(408, "", `{}`))}, [3]want{{late, none, 3}, {unsure, unknown, 3}, {unsure, unknown, 1}}},
	{fault{"409", false, answers(status(409, "", `{}`))}, all(want{conflict, none, 1})},
	{fault{"410", false, answers(status(410, "", `{}`))}, all(want{runtime.CodeNotFound, none, 1})},
	{fault{"412", false, answers(status(412, "", `{}`))}, all(want{conflict, none, 1})},
	{fault{"423", false, answers(status(423, "", `{}`))}, all(want{conflict, none, 1})},
	{fault{"425", false, answers(status(425, "", `{}`))}, all(want{unavailable, none, 2})},
	{fault{"428", false, answers(status(428, "", `{}`))}, all(want{runtime.CodePreconditionRequired, none, 1})},
	{fault{"429", false, answers(status(429, "Retry-After: 1\r\n", `{}`))}, all(want{limited, none, 3})},
	{fault{"429 for long", false, answers(status(429, "Retry-After: 600\r\n", `{}`))}, all(want{limited, none, 1})},
	{fault{"501", false, answers(status(501, "", `{}`))}, all(want{broken, none, 1})},
	{fault{"502", true, answers(status(502, "", `{}`))}, [3]want{{unavailable, none, 3}, {unsure, unknown, 3}, {unsure, unknown, 1}}},
	{fault{"503", true, answers(status(503, "", `{}`))}, [3]want{{unavailable, none, 3}, {unsure, unknown, 3}, {unsure, unknown, 1}}},
	{fault{"503 with a hint", true, answers(status(503, "Retry-After: 1\r\n", `{}`))}, [3]want{{unavailable, none, 3}, {unsure, unknown, 3}, {unsure, unknown, 1}}},
	{fault{"503 quota", false, answers(status(503, "", `{"type":"https://iana.org/assignments/http-problem-types#quota-exceeded"}`))}, [3]want{{limited, none, 3}, {limited, none, 3}, {limited, none, 1}}},
	{fault{"504", true, answers(status(504, "", `{}`))}, [3]want{{unavailable, none, 3}, {unsure, unknown, 3}, {unsure, unknown, 1}}},
	{fault{"520", true, answers(status(520, "", `{}`))}, [3]want{{unavailable, none, 3}, {unsure, unknown, 3}, {unsure, unknown, 1}}},
	{fault{"then 429, success", false, func(c net.Conn, n int) {
		if n == 1 {
			write(c, status(429, "Retry-After: 1\r\n", `{}`))
			return
		}
		write(c, status(200, "", `{}`))
	}}, [3]want{{ok, none, 2}, {ok, applied, 2}, {ok, applied, 2}}},
}

func reset(conn net.Conn, _ int) {
	conn.(*net.TCPConn).SetLinger(0)
	conn.Close()
}

// TestFaults walks every fault for every kind of call and holds what is said
// against what the server did.
func TestFaults(t *testing.T) {
	for _, f := range faults {
		for _, who := range callers {
			t.Run(f.name+"/"+who.name, func(t *testing.T) {
				t.Parallel()
				srv := startFault(t, f.fault)
				c := clientFor(t, setOf("http://"+srv.addr, nil), nil)
				if f.name == "hangs" || f.name == "slow body" {
					srv.expires(c)
				}
				res := do(t, c, who.step(), runtime.Inputs{Args: map[string]any{"n": true}, Key: key(who)}, who.options())
				requests, executed := srv.counts()
				got, want := want{codeOf(res), res.Effect, requests}, f.want[who.class]
				if got != want {
					t.Errorf("got %+v, want %+v (%+v)", got, want, res.Problem)
				}
				if res.Attempts != requests {
					t.Errorf("%d attempts reported, %d requests seen", res.Attempts, requests)
				}
				honest(t, who, res, executed)
			})
		}
	}
}

func key(who caller) string {
	if who.key {
		return "key-1"
	}
	return ""
}

// honest holds the reported effect against the server's count.
func honest(t *testing.T, who caller, res *runtime.Response, executed int) {
	t.Helper()
	if who.class == once && executed > 1 {
		t.Errorf("executed %d times", executed)
	}
	switch {
	case who.class == reads && res.Effect != none:
		t.Errorf("a read has effect %s", res.Effect)
	case who.class != reads && res.Effect == none && executed > 0:
		t.Errorf("effect none, but executed %d times", executed)
	case res.Effect == applied && executed == 0:
		t.Errorf("effect applied, but nothing was executed")
	}
}

// TestServerErrors covers 500, whose meaning hangs on the key and the overlay.
func TestServerErrors(t *testing.T) {
	for _, tt := range []struct {
		name string
		who  caller
		opts func(*runtime.SendOptions)
		want want
	}{
		{"a read is repeated once", callers[0], nil, want{broken, none, 2}},
		{"a write with a key is repeated once", callers[4], nil, want{unsure, unknown, 2}},
		{"a key whose failures are stored is not repeated", callers[4], func(o *runtime.SendOptions) { o.Idempotency.ReplaysErrors = true }, want{unsure, unknown, 1}},
		{"an idempotent write without a key is not repeated", callers[2], nil, want{unsure, unknown, 1}},
		{"another write is not repeated", callers[5], nil, want{unsure, unknown, 1}},
		{"the overlay says that a failure changes nothing", callers[5], func(o *runtime.SendOptions) { o.Errors = &tool.Errors{NotApplied: []int{500}} }, want{broken, none, 2}},
		{"the overlay permits a single attempt", callers[0], func(o *runtime.SendOptions) { o.Retry = &tool.Retry{Attempts: 1} }, want{broken, none, 1}},
		{"the overlay permits other reasons only", callers[0], func(o *runtime.SendOptions) { o.Retry = &tool.Retry{On: []string{"connect", "503"}} }, want{broken, none, 1}},
		{"the overlay forbids it for this error", callers[0], func(o *runtime.SendOptions) {
			o.Retry = &tool.Retry{Never: &tool.Match{Path: "error.code", In: []string{"dead"}}}
		}, want{broken, none, 1}},
		{"the overlay maps the upstream's code", callers[0], func(o *runtime.SendOptions) {
			o.Errors = &tool.Errors{CodePath: "/error/code", Map: map[string]string{"dead": "not_found"}}
		}, want{runtime.CodeNotFound, none, 2}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			srv := startFault(t, fault{"500", false, answers(status(500, "", `{"error":{"code":"dead","message":"boom"}}`))})
			c := clientFor(t, setOf("http://"+srv.addr, nil), nil)
			opts := tt.who.options()
			if tt.opts != nil {
				tt.opts(&opts)
			}
			res := do(t, c, tt.who.step(), runtime.Inputs{Args: map[string]any{"n": true}, Key: key(tt.who)}, opts)
			requests, _ := srv.counts()
			if got := (want{codeOf(res), res.Effect, requests}); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// TestRefused sends to a port where nobody listens.
func TestRefused(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	for _, who := range callers {
		c := clientFor(t, setOf("http://"+addr, nil), nil)
		res := do(t, c, who.step(), runtime.Inputs{Args: map[string]any{"n": true}, Key: key(who)}, who.options())
		if codeOf(res) != unavailable || res.Effect != none || res.Attempts != 3 {
			t.Errorf("%s: %s, effect %s, %d attempts", who.name, codeOf(res), res.Effect, res.Attempts)
		}
	}
}

// TestStaleConnection kills a kept-alive connection after the second request was
// executed. net/http on its own repeats such a request when its header map has
// the canonical idempotency key.
func TestStaleConnection(t *testing.T) {
	for _, who := range callers {
		t.Run(who.name, func(t *testing.T) {
			srv := startFault(t, fault{"stale", true, func(conn net.Conn, n int) {
				if n == 1 {
					write(conn, status(200, "", `{}`))
					return
				}
				conn.Close()
			}})
			c := clientFor(t, setOf("http://"+srv.addr, nil), nil)
			in := runtime.Inputs{Args: map[string]any{"n": true}, Key: key(who)}
			if res := do(t, c, who.step(), in, who.options()); res.Problem != nil {
				t.Fatalf("first call: %+v", res.Problem)
			}
			opts := who.options()
			opts.Retry = &tool.Retry{Attempts: 1}
			res := do(t, c, who.step(), in, opts)
			_, executed := srv.counts()
			if who.class != reads && executed != 2 {
				t.Errorf("executed %d times by two calls (%+v)", executed, res.Problem)
			}
			if who.class == once && (codeOf(res) != unsure || res.Effect != unknown) {
				t.Errorf("%s, effect %s", codeOf(res), res.Effect)
			}
		})
	}
}

// TestReasons holds the names that an overlay gives to failures against what
// happens: what is named is tried again, and nothing else is.
func TestReasons(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := l.Addr().String()
	l.Close()
	named := []string{"connect", "reset", "timeout", "503", "504"}
	for _, tt := range []struct {
		name  string
		fault *fault // nil: nobody listens
		want  []string
	}{
		{"nobody listens", nil, []string{"connect"}},
		{"gone without an answer", &fault{"FIN after execution", true, closes("")}, []string{"reset"}},
		{"gone within the answer", &fault{"cut length", true, closes("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{\"a\":")}, []string{"reset"}},
		{"no answer in time", &fault{"hangs", true, answers("")}, []string{"timeout"}},
		{"503", &fault{"503", true, answers(status(503, "", `{}`))}, []string{"503"}},
		{"504", &fault{"504", true, answers(status(504, "", `{}`))}, []string{"504"}},
	} {
		var got []string
		for _, on := range named {
			addr := nobody
			var srv *faultServer
			if tt.fault != nil {
				srv = startFault(t, *tt.fault)
				addr = srv.addr
			}
			c := clientFor(t, setOf("http://"+addr, nil), nil)
			if tt.name == "no answer in time" {
				srv.expires(c)
			}
			opts := callers[0].options()
			opts.Retry = &tool.Retry{On: []string{on}}
			res := do(t, c, callers[0].step(), runtime.Inputs{Args: map[string]any{"n": true}}, opts)
			if res.Attempts > 1 {
				got = append(got, on)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: tried again for %v, want %v", tt.name, got, tt.want)
		}
	}
}
