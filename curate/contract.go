package curate

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// checkBlocks reports contract blocks that do not belong to the stated shape.
func (b *builder) checkBlocks(decl *overlay.Tool) {
	if !decl.Shape.Set {
		if !decl.Query.Pos.IsZero() && !decl.Command.Pos.IsZero() {
			b.diags.Errorf(decl.Command.Pos, "conflict", "tool %s has both a query and a command block: keep one", decl.Name.V)
		}
		return
	}
	for _, block := range []struct {
		shape tool.Shape
		pos   diag.Pos
	}{{tool.ShapeQuery, decl.Query.Pos}, {tool.ShapeCommand, decl.Command.Pos}} {
		if !block.pos.IsZero() && string(block.shape) != decl.Shape.V {
			b.diags.Errorf(block.pos, "foreign-block", "tool %s is a %s: it cannot have a %s block", decl.Name.V, decl.Shape.V, block.shape)
			b.diags.Relate(decl.Shape.Pos, "the shape")
		}
	}
	if s := tool.Shape(decl.Shape.V); s != tool.ShapeQuery && s != tool.ShapeCommand {
		b.diags.Errorf(decl.Shape.Pos, "not-yet", "shape %q is part of the format but not supported yet", decl.Shape.V)
	}
}

// shape settles what kind of tool this is. What is not stated is guessed from a
// contract block, else from the method, and said.
func (p *planner) shape() {
	reads := p.op.Method == "GET" || p.op.Method == "HEAD"
	switch {
	case p.decl.Shape.Set:
		p.plan.Shape = tool.Shape(p.decl.Shape.V)
	case !p.decl.Command.Pos.IsZero():
		p.plan.Shape = tool.ShapeCommand
	case !p.decl.Query.Pos.IsZero():
		p.plan.Shape = tool.ShapeQuery
	case reads:
		p.plan.Shape = tool.ShapeQuery
	default:
		p.plan.Shape = tool.ShapeCommand
	}
	if !p.decl.Shape.Set {
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
	guess := tool.EffectCreate
	switch p.op.Method {
	case "PUT", "PATCH":
		guess = tool.EffectUpdate
	case "DELETE":
		guess = tool.EffectDelete
	}
	p.diags.Warnf(p.commandPos(), "effect-implicit", "tool %s does not say its effect; %s is guessed from %s", p.decl.Name.V, guess, p.op.Method)
	p.diags.Hint("write command: {effect: %s, …}", guess)
	return guess
}

func (p *planner) commandPos() diag.Pos {
	if pos := p.decl.Command.Pos; !pos.IsZero() {
		return pos
	}
	return p.decl.Name.Pos
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
	switch p.plan.Shape {
	case tool.ShapeQuery:
		p.plan.Contract.Query = &tool.Query{Safe: p.decl.Query.Safe.V}
	case tool.ShapeCommand:
		c := &p.decl.Command
		p.plan.Contract.Command = &tool.Command{
			Effect:      p.plan.Effect,
			DryRun:      tool.DryRun{Kind: tool.DryRunPlan, Text: c.DryRun.Plan.V},
			Confirm:     p.confirm(&c.Confirm),
			Idempotency: p.idempotency(&c.Idempotency),
		}
	}
}

func (p *planner) confirm(c *overlay.Confirm) tool.Confirm {
	if c.None.Set && slices.Contains([]tool.Effect{tool.EffectDelete, tool.EffectPay, tool.EffectSend}, p.plan.Effect) {
		p.diags.Errorf(c.None.Pos, "confirm-needed", "tool %s: a command that can %s is always confirmed", p.decl.Name.V, p.plan.Effect)
	}
	return tool.Confirm{TTL: c.TTL.V, None: c.None.V}
}

// idempotency binds the place of the key and fills in the contract.
func (p *planner) idempotency(i *overlay.Idempotency) *tool.Idempotency {
	if i.Pos.IsZero() {
		if p.decl.Command.Pos.IsZero() {
			p.diags.Errorf(p.decl.Name.Pos, "idempotency-missing", "tool %s does not say how it is kept from running twice", p.decl.Name.V)
			p.diags.Hint(`write command: {effect: %s, idempotency: {header: Idempotency-Key}}, or idempotency: {none: "<why>"}`, p.plan.Effect)
		}
		return nil
	}
	out := &tool.Idempotency{
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
		return out
	}
	l, ok := p.locate(at)
	if p.claim(l.At, "idempotency", at.Pos) && ok {
		p.plan.Fixed = append(p.plan.Fixed, compile.Fixed{At: l.At, Value: tool.Value{Gen: "idempotency-key"}, From: at.Pos})
	}
	return out
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
	p.plan.Contract.Command.DryRun = tool.DryRun{
		Kind:    tool.DryRunNative,
		Preview: compile.Preview(p.op, p.plan, fixed, opts, p.diags),
		Select:  p.picks("", d.Select),
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

// properties lists the names of an object schema's properties.
func (p *planner) properties(n *node.Node) (names []string, plain bool) {
	props, plain := schema.Properties(p.op.Document, n)
	for _, prop := range props {
		names = append(names, prop.Name)
	}
	return names, plain
}
