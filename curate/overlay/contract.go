package overlay

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
)

func (p *parser) query(q *Query) setter {
	return func(what string, n *node.Node) {
		q.Pos = n.Pos()
		p.object(keys{"safe": p.text(&q.Safe), "cache": func(what string, n *node.Node) {
			q.Cache.Pos = n.Pos()
			p.object(keys{"ttl": p.duration(&q.Cache.TTL), "vary": p.texts(&q.Cache.Vary)})(what, n)
			p.need(n, what, "ttl")
		}})(what, n)
	}
}

func (p *parser) command(c *Command) setter {
	return func(what string, n *node.Node) {
		c.Pos = n.Pos()
		p.object(keys{
			"effect":      p.word(&c.Effect, effectWords()...),
			"dry_run":     p.dryRun(&c.DryRun),
			"confirm":     p.confirm(&c.Confirm),
			"idempotency": p.idempotency(&c.Idempotency),
			"before":      p.step(&c.Before, nil),
			"verify":      p.verify(&c.Verify),
			"undo":        p.text(&c.Undo),
		})(what, n)
		p.need(n, what, "idempotency")
	}
}

func (p *parser) dryRun(d *DryRun) setter {
	return func(what string, n *node.Node) {
		d.Pos = n.Pos()
		p.object(keys{
			"native":   p.pins(&d.Native),
			"select":   p.picks(&d.Select),
			"validate": p.step(&d.Validate, nil),
			"plan":     p.text(&d.Plan),
		})(what, n)
		p.one(what, n, "native", "validate", "plan")
		if n.Has("select") && n.Has("plan") {
			p.diags.Errorf(n.Member("select").Pos(), "conflict", "a plan sends nothing, so there is nothing to select")
		}
	}
}

func (p *parser) confirm(c *Confirm) setter {
	return func(what string, n *node.Node) {
		c.Pos = n.Pos()
		p.object(keys{
			"ttl":             p.duration(&c.TTL),
			"none":            p.text(&c.None),
			"unless":          p.text(&c.Unless),
			"after_untrusted": p.boolean(&c.AfterUntrusted),
		})(what, n)
		p.alone(what, n, "none")
	}
}

func (p *parser) idempotency(i *Idempotency) setter {
	return func(what string, n *node.Node) {
		i.Pos = n.Pos()
		p.object(keys{
			"header":         p.match(&i.Header, headerForm, "a header name"),
			"query":          p.text(&i.Query),
			"body":           p.match(&i.Body, pointerForm, "a JSON Pointer such as /request_id"),
			"marker":         p.text(&i.Marker),
			"none":           p.text(&i.None),
			"format":         p.word(&i.Format, "raw", "sf-string"),
			"ttl":            p.duration(&i.TTL),
			"in_progress":    p.integer(&i.InProgress, 100),
			"replays_errors": p.boolean(&i.ReplaysErrors),
		})(what, n)
		p.one(what, n, "header", "query", "body", "marker", "none")
		p.alone(what, n, "none")
	}
}

// step reads {operation, bind}; more holds further keys of the block.
func (p *parser) step(s *Step, more keys) setter {
	return func(what string, n *node.Node) {
		s.Pos = n.Pos()
		table := keys{"operation": p.operation(&s.Operation), "bind": p.pins(&s.Bind)}
		for k, read := range more {
			table[k] = read
		}
		p.object(table)(what, n)
		if !n.Has("location") {
			p.need(n, what, "operation")
		}
	}
}

func (p *parser) verify(v *Verify) setter {
	return func(what string, n *node.Node) {
		p.step(&v.Step, keys{"expect": p.text(&v.Expect), "within": p.duration(&v.Within)})(what, n)
		p.need(n, what, "expect")
	}
}

// jobKeys is the table that job, agent and human share.
func (p *parser) jobKeys(j *Job) keys {
	return keys{
		"idempotency": p.idempotency(&j.Idempotency),
		"status": func(what string, n *node.Node) {
			p.step(&j.Status, keys{
				"state":    p.pointer(&j.State),
				"progress": p.pointer(&j.Progress),
				"location": p.boolean(&j.Location),
			})(what, n)
			if n.Has("location") && n.Has("operation") {
				p.diags.Errorf(n.Member("location").Pos(), "conflict", "the status is read at the Location or through an operation: keep one")
			}
			p.need(n, what, "state")
		},
		"states": p.states(j),
		"poll": func(what string, n *node.Node) {
			j.Poll.Pos = n.Pos()
			p.object(keys{"after": p.text(&j.Poll.After), "else": p.duration(&j.Poll.Else), "give_up": p.duration(&j.Poll.GiveUp)})(what, n)
		},
		"fetch":       p.step(&j.Fetch, nil),
		"result":      p.result(&j.Result),
		"error":       p.pointer(&j.Error),
		"cancel":      p.step(&j.Cancel, nil),
		"inline_wait": p.duration(&j.InlineWait),
	}
}

func (p *parser) states(j *Job) setter {
	return func(what string, n *node.Node) {
		j.StatesPos = n.Pos()
		table := keys{}
		for _, class := range []string{"running", "blocked", "done", "failed", "cancelled"} {
			table[class] = func(what string, n *node.Node) {
				s := State{Class: Val[string]{V: what, Pos: n.Pos(), Set: true}}
				p.texts(&s.Values)(what, n)
				j.States = append(j.States, s)
			}
		}
		p.object(table)(what, n)
		p.need(n, what, "running", "done")
	}
}

func (p *parser) job(j *Job) setter {
	return func(what string, n *node.Node) {
		j.Pos = n.Pos()
		p.object(p.jobKeys(j))(what, n)
		p.need(n, what, "idempotency", "status", "states")
	}
}

func (p *parser) agent(a *Agent) setter {
	return func(what string, n *node.Node) {
		a.Pos = n.Pos()
		table := p.jobKeys(&a.Job)
		table["budget"] = p.caps(&a.Budget)
		table["calls"] = p.match(&a.Calls, rateForm, "a number of calls such as 3/h")
		table["reply"] = func(what string, n *node.Node) {
			p.step(&a.Reply, keys{"text": p.locator(&a.Text)})(what, n)
			p.need(n, what, "text")
		}
		table["answer"] = p.pointer(&a.Answer)
		table["evidence"] = func(what string, n *node.Node) {
			a.Evidence.Pos = n.Pos()
			p.object(keys{"items": p.pointer(&a.Evidence.Items), "select": p.picks(&a.Evidence.Select), "min": p.integer(&a.Evidence.Min, 1)})(what, n)
			p.need(n, what, "items")
		}
		table["scopes"] = p.texts(&a.Scopes)
		p.object(table)(what, n)
		p.need(n, what, "idempotency", "status", "states", "answer")
	}
}

// caps reads an agent's budget: each {LOCATOR: n}, or n where the upstream
// cannot be told.
func (p *parser) caps(dst *[]Cap) setter {
	table := keys{}
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
				p.wrong(what, "a positive number, or {LOCATOR: number}", limit)
				return
			}
			c.Limit = val(limit, limit)
			*dst = append(*dst, c)
		}
	}
	return p.object(table)
}

func (p *parser) human(h *Human) setter {
	return func(what string, n *node.Node) {
		h.Pos = n.Pos()
		table := p.jobKeys(&h.Job)
		table["answer"] = p.pointer(&h.Answer)
		table["by"] = p.pointer(&h.By)
		table["question"] = p.pointer(&h.Question)
		table["options"] = p.pointer(&h.Options)
		table["to"] = p.text(&h.To)
		table["ttl"] = p.duration(&h.TTL)
		p.object(table)(what, n)
	}
}

func (p *parser) handle(h *Handle) setter {
	return func(what string, n *node.Node) {
		h.Pos = n.Pos()
		p.object(keys{
			"ttl":       p.duration(&h.TTL),
			"scope":     p.word(&h.Scope, "caller"),
			"max_bytes": p.bytes(&h.MaxBytes),
			"sample":    p.integer(&h.Sample, 0),
		})(what, n)
	}
}

// effectWords gives the effects as words of the format.
func effectWords() []string {
	var words []string
	for _, e := range tool.Effects() {
		words = append(words, string(e))
	}
	return words
}

// alone reports a key that must have no company.
func (p *parser) alone(what string, n *node.Node, name string) {
	if n.Has(name) && len(n.Members()) > 1 {
		p.diags.Errorf(n.Member(name).Pos(), "conflict", "%s: %s stands alone", what, name)
	}
}

// one reports an object that has none or several of the names.
func (p *parser) one(what string, n *node.Node, names ...string) {
	if !n.Is(node.Object) {
		return
	}
	var have []string
	for _, k := range n.Keys() {
		if slices.Contains(names, k) {
			have = append(have, k)
		}
	}
	switch {
	case len(have) == 0:
		p.diags.Errorf(n.Pos(), "missing-key", "%s needs one of the keys %s", what, strings.Join(names, ", "))
	case len(have) > 1:
		p.diags.Errorf(n.Member(have[1]).Pos(), "conflict", "%s has both %s and %s: keep one", what, have[0], have[1])
	}
}
