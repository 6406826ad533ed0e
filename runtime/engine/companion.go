package engine

import (
	"encoding/json"
	"slices"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/middleware"
	"github.com/oatools/oatools/runtime/shape"
	"github.com/oatools/oatools/runtime/shape/companion"
)

// The keys of the companions that this runtime has.
const (
	companionRead      = "read_result"
	companionOperation = "get_operation"
)

// companions makes the tools that the runtime adds, each only when a tool of the
// set needs it.
func (e *Engine) companions() []*entry {
	var out []*entry
	add := func(t *tool.Tool, run shape.Runner) string {
		ent := &entry{tool: t, surface: SurfaceOf(t), validator: validatorOf(t), run: run}
		ent.handler = runtime.Chain(e.admit(ent), middleware.Repeat(e.runs))
		out = append(out, ent)
		return t.Name
	}
	if slices.ContainsFunc(e.set.Tools, storesResults) {
		e.env.ReadResult = add(companion.ReadResultTool(e.set.Companions[companionRead]), companion.NewReadResult(e.env))
	}
	if !e.opts.ReadOnly && slices.ContainsFunc(e.set.Tools, func(t tool.Tool) bool { return t.Shape == tool.ShapeCommand }) {
		e.env.GetOperation = add(companion.GetOperationTool(e.set.Companions[companionOperation]), companion.NewGetOperation(e.env))
	}
	return out
}

// storesResults reports whether a call of t may leave a stored result behind: a
// file, or a list that has no pages and so no other way to its rest.
func storesResults(t tool.Tool) bool {
	if t.Shape == tool.ShapeHandle || t.Shape == tool.ShapeQuery && t.Result.Page == nil && lists(t) {
		return true
	}
	return t.Main != nil && slices.ContainsFunc(t.Main.Results, func(r tool.Response) bool { return r.Success && r.Decode == tool.DecodeBytes })
}

// lists reports whether the data of t is an array.
func lists(t tool.Tool) bool {
	if t.Result.Items != "" {
		return true
	}
	var root struct {
		Type any `json:"type"`
	}
	if json.Unmarshal(t.Output, &root) != nil {
		return false
	}
	kinds, _ := root.Type.([]any) // published schemas take null, too
	return root.Type == "array" || slices.Contains(kinds, any("array"))
}
