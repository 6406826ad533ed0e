// Package condition checks the conditions of an overlay: those of audiences over
// the caller, those of a tool over its own arguments and answers. It says what is
// wrong and where; it must not evaluate a condition, nor change a tool.
package condition

import (
	"encoding/json"
	"slices"

	"github.com/oatools/oatools/compile/cond"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// Audiences type-checks the conditions of audiences, which see the caller.
func Audiences(list []overlay.Audience, diags *diag.List) {
	if len(list) == 0 {
		return
	}
	env, err := cond.New(cond.Scope{Caller: true})
	if err != nil {
		return // a scope without schemas cannot fail
	}
	for _, a := range list {
		judge(env, a.When, "audience "+a.Name.V, nil, diags)
	}
}

// Tool type-checks the conditions of a tool, as decl states them, over the
// schemas of what became of it. Arguments in wrong are reported already.
func Tool(decl *overlay.Tool, t *tool.Tool, wrong []string, diags *diag.List) {
	var list []overlay.Val[string]
	for _, r := range decl.Require {
		list = append(list, r.When)
	}
	for _, a := range decl.Approval {
		list = append(list, a.When)
	}
	list = append(list, decl.Command.Confirm.Unless)
	over(cond.Scope{Args: arguments(t), Caller: true}, list, decl.Name.V, wrong, diags)
	if expect := decl.Command.Verify.Expect; expect.Set && t.Command != nil && t.Command.Verify != nil {
		scope := cond.Scope{Args: arguments(t), Caller: true, Result: answer(&t.Command.Verify.Step)}
		over(scope, []overlay.Val[string]{expect}, decl.Name.V, wrong, diags)
	}
}

// over judges conditions of the tool name that see the same things.
func over(scope cond.Scope, list []overlay.Val[string], name string, wrong []string, diags *diag.List) {
	var env *cond.Env
	for _, v := range list {
		if !v.Set {
			continue
		}
		if env == nil {
			made, err := cond.New(scope)
			if err != nil {
				diags.Errorf(v.Pos, "bad-condition", "tool %s: its schema cannot be used in conditions: %v", name, err)
				return
			}
			env = made
		}
		judge(env, v, "tool "+name, wrong, diags)
	}
}

// judge reports what is wrong with one condition; arguments that are wrong
// themselves are left alone.
func judge(env *cond.Env, v overlay.Val[string], what string, wrong []string, diags *diag.List) {
	if !v.Set {
		return
	}
	c, problems := env.Compile(v.V)
	for _, pr := range problems {
		diags.Errorf(v.Pos, "bad-condition", "%s: %s (column %d of %q)", what, pr.Message, pr.Col, v.V)
	}
	if c == nil {
		return
	}
	for _, name := range c.Unguarded() {
		if slices.Contains(wrong, name) {
			continue
		}
		diags.Warnf(v.Pos, "condition-optional", "%s: args.%s may be absent; the condition then fails and the careful branch is taken", what, name)
		diags.Hint("ask first: has(args.%s) && …", name)
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
