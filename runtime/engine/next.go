package engine

import (
	"context"
	"log/slog"
	"slices"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

// nextOK is the key of Tool.Next for a call that succeeded.
const nextOK = "ok"

// after completes a result with what only the engine knows: what may be called
// next, and what the run has seen.
func (e *Engine) after(ctx context.Context, ent *entry, call *runtime.Call, r *runtime.Result) {
	key := nextOK
	if r.Error != nil {
		key = string(r.Error.Code)
	}
	if words := ent.tool.Next[key]; len(words) > 0 && (r.Status == runtime.StatusOK || r.Status == runtime.StatusError) {
		// A result may be shared with a cache: what is added must not be seen there.
		r.AllowedNextActions = slices.Clone(r.AllowedNextActions)
		for _, w := range words {
			r.AllowedNextActions = append(r.AllowedNextActions, e.nextAction(w))
		}
	}
	if len(r.AllowedNextActions) > 0 {
		r.AllowedNextActions = slices.DeleteFunc(slices.Clone(r.AllowedNextActions), func(a runtime.NextAction) bool {
			return a.Tool != "" && e.find(ctx, a.Tool, call.Principal) == nil
		})
	}
	if r.Sanitised != nil {
		e.opts.Log.LogAttrs(ctx, slog.LevelInfo, "removed hidden content from a result",
			slog.String("tool", ent.tool.Name), slog.String("call", call.ID), slog.Int("total", r.Sanitised.Total()), slog.Any("counts", *r.Sanitised))
	}
	if r.Untrusted {
		e.runs.Taint(call)
	}
	if ent.tool.Shape != tool.ShapeQuery && (r.SideEffect == runtime.EffectApplied || r.SideEffect == runtime.EffectUnknown) {
		e.cache.Changed(call.Principal)
	}
}

// nextAction reads a word of an overlay: the name of a tool, or words for the
// model.
func (e *Engine) nextAction(word string) runtime.NextAction {
	for i := range e.set.Tools {
		if e.set.Tools[i].Name == word {
			return runtime.NextAction{Tool: word}
		}
	}
	return runtime.NextAction{Why: word}
}
