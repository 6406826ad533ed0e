package main

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// casePlayer is an upstream that answers as a case says. It is an HTTP server
// behind a listener in memory, so that it keeps simulated time; every host name
// leads to it, and what stands in a request is what was sent.
type casePlayer struct {
	exchanges []caseExchange
	conns     chan net.Conn
	closed    chan struct{}
	server    *http.Server
	transport *http.Transport

	tokens *caseTokens

	mu    sync.Mutex
	next  int
	got   []caseSent
	asked int // requests for tokens
}

// caseSent is one request as it arrived.
type caseSent struct {
	method, url, host string
	header            http.Header
	body              []byte
}

func newCasePlayer(exchanges []caseExchange, up *caseUpstream) *casePlayer {
	p := &casePlayer{exchanges: exchanges, conns: make(chan net.Conn), closed: make(chan struct{})}
	if up != nil {
		p.tokens = up.TokenEndpoint
	}
	p.transport = &http.Transport{DialContext: p.dial, DisableKeepAlives: true, DisableCompression: true}
	p.server = &http.Server{Handler: p}
	go p.server.Serve(p)
	return p
}

func (p *casePlayer) close() {
	p.server.Close()
	p.transport.CloseIdleConnections()
}

// RoundTrip sends req to the player, without encryption.
func (p *casePlayer) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Scheme == "https" {
		req = req.Clone(req.Context())
		req.URL.Scheme = "http"
	}
	return p.transport.RoundTrip(req)
}

// dial connects to the player, whatever the address.
func (p *casePlayer) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	if e, ok := p.exchange(); ok && e.Fault == "refuse-connection" {
		p.advance()
		return nil, &net.OpError{Op: "dial", Net: network, Err: syscall.ECONNREFUSED}
	}
	near, far := net.Pipe()
	select {
	case p.conns <- far:
		return near, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept, Close and Addr make p the listener of its server.
func (p *casePlayer) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *casePlayer) Close() error {
	close(p.closed)
	return nil
}

func (p *casePlayer) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

// exchange gives the one that is due; the last one stays due.
func (p *casePlayer) exchange() (caseExchange, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.exchanges) == 0 {
		return caseExchange{}, false
	}
	return p.exchanges[min(p.next, len(p.exchanges)-1)], true
}

func (p *casePlayer) advance() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.next++
}

// sent gives what was sent, and how often tokens were asked for.
func (p *casePlayer) sent() ([]caseSent, int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.got, p.asked
}

// token answers for the token endpoint.
func (p *casePlayer) token(w http.ResponseWriter) {
	p.mu.Lock()
	e := p.tokens.Exchanges[min(p.asked, len(p.tokens.Exchanges)-1)]
	p.asked++
	p.mu.Unlock()
	e.write(w)
}

func (p *casePlayer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	if p.tokens != nil && r.Host == p.tokens.Host {
		p.token(w)
		return
	}
	p.mu.Lock()
	p.got = append(p.got, caseSent{method: r.Method, url: "http://" + r.Host + r.RequestURI, host: r.Host, header: r.Header.Clone(), body: body})
	p.mu.Unlock()
	e, ok := p.exchange()
	p.advance()
	if !ok {
		w.WriteHeader(http.StatusTeapot)
		return
	}
	if e.DelayMillis > 0 {
		select {
		case <-time.After(time.Duration(e.DelayMillis) * time.Millisecond):
		case <-r.Context().Done():
			return
		}
	}
	if e.Fault == "close-after-request" {
		if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
			conn.Close()
		}
		return
	}
	e.write(w)
}

func (e caseExchange) write(w http.ResponseWriter) {
	for name, value := range e.Headers {
		w.Header().Set(name, value)
	}
	w.WriteHeader(e.Status)
	w.Write(e.bytes())
}

// bytes gives the body of an answer.
func (e caseExchange) bytes() []byte {
	switch {
	case e.Generate != nil:
		return e.Generate.bytes()
	case e.BodyBase64 != nil:
		return e.BodyBase64
	}
	return []byte(e.Body)
}

func (g *caseGenerate) bytes() []byte {
	item, err := json.Marshal(g.Item)
	if err != nil {
		panic(err)
	}
	items := make([]json.RawMessage, g.Items)
	for i := range items {
		items[i] = json.RawMessage(strings.ReplaceAll(string(item), "{i}", strconv.Itoa(i)))
	}
	return asJSON(object{"items": items, "total": g.Total})
}
