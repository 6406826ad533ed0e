package engine

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"sync"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/answer"
)

// defaultParallel is how many calls of one turn run at once.
const defaultParallel = 8

// TurnOptions say how the calls of one turn run.
type TurnOptions struct {
	Parallel int // calls at once; 0: 8
}

// InvokeAll runs the calls that a model made in one turn and gives a result for
// each, at the same place, failures included: one failing call stops no other.
//
// Reading calls run in parallel. Calls that may change something run one after
// the other in the given order. A call that names the same resource as an
// earlier one waits for it, unless both only read.
func (e *Engine) InvokeAll(ctx context.Context, calls []*runtime.Call, opts TurnOptions) []*runtime.Result {
	parallel := opts.Parallel
	if parallel <= 0 {
		parallel = defaultParallel
	}
	results := make([]*runtime.Result, len(calls))
	done := make([]chan struct{}, len(calls))
	traits := make([]trait, len(calls))
	slots := make(chan struct{}, parallel)
	var group sync.WaitGroup
	for i, call := range calls {
		done[i], traits[i] = make(chan struct{}), e.traitOf(call)
		var before []chan struct{}
		for j := range i {
			if traits[i].after(traits[j]) {
				before = append(before, done[j])
			}
		}
		group.Go(func() {
			defer close(done[i])
			for _, ready := range before {
				<-ready
			}
			slots <- struct{}{}
			defer func() { <-slots }()
			results[i] = e.invoke(ctx, call)
		})
	}
	group.Wait()
	return results
}

// invoke runs one call; the handler gives a result in every case.
func (e *Engine) invoke(ctx context.Context, call *runtime.Call) *runtime.Result {
	if call == nil {
		return runtime.Failure(runtime.NewProblem(runtime.CodeInvalidInput, "The call is empty."), runtime.EffectNone)
	}
	r, err := e.handler(ctx, call)
	if err != nil || r == nil {
		return e.internal(call, runtime.EffectUnknown)
	}
	return r
}

// trait is what the order within a turn depends on.
type trait struct {
	reads    bool
	resource string // path with its values, up to the last one; "": names none
}

// after reports whether a call must wait for an earlier one.
func (t trait) after(earlier trait) bool {
	if t.reads && earlier.reads {
		return false
	}
	if !t.reads && !earlier.reads {
		return true
	}
	return t.resource != "" && earlier.resource != "" && (within(t.resource, earlier.resource) || within(earlier.resource, t.resource))
}

// within reports whether a is b or lies below it.
func within(a, b string) bool {
	return a == b || strings.HasPrefix(a, b) && strings.HasPrefix(a[len(b):], "/")
}

func (e *Engine) traitOf(call *runtime.Call) trait {
	if call == nil {
		return trait{reads: true}
	}
	ent := e.byName[call.Tool]
	if ent == nil {
		return trait{reads: true}
	}
	t := trait{reads: ent.tool.Shape == tool.ShapeQuery || ent.tool.Shape == tool.ShapeHandle}
	t.resource = resourceOf(ent.tool.Main, call.Args)
	return t
}

// resourceOf names what a call is about: the server and the path as far as the
// last value in it. A path without values is a collection and names nothing.
func resourceOf(s *tool.Step, raw json.RawMessage) string {
	if s == nil {
		return ""
	}
	var args map[string]any
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	if dec.Decode(&args) != nil {
		return ""
	}
	path, end := s.Binding.Server, 0
	for _, seg := range s.Binding.Path {
		if seg.Param == "" {
			path += seg.Lit
			continue
		}
		value := pathValue(s, seg.Param, args)
		if value == "" {
			return ""
		}
		path += url.PathEscape(value)
		end = len(path)
	}
	return path[:end]
}

// pathValue gives the text of a path parameter; "" when it is not known here.
func pathValue(s *tool.Step, name string, args map[string]any) string {
	for i := range s.Binding.Params {
		p := &s.Binding.Params[i]
		if p.In != tool.InPath || p.Name != name {
			continue
		}
		v := any(nil)
		switch {
		case p.Value.Arg != "":
			at, err := answer.ParsePointer(p.Value.Arg)
			if err != nil {
				return ""
			}
			v, _ = answer.Lookup(args, at)
		case len(p.Value.Const) > 0:
			v = json.Number(strings.Trim(string(p.Value.Const), `"`))
		}
		switch v := v.(type) {
		case string:
			return v
		case json.Number:
			return string(v)
		}
	}
	return ""
}
