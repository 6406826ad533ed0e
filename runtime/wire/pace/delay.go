package pace

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// MaxWait is the longest time that a hint is waited for; a longer one is told
// instead.
const MaxWait = 20 * time.Second

// RetryAfter reads how long an upstream wants to be left alone: the millisecond
// headers first, because they say more, then RFC 9110 §10.2.3 in both forms.
// What is negative or garbage is no hint.
func RetryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	for _, name := range []string{"Retry-After-Ms", "X-Ms-Retry-After-Ms"} {
		if v := h.Get(name); v != "" {
			if ms, err := strconv.ParseFloat(strings.TrimSpace(v), 64); err == nil && ms >= 0 && ms < math.MaxInt32 {
				return time.Duration(ms * float64(time.Millisecond)), true
			}
		}
	}
	v := strings.TrimSpace(h.Get("Retry-After"))
	if v == "" {
		return 0, false
	}
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		return time.Duration(s * float64(time.Second)), s >= 0 && s < math.MaxInt32
	}
	at, err := http.ParseTime(v)
	if err != nil {
		return 0, false
	}
	return max(0, at.Sub(now)), true
}

// Delays between attempts.
const (
	delayBase     = 100 * time.Millisecond
	delayThrottle = time.Second
	delayMax      = 5 * time.Second
)

// Backoff gives the delay before the next attempt: full jitter over an
// exponential bound that is capped first.
func Backoff(attempts int, throttled bool, jitter float64) time.Duration {
	base := delayBase
	if throttled {
		base = delayThrottle
	}
	bound := min(delayMax, base<<min(attempts-1, 16))
	return time.Duration(jitter * float64(bound))
}

// Spread adds up to a tenth to a hint, so that callers do not come back all at
// once.
func Spread(hint time.Duration, jitter float64) time.Duration {
	return hint + time.Duration(jitter*float64(hint)/10)
}
