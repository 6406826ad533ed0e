package shape

import (
	"context"
	"log/slog"
	"strings"
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

// Contracts holds the declared schemas of a tool's answers.
type Contracts struct {
	seen       atomic.Uint64
	validators sync.Map // *tool.Response → func() (*check.Validator, error)
}

// Look warns when the answer is not what its description says. What does not fit
// may still be useful, so only a strict environment gets a problem, and there
// every answer is looked at.
func (k *Contracts) Look(ctx context.Context, e *Env, t *tool.Tool, resp *runtime.Response) *runtime.Problem {
	if resp.Declared == nil || len(resp.Declared.Schema) == 0 || resp.Body == nil {
		return nil
	}
	if n := k.seen.Add(1); !e.Strict && n > checkFirst && n%checkEvery != 0 {
		return nil
	}
	if _, isBytes := resp.Body.([]byte); isBytes {
		return nil
	}
	made, _ := k.validators.LoadOrStore(resp.Declared, sync.OnceValues(func() (*check.Validator, error) { return check.Compile(resp.Declared.Schema) }))
	validator, err := made.(func() (*check.Validator, error))()
	if err != nil {
		e.Log.LogAttrs(ctx, slog.LevelWarn, "the declared schema of an answer cannot be used", slog.String("tool", t.Name), slog.Any("error", err))
		return nil
	}
	problems := validator.Validate(resp.Body)
	if len(problems) == 0 {
		return nil
	}
	places := make([]string, len(problems)) // places only: messages may quote data
	for i, p := range problems {
		places[i] = p.At
	}
	e.Log.LogAttrs(ctx, slog.LevelWarn, "an answer does not fit its description",
		slog.String("tool", t.Name), slog.Int("status", resp.Status), slog.String("code", string(runtime.CodeResponseContract)), slog.Any("at", places))
	if !e.Strict {
		return nil
	}
	return runtime.NewProblem(runtime.CodeResponseContract, "The upstream's answer is not what its description promises, at "+strings.Join(places, ", ")+". It is not shown.")
}
