package mcpserver

import (
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// pending knows the requests that wait for their answer. The zero value knows
// none. It is safe for concurrent use.
type pending struct {
	mu       sync.Mutex
	waiting  map[jsonrpc.ID]bool // true: the client no longer wants the answer
	progress chan struct{}       // made by who waits, gets one when something moves
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
	delete(p.waiting, id)
	p.mu.Unlock()
	p.stir()
}

// stir tells whoever waits that the client takes its answers.
func (p *pending) stir() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case p.progress <- struct{}{}:
	default: // nobody waits, or one that is not read yet tells as much
	}
}

// wait returns when every request is answered, when nothing stirs for as long as
// limit, or when one of the channels is closed. It reports whether every request
// is answered.
func (p *pending) wait(limit time.Duration, enough, closed <-chan struct{}) bool {
	progress := make(chan struct{}, 1)
	p.mu.Lock()
	p.progress = progress
	p.mu.Unlock()
	for !p.none() {
		select {
		case <-progress:
		case <-enough:
			return false
		case <-closed:
			return false
		case <-time.After(limit):
			return false
		}
	}
	return true
}

func (p *pending) none() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.waiting) == 0
}
