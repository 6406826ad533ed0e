package middleware

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

// ParseLimit reads "60/m": so many calls a second, minute or hour.
func ParseLimit(s string) (n int, per time.Duration, err error) {
	count, unit, ok := strings.Cut(s, "/")
	n, convErr := strconv.Atoi(count)
	per = map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour}[unit]
	if !ok || convErr != nil || n <= 0 || per == 0 {
		return 0, 0, fmt.Errorf("%q is not a rate such as 5/s, 60/m or 3/h", s)
	}
	return n, per, nil
}

// maxBuckets bounds how many callers one limit tells apart; full buckets are
// forgotten first, which changes nothing for their callers.
const maxBuckets = 10_000

// limiter is a token bucket for each caller, tenant or set: the whole limit may
// be used at once and then comes back evenly.
type limiter struct {
	per   string
	burst int
	every rate.Limit
	now   func() time.Time

	mu      sync.Mutex // guards buckets
	buckets map[string]*rate.Limiter
}

// Rate refuses calls above r. It never makes a call wait.
func Rate(r tool.Rate, now func() time.Time) (runtime.Middleware, error) {
	n, per, err := ParseLimit(r.Limit)
	if err != nil {
		return nil, err
	}
	switch r.Per {
	case "caller", "tenant", "set":
	default:
		return nil, fmt.Errorf("rate per %q: want caller, tenant or set", r.Per)
	}
	l := &limiter{per: r.Per, burst: n, every: rate.Limit(float64(n) / per.Seconds()), now: now, buckets: map[string]*rate.Limiter{}}
	return func(next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) (*runtime.Result, error) {
			if wait := l.take(call.Principal); wait > 0 {
				p := runtime.NewProblem(runtime.CodeRateLimited, fmt.Sprintf("This tool may be called %s per %s here. Nothing was sent. Wait before calling it again.", r.Limit, r.Per))
				p.RetryAfterS = max(1, int((wait+time.Second-1)/time.Second))
				return runtime.Failure(p, runtime.EffectNone), nil
			}
			return next(ctx, call)
		}
	}, nil
}

// take takes one call out of p's bucket; else it says how long to wait.
func (l *limiter) take(p runtime.Principal) time.Duration {
	key := ""
	switch l.per {
	case "caller":
		key = p.Key()
	case "tenant":
		key = p.Tenant
	}
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.buckets[key]
	if b == nil {
		if len(l.buckets) >= maxBuckets {
			l.forget(now)
		}
		b = rate.NewLimiter(l.every, l.burst)
		l.buckets[key] = b
	}
	if b.AllowN(now, 1) {
		return 0
	}
	missing := 1 - b.TokensAt(now)
	return max(time.Millisecond, time.Duration(missing/float64(l.every)*float64(time.Second)))
}

// forget drops full buckets, and all if none is full.
func (l *limiter) forget(now time.Time) {
	for key, b := range l.buckets {
		if b.TokensAt(now) >= float64(l.burst) {
			delete(l.buckets, key)
		}
	}
	if len(l.buckets) >= maxBuckets {
		clear(l.buckets)
	}
}
