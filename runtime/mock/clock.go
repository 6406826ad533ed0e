package mock

import (
	"context"
	"sync"
	"time"
)

// Clock is simulated time: it stands still until somebody waits, and then jumps.
// It is safe for concurrent use.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock makes a clock that shows start.
func NewClock(start time.Time) *Clock { return &Clock{now: start} }

// Now gives the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Sleep lets d pass at once.
func (c *Clock) Sleep(ctx context.Context, d time.Duration) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(max(d, 0))
	return nil
}

// limitKey is the key of an attempt's time in its context.
type limitKey struct{}

// Limit notes how long an attempt may take, for an upstream that lets that time
// pass. Real time ends nothing: a slow machine gives the same outcome as a fast
// one.
func (c *Clock) Limit(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithCancel(context.WithValue(ctx, limitKey{}, d))
}

// expire lets the time of the attempt pass that ctx belongs to.
func (c *Clock) expire(ctx context.Context) {
	d, _ := ctx.Value(limitKey{}).(time.Duration)
	_ = c.Sleep(context.WithoutCancel(ctx), d)
}
