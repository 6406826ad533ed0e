// Package shape holds what differs over time between the shapes of tools: how
// an admitted call becomes requests, and what it leaves behind for later calls.
//
// It sends through runtime.Upstream and remembers through package store. It
// knows no transport, no agent protocol, and no policy about callers: a call
// that reaches a Runner was found, authorised, decoded and validated.
//
// What every shape works with is here, and the shapes that read: query and
// handle. Package command is the shape that writes, package companion the tools
// that the runtime adds. Start at Runner.
package shape

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/answer"
	"github.com/oatools/oatools/runtime/sanitise"
	"github.com/oatools/oatools/runtime/store"
)

// Runner runs one admitted call. As with a runtime.Handler the result is what
// the model reads, and an error is ours. It is safe for concurrent use.
type Runner func(ctx context.Context, c *Call) (*runtime.Result, error)

// Call is an admitted call. It belongs to one goroutine.
type Call struct {
	*runtime.Call
	Tool    *tool.Tool
	Args    map[string]any // decoded and valid, with defaults, without control arguments
	Control Control
	Cursor  *store.Cursor // the place to go on from; nil: the start
	// Repaired names the arguments whose value was read out of a string that held
	// it as JSON, control arguments included, sorted.
	Repaired []string

	hash     string
	attached map[string]runtime.File // what Attach read, by reference
}

// Hash identifies the arguments: runtime.ArgsHash of the call, and where files
// were attached, their content as well.
func (c *Call) Hash() string {
	if c.hash == "" {
		c.hash = runtime.ArgsHash(c.Tool, c.Args)
	}
	return c.hash
}

// Env is what runners work with. All fields but the functions that say so must
// be set.
type Env struct {
	Upstream runtime.Upstream
	Store    store.Store
	Set      *tool.Set
	Now      func() time.Time
	// Sleep waits between two reads of a verification. Nil: it really does.
	Sleep func(ctx context.Context, d time.Duration) error
	NewID func(prefix string) string
	Log   *slog.Logger
	Owner string // this process, in the ledger
	// Intend is called before a write is sent. An error stops it. Nil: nobody
	// asks.
	Intend func(ctx context.Context, c *Call, operation string) error
	// Again runs one more request of an admitted call behind the policies that
	// count calls. What they refuse is a result. Nil: nobody counts.
	Again func(ctx context.Context, c *Call, request runtime.Handler) (*runtime.Result, error)
	// Files finds a file of the operator's by its name, for Attach; why says why
	// there is none, in words that follow an argument's name. Nil: none is sent.
	Files func(name string) (f runtime.File, why string)
	// Strict refuses answers that do not fit their declared schema, instead of
	// warning about some.
	Strict bool
	// Scrub takes known secrets out of what a model reads. Nil: none are known.
	Scrub func(string) string
	// ReadResult names the tool that reads stored results. Empty: there is none,
	// and only handle tools store anything.
	ReadResult string
	// GetOperation names the tool that reads recorded operations. Empty: there is
	// none.
	GetOperation string
	// Tainted reports whether the run has seen untrusted data. Nil: it has.
	Tainted func(c *Call) bool
}

// The time that one attempt of a tool may take when it states none.
const (
	queryTimeout = tool.Duration(10 * time.Second)
	otherTimeout = tool.Duration(30 * time.Second)
)

// Timeout is the time that one attempt of t may take.
func Timeout(t *tool.Tool) tool.Duration {
	switch {
	case t.Timeout > 0:
		return t.Timeout
	case t.Shape == tool.ShapeQuery:
		return queryTimeout
	}
	return otherTimeout
}

// Inputs gives what the binding of a step draws on.
func (e *Env) Inputs(ctx context.Context, c *Call, need []string) (runtime.Inputs, *runtime.Problem, error) {
	in := runtime.Inputs{Args: c.Args, Principal: c.Principal, Size: c.Control.Limit, CallID: c.ID, Files: e.files(ctx, c)}
	if len(need) == 0 {
		return in, nil, nil
	}
	values, missing, err := e.recall(ctx, c, need)
	if err != nil {
		return in, nil, err
	}
	if missing != "" {
		return in, runtime.NewProblem(runtime.CodeConfigurationError, fmt.Sprintf("This tool needs %q, which an earlier call of this run must have brought. Call the tool that provides it first.", missing)), nil
	}
	in.Run = values
	return in, nil, nil
}

// Present starts the result of a call that succeeded with d.
func (e *Env) Present(d answer.Data, resp *runtime.Response) *runtime.Result {
	r := &runtime.Result{Status: runtime.StatusOK, Total: d.Total, Truncated: d.Truncated}
	r.Removed(d.Counts)
	if d.JSON != nil {
		r.Data, r.Untrusted, r.DataSource = d.JSON, true, resp.Host
	}
	return r
}

// Shaper prepares r for answers that may hold known secrets.
func (e *Env) Shaper(r tool.Result) (*answer.Shaper, error) {
	s, err := answer.Compile(r)
	if err == nil {
		s.Scrub = e.Scrub
	}
	return s, err
}

// scrub takes known secrets out of foreign bytes. What holds none is given back
// as it is.
func (e *Env) scrub(data []byte) []byte {
	if e.Scrub == nil {
		return data
	}
	text := string(data)
	if clean := e.Scrub(text); clean != text {
		return []byte(clean)
	}
	return data
}

// Fail turns a problem of the upstream into a result. What the upstream said in
// its own words is cleaned like any other foreign text.
func (e *Env) Fail(resp *runtime.Response, effect runtime.SideEffect) *runtime.Result {
	p := *resp.Problem
	r := runtime.Failure(&p, effect)
	removed := resp.Removed
	if p.Upstream != nil {
		up := *p.Upstream
		up.Code, up.Message, up.RequestID = e.Cleaned(up.Code, &removed), e.Cleaned(up.Message, &removed), e.Cleaned(up.RequestID, &removed)
		p.Upstream = &up
		r.Untrusted, r.DataSource = true, resp.Host
	}
	p.Fields = slices.Clone(p.Fields)
	for i := range p.Fields {
		// Below an argument, the upstream's own words may go on.
		p.Fields[i].Arg, p.Fields[i].Problem = e.Cleaned(p.Fields[i].Arg, &removed), e.Cleaned(p.Fields[i].Problem, &removed)
	}
	r.Removed(removed)
	return r
}

// Cleaned makes one foreign word or sentence fit to be read, and counts what it
// takes out. It is cut last: half a secret is not known as one.
func (e *Env) Cleaned(s string, removed *sanitise.Counts) string {
	const longest = 600 // runes
	s = sanitise.String(s, sanitise.Text, removed)
	if e.Scrub != nil {
		s = e.Scrub(s)
	}
	if runes := []rune(s); len(runes) > longest {
		s = string(runes[:longest]) + "…"
	}
	return s
}
