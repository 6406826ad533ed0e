package mcpserver

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oatools/oatools/runtime"
)

const findCall = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find","arguments":{}}}`

// working takes some time for each call, and a while more to record the outcome
// when it is cancelled.
func working(takes, afterwards time.Duration) runtime.Handler {
	return func(ctx context.Context, _ *runtime.Call) (*runtime.Result, error) {
		select {
		case <-time.After(takes):
			return &runtime.Result{Status: runtime.StatusOK, Data: "done"}, nil
		case <-ctx.Done():
			time.Sleep(afterwards)
			return runtime.Failure(runtime.NewProblem(runtime.CodeUnknownOutcome, ""), runtime.EffectUnknown), nil
		}
	}
}

// Whichever way serving ends, a call in flight has five seconds, then it is
// cancelled, and either way the client learns how it ended.
func TestStdioEnds(t *testing.T) {
	const long = time.Hour
	tests := []struct {
		name       string
		inputEnds  time.Duration
		stops      time.Duration
		takes      time.Duration
		afterwards time.Duration
		want       string
		after      time.Duration
	}{
		{"input ends, and the call soon", time.Second, long, 4 * time.Second, 0, `"done"`, 4 * time.Second},
		{"input ends, and the call never", time.Second, long, long, 8 * time.Second, "unknown_outcome", 14 * time.Second},
		{"a stop, and the call ends soon", long, time.Second, 4 * time.Second, 0, `"done"`, 4 * time.Second},
		{"a stop, and the call never ends", long, time.Second, long, 8 * time.Second, "unknown_outcome", 14 * time.Second},
		{"a stop after the end of input", time.Second, 2 * time.Second, long, time.Second, "unknown_outcome", 3 * time.Second},
		{"a stop with nothing to do", long, 3 * time.Second, time.Second, 0, `"done"`, 3 * time.Second},
		{"input ends with nothing to do", 3 * time.Second, long, time.Second, 0, `"done"`, 3 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, err := New(newFake(working(tt.takes, tt.afterwards)), Options{})
				if err != nil {
					t.Fatal(err)
				}
				in, out := io.Pipe()
				defer out.Close()
				ctx, stop := context.WithCancel(t.Context())
				defer stop()
				began := time.Now()
				go func() {
					io.WriteString(out, hello+"\n"+findCall+"\n")
					defer time.AfterFunc(tt.stops, stop)
					time.AfterFunc(tt.inputEnds, func() { out.Close() })
				}()
				var answers strings.Builder
				if err := s.ServeStdio(ctx, in, &answers); err != nil {
					t.Errorf("ServeStdio: %v", err)
				}
				if took := time.Since(began); took != tt.after {
					t.Errorf("it took %v, want %v", took, tt.after)
				}
				if got := strings.Count(answers.String(), "\n"); got != 2 || !strings.Contains(answers.String(), tt.want) {
					t.Errorf("%d answers, want 2 with %s:\n%s", got, tt.want, answers.String())
				}
			})
		})
	}
}

// A client that does not read its answers cannot keep the server; one that reads
// slowly gets all of a large one. (There is one, since a clock of synctest stands
// still while a goroutine waits for a mutex.)
func TestStdioReaders(t *testing.T) {
	big := answer(&runtime.Result{Status: runtime.StatusOK, Data: strings.Repeat("x", 1<<20)}, nil)
	for _, pause := range []time.Duration{time.Second, time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			s, err := New(newFake(big), Options{})
			if err != nil {
				t.Fatal(err)
			}
			fromServer, out := io.Pipe()
			lines := 0
			read := make(chan struct{})
			go func() {
				defer close(read)
				r := bufio.NewReaderSize(slowly{fromServer, pause}, 64<<10)
				for {
					if _, err := r.ReadString('\n'); err != nil {
						return
					}
					lines++
				}
			}()
			err = s.ServeStdio(t.Context(), strings.NewReader(hello+"\n"+findCall), out)
			out.Close()
			<-read
			if pause == time.Second && (err != nil || lines != 2) {
				t.Errorf("a slow reader: %v, %d answers, want 2", err, lines)
			}
			if pause == time.Hour && (err == nil || !strings.Contains(err.Error(), "does not read")) {
				t.Errorf("no reader: %v", err)
			}
		})
	}
}

// slowly reads after a pause.
type slowly struct {
	io.Reader
	pause time.Duration
}

func (s slowly) Read(p []byte) (int, error) {
	time.Sleep(s.pause)
	return s.Reader.Read(p)
}

// When answers cannot be written any more, serving ends with why, and the calls
// still in flight have ended then.
func TestStdioOutputBreaks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running atomic.Int32
		h := working(time.Hour, 3*time.Second)
		s, err := New(newFake(func(ctx context.Context, c *runtime.Call) (*runtime.Result, error) {
			running.Add(1)
			defer running.Add(-1)
			return h(ctx, c)
		}), Options{})
		if err != nil {
			t.Fatal(err)
		}
		in, toServer := io.Pipe()
		defer toServer.Close()
		gone := errors.New("the client is gone")
		fromServer, out := io.Pipe()
		go func() {
			io.WriteString(toServer, hello+"\n"+findCall+"\n")
			time.Sleep(time.Second)
			fromServer.CloseWithError(gone)
			io.WriteString(toServer, "not JSON\n")
		}()
		go bufio.NewReader(fromServer).ReadString('\n')
		if err := s.ServeStdio(t.Context(), in, out); !errors.Is(err, gone) {
			t.Errorf("ServeStdio: %v, want %v", err, gone)
		}
		if n := running.Load(); n != 0 {
			t.Errorf("%d calls still run", n)
		}
	})
}

// ServeHTTP returns when calls have ended that no connection waits for any more:
// in revisions with sessions, a client may leave its call behind.
func TestHTTPEnds(t *testing.T) {
	started := make(chan struct{})
	var ended atomic.Bool
	s, err := New(newFake(func(ctx context.Context, _ *runtime.Call) (*runtime.Result, error) {
		close(started)
		<-ctx.Done()
		time.Sleep(50 * time.Millisecond)
		ended.Store(true)
		return &runtime.Result{Status: runtime.StatusOK}, nil
	}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done := make(chan error, 1)
	go func() { done <- s.ServeHTTP(ctx, l) }()
	post := func(ctx context.Context, session, body string) (*http.Response, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+l.Addr().String()+Path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		req.Header.Set("Mcp-Session-Id", session)
		return http.DefaultClient.Do(req)
	}
	res, err := post(t.Context(), "", hello)
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, res.Body)
	res.Body.Close()
	calling, leave := context.WithCancel(t.Context())
	left := make(chan struct{})
	go func() {
		defer close(left)
		res, err := post(calling, res.Header.Get("Mcp-Session-Id"), findCall)
		if err == nil {
			io.Copy(io.Discard, res.Body)
			res.Body.Close()
		}
	}()
	<-started
	leave()
	<-left
	stop()
	if err := <-done; err != nil {
		t.Errorf("ServeHTTP: %v", err)
	}
	if !ended.Load() {
		t.Error("a call still runs")
	}
}
