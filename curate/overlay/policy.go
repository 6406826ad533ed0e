package overlay

import (
	"slices"
	"strconv"
	"time"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/value"
)

var (
	rateForm  = form(`^[1-9][0-9]{0,8}/[smh]$`)
	identForm = form(`^[a-z][a-z0-9_]{0,63}$`)
)

// Codes lists the error codes that an overlay may name: those of the runtime's
// closed list.
func Codes() []string {
	return []string{
		"invalid_input", "invalid_reference", "unknown_tool", "unauthenticated", "forbidden", "approval_rejected",
		"not_found", "conflict", "precondition_required", "business_rejected", "rate_limited", "budget_exhausted",
		"dependency_unavailable", "dependency_error", "timeout", "unknown_outcome", "effect_unverified", "in_progress",
		"partial_success", "result_incomplete", "result_too_large", "unsupported_response", "response_contract",
		"upstream_redirected", "blocked_destination", "cancelled", "tool_unavailable", "spec_drift",
		"configuration_error", "output_blocked", "internal",
	}
}

// date reads a day; it says nothing about the present.
func (p *parser) date(dst *Val[string]) value.Setter {
	return func(what string, n *node.Node) {
		s, ok := n.Str()
		if _, err := time.Parse(time.DateOnly, s); !ok || err != nil {
			p.Wrong(what, "a day such as 2027-03-31", n)
			return
		}
		*dst = val(s, n)
	}
}

// scalars reads a list of texts, numbers and booleans as texts.
func (p *parser) scalars(dst *[]Val[string]) value.Setter {
	return p.List(func(what string, n *node.Node) {
		if !n.Is(node.String) && !n.Is(node.Number) && !n.Is(node.Bool) {
			p.Wrong(what, "a text, a number, true or false", n)
			return
		}
		*dst = append(*dst, val(n.Text(), n))
	})
}

func (p *parser) requirements(dst *[]Requirement) value.Setter {
	return p.List(func(what string, n *node.Node) {
		var r Requirement
		p.Object(value.Keys{"when": p.text(&r.When), "code": p.word(&r.Code, Codes()...), "say": p.text(&r.Say)})(what, n)
		p.Need(n, what, "when")
		*dst = append(*dst, r)
	})
}

func (p *parser) approvals(dst *[]Approval) value.Setter {
	return p.List(func(what string, n *node.Node) {
		a := Approval{Pos: n.Pos()}
		p.Object(value.Keys{"when": p.text(&a.When), "by": p.text(&a.By), "ask": p.text(&a.Ask), "ttl": p.duration(&a.TTL)})(what, n)
		p.Need(n, what, "by")
		*dst = append(*dst, a)
	})
}

func (p *parser) retry(r *Retry) value.Setter {
	return func(what string, n *node.Node) {
		r.Pos = n.Pos()
		p.Object(value.Keys{
			"attempts": p.integer(&r.Attempts, 1),
			"within":   p.duration(&r.Within),
			"on":       p.retryOn(&r.On),
			"never":    p.matcher(&r.Never),
		})(what, n)
	}
}

func (p *parser) retryOn(dst *[]Val[string]) value.Setter {
	words := []string{"connect", "reset", "timeout"}
	return p.List(func(what string, n *node.Node) {
		status, err := strconv.Atoi(n.Text())
		switch {
		case n.Is(node.String) && slices.Contains(words, n.Text()):
		case n.Is(node.Number) && err == nil && status >= 400 && status <= 599:
		default:
			p.Wrong(what, "connect, reset, timeout or a status of 400 to 599", n)
			return
		}
		*dst = append(*dst, val(n.Text(), n))
	})
}

func (p *parser) matcher(m *Match) value.Setter {
	return func(what string, n *node.Node) {
		m.Pos = n.Pos()
		p.Object(value.Keys{"path": p.path(&m.Path), "in": p.scalars(&m.In)})(what, n)
		p.Need(n, what, "path", "in")
	}
}

func (p *parser) rate(r *Rate) value.Setter {
	return func(what string, n *node.Node) {
		r.Pos = n.Pos()
		p.Object(value.Keys{
			"per":   p.word(&r.Per, "caller", "tenant", "set"),
			"limit": p.match(&r.Limit, rateForm, "a limit such as 60/m"),
		})(what, n)
		p.Need(n, what, "per", "limit")
	}
}

// redact reads paths in which ** stands for any depth.
func (p *parser) redact(dst *[]Val[string]) value.Setter {
	return func(what string, n *node.Node) {
		var list []Val[string]
		p.texts(&list)(what, n)
		for _, v := range list {
			if _, err := ParsePath(v.V); err != nil {
				p.Diags.Errorf(v.Pos, "bad-path", "%s: %q is no path: %v", what, v.V, err)
				continue
			}
			*dst = append(*dst, v)
		}
	}
}

func (p *parser) errors(e *Errors) value.Setter {
	return func(what string, n *node.Node) {
		e.Pos = n.Pos()
		p.Object(value.Keys{
			"failure_when": p.matcher(&e.FailureWhen),
			"code_path":    p.path(&e.CodePath),
			"message_path": p.path(&e.MessagePath),
			"map": p.each(func(key Val[string], n *node.Node) {
				pair := Pair{Name: key}
				if p.word(&pair.Value, Codes()...)("map "+key.V, n); pair.Value.Set {
					e.Map = append(e.Map, pair)
				}
			}),
			"not_applied": p.List(func(what string, n *node.Node) {
				var v Val[int]
				if p.between(&v, 400, 599)(what, n); v.Set {
					e.NotApplied = append(e.NotApplied, v)
				}
			}),
		})(what, n)
	}
}

func (p *parser) next(dst *[]Next) value.Setter {
	outcomes := append([]string{"ok"}, Codes()...)
	return p.each(func(key Val[string], n *node.Node) {
		if !slices.Contains(outcomes, key.V) {
			p.Diags.Errorf(key.Pos, "bad-value", "next: %q is neither ok nor an error code%s", key.V, diag.DidYouMean(key.V, outcomes))
			return
		}
		next := Next{On: key}
		p.texts(&next.Use)("next "+key.V, n)
		*dst = append(*dst, next)
	})
}

func (p *parser) cost(c *Cost) value.Setter {
	return func(what string, n *node.Node) {
		c.Pos = n.Pos()
		p.Object(value.Keys{"usd": p.amount(&c.USD), "latency": p.duration(&c.Latency)})(what, n)
	}
}

func (p *parser) remember(dst *[]Remember) value.Setter {
	return p.each(func(key Val[string], n *node.Node) {
		r, what := Remember{Key: key}, "remember "+key.V
		p.Object(value.Keys{"value": p.text(&r.Value), "scope": p.word(&r.Scope, "run", "user", "tenant")})(what, n)
		p.Need(n, what, "value")
		*dst = append(*dst, r)
	})
}

func (p *parser) replaces(r *Replaces) value.Setter {
	return func(what string, n *node.Node) {
		r.Pos = n.Pos()
		p.Object(value.Keys{
			"name":   p.match(&r.Name, identForm, "a tool name"),
			"sunset": p.date(&r.Sunset),
			"listed": p.boolean(&r.Listed),
		})(what, n)
		p.Need(n, what, "name", "sunset")
	}
}

func (p *parser) waivers(dst *[]Waiver) value.Setter {
	return p.List(func(what string, n *node.Node) {
		var w Waiver
		p.Object(value.Keys{"rule": p.text(&w.Rule), "because": p.text(&w.Because), "until": p.date(&w.Until)})(what, n)
		p.Need(n, what, "rule", "because", "until")
		*dst = append(*dst, w)
	})
}

// companions reads what changes about the tools of the runtime.
func (p *parser) companions(dst *[]Companion) value.Setter {
	table := value.Keys{}
	for _, name := range CompanionNames() {
		table[name] = func(what string, n *node.Node) {
			c := Companion{Tool: Val[string]{V: what, Pos: n.Pos(), Set: true}}
			p.Object(value.Keys{"name": p.match(&c.Name, identForm, "a tool name"), "description": p.text(&c.Description)})(what, n)
			*dst = append(*dst, c)
		}
	}
	return p.Object(table)
}

// CompanionNames lists the tools that the runtime adds where a tool needs them.
func CompanionNames() []string {
	return []string{"get_job", "cancel_job", "reply_job", "read_result", "get_ticket", "get_operation"}
}
