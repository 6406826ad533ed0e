package pace

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/dunglas/httpsfv"
)

// Quota remembers that an upstream said it will refuse until some time. The zero
// Quota knows nothing.
type Quota struct {
	mu    sync.Mutex
	until time.Time
}

// Held gives how long the upstream is known to refuse.
func (q *Quota) Held(now time.Time) time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	return max(0, q.until.Sub(now))
}

// Learn reads the RateLimit header of the IETF draft, else the older X-RateLimit
// ones. What is malformed is ignored, as the draft demands.
func (q *Quota) Learn(h http.Header, now time.Time) {
	wait, ok := exhausted(h, now)
	if !ok {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if until := now.Add(min(wait, time.Hour)); until.After(q.until) {
		q.until = until
	}
}

// exhausted reports whether nothing is left, and for how long.
func exhausted(h http.Header, now time.Time) (time.Duration, bool) {
	if v := h["Ratelimit"]; len(v) > 0 {
		list, err := httpsfv.UnmarshalList(v)
		if err != nil {
			return 0, false
		}
		var wait time.Duration
		for _, member := range list {
			item, ok := member.(httpsfv.Item)
			if !ok {
				continue
			}
			r, hasR := item.Params.Get("r")
			t, hasT := item.Params.Get("t")
			left, okR := r.(int64)
			seconds, okT := t.(int64)
			if hasR && hasT && okR && okT && left <= 0 && seconds > 0 {
				wait = max(wait, time.Duration(min(seconds, 1<<20))*time.Second)
			}
		}
		return wait, wait > 0
	}
	if strings.TrimSpace(h.Get("X-Ratelimit-Remaining")) != "0" {
		return 0, false
	}
	return resetAfter(h.Get("X-Ratelimit-Reset"), now)
}

// resetAfter reads X-RateLimit-Reset, which some send as seconds from now, some
// as a time in seconds and some in milliseconds.
func resetAfter(v string, now time.Time) (time.Duration, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(v), 10, 64)
	if err != nil || n <= 0 {
		return 0, false
	}
	var wait time.Duration
	switch {
	case n > 1e12:
		wait = time.UnixMilli(n).Sub(now)
	case n > 1e9:
		wait = time.Unix(n, 0).Sub(now)
	default:
		wait = time.Duration(n) * time.Second
	}
	return wait, wait > 0
}
