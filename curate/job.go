package curate

import (
	"cmp"
	"strconv"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/curate/selection"
)

// job fills in what job, agent and human share.
func (p *planner) job(j *overlay.Job) tool.Job {
	out := tool.Job{
		Idempotency: p.idem, Location: j.Location.V,
		Status: p.step(&j.Status, afterMain), Fetch: p.step(&j.Fetch, afterMain), Cancel: p.step(&j.Cancel, afterMain),
		State: j.State.V.String(), Progress: j.Progress.V.String(), Error: j.Error.V.String(), InlineWait: j.InlineWait.V,
	}
	status := p.picks[&j.Status.Operation].Op
	if status == nil && !j.Location.V {
		return out
	}
	answer := status
	if fetch := p.picks[&j.Fetch.Operation].Op; fetch != nil {
		answer = fetch
	}
	out.States = p.answers.States(j, status, p.plan.Shape != tool.ShapeJob)
	p.answers.Pointer(status, j.Progress)
	p.answers.Pointer(status, j.Error)
	out.Result = p.resultOf(answer, &j.Result)
	if !j.Poll.Pos.IsZero() {
		if j.Poll.After.Set && status != nil {
			p.answers.Expression(status, j.Poll.After)
		}
		out.Poll = &tool.Poll{After: j.Poll.After.V, Else: j.Poll.Else.V, GiveUp: j.Poll.GiveUp.V}
	}
	return out
}

// agent fills in the contract of an agent.
func (p *planner) agent(a *overlay.Agent) *tool.Agent {
	out := &tool.Agent{Budget: p.caps(a.Budget), Calls: a.Calls.V, Answer: a.Answer.V.String(), Scopes: overlay.Values(a.Scopes)}
	out.Job = p.job(&a.Job)
	answer := cmp.Or(p.picks[&a.Fetch.Operation].Op, p.picks[&a.Status.Operation].Op)
	p.answers.Pointer(answer, a.Answer)
	if !a.Reply.Operation.Pos.IsZero() {
		out.Reply = p.reply(a)
	}
	if len(out.States.Blocked) > 0 && a.Reply.Operation.Pos.IsZero() {
		p.diags.Warnf(a.StatesPos, "reply-missing", "tool %s can be blocked, but nobody can reply to it", p.decl.Name.V)
	}
	if e := &a.Evidence; !e.Pos.IsZero() {
		out.Evidence = &tool.Evidence{Items: e.Items.V.String(), Min: e.Min.Or(1)}
		if answer != nil {
			if p.answers.Items(answer, e.Items) {
				out.Evidence.Select = p.answers.Picks(answer, out.Evidence.Items, e.Select)
			}
		}
	}
	return out
}

// reply binds the step that answers a blocked agent; its text is the argument
// /text of the companion tool.
func (p *planner) reply(a *overlay.Agent) *tool.Step {
	op := p.picks[&a.Reply.Operation].Op
	if op == nil || !a.Text.Set {
		return nil
	}
	l := place.Locate(op, "", a.Text.V)
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
	case selection.Inbox(p.decl):
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
	answer := cmp.Or(p.picks[&h.Fetch.Operation].Op, p.picks[&h.Status.Operation].Op)
	p.answers.Pointer(answer, h.Answer)
	p.answers.Pointer(answer, h.By)
	return out
}
