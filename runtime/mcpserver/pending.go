package mcpserver

import (
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// pending knows the requests that wait for their answer. The zero value knows
// none. It is safe for concurrent use.
type pending struct {
	mu      sync.Mutex
	waiting map[jsonrpc.ID]bool // true: the client no longer wants the answer
	none    chan struct{}       // closed when waiting falls empty while somebody waits
}

// open notes a request. It reports false for an id that waits already.
func (p *pending) open(id jsonrpc.ID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, due := p.waiting[id]; due {
		return false
	}
	if p.waiting == nil {
		p.waiting = map[jsonrpc.ID]bool{}
	}
	p.waiting[id] = false
	return true
}

// cancel notes that the answer to id is no longer wanted, if it is still due.
func (p *pending) cancel(id jsonrpc.ID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, due := p.waiting[id]; due {
		p.waiting[id] = true
	}
}

// dropped reports whether the answer to id is no longer wanted.
func (p *pending) dropped(id jsonrpc.ID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.waiting[id]
}

// answered notes that id has its answer, or will get none.
func (p *pending) answered(id jsonrpc.ID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.waiting, id)
	if len(p.waiting) == 0 && p.none != nil {
		close(p.none)
		p.none = nil
	}
}

// wait returns when every request is answered, or after limit.
func (p *pending) wait(limit time.Duration) {
	p.mu.Lock()
	if len(p.waiting) == 0 {
		p.mu.Unlock()
		return
	}
	none := make(chan struct{})
	p.none = none
	p.mu.Unlock()
	select {
	case <-none:
	case <-time.After(limit):
	}
}
