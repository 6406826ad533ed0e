package outcome

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httptrace"
	"syscall"
	"testing"

	"github.com/oatools/oatools/runtime"
)

// TestTableIsHonest holds every cell against what its words promise.
func TestTableIsHonest(t *testing.T) {
	sent := map[Event]bool{NoAnswer: true, Timeout: true, LostSuccess: true, GoneSent: true, DeadlineSent: true, Status500: true, Status502: true, Status503: true, Status503Hint: true, Status408: true, Redirect: true, Other: true}
	for e := range events {
		for c := range classes {
			v := Decide(e, c)
			if !v.Code.Valid() || v.Effect == "" {
				t.Errorf("event %d, class %d: incomplete %+v", e, c, v)
			}
			if c == Reads && v.Effect != runtime.EffectNone {
				t.Errorf("event %d: a read has effect %s", e, v.Effect)
			}
			if c != Reads && sent[e] && v.Effect == runtime.EffectNone {
				t.Errorf("event %d: a write that may have been executed has no effect", e)
			}
			if c == Once && sent[e] && v.Move != Stop {
				t.Errorf("event %d: a write that may have been executed is repeated", e)
			}
			if v.Code == runtime.CodeUnknownOutcome && v.Effect != runtime.EffectUnknown {
				t.Errorf("event %d, class %d: an unknown outcome with effect %s", e, c, v.Effect)
			}
			if v.Code == runtime.CodeResultIncomplete && v.Effect != runtime.EffectApplied {
				t.Errorf("event %d, class %d: an incomplete result with effect %s", e, c, v.Effect)
			}
		}
	}
}

func TestEveryStatusHasAnEvent(t *testing.T) {
	for status := 100; status < 700; status++ {
		e := ByStatus(status)
		if e >= events {
			t.Errorf("%d: event %d", status, e)
		}
		if status/100 == 4 && Decide(e, Once).Effect == runtime.EffectUnknown && status != 408 {
			t.Errorf("%d: an unknown effect", status)
		}
		if status/100 == 5 && status != 501 && status != 505 && Decide(e, Once).Effect != runtime.EffectUnknown {
			t.Errorf("%d: effect %s", status, Decide(e, Once).Effect)
		}
	}
}

func TestPhases(t *testing.T) {
	refused := &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	other := errors.New("something else")
	for _, tt := range []struct {
		name    string
		see     func(*Trace)
		err     error
		foreign bool
		want    Phase
	}{
		{"nothing was seen", func(*Trace) {}, refused, false, NotSent},
		{"a connection, and nothing written", func(t *Trace) { t.conn.Store(true) }, other, false, NotSent},
		{"written", func(t *Trace) { t.hooks.WroteHeaders() }, other, false, Silent},
		{"an answer began", func(t *Trace) { t.hooks.GotFirstResponseByte() }, other, false, Silent},
		{"another transport that says nothing", func(*Trace) {}, other, true, Silent},
		{"another transport that could not dial", func(*Trace) {}, refused, true, NotSent},
	} {
		trace := NewTrace()
		tt.see(trace)
		if got := trace.Failed(tt.err, tt.foreign); got != tt.want {
			t.Errorf("%s: phase %d, want %d", tt.name, got, tt.want)
		}
	}
	for err, want := range map[error]bool{
		refused: false, &net.DNSError{IsNotFound: true}: true, &net.DNSError{IsTemporary: true}: false, other: false,
	} {
		if Lasting(err) != want {
			t.Errorf("Lasting(%v) = %v", err, !want)
		}
	}
}

// TestRefusedHandshake: what a server says because of who we are proves that it
// read no request; other alerts, and any on a connection that worked, do not.
func TestRefusedHandshake(t *testing.T) {
	alert := func(n byte) error {
		client, server := net.Pipe()
		defer client.Close()
		go func() {
			defer server.Close()
			io.ReadFull(server, make([]byte, 5)) // the start of the hello
			go io.Copy(io.Discard, server)
			server.Write([]byte{21, 3, 3, 0, 2, 2, n})
		}()
		return fmt.Errorf("wrapped: %w", tls.Client(client, &tls.Config{ServerName: "h"}).Handshake())
	}
	for n, want := range map[byte]Phase{40: NotSent, 42: NotSent, 48: NotSent, 49: NotSent, 116: NotSent, 120: NotSent, 20: Silent, 50: Silent, 80: Silent, 90: Silent} {
		trace := NewTrace()
		trace.Hooks().GotConn(httptrace.GotConnInfo{})
		trace.Hooks().WroteHeaders()
		err := alert(n)
		if got := trace.Failed(err, false); got != want || Lasting(err) != (want == NotSent) {
			t.Errorf("alert %d: phase %d, lasting %v (%v)", n, got, Lasting(err), err)
		}
		trace.Hooks().GotConn(httptrace.GotConnInfo{Reused: true})
		if trace.Failed(err, false) != Silent {
			t.Errorf("alert %d on a connection that worked", n)
		}
	}
}
