package wire

import (
	"sync"
	"time"
)

// budget keeps retries from making an outage worse, as gRPC's retry throttling
// does: a failure takes one token, a success gives a tenth back, and below half
// nothing is retried. The zero budget is full.
type budget struct {
	mu    sync.Mutex
	spent float64
}

const (
	budgetTokens = 10
	budgetRatio  = 0.1
)

// fail takes a token and reports whether a retry is affordable.
func (b *budget) fail() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent = min(budgetTokens, b.spent+1)
	return b.spent < budgetTokens/2
}

func (b *budget) succeed() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent = max(0, b.spent-budgetRatio)
}

// breaker stops calling an upstream that does not answer. After several failures
// in a row it opens; when its time is over, one call tries. The zero breaker is
// closed.
type breaker struct {
	mu       sync.Mutex
	failures int
	until    time.Time
	open     time.Duration
	probing  bool
}

const (
	breakerFailures = 5
	breakerFirst    = 10 * time.Second
	breakerMax      = 60 * time.Second
)

// admit reports whether a call may be sent, and else how long it has to wait.
func (b *breaker) admit(now time.Time) (wait time.Duration, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.open == 0 {
		return 0, true
	}
	if now.Before(b.until) {
		return b.until.Sub(now), false
	}
	if b.probing {
		return time.Second, false
	}
	b.probing = true
	return 0, true
}

// report tells how an admitted attempt went.
func (b *breaker) report(failed bool, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.probing = false
	if !failed {
		b.failures, b.open = 0, 0
		return
	}
	b.failures++
	if b.failures < breakerFailures {
		return
	}
	b.open = min(breakerMax, max(breakerFirst, 2*b.open))
	b.until = now.Add(b.open)
}

// drop takes an admission back that came to nothing.
func (b *breaker) drop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.probing = false
}
