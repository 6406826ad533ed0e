package curate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/curate/selection"
)

// shape settles what kind of tool this is. What is not stated is guessed from a
// contract block, else from the method, and said.
func (p *planner) shape() {
	reads := p.base.Shape == tool.ShapeQuery
	p.plan.Shape = p.base.Shape
	for _, block := range p.decl.Blocks() {
		p.plan.Shape = block.Shape
	}
	if p.decl.Shape.Set {
		p.plan.Shape = tool.Shape(p.decl.Shape.V)
	} else {
		p.diags.Warnf(p.decl.Name.Pos, "shape-implicit", "tool %s does not say its shape; %s is guessed from %s", p.decl.Name.V, p.plan.Shape, p.op.Method)
		p.diags.Hint("write shape: %s", p.plan.Shape)
	}
	if p.plan.Shape == tool.ShapeQuery && !reads && !p.decl.Query.Safe.Set {
		p.diags.Errorf(p.decl.Name.Pos, "unsafe-query", "tool %s is a query, but %s usually changes something", p.decl.Name.V, p.op.Method)
		p.diags.Hint(`make it a command, or say why it only reads: query: {safe: "<why>"}`)
	}
	if p.plan.Shape == tool.ShapeCommand {
		p.plan.Effect = p.effect()
	}
	p.plan.Hints = compile.HintsOf(p.plan.Shape, p.plan.Effect, p.op.Method)
	p.hints()
}

// effect gives the command's effect, guessed from the method where the overlay
// is silent.
func (p *planner) effect() tool.Effect {
	if p.decl.Command.Effect.Set {
		return tool.Effect(p.decl.Command.Effect.V)
	}
	guess := p.base.Effect
	if guess == "" {
		guess = tool.EffectUpdate
	}
	pos := p.decl.Command.Pos
	if pos.IsZero() {
		pos = p.decl.Name.Pos
	}
	p.diags.Warnf(pos, "effect-implicit", "tool %s does not say its effect; %s is guessed from %s", p.decl.Name.V, guess, p.op.Method)
	p.diags.Hint("write command: {effect: %s, …}", guess)
	return guess
}

// hints applies the author's overrides, which may not contradict the shape.
func (p *planner) hints() {
	h := &p.decl.Hints
	if h.ReadOnly.Set && h.ReadOnly.V != p.plan.Hints.ReadOnly {
		p.diags.Errorf(h.ReadOnly.Pos, "conflict", "tool %s: read_only follows from the shape, %s", p.decl.Name.V, p.plan.Shape)
	}
	if h.Destructive.Set && !h.Destructive.V && p.plan.Effect == tool.EffectDelete {
		p.diags.Errorf(h.Destructive.Pos, "conflict", "tool %s deletes, so it is destructive", p.decl.Name.V)
	}
	p.plan.Hints.Destructive = h.Destructive.Or(p.plan.Hints.Destructive)
	p.plan.Hints.Idempotent = h.Idempotent.Or(p.plan.Hints.Idempotent)
	p.plan.Hints.OpenWorld = h.OpenWorld.Or(p.plan.Hints.OpenWorld)
}

// contract fills in the block that the shape names.
func (p *planner) contract() {
	c := &p.plan.Contract
	switch p.plan.Shape {
	case tool.ShapeQuery:
		c.Query = p.query(&p.decl.Query)
	case tool.ShapeCommand:
		c.Command = p.command(&p.decl.Command)
	case tool.ShapeJob:
		job := p.job(&p.decl.Job)
		c.Job = &job
	case tool.ShapeHandle:
		h := &p.decl.Handle
		c.Handle = &tool.Handle{TTL: h.TTL.V, Scope: h.Scope.Or("caller"), MaxBytes: h.MaxBytes.V, Sample: h.Sample.V}
	case tool.ShapeAgent:
		c.Agent = p.agent(&p.decl.Agent)
	case tool.ShapeHuman:
		c.Human = p.human(&p.decl.Human)
	}
}

func (p *planner) query(q *overlay.Query) *tool.Query {
	out := &tool.Query{Safe: q.Safe.V}
	if c := &q.Cache; !c.Pos.IsZero() {
		out.Cache = &tool.Cache{TTL: c.TTL.V, Vary: overlay.Values(c.Vary)}
		for _, v := range c.Vary {
			if !strings.HasPrefix(v.V, "caller.") && !slices.Contains(p.argNames(), v.V) {
				p.diags.Errorf(v.Pos, "dead-argument", "tool %s has no argument %q%s", p.decl.Name.V, v.V, diag.DidYouMean(v.V, p.argNames()))
			}
		}
	}
	return out
}

func (p *planner) command(c *overlay.Command) *tool.Command {
	out := &tool.Command{
		Effect:      p.plan.Effect,
		DryRun:      tool.DryRun{Kind: tool.DryRunPlan, Text: c.DryRun.Plan.V},
		Confirm:     tool.Confirm{TTL: c.Confirm.TTL.V, Unless: c.Confirm.Unless.V, AfterUntrusted: c.Confirm.AfterUntrusted.V, None: c.Confirm.None.V},
		Idempotency: p.idem,
		Before:      p.step(&c.Before, beforeMain),
	}
	p.placeholders(c.DryRun.Plan)
	if v := c.Confirm.None; v.Set && slices.Contains([]tool.Effect{tool.EffectDelete, tool.EffectPay, tool.EffectSend}, p.plan.Effect) {
		p.diags.Errorf(v.Pos, "confirm-needed", "tool %s: a command that can %s is always confirmed", p.decl.Name.V, p.plan.Effect)
	}
	if v := &c.DryRun.Validate; !v.Operation.Pos.IsZero() {
		out.DryRun = tool.DryRun{Kind: tool.DryRunValidate, Preview: p.step(v, beforeMain)}
		if op := p.picks[&v.Operation].Op; op != nil {
			out.DryRun.Select = p.answers.Picks(op, "", c.DryRun.Select)
		}
	}
	if v := &c.Verify; !v.Operation.Pos.IsZero() {
		out.Verify = &tool.Verify{Expect: v.Expect.V, Within: v.Within.V}
		if step := p.step(&v.Step, afterMain); step != nil {
			out.Verify.Step = *step
		}
	}
	if c.Undo.Set {
		out.Undo = p.roster.Tool(c.Undo)
		if other := p.roster.Declared(c.Undo.V); other != nil && other.Shape.Set && other.Shape.V != "command" {
			p.diags.Errorf(c.Undo.Pos, "conflict", "tool %s: %s has the shape %s, it undoes nothing", p.decl.Name.V, c.Undo.V, other.Shape.V)
		}
	}
	return out
}

// idempotency settles how the start of the tool happens once, and binds the
// place of a marker; those of keys are bound with the contract.
func (p *planner) idempotency() {
	var i *overlay.Idempotency
	switch p.plan.Shape {
	case tool.ShapeCommand:
		i = &p.decl.Command.Idempotency
	case tool.ShapeJob:
		i = &p.decl.Job.Idempotency
	case tool.ShapeAgent:
		i = &p.decl.Agent.Idempotency
	case tool.ShapeHuman:
		i = &p.decl.Human.Idempotency
	}
	switch {
	case i == nil || selection.Inbox(p.decl):
		return
	case i.Pos.IsZero():
		if p.plan.Shape == tool.ShapeHuman || p.plan.Shape == tool.ShapeCommand && p.decl.Command.Pos.IsZero() {
			effect := ""
			if p.plan.Effect != "" {
				effect = fmt.Sprintf("effect: %s, ", p.plan.Effect)
			}
			p.diags.Errorf(p.decl.Name.Pos, "idempotency-missing", "tool %s does not say how it is kept from running twice", p.decl.Name.V)
			p.diags.Hint(`write %s: {%sidempotency: {header: Idempotency-Key}}, or idempotency: {none: "<why>"}`, p.plan.Shape, effect)
		}
		return
	}
	p.idem = &tool.Idempotency{
		Header: i.Header.V, Query: i.Query.V, Body: i.Body.V, Marker: i.Marker.V, None: i.None.V,
		Format: i.Format.V, TTL: i.TTL.V, InProgress: i.InProgress.V, ReplaysErrors: i.ReplaysErrors.V,
	}
	at := overlay.Val[tool.Locator]{Set: true}
	switch {
	case i.Header.Set:
		at.V, at.Pos = tool.Locator{In: tool.InHeader, Name: i.Header.V}, i.Header.Pos
	case i.Query.Set:
		at.V, at.Pos = tool.Locator{In: tool.InQuery, Name: i.Query.V}, i.Query.Pos
	case i.Body.Set:
		at.V, at.Pos = tool.Locator{In: tool.InBody, Name: i.Body.V}, i.Body.Pos
	case i.Marker.Set:
		at.V, at.Pos = markerPlace(i.Marker.V), i.Marker.Pos
	default:
		return
	}
	l, ok := p.locate(at)
	if p.claim(l.At, "idempotency", at.Pos) && ok {
		p.plan.Fixed = append(p.plan.Fixed, compile.Fixed{At: l.At, Value: tool.Value{Gen: "idempotency-key"}, From: at.Pos})
	}
	if i.Header.Set {
		p.idem.Header = l.At.Name // as the description spells it
	}
}

// markerPlace reads a marker: a locator, a pointer into the body, or the name of
// a body field.
func markerPlace(s string) tool.Locator {
	if l, ok := tool.ParseLocator(s); ok {
		return l
	}
	if !strings.HasPrefix(s, "/") {
		s = node.Pointer{s}.String()
	}
	return tool.Locator{In: tool.InBody, Name: s}
}

// preview binds a native dry run: the tool's own operation, told not to act.
func (p *planner) preview(opts compile.Options) {
	d := &p.decl.Command.DryRun
	if len(d.Native) == 0 || p.plan.Contract.Command == nil {
		return
	}
	var fixed []compile.Fixed
	for _, pin := range d.Native {
		if l, ok := p.locate(pin.At); ok && p.constant(pin) {
			fixed = append(fixed, compile.Fixed{At: l.At, Value: tool.Value{Const: pin.Value.V.AppendJSON(nil)}, From: pin.At.Pos})
		}
	}
	picks := p.answers.Picks(p.op, "", d.Select)
	p.plan.Contract.Command.DryRun = tool.DryRun{
		Kind:    tool.DryRunNative,
		Preview: compile.Preview(p.op, p.plan, fixed, picks, opts, p.diags),
		Select:  picks,
	}
}

// unbound reports what the API requires and nothing fills.
func (p *planner) unbound() {
	for _, l := range compile.Unbound(p.op, p.plan) {
		p.diags.Errorf(p.decl.Name.Pos, "required-unbound", "tool %s: nothing fills the required %s", p.decl.Name.V, l.At)
		p.diags.Hint("name it under params, pin it, or inject it")
		p.diags.Relate(l.Pos, "required here")
	}
}
