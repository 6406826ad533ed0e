package pace

import (
	"sync"
	"time"
)

// Breaker stops calling an upstream that does not answer. After several failures
// in a row it opens; when its time is over, one call tries. The zero Breaker is
// closed; it is safe for concurrent use.
type Breaker struct {
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

// Admit reports whether a call may be sent, and else how long it has to wait.
func (b *Breaker) Admit(now time.Time) (wait time.Duration, ok bool) {
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

// Report tells how an admitted attempt went.
func (b *Breaker) Report(failed bool, now time.Time) {
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

// Drop takes an admission back that came to nothing.
func (b *Breaker) Drop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.probing = false
}
