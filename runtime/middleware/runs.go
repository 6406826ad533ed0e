// Package middleware holds policies that stand around a call, one a file: what
// a run has seen and repeated, rates, caching, auditing.
//
// A policy knows calls and results, not how they are made. In which order the
// policies see a call is package engine's business.
package middleware

import (
	"container/list"
	"sync"
	"time"

	"github.com/oatools/oatools/runtime"
)

// Runs remembers a little about the runs that are going on. It is bounded and
// safe for concurrent use. A call without a run belongs to its caller's own.
type Runs struct {
	now func() time.Time
	max int

	mu   sync.Mutex // guards what follows, and every run
	runs map[runKey]*list.Element
	used *list.List // of *run, the last used first
}

type run struct {
	key     runKey
	touched time.Time
	tainted bool
	failed  map[string]*failure // by identity of the call
}

type failure struct {
	count int
	last  runtime.Code
}

const (
	// runIdle is how long a run without calls is remembered.
	runIdle = time.Hour
	// callerIdle is the same for calls without a run: they need not belong
	// together.
	callerIdle = 10 * time.Minute
	maxRuns    = 10_000
	// maxFailures bounds the different failing calls of one run.
	maxFailures = 200
)

// NewRuns makes an empty memory.
func NewRuns(now func() time.Time) *Runs {
	return &Runs{now: now, max: maxRuns, runs: map[runKey]*list.Element{}, used: list.New()}
}

// runKey names a run. A run is named by the client, so it never reaches across
// callers.
type runKey struct{ tenant, caller, run string }

func keyOf(c *runtime.Call) runKey {
	return runKey{c.Principal.Tenant, c.Principal.ID, c.RunID}
}

// get gives the run of c, or nil. The caller holds mu.
func (r *Runs) get(c *runtime.Call) *run {
	e := r.runs[keyOf(c)]
	if e == nil {
		return nil
	}
	found := e.Value.(*run)
	idle := runIdle
	if c.RunID == "" {
		idle = callerIdle
	}
	if r.now().Sub(found.touched) > idle {
		r.used.Remove(e)
		delete(r.runs, found.key)
		return nil
	}
	return found
}

// touch gives the run of c, making it if it is new. The caller holds mu.
func (r *Runs) touch(c *runtime.Call) *run {
	found := r.get(c)
	if found == nil {
		found = &run{key: keyOf(c)}
		r.runs[found.key] = r.used.PushFront(found)
		for r.used.Len() > r.max {
			last := r.used.Back()
			delete(r.runs, last.Value.(*run).key)
			r.used.Remove(last)
		}
	} else {
		r.used.MoveToFront(r.runs[found.key])
	}
	found.touched = r.now()
	return found
}

// Taint notes that the run of c has seen untrusted data.
func (r *Runs) Taint(c *runtime.Call) {
	if c.RunID == "" {
		return // Tainted says so anyway
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.touch(c).tainted = true
}

// Tainted reports whether the run of c has seen untrusted data. Of a call
// without a run nobody can say that it has not.
func (r *Runs) Tainted(c *runtime.Call) bool {
	if c.RunID == "" {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	found := r.get(c)
	return found != nil && found.tainted
}
