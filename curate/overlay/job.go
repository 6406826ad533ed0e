package overlay

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/value"
)

// jobKeys is the table that job, agent and human share.
func (p *parser) jobKeys(j *Job) value.Keys {
	return value.Keys{
		"idempotency": p.idempotency(&j.Idempotency),
		"status": func(what string, n *node.Node) {
			p.step(&j.Status, value.Keys{
				"state":    p.pointer(&j.State),
				"progress": p.pointer(&j.Progress),
				"location": p.boolean(&j.Location),
			})(what, n)
			if n.Has("location") && n.Has("operation") {
				p.Diags.Errorf(n.Member("location").Pos(), "conflict", "the status is read at the Location or through an operation: keep one")
			}
			p.Need(n, what, "state")
		},
		"states": p.states(j),
		"poll": func(what string, n *node.Node) {
			j.Poll.Pos = n.Pos()
			p.Object(value.Keys{"after": p.text(&j.Poll.After), "else": p.duration(&j.Poll.Else), "give_up": p.duration(&j.Poll.GiveUp)})(what, n)
		},
		"fetch":       p.step(&j.Fetch, nil),
		"result":      p.result(&j.Result),
		"error":       p.pointer(&j.Error),
		"cancel":      p.step(&j.Cancel, nil),
		"inline_wait": p.duration(&j.InlineWait),
	}
}

func (p *parser) states(j *Job) value.Setter {
	return func(what string, n *node.Node) {
		j.StatesPos = n.Pos()
		table := value.Keys{}
		for _, class := range []string{"running", "blocked", "done", "failed", "cancelled"} {
			table[class] = func(what string, n *node.Node) {
				s := State{Class: Val[string]{V: what, Pos: n.Pos(), Set: true}}
				p.texts(&s.Values)(what, n)
				j.States = append(j.States, s)
			}
		}
		p.Object(table)(what, n)
		p.Need(n, what, "running", "done")
	}
}

func (p *parser) job(j *Job) value.Setter {
	return func(what string, n *node.Node) {
		j.Pos = n.Pos()
		p.Object(p.jobKeys(j))(what, n)
		p.Need(n, what, "idempotency", "status", "states")
	}
}

func (p *parser) agent(a *Agent) value.Setter {
	return func(what string, n *node.Node) {
		a.Pos = n.Pos()
		table := p.jobKeys(&a.Job)
		table["budget"] = p.caps(&a.Budget)
		table["calls"] = p.match(&a.Calls, rateForm, "a number of calls such as 3/h")
		table["reply"] = func(what string, n *node.Node) {
			p.step(&a.Reply, value.Keys{"text": p.locator(&a.Text)})(what, n)
			p.Need(n, what, "text")
		}
		table["answer"] = p.pointer(&a.Answer)
		table["evidence"] = func(what string, n *node.Node) {
			a.Evidence.Pos = n.Pos()
			p.Object(value.Keys{"items": p.pointer(&a.Evidence.Items), "select": p.picks(&a.Evidence.Select), "min": p.integer(&a.Evidence.Min, 1)})(what, n)
			p.Need(n, what, "items")
		}
		table["scopes"] = p.texts(&a.Scopes)
		p.Object(table)(what, n)
		p.Need(n, what, "idempotency", "status", "states", "answer")
	}
}

// caps reads an agent's budget: each {LOCATOR: n}, or n where the upstream
// cannot be told.
func (p *parser) caps(dst *[]Cap) value.Setter {
	table := value.Keys{}
	for _, of := range []string{"seconds", "steps", "tokens", "usd"} {
		table[of] = func(what string, n *node.Node) {
			c := Cap{Of: Val[string]{V: what, Pos: n.Pos(), Set: true}}
			limit := n
			if n.Is(node.Object) && len(n.Members()) == 1 {
				m := &n.Members()[0]
				if c.At = p.parseLocator(Val[string]{V: m.Key, Pos: m.Pos(), Set: true}); !c.At.Set {
					return
				}
				limit = m.Value
			}
			r, ok := limit.Rat()
			if !ok || r.Sign() <= 0 || what != "usd" && !r.IsInt() {
				p.Wrong(what, "a positive number, or {LOCATOR: number}", limit)
				return
			}
			c.Limit = val(limit, limit)
			*dst = append(*dst, c)
		}
	}
	return p.Object(table)
}

func (p *parser) human(h *Human) value.Setter {
	return func(what string, n *node.Node) {
		h.Pos = n.Pos()
		table := p.jobKeys(&h.Job)
		table["answer"] = p.pointer(&h.Answer)
		table["by"] = p.pointer(&h.By)
		table["question"] = p.pointer(&h.Question)
		table["options"] = p.pointer(&h.Options)
		table["to"] = p.text(&h.To)
		table["ttl"] = p.duration(&h.TTL)
		p.Object(table)(what, n)
	}
}
