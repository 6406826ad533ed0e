package overlay

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/compile/value"
)

func (p *parser) query(q *Query) value.Setter {
	return func(what string, n *node.Node) {
		q.Pos = n.Pos()
		p.Object(value.Keys{"safe": p.text(&q.Safe), "cache": func(what string, n *node.Node) {
			q.Cache.Pos = n.Pos()
			p.Object(value.Keys{"ttl": p.duration(&q.Cache.TTL), "vary": p.texts(&q.Cache.Vary)})(what, n)
			p.Need(n, what, "ttl")
		}})(what, n)
	}
}

func (p *parser) command(c *Command) value.Setter {
	return func(what string, n *node.Node) {
		c.Pos = n.Pos()
		p.Object(value.Keys{
			"effect":      p.word(&c.Effect, effectWords()...),
			"dry_run":     p.dryRun(&c.DryRun),
			"confirm":     p.confirm(&c.Confirm),
			"idempotency": p.idempotency(&c.Idempotency),
			"before":      p.step(&c.Before, nil),
			"verify":      p.verify(&c.Verify),
			"undo":        p.text(&c.Undo),
		})(what, n)
		p.Need(n, what, "idempotency")
	}
}

func (p *parser) dryRun(d *DryRun) value.Setter {
	return func(what string, n *node.Node) {
		d.Pos = n.Pos()
		p.Object(value.Keys{
			"native":   p.pins(&d.Native),
			"select":   p.picks(&d.Select),
			"validate": p.step(&d.Validate, nil),
			"plan":     p.text(&d.Plan),
		})(what, n)
		p.one(what, n, "native", "validate", "plan")
		if n.Has("select") && n.Has("plan") {
			p.Diags.Errorf(n.Member("select").Pos(), "conflict", "a plan sends nothing, so there is nothing to select")
		}
	}
}

func (p *parser) confirm(c *Confirm) value.Setter {
	return func(what string, n *node.Node) {
		c.Pos = n.Pos()
		p.Object(value.Keys{
			"ttl":             p.duration(&c.TTL),
			"none":            p.text(&c.None),
			"unless":          p.text(&c.Unless),
			"after_untrusted": p.boolean(&c.AfterUntrusted),
		})(what, n)
		p.alone(what, n, "none")
	}
}

func (p *parser) idempotency(i *Idempotency) value.Setter {
	return func(what string, n *node.Node) {
		i.Pos = n.Pos()
		p.Object(value.Keys{
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
func (p *parser) step(s *Step, more value.Keys) value.Setter {
	return func(what string, n *node.Node) {
		s.Pos = n.Pos()
		table := value.Keys{"operation": p.operation(&s.Operation), "bind": p.pins(&s.Bind)}
		for k, read := range more {
			table[k] = read
		}
		p.Object(table)(what, n)
		if !n.Has("location") {
			p.Need(n, what, "operation")
		}
	}
}

func (p *parser) verify(v *Verify) value.Setter {
	return func(what string, n *node.Node) {
		p.step(&v.Step, value.Keys{"expect": p.text(&v.Expect), "within": p.duration(&v.Within)})(what, n)
		p.Need(n, what, "expect")
	}
}

func (p *parser) handle(h *Handle) value.Setter {
	return func(what string, n *node.Node) {
		h.Pos = n.Pos()
		p.Object(value.Keys{
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
		p.Diags.Errorf(n.Member(name).Pos(), "conflict", "%s: %s stands alone", what, name)
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
		p.Diags.Errorf(n.Pos(), "missing-key", "%s needs one of the keys %s", what, strings.Join(names, ", "))
	case len(have) > 1:
		p.Diags.Errorf(n.Member(have[1]).Pos(), "conflict", "%s has both %s and %s: keep one", what, have[0], have[1])
	}
}
