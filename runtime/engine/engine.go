// Package engine composes a set of tools and the policies of a deployment into
// one handler. The order in which policies see a call is written in pipeline.go
// and nowhere else.
//
// It knows shapes, middleware and stores, but no HTTP and no agent protocol:
// package wire is handed to it as a runtime.Upstream, and package mcpserver
// serves what it makes. Start at New.
package engine

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/credential"
	"github.com/oatools/oatools/runtime/middleware"
	"github.com/oatools/oatools/runtime/shape"
	"github.com/oatools/oatools/runtime/store"
	"github.com/oatools/oatools/runtime/store/memory"
)

// Options say what an engine runs with.
type Options struct {
	Upstream runtime.Upstream // required
	Store    store.Store      // nil: a bounded store in memory
	Now      func() time.Time // nil: time.Now
	// Sleep waits between two reads of a verification; nil: it really does.
	Sleep    func(ctx context.Context, d time.Duration) error
	Log      *slog.Logger // nil: nothing is logged
	ReadOnly bool         // list and run only tools that change nothing
	// Audit keeps a record of every call. Nil: none is kept.
	Audit middleware.Auditor
	// Attach holds the middleware that tools name under with. It runs after
	// authorisation and before arguments are read.
	Attach map[string]runtime.Middleware
	// Costs cap what calls cost together, where tools state a cost.
	Costs middleware.CostLimits
	// Strict refuses answers of upstreams that do not fit their description. By
	// default that is only logged, for some of the answers.
	Strict bool
	// Literal takes arguments as they are written. By default a string such as
	// "[1,2]" or "5" is read as the JSON it holds, where the tool takes that and no
	// string: some models write all values as strings.
	Literal bool
	// Files finds a file of the operator's by the name that a call gives in place of
	// a file, as package folder does; why says why there is none, in words that
	// follow an argument's name. Models are told of it. Nil: no such file is sent.
	Files func(name string) (f runtime.File, why string)
	// Scrub takes known secrets out of results. Nil: what the upstream's own
	// credentials call for, if it has a Scrubber.
	Scrub func(string) string
	// NewID makes ids with a prefix. Nil: store.NewID. Ids must be well-formed in
	// the sense of store.CheckID.
	NewID func(prefix string) string
}

// Engine runs the tools of one set. It is safe for concurrent use and never
// changes after New.
type Engine struct {
	set       *tool.Set
	opts      Options
	env       *shape.Env
	runs      *middleware.Runs
	cache     *middleware.Cache
	costs     *middleware.Costs
	entries   []*entry // sorted by name
	byName    map[string]*entry
	audiences map[string]*shape.Condition
	handler   runtime.Handler
}

// New assembles an engine. It refuses a set that uses what this runtime does not
// have, naming every such tool; a set is served whole or not at all.
func New(set *tool.Set, opts Options) (*Engine, error) {
	if set == nil || opts.Upstream == nil {
		return nil, errors.New("engine: a set and an upstream are needed")
	}
	opts.defaults()
	e := &Engine{
		set: set, opts: opts, byName: map[string]*entry{}, runs: middleware.NewRuns(opts.Now),
		cache: middleware.NewCache(opts.Now), costs: middleware.NewCosts(opts.Costs, opts.Now),
	}
	e.env = &shape.Env{
		Upstream: opts.Upstream, Store: opts.Store, Set: set, Now: opts.Now, Sleep: opts.Sleep, NewID: opts.NewID, Log: opts.Log, Scrub: opts.Scrub, Strict: opts.Strict, Files: opts.Files,
		Owner:   "process " + rand.Text(),
		Tainted: func(c *shape.Call) bool { return e.runs.Tainted(c.Call) },
	}
	e.env.Again = e.again
	if opts.Audit != nil {
		e.env.Intend = e.intend
	}
	e.audiences = audiences(set)
	companions := e.companions()
	var problems []error
	for i := range set.Tools {
		t := &set.Tools[i]
		if opts.ReadOnly && !t.Hints.ReadOnly {
			continue
		}
		ent, err := e.newEntry(t)
		if err == nil {
			err = e.add(ent)
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("tool %s: this runtime does not have: %w", t.Name, err))
		}
	}
	for _, ent := range companions {
		if err := e.add(ent); err != nil {
			problems = append(problems, fmt.Errorf("tool %s: %w", ent.tool.Name, err))
		}
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	slices.SortFunc(e.entries, func(a, b *entry) int { return cmp.Compare(a.tool.Name, b.tool.Name) })
	e.handler = e.compose()
	return e, nil
}

func (o *Options) defaults() {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Store == nil {
		o.Store = memory.New(memory.Options{Now: o.Now})
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if up, ok := o.Upstream.(interface{ Scrubber() *credential.Scrubber }); ok && o.Scrub == nil {
		o.Scrub = up.Scrubber().Scrub
	}
	if o.NewID == nil {
		o.NewID = store.NewID
	}
}

// add registers an entry under its name and the name that it replaces.
func (e *Engine) add(ent *entry) error {
	for _, name := range ent.names() {
		if other := e.byName[name]; other != nil {
			return fmt.Errorf("two tools of the name %s", name)
		}
		e.byName[name] = ent
	}
	e.entries = append(e.entries, ent)
	return nil
}

// Handler gives the entry point of every call. Its error is always nil: what
// fails on our side is logged, and the caller reads code internal.
func (e *Engine) Handler() runtime.Handler { return e.handler }

// Lapse settles writes that a process left behind when it died: their outcome
// becomes unknown. It gives their number. Call it at start.
func (e *Engine) Lapse(ctx context.Context) (int, error) {
	const batch = 100
	total := 0
	for {
		ops, err := e.opts.Store.LapseOperations(ctx, batch)
		if err != nil {
			return total, fmt.Errorf("settle old operations: %w", err)
		}
		for _, op := range ops {
			e.opts.Log.LogAttrs(ctx, slog.LevelWarn, "a write was left without an outcome", slog.String("tool", op.Tool), slog.String("operation", op.ID))
		}
		total += len(ops)
		if len(ops) < batch {
			return total, nil
		}
	}
}

// intend records that a write is about to be sent.
func (e *Engine) intend(ctx context.Context, c *shape.Call, operation string) error {
	rec := middleware.NewRecord(middleware.EventIntent, c.Call, e.opts.Now())
	rec.Args, rec.Operation, rec.Repaired = c.Hash(), operation, c.Repaired
	return e.opts.Audit.Record(ctx, rec)
}
