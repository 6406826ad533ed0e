package curate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// job fills in what job, agent and human share.
func (p *planner) job(j *overlay.Job) tool.Job {
	out := tool.Job{
		Idempotency: p.idem, Location: j.Location.V,
		Status: p.step(&j.Status, afterMain), Fetch: p.step(&j.Fetch, afterMain), Cancel: p.step(&j.Cancel, afterMain),
		State: j.State.V.String(), Progress: j.Progress.V.String(), Error: j.Error.V.String(), InlineWait: j.InlineWait.V,
	}
	status := p.picks[&j.Status.Operation].op
	if status == nil && !j.Location.V {
		return out
	}
	answer := status
	if fetch := p.picks[&j.Fetch.Operation].op; fetch != nil {
		answer = fetch
	}
	out.States = p.states(j, status)
	p.pointerIn(status, j.Progress)
	p.pointerIn(status, j.Error)
	out.Result = p.resultOf(answer, &j.Result)
	if !j.Poll.Pos.IsZero() {
		if j.Poll.After.Set && status != nil {
			p.checkResponse(status, j.Poll.After)
		}
		out.Poll = &tool.Poll{After: j.Poll.After.V, Else: j.Poll.Else.V, GiveUp: j.Poll.GiveUp.V}
	}
	return out
}

// pointerIn checks a pointer into the answer of op; a nil op is not known.
func (p *planner) pointerIn(op *oas.Operation, at overlay.Val[node.Pointer]) compile.Located {
	if op == nil || !at.Set {
		return compile.Located{}
	}
	l := compile.LocateResult(op, "", at.V)
	if !l.OK {
		p.deadResult(at.Pos, at.V.String(), l)
	}
	return l
}

// states sorts the values of the state field into classes: every value that the
// description declares, exactly once.
func (p *planner) states(j *overlay.Job, status *oas.Operation) tool.States {
	var out tool.States
	if j.StatesPos.IsZero() {
		return out
	}
	classes := map[string]*[]string{
		"running": &out.Running, "blocked": &out.Blocked, "done": &out.Done, "failed": &out.Failed, "cancelled": &out.Cancelled,
	}
	first := map[string]overlay.Val[string]{}
	var stated []string
	for _, s := range j.States {
		if s.Class.V == "blocked" && p.plan.Shape == tool.ShapeJob {
			p.diags.Errorf(s.Class.Pos, "conflict", "tool %s: blocked is a class of the shapes agent and human", p.decl.Name.V)
		}
		for _, v := range s.Values {
			if other, ok := first[v.V]; ok {
				p.diags.Errorf(v.Pos, "state-twice", "tool %s: state %q is in two classes", p.decl.Name.V, v.V)
				p.diags.Relate(other.Pos, "the other one")
				continue
			}
			first[v.V] = v
			stated = append(stated, v.V)
			*classes[s.Class.V] = append(*classes[s.Class.V], v.V)
		}
	}
	l := p.pointerIn(status, j.State)
	values := enumOf(l.Schema, status)
	if values == nil {
		if l.OK || j.Location.V {
			p.diags.Warnf(j.StatesPos, "states-unchecked", "tool %s: the description does not list the states, so that a new one is noticed only at run time", p.decl.Name.V)
		}
		return out
	}
	for _, name := range stated {
		if !slices.Contains(values, name) {
			p.diags.Errorf(first[name].Pos, "dead-state", "tool %s: %q is no state of the API (it has %s)", p.decl.Name.V, name, strings.Join(values, ", "))
			p.diags.Relate(l.Pos, "declared here")
		}
	}
	for _, v := range values {
		if _, ok := first[v]; !ok {
			p.diags.Errorf(j.StatesPos, "state-unmapped", "tool %s: the state %q is in no class", p.decl.Name.V, v)
			p.diags.Relate(l.Pos, "declared here")
		}
	}
	return out
}

// enumOf gives the texts of a schema's enum, references followed; nil without
// one.
func enumOf(n *node.Node, op *oas.Operation) []string {
	for range 16 {
		ref, ok := n.Get("$ref").Str()
		if !ok || op == nil || op.Document == nil {
			break
		}
		next, _, err := op.Document.Resolve(n, ref)
		if err != nil {
			return nil
		}
		n = next
	}
	var out []string
	for _, v := range n.Get("enum").Items() {
		if s, ok := v.Str(); ok {
			out = append(out, s)
		}
	}
	return out
}

// agent fills in the contract of an agent.
func (p *planner) agent(a *overlay.Agent) *tool.Agent {
	out := &tool.Agent{Budget: p.caps(a.Budget), Calls: a.Calls.V, Answer: a.Answer.V.String(), Scopes: overlay.Values(a.Scopes)}
	out.Job = p.job(&a.Job)
	answer := cmp.Or(p.picks[&a.Fetch.Operation].op, p.picks[&a.Status.Operation].op)
	p.pointerIn(answer, a.Answer)
	if !a.Reply.Operation.Pos.IsZero() {
		out.Reply = p.reply(a)
	}
	if len(out.States.Blocked) > 0 && a.Reply.Operation.Pos.IsZero() {
		p.diags.Warnf(a.StatesPos, "reply-missing", "tool %s can be blocked, but nobody can reply to it", p.decl.Name.V)
	}
	if e := &a.Evidence; !e.Pos.IsZero() {
		out.Evidence = &tool.Evidence{Items: e.Items.V.String(), Min: e.Min.Or(1)}
		if answer != nil {
			if p.items(answer, e.Items) {
				out.Evidence.Select = p.picksIn(answer, out.Evidence.Items, e.Select)
			}
		}
	}
	return out
}

// reply binds the step that answers a blocked agent; its text is the argument
// /text of the companion tool.
func (p *planner) reply(a *overlay.Agent) *tool.Step {
	op := p.picks[&a.Reply.Operation].op
	if op == nil || !a.Text.Set {
		return nil
	}
	l := compile.Locate(op, "", a.Text.V)
	if !l.OK {
		p.deadParameter(op, a.Text, l.Names)
		return nil
	}
	return p.step(&a.Reply, afterMain, compile.Fixed{At: l.At, Value: tool.Value{Arg: "/text"}, From: a.Text.Pos})
}

// caps binds the budget where the upstream can be told, and gives the limits.
func (p *planner) caps(list []overlay.Cap) tool.AgentBudget {
	var out tool.AgentBudget
	for _, c := range list {
		text := c.Limit.V.Text()
		whole, _ := strconv.Atoi(text)
		switch c.Of.V {
		case "seconds":
			out.Seconds = whole
		case "steps":
			out.Steps = whole
		case "tokens":
			out.Tokens = whole
		case "usd":
			out.USD, _ = strconv.ParseFloat(text, 64)
		}
		if c.At.Set {
			p.fix("budget", overlay.Pin{At: c.At, Value: c.Limit})
		}
	}
	return out
}

// human fills in the contract of a human.
func (p *planner) human(h *overlay.Human) *tool.Human {
	switch {
	case h.Pos.IsZero():
		return &tool.Human{}
	case isInbox(p.decl):
		return p.inbox(h)
	}
	for _, v := range []overlay.Val[node.Pointer]{h.Question, h.Options} {
		if v.Set {
			p.diags.Errorf(v.Pos, "conflict", "tool %s asks through an operation: question and options are for the built-in inbox", p.decl.Name.V)
		}
	}
	if h.To.Set {
		p.diags.Errorf(h.To.Pos, "conflict", "tool %s asks through an operation: to is for the built-in inbox", p.decl.Name.V)
	}
	for _, need := range []struct {
		stated bool
		key    string
	}{{!h.Status.Pos.IsZero(), "status"}, {!h.StatesPos.IsZero(), "states"}, {h.Answer.Set, "answer"}} {
		if !need.stated {
			p.diags.Errorf(h.Pos, "missing-key", "human needs the key %q", need.key)
		}
	}
	out := &tool.Human{Answer: h.Answer.V.String(), By: h.By.V.String(), TTL: h.TTL.V}
	out.Job = p.job(&h.Job)
	answer := cmp.Or(p.picks[&h.Fetch.Operation].op, p.picks[&h.Status.Operation].op)
	p.pointerIn(answer, h.Answer)
	p.pointerIn(answer, h.By)
	return out
}
