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
// set that is offered needs it, and for those alone who see such a tool.
func (e *Engine) companions() []*entry {
	var out []*entry
	add := func(t *tool.Tool, needed []tool.Tool, run shape.Runner) string {
		t.Audience = together(needed)
		ent := &entry{tool: t, surface: SurfaceOf(t), validator: validatorOf(t), run: run}
		ent.handler = runtime.Chain(e.admit(ent), middleware.Repeat(e.runs))
		out = append(out, ent)
		return t.Name
	}
	if storing := e.offered(storesResults); len(storing) > 0 {
		e.env.ReadResult = add(companion.ReadResultTool(e.set.Companions[companionRead]), storing, companion.NewReadResult(e.env))
	}
	if writing := e.offered(func(t tool.Tool) bool { return t.Shape == tool.ShapeCommand }); len(writing) > 0 {
		e.env.GetOperation = add(companion.GetOperationTool(e.set.Companions[companionOperation]), writing, companion.NewGetOperation(e.env))
	}
	return out
}

// offered gives the tools of the set that this engine has and needs applies to.
func (e *Engine) offered(needs func(tool.Tool) bool) []tool.Tool {
	var out []tool.Tool
	for _, t := range e.set.Tools {
		if (t.Hints.ReadOnly || !e.opts.ReadOnly) && needs(t) {
			out = append(out, t)
		}
	}
	return out
}

// together gives the audiences that see any of the tools; none when everybody
// does.
func together(tools []tool.Tool) []string {
	var out []string
	for _, t := range tools {
		if len(t.Audience) == 0 {
			return nil
		}
		out = append(out, t.Audience...)
	}
	slices.Sort(out)
	return slices.Compact(out)
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
