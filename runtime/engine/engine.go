// Package engine composes a set of tools and the policies of a deployment into
// one handler. The order in which policies see a call is written in pipeline.go
// and nowhere else.
//
// It knows shapes, middleware and stores, but no HTTP and no agent protocol:
// package wire is handed to it as a runtime.Upstream, and package mcpserver
// serves what it makes. Start at New.
package engine

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/store"
)

// Options say what an engine runs with.
type Options struct {
	Upstream runtime.Upstream // required
	Store    store.Store      // nil: a bounded store in memory
	Now      func() time.Time // nil: time.Now
	Log      *slog.Logger     // nil: nothing is logged
	ReadOnly bool             // list and run only tools that change nothing
}

// Surface is what a caller sees of a tool.
type Surface struct {
	Name        string
	Title       string
	Description string
	Input       json.RawMessage // JSON Schema of the arguments
	Output      json.RawMessage // JSON Schema of the envelope
	Hints       tool.Hints
	Shape       tool.Shape
}

// Engine runs the tools of one set. It is safe for concurrent use and never
// changes after New.
type Engine struct {
	set *tool.Set
}

// New assembles an engine.
func New(set *tool.Set, opts Options) (*Engine, error) {
	return &Engine{set: set}, nil
}

// Handler gives the entry point of every call.
func (e *Engine) Handler() runtime.Handler {
	return func(ctx context.Context, call *runtime.Call) (*runtime.Result, error) {
		return &runtime.Result{Status: runtime.StatusError, Error: runtime.NewProblem(runtime.CodeInternal, "")}, nil
	}
}

// Tools lists what p may see, sorted by name.
func (e *Engine) Tools(p runtime.Principal) []Surface { return nil }

// UnknownTool gives the sentence for a name that p cannot call, and "" for one
// that p can.
func (e *Engine) UnknownTool(name string, p runtime.Principal) string { return "" }

// Instructions gives what a model reads about the set as a whole.
func (e *Engine) Instructions() string { return e.set.Instructions }
