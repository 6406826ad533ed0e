package wire

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/outcome"
	"github.com/oatools/oatools/runtime/wire/transport"
)

// everyCaller is every method as a query, as a write that may be repeated, with
// and without a key, and as one that may not.
func everyCaller() []caller {
	var all []caller
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
		all = append(all,
			caller{"query " + method, method, reads, false},
			caller{"repeatable " + method, method, again, false},
			caller{"keyed " + method, method, again, true},
			caller{"command " + method, method, once, false},
			caller{"command with a key nobody honours " + method, method, once, true})
	}
	return all
}

// play makes an event happen to a call and counts: what reached the server, and
// what it executed.
type play func(t *testing.T, who caller) (res *runtime.Response, requests, executed int)

// over plays an event by a server that treats every request alike.
func over(executes bool, answer func(net.Conn, int), change ...func(*runtime.SendOptions)) play {
	return func(t *testing.T, who caller) (*runtime.Response, int, int) {
		srv := startFault(t, fault{"cell", executes, answer})
		c := clientFor(t, setOf("http://"+srv.addr, nil), nil)
		opts := who.options()
		for _, f := range change {
			f(&opts)
		}
		res := do(t, c, who.step(), runtime.Inputs{Args: map[string]any{"n": true}, Key: key(who)}, opts)
		requests, executed := srv.counts()
		return res, requests, executed
	}
}

func answered(code int, headers, body string, executes bool) play {
	return over(executes, answers(status(code, headers, body)))
}

// unreached plays an event of a transport that never sends.
func unreached(err error) play {
	return func(t *testing.T, who caller) (*runtime.Response, int, int) {
		c := clientFor(t, setOf("https://api.example.com", nil), func(cfg *Config) {
			cfg.Transport = roundTripper(func(*http.Request) (*http.Response, error) { return nil, err })
		})
		res := do(t, c, who.step(), runtime.Inputs{Args: map[string]any{"n": true}, Key: key(who)}, who.options())
		return res, res.Attempts, 0
	}
}

// untrusted plays a server whose certificate nobody vouches for.
func untrusted(t *testing.T, who caller) (*runtime.Response, int, int) {
	executed := 0
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { executed++ }))
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	srv.StartTLS()
	defer srv.Close()
	c := clientFor(t, setOf(srv.URL, nil), nil)
	res := do(t, c, who.step(), runtime.Inputs{Args: map[string]any{"n": true}, Key: key(who)}, who.options())
	return res, res.Attempts, executed
}

// outOfTime plays attempts whose time is over, before or after they were sent.
func outOfTime(sent bool) play {
	return func(t *testing.T, who caller) (*runtime.Response, int, int) {
		srv := startFault(t, fault{"cell", true, answers("")})
		c := clientFor(t, setOf("http://"+srv.addr, nil), nil)
		if sent {
			srv.expires(c)
		} else {
			c.limit = func(ctx context.Context, _ time.Duration) (context.Context, context.CancelFunc) {
				ctx, cancel := context.WithCancel(ctx)
				cancel()
				return ctx, cancel
			}
		}
		res := do(t, c, who.step(), runtime.Inputs{Args: map[string]any{"n": true}, Key: key(who)}, who.options())
		_, executed := srv.counts()
		return res, res.Attempts, executed
	}
}

// left plays a caller who leaves, or whose time is over, before or after the
// request was sent to a server that executes it and stays silent.
func left(sent, deadline bool) play {
	return func(t *testing.T, who caller) (res *runtime.Response, requests, executed int) {
		synctest.Test(t, func(t *testing.T) {
			c := clientFor(t, setOf("https://api.example.com", nil), func(cfg *Config) {
				cfg.Sleep, cfg.Now = nil, nil
				cfg.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
					if sent {
						executed++
						trace := httptrace.ContextClientTrace(r.Context())
						trace.GotConn(httptrace.GotConnInfo{})
						trace.WroteHeaders()
					}
					<-r.Context().Done()
					if !sent {
						return nil, &net.OpError{Op: "dial", Err: r.Context().Err()}
					}
					return nil, r.Context().Err()
				})
			})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if deadline {
				ctx, cancel = context.WithTimeout(ctx, time.Second)
				defer cancel()
			} else {
				time.AfterFunc(time.Second, cancel)
			}
			var err error
			res, err = c.Do(ctx, who.step(), runtime.Inputs{Args: map[string]any{"n": true}, Key: key(who)}, who.options())
			if err != nil {
				t.Fatal(err)
			}
		})
		return res, res.Attempts, executed
	}
}

func inFlight(o *runtime.SendOptions) {
	if o.Idempotency != nil {
		o.Idempotency.InProgress = 409
	}
}

// cells makes every event of the table happen.
var cells = map[outcome.Event]play{
	outcome.Refused:       unreached(&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}),
	outcome.Unreachable:   untrusted,
	outcome.Blocked:       unreached(fmt.Errorf("dial: %w", transport.ErrBlocked)),
	outcome.NotSentInTime: outOfTime(false),
	outcome.NoAnswer:      over(true, reset),
	outcome.Timeout:       outOfTime(true),
	outcome.LostSuccess:   over(true, closes("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":")),
	outcome.Gone:          left(false, false),
	outcome.GoneSent:      left(true, false),
	outcome.Deadline:      left(false, true),
	outcome.DeadlineSent:  left(true, true),
	outcome.Status408:     answered(408, "", `{}`, true),
	outcome.Status409:     answered(409, "", `{}`, false),
	outcome.InFlight:      over(true, answers(status(409, "", `{}`)), inFlight),
	outcome.Status425:     answered(425, "", `{}`, false),
	outcome.Status428:     answered(428, "", `{}`, false),
	outcome.Status429:     answered(429, "", `{}`, false),
	outcome.Status500:     answered(500, "", `{}`, true),
	outcome.Status501:     answered(501, "", `{}`, false),
	outcome.Status502:     answered(502, "", `{}`, true),
	outcome.Status503:     answered(503, "", `{}`, true),
	outcome.Status503Hint: answered(503, "Retry-After: 1\r\n", `{}`, true),
	outcome.Quota:         answered(503, "", `{"type":"https://iana.org/assignments/http-problem-types#quota-exceeded"}`, false),
	outcome.Status400:     answered(400, "", `{}`, false),
	outcome.Status401:     answered(401, "", `{}`, false),
	outcome.Status402:     answered(402, "", `{}`, false),
	outcome.Status403:     answered(403, "", `{}`, false),
	outcome.Status404:     answered(404, "", `{}`, false),
	outcome.Status412:     answered(412, "", `{}`, false),
	outcome.Other4xx:      answered(415, "", `{}`, false),
	outcome.Redirect:      answered(307, "Location: http://other.example/x\r\n", "", true),
	outcome.Other:         answered(304, "", "", true),
}

// TestEveryCell makes every event of the table happen to every kind of call, and
// holds attempts, code and effect against the cell, and the effect against what
// the server executed.
func TestEveryCell(t *testing.T) {
	for _, e := range outcome.Events() {
		for _, who := range everyCaller() {
			t.Run(fmt.Sprintf("%d/%s", e, who.name), func(t *testing.T) {
				if cells[e] == nil {
					t.Fatalf("event %d never happens in this test", e)
				}
				if e == outcome.InFlight && (who.class != again || !who.key) {
					t.Skip("needs a key that the upstream honours")
				}
				t.Parallel()
				res, requests, executed := cells[e](t, who)
				v := outcome.Decide(e, who.class)
				got, expected := want{codeOf(res), res.Effect, requests}, want{v.Code, v.Effect, sendings(v.Move, who)}
				if got != expected || res.Attempts != requests {
					t.Errorf("got %+v after %d attempts, the cell says %+v (%+v)", got, res.Attempts, expected, res.Problem)
				}
				honest(t, who, res, executed)
			})
		}
	}
}

// sendings gives how often a request is sent when its event never changes.
func sendings(m outcome.Move, who caller) int {
	switch m {
	case outcome.Repeat:
		return attempts
	case outcome.One:
		return 2
	case outcome.WithKey:
		if who.key {
			return 2
		}
	}
	return 1
}
