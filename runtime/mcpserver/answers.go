package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// idOf gives an id in one spelling; "" for none.
func idOf(raw json.RawMessage) string {
	var id any
	if json.Unmarshal(raw, &id) != nil || id == nil {
		return ""
	}
	return fmt.Sprintf("%T %v", id, id)
}

// pending knows the requests that wait for their answer.
type pending struct {
	mu      sync.Mutex // guards what follows
	n       int
	waiting map[string]bool // by id; true: the client no longer wants the answer
	zero    chan struct{}   // closed when n falls to 0 while somebody waits
}

func (p *pending) open(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n++
	if p.waiting == nil {
		p.waiting = map[string]bool{}
	}
	if id != "" {
		p.waiting[id] = false
	}
}

// cancel notes that the answer to id is no longer wanted, if it is still due.
func (p *pending) cancel(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, due := p.waiting[id]; due {
		p.waiting[id] = true
	}
}

// answered notes an answer, and reports whether it is still wanted.
func (p *pending) answered(id string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	dropped := p.waiting[id]
	delete(p.waiting, id)
	p.n--
	if p.n <= 0 && p.zero != nil {
		close(p.zero)
		p.zero = nil
	}
	return !dropped
}

// wait returns when every request is answered, or after limit.
func (p *pending) wait(limit time.Duration) {
	p.mu.Lock()
	if p.n <= 0 {
		p.mu.Unlock()
		return
	}
	zero := make(chan struct{})
	p.zero = zero
	p.mu.Unlock()
	select {
	case <-zero:
	case <-time.After(limit):
	}
}

// answers passes whole messages on to w, one at a time, but for the answers that
// were cancelled: the SDK answers those too, and the protocol wants silence.
type answers struct {
	mu      sync.Mutex
	w       io.Writer
	pending *pending
}

// Write implements io.Writer. Each call is one message.
func (a *answers) Write(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	id, response := responseTo(p)
	if response && !a.pending.answered(id) {
		return len(p), nil
	}
	return a.w.Write(p)
}

// responseTo reads the id of a response, as far as the first key that tells that
// it is one. Messages of the SDK are in this order: jsonrpc, id, the rest.
func responseTo(msg []byte) (id string, response bool) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(msg))
	if _, err := dec.ReadToken(); err != nil {
		return "", false
	}
	for dec.PeekKind() == jsontext.KindString {
		key, err := dec.ReadToken()
		if err != nil {
			return "", false
		}
		name := key.String() // a token is void after the next one
		switch name {
		case "method":
			return "", false
		case "result", "error":
			return id, true
		}
		value, err := dec.ReadValue()
		if err != nil {
			return "", false
		}
		if name == "id" {
			id = idOf(json.RawMessage(value))
		}
	}
	return "", false
}
