package overlay

import (
	"regexp"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
)

// Shapes and effects as words of the format.
func shapeWords() []string {
	var words []string
	for _, s := range tool.Shapes() {
		words = append(words, string(s))
	}
	return words
}

func effectWords() []string {
	var words []string
	for _, e := range tool.Effects() {
		words = append(words, string(e))
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
		"audience": p.notYet,
		"scopes":   p.notYet,
		"require":  p.notYet,
		"approval": p.notYet,
		"timeout":  p.duration(&t.Timeout),
		"retry":    p.notYet,
		"rate":     p.notYet,
		"result":   p.result(&t.Result),
		"redact":   p.notYet,
		"errors":   p.notYet,
		"hints":    p.hints(&t.Hints),
		"next":     p.notYet,
		"with":     p.notYet,
		"cost":     p.notYet,
		"remember": p.notYet,
		"version":  p.notYet,
		"replaces": p.notYet,
		"allow":    p.notYet,
		"evals":    p.notYet,
		"query":    p.query(&t.Query),
		"command":  p.command(&t.Command),
		"job":      p.notYet,
		"handle":   p.notYet,
		"agent":    p.notYet,
		"human":    p.notYet,
	})("tool "+name.V, n)
	return t
}

func (p *parser) operation(o *Operation) setter {
	return func(what string, n *node.Node) {
		o.Pos = n.Pos()
		if n.Is(node.String) {
			dst := &o.ID
			if atForm.MatchString(n.Text()) {
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
		"default":   p.json(&a.Default),
		"required":  p.boolean(&a.Required),
		"slash":     p.word(&a.Slash, "encode", "segments"),
		"schema":    p.notYet,
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
		switch {
		case !at.Set || !in.From.Set:
		case strings.HasPrefix(in.From.V, "run."):
			p.notYet(in.From.V, n)
		case !callerForm.MatchString(in.From.V):
			p.diags.Errorf(n.Pos(), "bad-value", "inject %s: %q is not a fact about the caller", key.V, in.From.V)
			p.diags.Hint("write caller.id, caller.tenant, caller.roles, caller.scopes or caller.claims.NAME; a constant belongs under pin")
		default:
			in.At = at
			*dst = append(*dst, in)
		}
	})
}

func (p *parser) result(r *Result) setter {
	return func(what string, n *node.Node) {
		r.Pos = n.Pos()
		p.object(keys{
			"items":     p.pointer(&r.Items),
			"select":    p.picks(&r.Select),
			"max_bytes": p.bytes(&r.MaxBytes),
			"page":      p.notYet,
			"verbatim":  p.notYet,
			"extras":    p.notYet,
		})(what, n)
	}
}

// picks reads a select: a list whose entries are paths or {name: path}.
func (p *parser) picks(dst *[]Pick) setter {
	return p.list(func(what string, n *node.Node) {
		if !n.Is(node.Object) {
			var pick Pick
			if p.path(&pick.From)(what, n); pick.From.Set {
				*dst = append(*dst, pick)
			}
			return
		}
		p.each(func(key Val[string], n *node.Node) {
			pick := Pick{To: key}
			if p.path(&pick.From)(what+" "+key.V, n); pick.From.Set {
				*dst = append(*dst, pick)
			}
		})(what, n)
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

func (p *parser) query(q *Query) setter {
	return func(what string, n *node.Node) {
		q.Pos = n.Pos()
		p.object(keys{"safe": p.text(&q.Safe), "cache": p.notYet})(what, n)
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
			"before":      p.notYet,
			"verify":      p.notYet,
			"undo":        p.notYet,
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
			"validate": p.notYet,
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
			"unless":          p.notYet,
			"after_untrusted": p.notYet,
		})(what, n)
		if n.Has("none") && len(n.Members()) > 1 {
			p.diags.Errorf(n.Member("none").Pos(), "conflict", "confirm: none stands alone")
		}
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
		if n.Has("none") && len(n.Members()) > 1 {
			p.diags.Errorf(n.Member("none").Pos(), "conflict", "idempotency: none stands alone")
		}
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
