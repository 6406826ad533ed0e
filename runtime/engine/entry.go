package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/cond"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/answer"
	"github.com/oatools/oatools/runtime/middleware"
	"github.com/oatools/oatools/runtime/shape"
)

// entry is one tool, ready to run.
type entry struct {
	tool      *tool.Tool
	surface   Surface
	validator func() (*check.Validator, error) // compiled at the first call
	defaults  []argDefault
	require   []requirement
	files     [][]string // where arguments may name files of the operator's
	run       shape.Runner
	handler   runtime.Handler      // run behind the tool's own policies
	counted   []runtime.Middleware // the policies that count calls: they see every page of one
	sunset    time.Time            // when the replaced name ends
}

type requirement struct {
	condition *shape.Condition
	code      runtime.Code
	say       string
}

// argDefault is an overlay's default: filled in before validation, so that
// conditions, hashes and requests all see it.
type argDefault struct {
	path  []string
	value json.RawMessage
}

// newEntry prepares t. The error names everything of t that cannot be run.
func (e *Engine) newEntry(t *tool.Tool) (*entry, error) {
	ent := &entry{tool: t, surface: SurfaceOf(t), validator: validatorOf(t)}
	var problems []error
	note := func(err error) {
		if err != nil {
			problems = append(problems, err)
		}
	}
	if len(t.Approval) > 0 {
		note(errors.New("approval by a person"))
	}
	for _, name := range t.Audience {
		if e.audiences[name] == nil {
			note(fmt.Errorf("audience %q, which the set does not define", name))
		}
	}
	var err error
	ent.defaults, err = defaultsOf(t)
	note(err)
	note(ent.requirements(t))
	note(ent.replaces(t))
	note(e.takesFiles(ent))
	ent.run, err = newRunner(t, e.env)
	note(err)
	if t.Query != nil && t.Query.Cache != nil && err == nil {
		ent.run = e.cache.Query(t.Query.Cache.TTL.Std(), shape.DrawsOnRun(t), ent.run)
	}
	chain, counted, err := e.policies(t)
	note(err)
	ent.counted = counted
	ent.handler = runtime.Chain(e.admit(ent), chain...)
	return ent, errors.Join(problems...)
}

// policies gives what stands between authorisation and the arguments, and of that
// what counts calls.
func (e *Engine) policies(t *tool.Tool) (chain, counted []runtime.Middleware, err error) {
	if t.Rate != nil {
		limit, err := middleware.Rate(*t.Rate, e.opts.Now)
		if err != nil {
			return nil, nil, err
		}
		counted = append(counted, limit)
	}
	if t.Cost != nil && t.Cost.USD > 0 {
		counted = append(counted, middleware.Cost(e.costs, t.Cost.USD))
	}
	chain = append([]runtime.Middleware{middleware.Repeat(e.runs)}, counted...)
	for _, name := range t.With {
		attached := e.opts.Attach[name]
		if attached == nil {
			return nil, nil, fmt.Errorf("middleware %q", name)
		}
		chain = append(chain, attached)
	}
	return chain, counted, nil
}

// again runs one more request of an admitted call: each counts as a call.
func (e *Engine) again(ctx context.Context, c *shape.Call, request runtime.Handler) (*runtime.Result, error) {
	return runtime.Chain(request, e.byName[c.Tool.Name].counted...)(ctx, c.Call)
}

// requirements prepares the conditions of t over arguments and caller.
func (ent *entry) requirements(t *tool.Tool) error {
	scope := shape.Scope(cond.Scope{Args: t.Input, Caller: true})
	for _, r := range t.Require {
		code := runtime.Code(r.Code)
		if code == "" {
			code = runtime.CodeForbidden
		}
		if !code.Valid() {
			return fmt.Errorf("code %q of a requirement", r.Code)
		}
		ent.require = append(ent.require, requirement{condition: shape.NewCondition(scope, r.When), code: code, say: r.Say})
	}
	return nil
}

func (ent *entry) replaces(t *tool.Tool) error {
	if t.Replaces == nil {
		return nil
	}
	day, err := time.Parse(time.DateOnly, t.Replaces.Sunset)
	if err != nil {
		return fmt.Errorf("sunset %q: want YYYY-MM-DD", t.Replaces.Sunset)
	}
	ent.sunset = day
	return nil
}

// names gives the names that ent answers to.
func (ent *entry) names() []string {
	if ent.tool.Replaces != nil {
		return []string{ent.tool.Name, ent.tool.Replaces.Name}
	}
	return []string{ent.tool.Name}
}

// SurfaceOf gives what callers see of a tool, whether or not it can be run. Its
// schemas are the tool's own where they are the same.
func SurfaceOf(t *tool.Tool) Surface {
	return Surface{
		Name: t.Name, Title: t.Title, Description: t.Description, Shape: t.Shape, Hints: t.Hints,
		Input: t.Input, Output: runtime.OutputSchema(t),
	}
}

func validatorOf(t *tool.Tool) func() (*check.Validator, error) {
	return sync.OnceValues(func() (*check.Validator, error) { return check.Compile(t.Input) })
}

// defaultsOf collects the overlay's defaults of t, each argument once.
func defaultsOf(t *tool.Tool) ([]argDefault, error) {
	var out []argDefault
	seen := map[string]bool{}
	for _, s := range shape.Steps(t) {
		for v := range shape.ValuesOf(s) {
			if v.Arg == "" || len(v.Default) == 0 || seen[v.Arg] {
				continue
			}
			seen[v.Arg] = true
			path, err := answer.ParsePointer(v.Arg)
			if err != nil || len(path) == 0 {
				return nil, fmt.Errorf("default of %q", v.Arg)
			}
			if !json.Valid(v.Default) {
				return nil, fmt.Errorf("default of %s: %s", v.Arg, strings.TrimSpace(string(v.Default)))
			}
			out = append(out, argDefault{path, v.Default})
		}
	}
	return out, nil
}

// fillDefaults writes the defaults of arguments that are absent. It makes no
// objects on the way: a default inside an absent object is not due.
func (ent *entry) fillDefaults(args map[string]any) error {
	for _, d := range ent.defaults {
		last := len(d.path) - 1
		at, ok := answer.Lookup(args, d.path[:last])
		obj, isObject := at.(map[string]any)
		if !ok || !isObject {
			continue
		}
		if _, given := obj[d.path[last]]; given {
			continue
		}
		dec := json.NewDecoder(bytes.NewReader(d.value))
		dec.UseNumber()
		var v any // decoded anew, since a call may change what it holds
		if err := dec.Decode(&v); err != nil {
			return fmt.Errorf("tool %s: default of %s: %w", ent.tool.Name, strings.Join(d.path, "/"), err)
		}
		obj[d.path[last]] = v
	}
	return nil
}
