package shape

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

// The answers that are held against their declared schema: the first few of a
// tool, then one of many. An upstream that drifts shows it soon, and a call does
// not pay for the search.
const (
	checkFirst = 3
	checkEvery = 64
)

// contracts holds the declared schemas of a tool's answers.
type contracts struct {
	seen       atomic.Uint64
	validators sync.Map // *tool.Response → func() (*check.Validator, error)
}

// look warns when the answer is not what its description says. It changes
// nothing: what does not fit may still be useful, and the model is told what it
// gets by the data itself.
func (k *contracts) look(ctx context.Context, e *Env, t *tool.Tool, resp *runtime.Response) {
	if resp.Declared == nil || len(resp.Declared.Schema) == 0 || resp.Body == nil {
		return
	}
	if n := k.seen.Add(1); n > checkFirst && n%checkEvery != 0 {
		return
	}
	if _, isBytes := resp.Body.([]byte); isBytes {
		return
	}
	made, _ := k.validators.LoadOrStore(resp.Declared, sync.OnceValues(func() (*check.Validator, error) { return check.Compile(resp.Declared.Schema) }))
	validator, err := made.(func() (*check.Validator, error))()
	if err != nil {
		e.Log.LogAttrs(ctx, slog.LevelWarn, "the declared schema of an answer cannot be used", slog.String("tool", t.Name), slog.Any("error", err))
		return
	}
	problems := validator.Validate(resp.Body)
	if len(problems) == 0 {
		return
	}
	places := make([]string, len(problems)) // places only: messages may quote data
	for i, p := range problems {
		places[i] = p.At
	}
	e.Log.LogAttrs(ctx, slog.LevelWarn, "an answer does not fit its description",
		slog.String("tool", t.Name), slog.Int("status", resp.Status), slog.String("code", string(runtime.CodeResponseContract)), slog.Any("at", places))
}
