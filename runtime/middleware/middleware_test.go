package middleware

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/shape"
)

type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

func newClock() *clock { return &clock{time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)} }

func callOf(who, run, args string) *runtime.Call {
	return &runtime.Call{ID: "c", RunID: run, Tool: "t", Args: json.RawMessage(args), Principal: runtime.Principal{ID: who}}
}

// answering gives a handler that always answers r, and counts.
func answering(r *runtime.Result, n *int) runtime.Handler {
	return func(context.Context, *runtime.Call) (*runtime.Result, error) {
		*n++
		copied := *r
		return &copied, nil
	}
}

func TestParseLimit(t *testing.T) {
	for _, tt := range []struct {
		in  string
		n   int
		per time.Duration
	}{{"5/s", 5, time.Second}, {"60/m", 60, time.Minute}, {"3/h", 3, time.Hour}} {
		if n, per, err := ParseLimit(tt.in); err != nil || n != tt.n || per != tt.per {
			t.Errorf("ParseLimit(%q) = %d, %v, %v", tt.in, n, per, err)
		}
	}
	for _, in := range []string{"", "5", "5/", "/s", "0/s", "-1/s", "1.5/s", "5/d", "5/s/m"} {
		if _, _, err := ParseLimit(in); err == nil {
			t.Errorf("ParseLimit(%q) found nothing wrong", in)
		}
	}
}

func TestRatePerTenantAndSet(t *testing.T) {
	for _, tt := range []struct {
		per  string
		want []bool // of ada at a, bo at a, eve at b
	}{
		{"caller", []bool{true, true, true}},
		{"tenant", []bool{true, false, true}},
		{"set", []bool{true, false, false}},
	} {
		c, n := newClock(), 0
		limit, err := Rate(tool.Rate{Per: tt.per, Limit: "1/h"}, c.Now)
		if err != nil {
			t.Fatal(err)
		}
		h := limit(answering(&runtime.Result{Status: runtime.StatusOK}, &n))
		for i, p := range []runtime.Principal{{ID: "ada", Tenant: "a"}, {ID: "bo", Tenant: "a"}, {ID: "eve", Tenant: "b"}} {
			r, _ := h(t.Context(), &runtime.Call{Principal: p})
			if got := r.Status == runtime.StatusOK; got != tt.want[i] {
				t.Errorf("per %s, %s: admitted %v", tt.per, p.ID, got)
			}
		}
	}
	if _, err := Rate(tool.Rate{Per: "planet", Limit: "1/h"}, newClock().Now); err == nil {
		t.Error("a rate per planet was taken")
	}
}

// However many callers there are, the memory is bounded, and a caller who used
// the limit up does not get it back by that.
func TestRateForgetsFullBucketsFirst(t *testing.T) {
	c, n := newClock(), 0
	limit, err := Rate(tool.Rate{Per: "caller", Limit: "2/m"}, c.Now)
	if err != nil {
		t.Fatal(err)
	}
	h := limit(answering(&runtime.Result{Status: runtime.StatusOK}, &n))
	admitted := func(who string) bool {
		t.Helper()
		r, err := h(t.Context(), callOf(who, "", ""))
		if err != nil {
			t.Fatal(err)
		}
		return r.Status == runtime.StatusOK
	}
	for i := range maxBuckets - 1 {
		admitted(fmt.Sprint(i))
	}
	c.now = c.now.Add(time.Minute) // all of these are full again
	admitted("ada")
	admitted("ada")
	if admitted("ada") {
		t.Fatal("ada is admitted three times")
	}
	if !admitted("a newcomer") {
		t.Error("a newcomer is not admitted")
	}
	if admitted("ada") {
		t.Error("ada has a new bucket, because a newcomer needed one")
	}
	// Where none is full, something has to go.
	for i := range 2 * maxBuckets {
		if who := fmt.Sprint("busy", i); !admitted(who) {
			t.Fatalf("%s is not admitted", who)
		}
	}
}

func TestRepeatForgetsIdleRuns(t *testing.T) {
	c, n := newClock(), 0
	h := Repeat(NewRuns(c.Now))(answering(runtime.Failure(runtime.NewProblem(runtime.CodeNotFound, ""), runtime.EffectNone), &n))
	try := func(who, run string) runtime.Code {
		r, err := h(t.Context(), callOf(who, run, `{"a":1}`))
		if err != nil {
			t.Fatal(err)
		}
		return r.Error.Code
	}
	for _, run := range []string{"r", ""} {
		idle := runIdle
		if run == "" {
			idle = callerIdle
		}
		try("ada", run)
		try("ada", run)
		if got := try("ada", run); got != runtime.CodeBudgetExhausted {
			t.Errorf("run %q: the third failure gives %s", run, got)
		}
		if got := try("bo", run); got != runtime.CodeNotFound {
			t.Errorf("run %q of another caller gives %s", run, got)
		}
		c.now = c.now.Add(idle + time.Second)
		if got := try("ada", run); got != runtime.CodeNotFound {
			t.Errorf("run %q after its idle time gives %s", run, got)
		}
	}
}

func TestRunsAreBounded(t *testing.T) {
	runs := NewRuns(newClock().Now)
	runs.max = 10
	for i := range 100 {
		runs.Taint(callOf("ada", fmt.Sprint(i), ""))
	}
	if len(runs.runs) != 10 || runs.used.Len() != 10 {
		t.Errorf("%d runs are remembered", len(runs.runs))
	}
	if runs.Tainted(callOf("ada", "0", "")) || !runs.Tainted(callOf("ada", "99", "")) || !runs.Tainted(callOf("ada", "", "")) {
		t.Error("the wrong runs are remembered as tainted")
	}
}

func TestCost(t *testing.T) {
	c, n := newClock(), 0
	costs := NewCosts(CostLimits{RunUSD: 0.3, CallerUSD: 0.5}, c.Now)
	good := Cost(costs, 0.1)(answering(&runtime.Result{Status: runtime.StatusOK}, &n))
	bad := Cost(costs, 0.1)(answering(runtime.Failure(runtime.NewProblem(runtime.CodeTimeout, ""), runtime.EffectNone), &n))
	admitted := func(h runtime.Handler, run string) bool {
		r, err := h(t.Context(), callOf("ada", run, ""))
		if err != nil {
			t.Fatal(err)
		}
		return r.Error == nil || r.Error.Code != runtime.CodeBudgetExhausted
	}
	for i, want := range []bool{true, true, true, false} {
		admitted(bad, "a") // not charged
		if got := admitted(good, "a"); got != want {
			t.Errorf("call %d of run a: admitted %v", i, got)
		}
	}
	for i, want := range []bool{true, true, false} { // the caller's half dollar is used up
		if got := admitted(good, "b"); got != want {
			t.Errorf("call %d of run b: admitted %v", i, got)
		}
	}
	c.now = c.now.Add(callerWindow)
	if !admitted(good, "c") {
		t.Error("a new day has no money")
	}
}

// The accounts of days gone by make room for those of today.
func TestCostsAreBounded(t *testing.T) {
	c := newClock()
	costs := NewCosts(CostLimits{CallerUSD: 1}, c.Now)
	h := Cost(costs, 0.6)(answering(&runtime.Result{Status: runtime.StatusOK}, new(int)))
	spend := func(who string) bool {
		r, err := h(t.Context(), callOf(who, "", ""))
		if err != nil {
			t.Fatal(err)
		}
		return r.Error == nil
	}
	for i := range maxAccounts - 1 {
		spend(fmt.Sprint(i))
	}
	c.now = c.now.Add(callerWindow - time.Second)
	if !spend("ada") || spend("ada") {
		t.Fatal("ada may not spend 0.6, or may spend 1.2")
	}
	c.now = c.now.Add(time.Second)
	if !spend("bo") || spend("ada") {
		t.Error("a newcomer is refused, or gives ada her money back")
	}
	if n := len(costs.callers); n > 2 {
		t.Errorf("%d accounts are left", n)
	}
	// All of one day, as when a client names a new run for every call: who has
	// spent most is remembered longest.
	for i := range 3 * maxAccounts {
		if _, err := Cost(costs, 0)(answering(&runtime.Result{Status: runtime.StatusOK}, new(int)))(t.Context(), callOf(fmt.Sprint(i), fmt.Sprint(i), "")); err != nil {
			t.Fatal(err)
		}
	}
	if len(costs.callers) > maxAccounts || len(costs.runs) > maxAccounts {
		t.Errorf("%d accounts of callers and %d of runs", len(costs.callers), len(costs.runs))
	}
	if spend("ada") {
		t.Error("ada has her money back, because others came")
	}
}

// A tenant's own write is seen by its next question, another tenant's copy stays.
func TestCacheForgetsWhatWasChanged(t *testing.T) {
	c, n := newClock(), 0
	cache := NewCache(c.Now)
	run := cache.Query(time.Minute, false, func(context.Context, *shape.Call) (*runtime.Result, error) {
		n++
		return &runtime.Result{Status: runtime.StatusOK}, nil
	})
	asks := func(tenant string) bool {
		before := n
		call := &runtime.Call{ID: "c", Tool: "t", Principal: runtime.Principal{ID: "ada", Tenant: tenant}}
		if _, err := run(t.Context(), &shape.Call{Call: call, Tool: &tool.Tool{Name: "t"}}); err != nil {
			t.Fatal(err)
		}
		return n > before
	}
	asks("acme")
	asks("other")
	cache.Changed(runtime.Principal{Tenant: "acme"})
	if !asks("acme") || asks("other") {
		t.Error("the copies after a write: acme's is old, or other's is gone")
	}
	// Writes of more tenants than are counted: a copy is never older than a write.
	for i := range cacheEntries {
		cache.Changed(runtime.Principal{Tenant: fmt.Sprint(i)})
	}
	if len(cache.changes) > cacheEntries || cache.used.Len() != len(cache.entries) || len(cache.entries) == 0 && cache.bytes != 0 {
		t.Errorf("%d tenants are counted; %d bytes of %d entries", len(cache.changes), cache.bytes, len(cache.entries))
	}
	cache.Changed(runtime.Principal{Tenant: "acme"})
	if !asks("acme") {
		t.Error("a copy from before a write is answered")
	}
}

func TestCacheIsBoundedAndPrivate(t *testing.T) {
	c, n := newClock(), 0
	cache := NewCache(c.Now)
	tl := &tool.Tool{Name: "t"}
	run := cache.Query(time.Minute, true, func(_ context.Context, call *shape.Call) (*runtime.Result, error) {
		n++
		return &runtime.Result{Status: runtime.StatusOK, Data: json.RawMessage(`"` + strings.Repeat("x", 1<<20) + `"`)}, nil
	})
	ask := func(who, run_, arg string) {
		if _, err := run(t.Context(), &shape.Call{Call: callOf(who, run_, ""), Tool: tl, Args: map[string]any{"a": arg}}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 100 {
		ask("ada", "r", fmt.Sprint(i))
	}
	if cache.bytes > cacheBytes || len(cache.entries) != cache.used.Len() || len(cache.entries) > 64 {
		t.Errorf("the cache holds %d entries of %d bytes", len(cache.entries), cache.bytes)
	}
	n = 0
	ask("ada", "r", "99")
	if n != 0 {
		t.Error("the last answer is not in the cache")
	}
	ask("bo", "r", "99")
	ask("ada", "r2", "99")
	if n != 2 {
		t.Errorf("%d of 2 foreign questions were asked", n)
	}
}
