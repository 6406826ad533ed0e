package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/middleware"
	"github.com/oatools/oatools/runtime/shape"
)

// compose writes down the order in which a call is seen:
//
//	recover → audit → find the tool → authorise
//	  → repeats → rate → cost → attached middleware   (chain of the tool, entry.go)
//	  → decode → cursor → defaults → validate → require → shape   (admit)
//	  → next actions
//
// Audit is outermost, so that a refused call is recorded too. Authorisation
// stands before everything that could answer from memory.
func (e *Engine) compose() runtime.Handler {
	outer := []runtime.Middleware{e.recovering}
	if e.opts.Audit != nil {
		outer = append(outer, middleware.Audit(e.opts.Audit, e.opts.Now, func(ctx context.Context, err error) {
			e.opts.Log.LogAttrs(ctx, slog.LevelError, "an audit record is lost", slog.Any("error", err))
		}))
	}
	return runtime.Chain(e.dispatch, outer...)
}

// recovering makes sure that a call ends with a result whatever happens inside.
func (e *Engine) recovering(next runtime.Handler) runtime.Handler {
	return func(ctx context.Context, call *runtime.Call) (r *runtime.Result, err error) {
		defer func() {
			if v := recover(); v != nil {
				e.opts.Log.LogAttrs(ctx, slog.LevelError, "panic", slog.String("tool", call.Tool), slog.String("call", call.ID),
					slog.Any("panic", v), slog.String("stack", string(debug.Stack())))
				// It may have come from anywhere, also from after the first byte.
				r, err = e.internal(call, runtime.EffectUnknown), nil
			}
		}()
		r, err = next(ctx, call)
		switch {
		case err != nil && ctx.Err() != nil:
			code := runtime.CodeCancelled
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				code = runtime.CodeTimeout
			}
			return runtime.Failure(runtime.NewProblem(code, ""), runtime.EffectNone), nil
		case err != nil:
			e.opts.Log.LogAttrs(ctx, slog.LevelError, "call failed", slog.String("tool", call.Tool), slog.String("call", call.ID), slog.Any("error", err))
			// Shapes give an error only where nothing was sent.
			return e.internal(call, runtime.EffectNone), nil
		case r == nil:
			e.opts.Log.LogAttrs(ctx, slog.LevelError, "a handler gave no result", slog.String("tool", call.Tool), slog.String("call", call.ID))
			return e.internal(call, runtime.EffectUnknown), nil
		}
		return r, nil
	}
}

// internal gives the result of a failure on our side. A tool that only reads
// has no effect wherever it fails.
func (e *Engine) internal(call *runtime.Call, effect runtime.SideEffect) *runtime.Result {
	if ent := e.byName[call.Tool]; ent == nil || ent.tool.Hints.ReadOnly {
		effect = runtime.EffectNone
	}
	p := runtime.NewProblem(runtime.CodeInternal, "")
	if call.ID != "" {
		p.Message = "Something went wrong inside the tool server. Report call id " + call.ID + "."
	}
	return runtime.Failure(p, effect)
}

// dispatch finds the tool and checks that the caller may use it.
func (e *Engine) dispatch(ctx context.Context, call *runtime.Call) (*runtime.Result, error) {
	ent := e.find(ctx, call.Tool, call.Principal)
	if ent == nil {
		return runtime.Failure(runtime.NewProblem(runtime.CodeUnknownTool, e.UnknownTool(call.Tool, call.Principal)), runtime.EffectNone), nil
	}
	if missing := lacking(ent.tool.Scopes, call.Principal.Scopes); len(missing) > 0 {
		return runtime.Failure(runtime.NewProblem(runtime.CodeForbidden, fmt.Sprintf(
			"This tool needs the scope %s, which the caller does not have. Nothing was sent. Ask the user to grant it.", strings.Join(missing, ", "))), runtime.EffectNone), nil
	}
	if name := call.Tool; name != ent.tool.Name {
		if ended := e.sunset(ent, name); ended != nil {
			return ended, nil
		}
		renamed := *call
		renamed.Tool = ent.tool.Name
		call = &renamed
	}
	r, err := ent.handler(ctx, call)
	if err != nil || r == nil {
		return r, err
	}
	e.after(ctx, ent, call, r)
	return r, nil
}

// admit is the innermost handler of a tool: it makes the arguments what the
// shape may rely on.
func (e *Engine) admit(ent *entry) runtime.Handler {
	return func(ctx context.Context, call *runtime.Call) (*runtime.Result, error) {
		c, problem, err := e.admitted(ctx, ent, call)
		if err != nil {
			return nil, err
		}
		var r *runtime.Result
		if problem != nil {
			r = runtime.Failure(problem, runtime.EffectNone)
		} else {
			r, err = ent.run(ctx, c)
		}
		if r != nil && c != nil {
			r.Repaired = c.Repaired
		}
		return r, err
	}
}

func (e *Engine) admitted(ctx context.Context, ent *entry, call *runtime.Call) (*shape.Call, *runtime.Problem, error) {
	args, problem := decode(call)
	if problem != nil {
		return nil, problem, nil
	}
	args, cursor, problem, err := shape.Resume(ctx, e.env, ent.tool, call.Principal, args)
	if problem != nil || err != nil {
		return nil, problem, err
	}
	if err := ent.fillDefaults(args); err != nil {
		return nil, nil, err
	}
	validator, err := ent.validator()
	if err != nil {
		return nil, nil, fmt.Errorf("tool %s: input schema: %w", ent.tool.Name, err)
	}
	args, at, problems := e.validated(ctx, ent, call, validator, args)
	c := &shape.Call{Call: call, Tool: ent.tool, Args: args, Cursor: cursor, Repaired: repaired(args, at)}
	if len(problems) > 0 {
		return c, invalid(problems), nil
	}
	c.Control = shape.TakeControl(ent.tool, args)
	if problem := e.required(ctx, ent, c); problem != nil {
		return c, problem, nil
	}
	return c, e.env.Attach(c, ent.files), nil
}

// repaired names the arguments that at, JSON Pointers of places, lie in. What
// stands deeper may be a name that the model made up: it belongs to the values.
func repaired(args map[string]any, at []string) []string {
	var names []string
	for name := range args {
		start := "/" + tool.PointerToken(name)
		if slices.ContainsFunc(at, func(place string) bool { return within(place, start) }) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// validated checks the arguments. Where all that is wrong is that a string holds
// the JSON that should stand there, it is read, unless the engine takes
// arguments literally; what is sent, hashed and shown is then what was read.
// It gives the arguments and the places that were read.
func (e *Engine) validated(ctx context.Context, ent *entry, call *runtime.Call, v *check.Validator, args map[string]any) (_ map[string]any, at []string, _ []check.Problem) {
	problems := v.Validate(args)
	if len(problems) == 0 || e.opts.Literal {
		return args, nil, problems
	}
	out, at := v.Unquote(args)
	read, ok := out.(map[string]any)
	if len(at) == 0 || !ok {
		return args, nil, problems
	}
	e.opts.Log.LogAttrs(ctx, slog.LevelInfo, "arguments held JSON in strings and were read",
		slog.String("tool", ent.tool.Name), slog.String("call", call.ID), slog.Any("at", at))
	return read, at, v.Validate(read)
}

func decode(call *runtime.Call) (map[string]any, *runtime.Problem) {
	if len(call.Args) == 0 {
		return map[string]any{}, nil
	}
	v, problems := check.Decode(call.Args, check.Limits{})
	if len(problems) > 0 {
		return nil, invalid(problems)
	}
	args, ok := v.(map[string]any)
	if !ok {
		if v == nil {
			return map[string]any{}, nil
		}
		return nil, invalid([]check.Problem{{Message: "the arguments must be one JSON object"}})
	}
	return args, nil
}

// invalid gives the problems of arguments, the first one in the message, since
// some clients show nothing else.
func invalid(problems []check.Problem) *runtime.Problem {
	p := runtime.NewProblem(runtime.CodeInvalidInput, "")
	for _, at := range problems {
		p.Fields = append(p.Fields, runtime.Field{Arg: at.At, Problem: at.Message})
	}
	first := problems[0].Message
	if problems[0].At != "" {
		first = problems[0].At + ": " + first
	}
	p.Message = "Nothing was sent, because the arguments do not fit: " + strings.TrimSuffix(first, ".")
	if n := len(problems) - 1; n > 0 {
		p.Message += fmt.Sprintf(" (and %d more)", n)
	}
	p.Message += "."
	return p
}

// required checks the conditions that a call must meet. One that cannot be
// evaluated is not met.
func (e *Engine) required(ctx context.Context, ent *entry, c *shape.Call) *runtime.Problem {
	for _, r := range ent.require {
		holds, err := r.condition.Holds(c.Values())
		if err != nil {
			e.opts.Log.LogAttrs(ctx, slog.LevelWarn, "a requirement cannot be evaluated; the call is refused",
				slog.String("tool", ent.tool.Name), slog.String("call", c.ID), slog.Any("error", err))
		}
		if err != nil || !holds {
			return runtime.NewProblem(r.code, shape.Fill(r.say, c.Args))
		}
	}
	return nil
}

// lacking gives the scopes of need that have does not hold.
func lacking(need, have []string) []string {
	var missing []string
	for _, scope := range need {
		found := false
		for _, h := range have {
			found = found || h == scope
		}
		if !found {
			missing = append(missing, scope)
		}
	}
	return missing
}
