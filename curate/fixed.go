package curate

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/narrow"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/secret"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

func (p *planner) pins() {
	for _, pin := range p.decl.Pin {
		p.fix("pin", pin)
	}
	for _, u := range p.decl.Undeclared {
		if slices.Contains(p.plan.Undeclared, u.V) {
			p.undeclaredSecrets(u)
		}
	}
}

// fix gives a place a constant on behalf of a block.
func (p *planner) fix(block string, pin overlay.Pin) {
	if !p.constant(pin) {
		return
	}
	l, ok := p.locate(pin.At)
	if !p.claim(l.At, block, pin.At.Pos) || !ok {
		return
	}
	p.plan.Fixed = append(p.plan.Fixed, compile.Fixed{
		At: l.At, Value: tool.Value{Const: pin.Value.V.AppendJSON(nil)}, From: pin.At.Pos,
	})
}

// constant judges a constant for a place of the request and refuses those that
// must not be written here. One that the place does not take is reported, and
// has the place all the same.
func (p *planner) constant(pin overlay.Pin) bool {
	if why := place.Credential(p.op, pin.At.V); why != "" {
		p.diags.Errorf(pin.Value.Pos, "secret-literal", "%s %s; its value must not be written here", pin.At.V, why)
		p.diags.Hint("write an auth entry with type apiKey, in, name and a secret reference under the source")
		return false
	}
	if text, ok := pin.Value.V.Str(); ok && secret.Text(text) {
		p.diags.Errorf(pin.Value.Pos, "secret-literal", "the value pinned to %s looks like a secret", pin.At.V)
		p.diags.Hint("write an auth entry with a secret reference, and replace the secret if it was real")
		return false
	}
	if place.Locate(p.op, p.plan.Media, pin.At.V).OK {
		narrow.CheckValue(p.op, pin.At.V, pin.Value.V.AppendJSON(nil), pin.Value.Pos, p.diags)
	}
	return true
}

// undeclaredSecrets refuses a credential-like undeclared place that the model
// could come to choose.
func (p *planner) undeclaredSecrets(u overlay.Val[tool.Locator]) {
	if why := place.Reserved(p.op, u.V); why != "" {
		p.diags.Errorf(u.Pos, "reserved-locator", "%s cannot be set by an overlay: it is %s", u.V, why)
	}
}

// injects fills places from the caller: the tool's own, and the defaults where
// the operation declares the place.
func (p *planner) injects() {
	own := map[tool.Locator]bool{}
	for _, in := range p.decl.Inject {
		if !place.Locate(p.op, p.plan.Media, in.At.V).OK && p.stepDeclares(in.At.V) {
			continue // only steps take it
		}
		l, ok := p.locate(in.At)
		own[l.At] = true
		if p.claim(l.At, "inject", in.At.Pos) && ok {
			p.inject(l.At, in)
		}
	}
	for _, in := range p.overlay.Defaults.Inject {
		l := place.Locate(p.op, p.plan.Media, in.At.V)
		if !l.OK && !slices.Contains(p.plan.Undeclared, in.At.V) {
			p.used[in.At.V] = p.used[in.At.V] || p.stepDeclares(in.At.V)
			continue
		}
		p.used[in.At.V] = true
		if !own[l.At] && p.claim(l.At, "defaults.inject", in.At.Pos) {
			p.inject(l.At, in)
		}
	}
}

func (p *planner) inject(at tool.Locator, in overlay.Inject) {
	if why := place.Credential(p.op, in.At.V); why != "" {
		p.diags.Errorf(in.At.Pos, "credential-bound", "%s %s; it comes from auth, not from inject", in.At.V, why)
		return
	}
	p.plan.Fixed = append(p.plan.Fixed, compile.Fixed{At: at, Value: injected(in), From: in.At.Pos})
}

// injected gives the value of an injection.
func injected(in overlay.Inject) tool.Value {
	if key, ok := strings.CutPrefix(in.From.V, "run."); ok {
		return tool.Value{Run: key}
	}
	return tool.Value{Caller: strings.TrimPrefix(in.From.V, "caller.")}
}
