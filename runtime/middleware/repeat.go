package middleware

import (
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/runtime"
)

// triesAllowed is how often the same call may fail in one run.
const triesAllowed = 2

// Repeat refuses a call that has failed twice in its run with these very
// arguments: a model that repeats it learns nothing. Failures that time heals do
// not count, and a write that changed something clears the slate, since the same
// read may now give another answer.
func Repeat(runs *Runs) runtime.Middleware {
	return func(next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) (*runtime.Result, error) {
			if code, stop := runs.exhausted(call); stop {
				return runtime.Failure(runtime.NewProblem(runtime.CodeBudgetExhausted, fmt.Sprintf(
					"This call has failed %d times with these arguments (last: %s) and was not tried again. Change the arguments according to the earlier error, use another tool, or ask the user.",
					triesAllowed, code)), runtime.EffectNone), nil
			}
			r, err := next(ctx, call)
			if err == nil && r != nil {
				runs.note(call, r)
			}
			return r, err
		}
	}
}

// exhausted reports whether c may not be tried again, and how it failed last.
func (r *Runs) exhausted(c *runtime.Call) (runtime.Code, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	found := r.get(c)
	if found == nil || len(found.failed) == 0 {
		return "", false
	}
	f := found.failed[identity(c)]
	if f == nil || f.count < triesAllowed {
		return "", false
	}
	return f.last, true
}

func (r *Runs) note(c *runtime.Call, res *runtime.Result) {
	failed := res.Status == runtime.StatusError && res.Error != nil && !res.Error.Retryable && res.Error.Code != runtime.CodeUnknownTool
	changed := res.SideEffect == runtime.EffectApplied || res.SideEffect == runtime.EffectUnknown
	r.mu.Lock()
	defer r.mu.Unlock()
	found := r.get(c)
	if changed && found != nil {
		clear(found.failed)
	}
	switch {
	case failed && !changed:
		found = r.touch(c)
		id := identity(c)
		f := found.failed[id]
		if f == nil {
			if len(found.failed) >= maxFailures {
				clear(found.failed)
			}
			if found.failed == nil {
				found.failed = map[string]*failure{}
			}
			f = &failure{}
			found.failed[id] = f
		}
		f.count++
		f.last = res.Error.Code
	case found != nil && len(found.failed) > 0:
		delete(found.failed, identity(c))
	}
}

// identity tells calls of one run apart: the same tool with the same arguments,
// however they are written. Arguments that cannot be read count as they are.
func identity(c *runtime.Call) string {
	b := append([]byte(c.Tool), 0)
	if v, problems := check.Decode(c.Args, check.Limits{}); len(problems) == 0 {
		b = runtime.AppendCanonical(b, v)
	} else {
		b = append(b, c.Args...)
	}
	sum := sha256.Sum256(b)
	return string(sum[:])
}
