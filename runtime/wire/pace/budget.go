package pace

import "sync"

// Budget keeps retries from making an outage worse, as gRPC's retry throttling
// does: a failure takes one token, a success gives a tenth back, and below half
// nothing is retried. The zero Budget is full; it
// is safe for concurrent use.
type Budget struct {
	mu    sync.Mutex
	spent float64
}

const (
	budgetTokens = 10
	budgetRatio  = 0.1
)

// Fail takes a token and reports whether a retry is affordable.
func (b *Budget) Fail() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent = min(budgetTokens, b.spent+1)
	return b.spent < budgetTokens/2
}

// Succeed gives a part of a token back.
func (b *Budget) Succeed() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent = max(0, b.spent-budgetRatio)
}
