package curate

import (
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// inboxOperation makes up an operation whose body is the arguments of a tool
// without one, so that such a tool is laid out like every other. Its binding is
// dropped in the end: the built-in inbox sends nothing.
func inboxOperation(decl *overlay.Tool) *oas.Operation {
	var props []node.Member
	var required []string
	for _, a := range decl.Params.Args {
		schema := a.Schema.V
		if schema == nil {
			schema = node.NewObject()
		}
		props = append(props, node.M(a.Name.V, schema))
		if a.Required.V {
			required = append(required, a.Name.V)
		}
	}
	body := node.NewObject(
		node.M("type", node.NewString("object")),
		node.M("properties", node.NewObject(props...)),
		node.M("required", node.NewStrings(required...)),
	)
	return &oas.Operation{
		Method: "POST", Path: "/", Pos: decl.Name.Pos,
		Body: &oas.Body{Required: true, Content: []oas.Media{{Type: "application/json", Schema: body}}},
	}
}

// inbox fills in the contract of a human tool that has no operation.
func (p *planner) inbox(h *overlay.Human) *tool.Human {
	for _, v := range []struct {
		pos  diag.Pos
		name string
	}{
		{h.Status.Pos, "status"}, {h.StatesPos, "states"}, {h.Answer.Pos, "answer"}, {h.By.Pos, "by"},
		{h.Idempotency.Pos, "idempotency"}, {h.Cancel.Pos, "cancel"}, {h.Fetch.Pos, "fetch"}, {h.Poll.Pos, "poll"},
	} {
		if !v.pos.IsZero() {
			p.diags.Errorf(v.pos, "conflict", "tool %s asks through the built-in inbox: %s has no meaning without an operation", p.decl.Name.V, v.name)
		}
	}
	if !h.Question.Set {
		p.diags.Errorf(h.Pos, "missing-key", "human without an operation needs the key %q", "question")
	}
	p.inboxArg(h.Question, "string")
	p.inboxArg(h.Options, "array")
	if to := h.To; to.Set && to.V != "caller" {
		p.roster.Audience(to)
	}
	return &tool.Human{
		Question: h.Question.V.String(), Options: h.Options.V.String(), To: h.To.Or("caller"), TTL: h.TTL.V,
	}
}

// inboxArg checks that a pointer names an argument of a type.
func (p *planner) inboxArg(at overlay.Val[node.Pointer], kind string) {
	if !at.Set {
		return
	}
	for _, a := range p.decl.Params.Args {
		if len(at.V) != 1 || at.V[0] != a.Name.V {
			continue
		}
		if have, ok := a.Schema.V.Get("type").Str(); ok && have != kind {
			p.diags.Errorf(at.Pos, "wrong-type", "argument %s is %s, expected %s", a.Name.V, have, kind)
		}
		return
	}
	p.diags.Errorf(at.Pos, "dead-argument", "tool %s has no argument %s%s", p.decl.Name.V, at.V, diag.DidYouMean(at.V.String(), p.argNames()))
}

// argNames lists the arguments of the plan.
func (p *planner) argNames() []string {
	var names []string
	for _, a := range p.plan.Args {
		names = append(names, a.Name)
	}
	return names
}
