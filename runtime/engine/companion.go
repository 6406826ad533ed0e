package engine

import (
	"slices"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/middleware"
	"github.com/oatools/oatools/runtime/shape"
)

// companionRead is the key of the companion that reads stored results.
const companionRead = "read_result"

// companions makes the tools that the runtime adds, each only when a tool of the
// set needs it.
func (e *Engine) companions() []*entry {
	if !slices.ContainsFunc(e.set.Tools, storesResults) {
		return nil
	}
	t := shape.ReadResultTool(e.set.Companions[companionRead])
	e.env.ReadResult = t.Name
	ent := &entry{tool: t, surface: SurfaceOf(t), validator: validatorOf(t), run: shape.NewReadResult(e.env)}
	ent.handler = runtime.Chain(e.admit(ent), middleware.Repeat(e.runs))
	return []*entry{ent}
}

// storesResults reports whether a call of t may leave a stored result behind.
func storesResults(t tool.Tool) bool {
	if t.Shape == tool.ShapeHandle {
		return true
	}
	return t.Main != nil && slices.ContainsFunc(t.Main.Results, func(r tool.Response) bool { return r.Success && r.Decode == tool.DecodeBytes })
}
