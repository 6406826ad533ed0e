package mcpserver

import (
	"context"
	"sync"
	"time"
)

// calls are the calls that run for one client on stdio or one HTTP endpoint.
type calls struct {
	over   context.Context // cancelled: every call has to end
	cancel context.CancelFunc

	mu      sync.Mutex
	running int
	idle    chan struct{} // closed when running falls to 0 while somebody waits
}

// callsKey is the key of a context that carries the calls which one made with it
// belongs to.
type callsKey struct{}

// newCalls gives calls, and a context to serve under so that they are noticed.
func newCalls(ctx context.Context) (*calls, context.Context) {
	over, cancel := context.WithCancel(context.WithoutCancel(ctx))
	c := &calls{over: over, cancel: cancel}
	return c, context.WithValue(ctx, callsKey{}, c)
}

// begin notes a call. It gives the context to run it with, and what to do when it
// has ended.
func begin(ctx context.Context) (context.Context, func()) {
	c, ok := ctx.Value(callsKey{}).(*calls)
	if !ok {
		return ctx, func() {}
	}
	c.mu.Lock()
	c.running++
	c.mu.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	unlink := context.AfterFunc(c.over, cancel)
	return ctx, func() {
		unlink()
		cancel()
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.running--; c.running == 0 && c.idle != nil {
			close(c.idle)
			c.idle = nil
		}
	}
}

// stop cancels the calls and returns when they have ended, or after limit.
func (c *calls) stop(limit time.Duration) {
	c.cancel()
	c.mu.Lock()
	if c.running == 0 {
		c.mu.Unlock()
		return
	}
	idle := make(chan struct{})
	c.idle = idle
	c.mu.Unlock()
	select {
	case <-idle:
	case <-time.After(limit):
	}
}
