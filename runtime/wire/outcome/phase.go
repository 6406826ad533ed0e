package outcome

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http/httptrace"
	"reflect"
	"sync/atomic"
	"syscall"
)

// Phase is how far an attempt came. It is observed, never read out of an
// error's words.
type Phase uint8

// The phases.
const (
	NotSent  Phase = iota // no request header left: the upstream cannot have acted
	Silent                // sent, and no readable answer
	Lost                  // the status is known, the body is not
	Complete              // everything arrived
)

// Trace observes one attempt. net/http may use several connections for it; what
// any of them saw counts.
type Trace struct {
	conn  atomic.Bool // a connection was there
	used  atomic.Bool // one of them had carried a request before
	wrote atomic.Bool // the request's header was written to it
	byte1 atomic.Bool // the answer's first byte was seen
	hooks httptrace.ClientTrace
}

// NewTrace makes a trace for one attempt.
func NewTrace() *Trace {
	t := &Trace{}
	t.hooks = httptrace.ClientTrace{
		GotConn:              t.gotConn,
		WroteHeaders:         func() { t.wrote.Store(true) },
		WroteRequest:         t.wroteRequest,
		GotFirstResponseByte: func() { t.byte1.Store(true) },
	}
	return t
}

func (t *Trace) gotConn(info httptrace.GotConnInfo) {
	t.conn.Store(true)
	if info.Reused {
		t.used.Store(true)
	}
}

func (t *Trace) wroteRequest(info httptrace.WroteRequestInfo) {
	if info.Err == nil {
		t.wrote.Store(true)
	}
}

// Hooks gives what has to be put into the attempt's context.
func (t *Trace) Hooks() *httptrace.ClientTrace { return &t.hooks }

// Sent reports whether the request's header has left.
func (t *Trace) Sent() bool { return t.wrote.Load() }

// Failed gives the phase of an attempt that ended with err and without a status.
// A transport that is not net/http's may not call the hooks; then only an error
// of dialling proves that nothing was sent.
func (t *Trace) Failed(err error, foreign bool) Phase {
	if refusedUs(err) && !t.used.Load() && !t.byte1.Load() {
		return NotSent // written, but the server never left the handshake
	}
	if t.wrote.Load() || t.byte1.Load() {
		return Silent
	}
	if foreign && !t.conn.Load() && !dialling(err) {
		return Silent
	}
	return NotSent
}

func dialling(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "dial" || errors.Is(err, syscall.ECONNREFUSED) || Lasting(err)
}

// refusedUs reports whether the server ended the handshake because of who we are
// or what we speak. In TLS 1.3 a client has finished its part and may write before
// it learns of that (RFC 8446 §4.4.4, §6.2); the server reads no request then.
func refusedUs(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	if !ok || op.Op != "remote error" || op.Err == nil {
		return false
	}
	// The alert's type is not exported; its number is the protocol's.
	alert := reflect.ValueOf(op.Err)
	if alert.Kind() != reflect.Uint8 {
		return false
	}
	switch alert.Uint() {
	case 40, 42, 43, 44, 45, 46, 48, 49, 70, 71, 112, 116, 120:
		// handshake_failure; certificates: bad, unsupported, revoked, expired,
		// unknown; unknown_ca, access_denied, protocol_version,
		// insufficient_security, unrecognized_name, certificate_required,
		// no_application_protocol.
		return true
	}
	return false
}

// Lasting reports whether a failure to connect is one that another try does not
// mend: the name does not exist, or a certificate is not accepted.
func Lasting(err error) bool {
	if refusedUs(err) {
		return true
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		return dns.IsNotFound
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return true
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return true
	}
	_, ok := errors.AsType[tls.RecordHeaderError](err)
	return ok
}
