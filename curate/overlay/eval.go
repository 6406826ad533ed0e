package overlay

import (
	"slices"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/value"
)

// evals reads the checks of a tool. Which keys go together is judged here;
// whether they fit the tool is not.
func (p *parser) evals(dst *[]Eval) value.Setter {
	return p.List(func(what string, n *node.Node) {
		e := Eval{Pos: n.Pos()}
		p.Object(value.Keys{
			"call":       p.mapping(&e.Call),
			"as":         p.mapping(&e.As),
			"sends":      p.text(&e.Sends),
			"body":       p.json(&e.Body),
			"headers":    p.headers(&e.Headers),
			"upstream":   p.upstream(&e.Upstream),
			"returns":    p.json(&e.Returns),
			"error":      p.word(&e.Error, Codes()...),
			"at":         p.match(&e.At, pointerForm, "a JSON Pointer into the arguments"),
			"attempts":   p.integer(&e.Attempts, 0),
			"twice":      p.boolean(&e.Twice),
			"executions": p.integer(&e.Executions, 0),
			"say":        p.text(&e.Say),
			"args":       p.mapping(&e.Args),
			"none":       p.boolean(&e.None),
			"not":        p.text(&e.Not),
		})("eval", n)
		p.evalForm(n)
		*dst = append(*dst, e)
	})
}

// evalForm reports keys that do not go together.
func (p *parser) evalForm(n *node.Node) {
	if !n.Is(node.Object) {
		return
	}
	p.one("eval", n, "call", "say")
	kind, others := "call", []string{"args", "none", "not"}
	if n.Has("say") {
		kind = "say"
		others = []string{"as", "sends", "body", "headers", "upstream", "returns", "error", "at", "attempts", "twice", "executions"}
		p.one("eval", n, "args", "none", "not")
	}
	for i := range n.Members() {
		if m := &n.Members()[i]; slices.Contains(others, m.Key) {
			p.Diags.Errorf(m.Pos(), "conflict", "eval: %s has no meaning beside %s", m.Key, kind)
		}
	}
	if kind == "call" && !n.Has("sends") && !n.Has("body") && !n.Has("headers") && !n.Has("returns") && !n.Has("error") && !n.Has("executions") && !n.Has("attempts") {
		p.Diags.Errorf(n.Pos(), "missing-key", "eval checks nothing: say what it sends, returns, or which error it gives")
	}
}

// mapping reads any map.
func (p *parser) mapping(dst *Val[*node.Node]) value.Setter {
	return func(what string, n *node.Node) {
		if !n.Is(node.Object) {
			p.Wrong(what, "a map", n)
			return
		}
		*dst = val(n, n)
	}
}

func (p *parser) headers(dst *[]Pair) value.Setter {
	return p.each(func(key Val[string], n *node.Node) {
		pair := Pair{Name: key}
		if p.text(&pair.Value)("header "+key.V, n); pair.Value.Set {
			*dst = append(*dst, pair)
		}
	})
}

// upstream reads what the stub answers: a status, a fault, or a whole answer.
func (p *parser) upstream(dst *Val[*node.Node]) value.Setter {
	return func(what string, n *node.Node) {
		switch n.Kind() {
		case node.Number:
			var status Val[int]
			p.integer(&status, 100)(what, n)
		case node.String:
			var fault Val[string]
			p.word(&fault, "timeout", "reset", "oversized", "partial")(what, n)
		case node.Object:
			var status Val[int]
			var file Val[string]
			p.Object(value.Keys{
				"status":  p.integer(&status, 100),
				"headers": p.headers(new([]Pair)),
				"body":    p.json(new(Val[*node.Node])),
				"file":    p.file(&file),
			})(what, n)
			p.Need(n, what, "status")
		default:
			p.Wrong(what, "a status, a fault, or {status, body}", n)
			return
		}
		*dst = val(n, n)
	}
}
