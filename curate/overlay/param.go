package overlay

import (
	"regexp"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/value"
)

func (p *parser) params(ps *Params) value.Setter {
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
			p.Wrong(what, `a list of names, a map of arguments, or "*"`, n)
		}
	}
}

func (p *parser) param(name Val[string], n *node.Node) Param {
	a := Param{Name: name}
	if n.Is(node.Null) { // "name:" with nothing behind it says the name, which is enough
		return a
	}
	p.Object(value.Keys{
		"from":      p.locator(&a.From),
		"describe":  p.text(&a.Describe),
		"enum":      p.values(&a.Enum),
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
		p.Diags.Errorf(list.Pos(), "empty-value", "enum is empty: the argument could take no value")
	}
	if a.Required.V && a.Default.Set {
		p.Diags.Errorf(a.Required.Pos, "conflict", "argument %s has a default, which makes it optional, and is required", name.V)
	}
	return a
}

// pattern reads a regular expression. One that Go cannot compile is refused,
// because a narrowing that is not enforced is none.
func (p *parser) pattern(dst *Val[string]) value.Setter {
	return func(what string, n *node.Node) {
		var v Val[string]
		if p.text(&v)(what, n); !v.Set {
			return
		}
		if _, err := regexp.Compile(v.V); err != nil {
			p.Diags.Errorf(n.Pos(), "bad-value", "pattern: %v", err)
			return
		}
		*dst = v
	}
}

func (p *parser) pins(dst *[]Pin) value.Setter {
	return p.each(func(key Val[string], n *node.Node) {
		if at := p.parseLocator(key); at.Set {
			*dst = append(*dst, Pin{At: at, Value: val(n, n)})
		}
	})
}

func (p *parser) injects(dst *[]Inject) value.Setter {
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
			p.Diags.Errorf(n.Pos(), "bad-value", "inject %s: %q is neither a fact about the caller nor a remembered value", key.V, in.From.V)
			p.Diags.Hint("write caller.id, caller.tenant, caller.roles, caller.scopes, caller.claims.NAME or run.KEY; a constant belongs under pin")
		}
	})
}
