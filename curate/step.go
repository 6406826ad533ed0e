package curate

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/narrow"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/curate/selection"
)

// moment says what a step's expressions may refer to.
type moment uint8

const (
	beforeMain moment = iota // the request only
	afterMain                // the request and the start response
)

// step binds one step of the contract; nil when it is not stated or wrong. more
// holds places that the contract fills by itself.
func (p *planner) step(decl *overlay.Step, when moment, more ...compile.Fixed) *tool.Step {
	pick, ok := p.picks[&decl.Operation]
	if decl.Operation.Pos.IsZero() || !ok || pick.Op == nil {
		return nil
	}
	before := p.diags.Count(diag.Error)
	op, added, _ := p.sources.Authorised(pick.Source, pick.Op, decl.Operation.Pos)
	s := &stepper{planner: p, op: op, taken: map[tool.Locator]bool{}}
	for _, f := range more {
		s.take(f)
	}
	for _, bind := range decl.Bind {
		s.bind(bind, when)
	}
	s.injects()
	for _, l := range compile.Unbound(op, &compile.Plan{Fixed: s.fixed}) {
		p.diags.Errorf(decl.Pos, "required-unbound", "tool %s: nothing fills the required %s of %s %s", p.decl.Name.V, l.At, op.Method, op.Path)
		p.diags.Hint("bind: {%q: $response.body#/…}", l.At.String())
		p.diags.Relate(l.Pos, "required here")
	}
	if p.diags.Count(diag.Error) > before {
		return nil
	}
	opts := p.options(pick.Source, op)
	opts.Added = added
	return compile.Bind(op, s.fixed, opts, p.diags)
}

// stepper gathers what one step is given.
type stepper struct {
	*planner
	op    *oas.Operation // of the step
	fixed []compile.Fixed
	taken map[tool.Locator]bool
}

func (s *stepper) take(f compile.Fixed) {
	s.taken[f.At] = true
	s.fixed = append(s.fixed, f)
}

func (s *stepper) bind(b overlay.Pin, when moment) {
	l := place.Locate(s.op, "", b.At.V)
	if !l.OK {
		s.deadParameter(s.op, b.At, l.Names)
		return
	}
	s.take(compile.Fixed{At: l.At, Value: s.value(b, l.At, when), From: b.At.Pos})
}

// value gives what a place is bound to; the zero Value where that is wrong, which
// is reported: the place is bound all the same, and not reported as left out.
func (s *stepper) value(b overlay.Pin, at tool.Locator, when moment) tool.Value {
	text, isText := b.Value.V.Str()
	if isText && strings.HasPrefix(text, "$") {
		return s.expression(overlay.Val[string]{V: text, Pos: b.Value.Pos, Set: true}, when)
	}
	if why := place.Credential(s.op, b.At.V); why != "" {
		s.diags.Errorf(b.Value.Pos, "secret-literal", "%s %s; its value must not be written here", b.At.V, why)
		return tool.Value{}
	}
	raw := b.Value.V.AppendJSON(nil)
	narrow.CheckValue(s.op, at, raw, b.Value.Pos, s.diags)
	return tool.Value{Const: raw}
}

// injects applies the injections to the step: the tool's own, then the defaults.
func (s *stepper) injects() {
	for _, in := range slices.Concat(s.decl.Inject, s.overlay.Defaults.Inject) {
		if l := place.Locate(s.op, "", in.At.V); l.OK && !s.taken[l.At] {
			s.used[in.At.V] = true
			s.take(compile.Fixed{At: l.At, Value: injected(in), From: in.At.Pos})
		}
	}
}

// stepDeclares reports whether a step of the tool has a place.
func (p *planner) stepDeclares(at tool.Locator) bool {
	return slices.ContainsFunc(selection.Steps(p.decl), func(s *overlay.Step) bool {
		op := p.picks[&s.Operation].Op
		return op != nil && place.Locate(op, "", at).OK
	})
}

// expression reads an OpenAPI runtime expression (OpenAPI 3.1, "Runtime
// Expressions") about the request or the start response of the tool; the zero Value
// where it is wrong, which is reported.
func (p *planner) expression(v overlay.Val[string], when moment) tool.Value {
	switch {
	case strings.HasPrefix(v.V, "$request."):
		return p.fromRequest(v)
	case when == beforeMain:
		p.diags.Errorf(v.Pos, "bad-expression", "%q: there is no response yet; use $request.…", v.V)
		return tool.Value{}
	case !p.answers.Expression(p.op, v):
		return tool.Value{}
	}
	return tool.Value{Start: v.V}
}

// fromRequest gives the value that the tool's own request has at a place.
func (p *planner) fromRequest(v overlay.Val[string]) tool.Value {
	rest := strings.TrimPrefix(v.V, "$request.")
	var at tool.Locator
	if pointer, ok := strings.CutPrefix(rest, "body#"); ok {
		at = tool.Locator{In: tool.InBody, Name: pointer}
	} else if in, name, ok := strings.Cut(rest, "."); ok {
		at = tool.Locator{In: tool.In(in), Name: name}
	}
	for _, f := range p.plan.Fixed {
		if f.At == at {
			return f.Value
		}
	}
	for _, a := range p.plan.Args {
		arg := node.Pointer{a.Name}.String()
		switch {
		case a.At == at:
			return tool.Value{Arg: arg, Default: a.Default}
		case a.At.In == tool.InBody && at.In == tool.InBody && strings.HasPrefix(at.Name, a.At.Name+"/"):
			return tool.Value{Arg: arg + strings.TrimPrefix(at.Name, a.At.Name)}
		}
	}
	p.diags.Errorf(v.Pos, "bad-expression", "%q: the request of tool %s has nothing at %s", v.V, p.decl.Name.V, at)
	return tool.Value{}
}
