package curate

import (
	"encoding/json"
	"slices"

	"github.com/oatools/oatools/compile/cond"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// checkAudiences type-checks the conditions of audiences, which see the caller.
func (b *builder) checkAudiences() {
	if len(b.overlay.Audiences) == 0 {
		return
	}
	env, err := cond.New(cond.Scope{Caller: true})
	if err != nil {
		return // a scope without schemas cannot fail
	}
	for _, a := range b.overlay.Audiences {
		b.condition(env, a.When, "audience "+a.Name.V, nil)
	}
}

// conditions type-checks the conditions of a tool from its own schemas.
func (p *planner) conditions(t *tool.Tool) {
	var list []overlay.Val[string]
	for _, r := range p.decl.Require {
		list = append(list, r.When)
	}
	for _, a := range p.decl.Approval {
		list = append(list, a.When)
	}
	list = append(list, p.decl.Command.Confirm.Unless)
	p.conditionsOver(cond.Scope{Args: arguments(t), Caller: true}, list)
	if expect := p.decl.Command.Verify.Expect; expect.Set && t.Command != nil && t.Command.Verify != nil {
		scope := cond.Scope{Args: arguments(t), Caller: true, Result: answer(&t.Command.Verify.Step)}
		p.conditionsOver(scope, []overlay.Val[string]{expect})
	}
}

func (p *planner) conditionsOver(scope cond.Scope, list []overlay.Val[string]) {
	var env *cond.Env
	for _, v := range list {
		if !v.Set {
			continue
		}
		if env == nil {
			made, err := cond.New(scope)
			if err != nil {
				p.diags.Errorf(v.Pos, "bad-condition", "tool %s: its schema cannot be used in conditions: %v", p.decl.Name.V, err)
				return
			}
			env = made
		}
		p.condition(env, v, "tool "+p.decl.Name.V, p.phantoms)
	}
}

// condition reports what is wrong with one condition; arguments that are wrong
// themselves are left alone.
func (b *builder) condition(env *cond.Env, v overlay.Val[string], what string, wrong []string) {
	if !v.Set {
		return
	}
	c, problems := env.Compile(v.V)
	for _, pr := range problems {
		b.diags.Errorf(v.Pos, "bad-condition", "%s: %s (column %d of %q)", what, pr.Message, pr.Col, v.V)
	}
	if c == nil {
		return
	}
	for _, name := range c.Unguarded() {
		if slices.Contains(wrong, name) {
			continue
		}
		b.diags.Warnf(v.Pos, "condition-optional", "%s: args.%s may be absent; the condition then fails and the careful branch is taken", what, name)
		b.diags.Hint("ask first: has(args.%s) && …", name)
	}
}

// arguments gives a tool's input schema without the control arguments.
func arguments(t *tool.Tool) json.RawMessage {
	var quiet diag.List
	root := node.ReadJSON("", t.Input, node.Limits{}, &quiet)
	props := root.Get("properties").Without(t.ControlArgs()...)
	return root.With("properties", props).AppendJSON(nil)
}

// answer gives the schema of a step's success answer; anything when there is
// none.
func answer(s *tool.Step) json.RawMessage {
	if r := s.Answer(); r != nil {
		return r.Schema
	}
	return json.RawMessage("true")
}
