package pace

import (
	"net/http"
	"testing"
	"time"
)

var now = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

func TestRetryAfter(t *testing.T) {
	for _, tt := range []struct {
		header, value string
		want          time.Duration
		ok            bool
	}{
		{"Retry-After", "3", 3 * time.Second, true},
		{"Retry-After", "0", 0, true},
		{"Retry-After", "1.5", 1500 * time.Millisecond, true},
		{"Retry-After", "Mon, 30 Nov 2026 09:00:30 GMT", 30 * time.Second, true},
		{"Retry-After", "Monday, 30-Nov-26 09:00:30 GMT", 30 * time.Second, true},
		{"Retry-After", "Mon Nov 30 09:00:30 2026", 30 * time.Second, true},
		{"Retry-After", "Mon, 30 Nov 2026 08:00:00 GMT", 0, true},
		{"Retry-After-Ms", "250", 250 * time.Millisecond, true},
		{"X-Ms-Retry-After-Ms", "250", 250 * time.Millisecond, true},
		{"Retry-After", "-1", 0, false},
		{"Retry-After", "soon", 0, false},
		{"Retry-After", "NaN", 0, false},
		{"Retry-After", "1e300", 0, false},
		{"Retry-After-Ms", "-5", 0, false},
		{"X-Other", "5", 0, false},
	} {
		got, ok := RetryAfter(http.Header{tt.header: {tt.value}}, now)
		if ok != tt.ok || ok && got != tt.want {
			t.Errorf("%s: %s = %s, %v, want %s, %v", tt.header, tt.value, got, ok, tt.want, tt.ok)
		}
	}
	both := http.Header{"Retry-After": {"1"}, "Retry-After-Ms": {"1500"}}
	if got, _ := RetryAfter(both, now); got != 1500*time.Millisecond {
		t.Errorf("milliseconds say more: %s", got)
	}
}

func TestBackoff(t *testing.T) {
	for _, tt := range []struct {
		attempts  int
		throttled bool
		jitter    float64
		want      time.Duration
	}{
		{1, false, 1, 100 * time.Millisecond}, {2, false, 1, 200 * time.Millisecond}, {3, false, 0.5, 200 * time.Millisecond},
		{1, true, 1, time.Second}, {9, false, 1, 5 * time.Second}, {90, true, 1, 5 * time.Second}, {1, false, 0, 0},
	} {
		if got := Backoff(tt.attempts, tt.throttled, tt.jitter); got != tt.want {
			t.Errorf("Backoff(%d, %v, %v) = %s, want %s", tt.attempts, tt.throttled, tt.jitter, got, tt.want)
		}
	}
	if got := Spread(10*time.Second, 0.5); got != 10500*time.Millisecond {
		t.Errorf("Spread = %s", got)
	}
}

func TestBudget(t *testing.T) {
	var b Budget
	n := 0
	for b.Fail() {
		n++
	}
	if n != 4 {
		t.Errorf("%d retries before the budget is empty, want 4", n)
	}
	for range 20 {
		b.Succeed()
	}
	if !b.Fail() {
		t.Error("successes give nothing back")
	}
}

func TestBreaker(t *testing.T) {
	var b Breaker
	at := now
	fail := func() (time.Duration, bool) {
		wait, ok := b.Admit(at)
		if ok {
			b.Report(true, at)
		}
		return wait, ok
	}
	for i := range 5 {
		if _, ok := fail(); !ok {
			t.Fatalf("open after %d failures", i)
		}
	}
	if wait, ok := fail(); ok || wait != 10*time.Second {
		t.Errorf("after five: %s, %v", wait, ok)
	}
	at = at.Add(10 * time.Second)
	if _, ok := b.Admit(at); !ok {
		t.Error("no probe after the time")
	}
	if _, ok := b.Admit(at); ok {
		t.Error("a second probe")
	}
	b.Report(true, at)
	if wait, ok := b.Admit(at); ok || wait != 20*time.Second {
		t.Errorf("after a failed probe: %s, %v", wait, ok)
	}
	at = at.Add(20 * time.Second)
	b.Admit(at)
	b.Drop()
	if _, ok := b.Admit(at); !ok {
		t.Error("a dropped probe blocks the next")
	}
	b.Report(false, at)
	if _, ok := b.Admit(at); !ok {
		t.Error("open after a success")
	}
}

func TestQuota(t *testing.T) {
	for _, tt := range []struct {
		name   string
		header http.Header
		want   time.Duration
	}{
		{"nothing said", http.Header{}, 0},
		{"something left", http.Header{"Ratelimit": {`"default";r=50;t=30`}}, 0},
		{"nothing left", http.Header{"Ratelimit": {`"default";r=0;t=30`}}, 30 * time.Second},
		{"one of two is used up", http.Header{"Ratelimit": {`"burst";r=5;t=1, "day";r=0;t=600`}}, 600 * time.Second},
		{"malformed", http.Header{"Ratelimit": {`limit=100, remaining`}}, 0},
		{"the older form in seconds", http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"30"}}, 30 * time.Second},
		{"… as a time", http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"1796029230"}}, 30 * time.Second},
		{"… in milliseconds", http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"1796029230000"}}, 30 * time.Second},
		{"… in the past", http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"1700000000"}}, 0},
		{"… with something left", http.Header{"X-Ratelimit-Remaining": {"1"}, "X-Ratelimit-Reset": {"30"}}, 0},
	} {
		var q Quota
		q.Learn(tt.header, now)
		if got := q.Held(now); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
