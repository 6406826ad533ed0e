package overlay

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"time"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/compile/value"
)

// Val is a value of the overlay with its place. The zero Val was not stated.
type Val[T any] struct {
	V   T
	Pos diag.Pos
	Set bool
}

// Or gives the value, or def where none was stated.
func (v Val[T]) Or(def T) T {
	if v.Set {
		return v.V
	}
	return def
}

// Values strips the places off a list.
func Values[T any](list []Val[T]) []T {
	var out []T
	for _, v := range list {
		out = append(out, v.V)
	}
	return out
}

func val[T any](v T, n *node.Node) Val[T] { return Val[T]{V: v, Pos: n.Pos(), Set: true} }

// keep gives a function that takes a value over with its place.
func keep[T any](dst *Val[T]) func(T, *node.Node) {
	return func(v T, n *node.Node) { *dst = val(v, n) }
}

// text reads a non-empty string.
func (p *parser) text(dst *Val[string]) value.Setter { return p.Text(keep(dst)) }

// word reads one of a few words.
func (p *parser) word(dst *Val[string], words ...string) value.Setter {
	return p.Word(keep(dst), words...)
}

// match reads a string of a given form; want says the form in words.
func (p *parser) match(dst *Val[string], form func() *regexp.Regexp, want string) value.Setter {
	return func(what string, n *node.Node) {
		var v Val[string]
		p.text(&v)(what, n)
		if v.Set && !form().MatchString(v.V) {
			p.Diags.Errorf(n.Pos(), "bad-value", "%s: %q is not %s", what, v.V, want)
			return
		}
		*dst = v
	}
}

func (p *parser) boolean(dst *Val[bool]) value.Setter { return p.Bool(keep(dst)) }

// integer reads a whole number of at least low.
func (p *parser) integer(dst *Val[int], low int) value.Setter {
	return p.between(dst, low, math.MaxInt32)
}

// between reads a whole number from low to high.
func (p *parser) between(dst *Val[int], low, high int) value.Setter {
	return p.Whole(keep(dst), low, high)
}

// number reads any number and keeps its digits.
func (p *parser) number(dst *Val[string]) value.Setter {
	return func(what string, n *node.Node) {
		if _, ok := n.Rat(); !ok {
			p.Wrong(what, "a number", n)
			return
		}
		*dst = val(n.Text(), n)
	}
}

// amount reads a sum of money, which nobody can spend less than nothing of.
func (p *parser) amount(dst *Val[string]) value.Setter {
	return func(what string, n *node.Node) {
		if r, ok := n.Rat(); !ok || r.Sign() < 0 {
			p.Wrong(what, "an amount such as 0.02", n)
			return
		}
		*dst = val(n.Text(), n)
	}
}

// values reads a list of any values, each once.
func (p *parser) values(dst *[]Val[*node.Node]) value.Setter {
	return p.List(func(what string, n *node.Node) {
		for _, o := range *dst {
			if node.Equal(o.V, n) {
				p.Diags.Errorf(n.Pos(), "duplicate-value", "%s: the value is listed twice", what)
				p.Diags.Relate(o.Pos, "first here")
				return
			}
		}
		*dst = append(*dst, val(n, n))
	})
}

// duration reads a positive duration.
func (p *parser) duration(dst *Val[tool.Duration]) value.Setter {
	return p.Duration(func(d time.Duration, n *node.Node) { *dst = val(tool.Duration(d), n) })
}

// bytes reads a size: a whole number of bytes, or one with a unit.
func (p *parser) bytes(dst *Val[int]) value.Setter { return p.Bytes(keep(dst)) }

// json reads any value as it is.
func (p *parser) json(dst *Val[*node.Node]) value.Setter {
	return func(_ string, n *node.Node) { *dst = val(n, n) }
}

// texts reads a list of strings, each once.
func (p *parser) texts(dst *[]Val[string]) value.Setter {
	return p.List(func(what string, n *node.Node) {
		var v Val[string]
		p.text(&v)(what, n)
		if !v.Set {
			return
		}
		for _, o := range *dst {
			if o.V == v.V {
				p.Diags.Errorf(v.Pos, "duplicate-value", "%s: %q is listed twice", what, v.V)
				p.Diags.Relate(o.Pos, "first here")
				return
			}
		}
		*dst = append(*dst, v)
	})
}

// each reads every member of a map whose keys the author chooses.
func (p *parser) each(item func(key Val[string], n *node.Node)) value.Setter {
	return p.Each(func(m *node.Member) { item(Val[string]{V: m.Key, Pos: m.Pos(), Set: true}, m.Value) })
}

// locator reads the spelling of a place of a request.
func (p *parser) locator(dst *Val[tool.Locator]) value.Setter {
	return func(what string, n *node.Node) {
		var v Val[string]
		if p.text(&v)(what, n); v.Set {
			*dst = p.parseLocator(v)
		}
	}
}

// parseLocator reads a locator; one that is none is reported and not Set.
func (p *parser) parseLocator(v Val[string]) Val[tool.Locator] {
	l, ok := tool.ParseLocator(v.V)
	if !ok {
		p.Diags.Errorf(v.Pos, "bad-locator", "%q names no place of a request", v.V)
		p.Diags.Hint("write query:NAME, path:NAME, header:NAME, cookie:NAME or body:/POINTER")
		return Val[tool.Locator]{}
	}
	return Val[tool.Locator]{V: l, Pos: v.Pos, Set: true}
}

// path reads a path into a response: names joined by dots, or a JSON Pointer.
func (p *parser) path(dst *Val[[]string]) value.Setter {
	return func(what string, n *node.Node) {
		var v Val[string]
		if p.text(&v)(what, n); !v.Set {
			return
		}
		parts, err := ParsePath(v.V)
		if err != nil {
			p.Diags.Errorf(n.Pos(), "bad-path", "%s: %q is no path: %v", what, v.V, err)
			p.Diags.Hint("write a.b, or /a/b where a name has dots")
			return
		}
		*dst = val(parts, n)
	}
}

// pointer reads a JSON Pointer; "" is the whole document.
func (p *parser) pointer(dst *Val[node.Pointer]) value.Setter {
	return func(what string, n *node.Node) {
		s, ok := n.Str()
		ptr, err := node.ParsePointer(s)
		if !ok || err != nil {
			p.Wrong(what, "a JSON Pointer such as /data", n)
			return
		}
		*dst = val(ptr, n)
	}
}

// ParsePath splits a path into a response: "a.b" or RFC 6901 "/a/b".
func ParsePath(s string) ([]string, error) {
	if strings.HasPrefix(s, "/") {
		return node.ParsePointer(s)
	}
	parts := strings.Split(s, ".")
	for _, part := range parts {
		if part == "" {
			return nil, fmt.Errorf("it has an empty name")
		}
	}
	return parts, nil
}
