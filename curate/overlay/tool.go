package overlay

import (
	"regexp"
	"slices"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
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
	p.object(keys{
		"shape":       p.word(&t.Shape, shapeWords()...),
		"operation":   p.operation(&t.Operation),
		"title":       p.text(&t.Title),
		"description": p.description(&t.Description),
		"params":      p.params(&t.Params),
		"pin":         p.pins(&t.Pin),
		"inject":      p.injects(&t.Inject),
		"undeclared": p.list(func(what string, n *node.Node) {
			var l Val[tool.Locator]
			if p.locator(&l)(what, n); l.Set {
				t.Undeclared = append(t.Undeclared, l)
			}
		}),
		"body":     p.object(keys{"media": p.match(&t.Media, mediaForm, "a media type such as application/json")}),
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
			p.diags.Errorf(b.Pos, "foreign-block", "tool %s has the shape %s: it cannot have the block %s", t.Name.V, t.Shape.V, b.Shape)
			p.diags.Relate(t.Shape.Pos, "the shape")
		case i > 0 && !t.Shape.Set:
			p.diags.Errorf(b.Pos, "conflict", "tool %s has both a %s and a %s block: keep one", t.Name.V, have[0].Shape, b.Shape)
			p.diags.Relate(have[0].Pos, "the other one")
		}
	}
	switch shape := tool.Shape(t.Shape.V); shape {
	case tool.ShapeJob, tool.ShapeAgent, tool.ShapeHuman:
		if !slices.ContainsFunc(have, func(b Block) bool { return b.Shape == shape }) {
			p.diags.Errorf(t.Shape.Pos, "missing-key", "tool %s has the shape %s: it needs the block %q", t.Name.V, shape, shape)
		}
	}
}

func (p *parser) operation(o *Operation) setter {
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
		p.object(keys{
			"source": p.text(&o.Source),
			"id":     p.text(&o.ID),
			"at":     p.match(&o.At, atForm, `"METHOD /path"`),
		})(what, n)
		if n.Is(node.Object) && !n.Has("id") && !n.Has("at") {
			p.diags.Errorf(n.Pos(), "missing-key", "operation needs id, at, or both")
		}
	}
}

var descriptionParts = []string{"what", "when", "not", "returns", "effect"}

func (p *parser) description(d *Description) setter {
	return func(what string, n *node.Node) {
		if n.Is(node.String) {
			p.text(&d.Text)(what, n)
			return
		}
		parts := make([]Val[string], len(descriptionParts))
		table := keys{}
		for i, name := range descriptionParts {
			table[name] = p.text(&parts[i])
		}
		p.object(table)(what, n)
		for i, name := range descriptionParts {
			if parts[i].Set {
				d.Parts = append(d.Parts, Pair{Name: Val[string]{V: name, Pos: parts[i].Pos, Set: true}, Value: parts[i]})
			}
		}
	}
}

func (p *parser) params(ps *Params) setter {
	return func(what string, n *node.Node) {
		ps.Pos = n.Pos()
		if s, _ := n.Str(); s == "*" {
			ps.Mode = ParamsAll
			return
		}
		ps.Mode = ParamsListed
		switch n.Kind() {
		case node.Array:
			var names []Val[string]
			p.texts(&names)(what, n)
			for _, name := range names {
				ps.Args = append(ps.Args, Param{Name: name})
			}
		case node.Object:
			p.each(func(key Val[string], n *node.Node) { ps.Args = append(ps.Args, p.param(key, n)) })(what, n)
		default:
			p.wrong(what, `a list of names, a map of arguments, or "*"`, n)
		}
	}
}

func (p *parser) param(name Val[string], n *node.Node) Param {
	a := Param{Name: name}
	if n.Is(node.Null) { // "name:" with nothing behind it says the name, which is enough
		return a
	}
	p.object(keys{
		"from":      p.locator(&a.From),
		"describe":  p.text(&a.Describe),
		"enum":      p.list(func(_ string, n *node.Node) { a.Enum = append(a.Enum, val(n, n)) }),
		"minimum":   p.number(&a.Minimum),
		"maximum":   p.number(&a.Maximum),
		"minLength": p.integer(&a.MinLength, 0),
		"maxLength": p.integer(&a.MaxLength, 0),
		"pattern":   p.pattern(&a.Pattern),
		"format":    p.text(&a.Format),
		"closed":    p.boolean(&a.Closed),
		"default":   p.json(&a.Default),
		"required":  p.boolean(&a.Required),
		"slash":     p.word(&a.Slash, "encode", "segments"),
		"schema":    p.json(&a.Schema),
	})("argument "+name.V, n)
	if list := n.Get("enum"); list.Is(node.Array) && len(list.Items()) == 0 {
		p.diags.Errorf(list.Pos(), "empty-value", "enum is empty: the argument could take no value")
	}
	if a.Required.V && a.Default.Set {
		p.diags.Errorf(a.Required.Pos, "conflict", "argument %s has a default, which makes it optional, and is required", name.V)
	}
	return a
}

// pattern reads a regular expression. One that Go cannot compile is refused,
// because a narrowing that is not enforced is none.
func (p *parser) pattern(dst *Val[string]) setter {
	return func(what string, n *node.Node) {
		var v Val[string]
		if p.text(&v)(what, n); !v.Set {
			return
		}
		if _, err := regexp.Compile(v.V); err != nil {
			p.diags.Errorf(n.Pos(), "bad-value", "pattern: %v", err)
			return
		}
		*dst = v
	}
}

func (p *parser) pins(dst *[]Pin) setter {
	return p.each(func(key Val[string], n *node.Node) {
		if at := p.parseLocator(key); at.Set {
			*dst = append(*dst, Pin{At: at, Value: val(n, n)})
		}
	})
}

func (p *parser) injects(dst *[]Inject) setter {
	return p.each(func(key Val[string], n *node.Node) {
		at, in := p.parseLocator(key), Inject{}
		p.text(&in.From)("inject "+key.V, n)
		if at.Set && in.From.Set {
			in.At = at
			*dst = append(*dst, in) // even when wrong: the place is taken
		}
		switch {
		case !at.Set || !in.From.Set:
		case !callerForm().MatchString(in.From.V):
			p.diags.Errorf(n.Pos(), "bad-value", "inject %s: %q is neither a fact about the caller nor a remembered value", key.V, in.From.V)
			p.diags.Hint("write caller.id, caller.tenant, caller.roles, caller.scopes, caller.claims.NAME or run.KEY; a constant belongs under pin")
		}
	})
}

func (p *parser) hints(h *Hints) setter {
	return func(what string, n *node.Node) {
		h.Pos = n.Pos()
		p.object(keys{
			"read_only":   p.boolean(&h.ReadOnly),
			"destructive": p.boolean(&h.Destructive),
			"idempotent":  p.boolean(&h.Idempotent),
			"open_world":  p.boolean(&h.OpenWorld),
		})(what, n)
	}
}
