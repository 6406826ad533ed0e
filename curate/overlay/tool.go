package overlay

import (
	"slices"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/compile/value"
)

// shapeWords gives the shapes as words of the format.
func shapeWords() []string {
	var words []string
	for _, s := range tool.Shapes() {
		words = append(words, string(s))
	}
	return words
}

func (p *parser) tool(name Val[string], n *node.Node) Tool {
	t := Tool{Name: name}
	p.Object(value.Keys{
		"shape":       p.word(&t.Shape, shapeWords()...),
		"operation":   p.operation(&t.Operation),
		"title":       p.text(&t.Title),
		"description": p.description(&t.Description),
		"params":      p.params(&t.Params),
		"pin":         p.pins(&t.Pin),
		"inject":      p.injects(&t.Inject),
		"undeclared": p.List(func(what string, n *node.Node) {
			var l Val[tool.Locator]
			if p.locator(&l)(what, n); l.Set {
				t.Undeclared = append(t.Undeclared, l)
			}
		}),
		"body":     p.Object(value.Keys{"media": p.match(&t.Media, mediaForm, "a media type such as application/json")}),
		"audience": p.texts(&t.Audience),
		"scopes":   p.texts(&t.Scopes),
		"require":  p.requirements(&t.Require),
		"approval": p.approvals(&t.Approval),
		"timeout":  p.duration(&t.Timeout),
		"retry":    p.retry(&t.Retry),
		"rate":     p.rate(&t.Rate),
		"result":   p.result(&t.Result),
		"redact":   p.redact(&t.Redact),
		"errors":   p.errors(&t.Errors),
		"hints":    p.hints(&t.Hints),
		"next":     p.next(&t.Next),
		"with":     p.texts(&t.With),
		"cost":     p.cost(&t.Cost),
		"remember": p.remember(&t.Remember),
		"version":  p.text(&t.Version),
		"replaces": p.replaces(&t.Replaces),
		"allow":    p.waivers(&t.Allow),
		"evals":    p.evals(&t.Evals),
		"query":    p.query(&t.Query),
		"command":  p.command(&t.Command),
		"job":      p.job(&t.Job),
		"handle":   p.handle(&t.Handle),
		"agent":    p.agent(&t.Agent),
		"human":    p.human(&t.Human),
	})("tool "+name.V, n)
	p.blocks(&t)
	return t
}

// Block is a contract block of a tool.
type Block struct {
	Shape tool.Shape // that it belongs to
	Pos   diag.Pos
}

// Blocks lists the contract blocks that are stated.
func (t *Tool) Blocks() []Block {
	all := []Block{
		{tool.ShapeQuery, t.Query.Pos}, {tool.ShapeCommand, t.Command.Pos}, {tool.ShapeJob, t.Job.Pos},
		{tool.ShapeHandle, t.Handle.Pos}, {tool.ShapeAgent, t.Agent.Pos}, {tool.ShapeHuman, t.Human.Pos},
	}
	return slices.DeleteFunc(all, func(b Block) bool { return b.Pos.IsZero() })
}

// blocks reports contract blocks that do not belong to the stated shape, and a
// shape that lacks the block it needs.
func (p *parser) blocks(t *Tool) {
	have := t.Blocks()
	for i, b := range have {
		switch {
		case t.Shape.Set && string(b.Shape) != t.Shape.V:
			p.Diags.Errorf(b.Pos, "foreign-block", "tool %s has the shape %s: it cannot have the block %s", t.Name.V, t.Shape.V, b.Shape)
			p.Diags.Relate(t.Shape.Pos, "the shape")
		case i > 0 && !t.Shape.Set:
			p.Diags.Errorf(b.Pos, "conflict", "tool %s has both a %s and a %s block: keep one", t.Name.V, have[0].Shape, b.Shape)
			p.Diags.Relate(have[0].Pos, "the other one")
		}
	}
	switch shape := tool.Shape(t.Shape.V); shape {
	case tool.ShapeJob, tool.ShapeAgent, tool.ShapeHuman:
		if !slices.ContainsFunc(have, func(b Block) bool { return b.Shape == shape }) {
			p.Diags.Errorf(t.Shape.Pos, "missing-key", "tool %s has the shape %s: it needs the block %q", t.Name.V, shape, shape)
		}
	}
}

func (p *parser) operation(o *Operation) value.Setter {
	return func(what string, n *node.Node) {
		o.Pos = n.Pos()
		if n.Is(node.String) {
			dst := &o.ID
			if atForm().MatchString(n.Text()) {
				dst = &o.At
			}
			p.text(dst)(what, n)
			return
		}
		p.Object(value.Keys{
			"source": p.text(&o.Source),
			"id":     p.text(&o.ID),
			"at":     p.match(&o.At, atForm, `"METHOD /path"`),
		})(what, n)
		if n.Is(node.Object) && !n.Has("id") && !n.Has("at") {
			p.Diags.Errorf(n.Pos(), "missing-key", "operation needs id, at, or both")
		}
	}
}

var descriptionParts = []string{"what", "when", "not", "returns", "effect"}

func (p *parser) description(d *Description) value.Setter {
	return func(what string, n *node.Node) {
		if n.Is(node.String) {
			p.text(&d.Text)(what, n)
			return
		}
		parts := make([]Val[string], len(descriptionParts))
		table := value.Keys{}
		for i, name := range descriptionParts {
			table[name] = p.text(&parts[i])
		}
		p.Object(table)(what, n)
		for i, name := range descriptionParts {
			if parts[i].Set {
				d.Parts = append(d.Parts, Pair{Name: Val[string]{V: name, Pos: parts[i].Pos, Set: true}, Value: parts[i]})
			}
		}
	}
}

func (p *parser) hints(h *Hints) value.Setter {
	return func(what string, n *node.Node) {
		h.Pos = n.Pos()
		p.Object(value.Keys{
			"read_only":   p.boolean(&h.ReadOnly),
			"destructive": p.boolean(&h.Destructive),
			"idempotent":  p.boolean(&h.Idempotent),
			"open_world":  p.boolean(&h.OpenWorld),
		})(what, n)
	}
}
