package overlay

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
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

// setter reads the value n of the key named what.
type setter func(what string, n *node.Node)

// keys is the table of an object: its keys and who reads each.
type keys map[string]setter

// text reads a non-empty string.
func (p *parser) text(dst *Val[string]) setter {
	return func(what string, n *node.Node) {
		s, ok := n.Str()
		switch {
		case !ok:
			p.wrong(what, "text", n)
			if n.Is(node.Number) || n.Is(node.Bool) {
				p.diags.Hint("write it in quotes: %q", n.Text())
			}
		case strings.TrimSpace(s) == "":
			p.diags.Errorf(n.Pos(), "empty-value", "%s is empty", what)
		default:
			if strings.Contains(s, "TODO:") {
				p.diags.Warnf(n.Pos(), "todo", "%s still says %q", what, shorten(s))
			}
			*dst = val(s, n)
		}
	}
}

// word reads one of a few words.
func (p *parser) word(dst *Val[string], words ...string) setter {
	return func(what string, n *node.Node) {
		var v Val[string]
		p.text(&v)(what, n)
		if !v.Set {
			return
		}
		for _, w := range words {
			if v.V == w {
				*dst = v
				return
			}
		}
		p.diags.Errorf(n.Pos(), "bad-value", "%s: %q is none of %s%s", what, v.V, strings.Join(words, ", "), diag.DidYouMean(v.V, words))
	}
}

// match reads a string of a given form; want says the form in words.
func (p *parser) match(dst *Val[string], form func() *regexp.Regexp, want string) setter {
	return func(what string, n *node.Node) {
		var v Val[string]
		p.text(&v)(what, n)
		if v.Set && !form().MatchString(v.V) {
			p.diags.Errorf(n.Pos(), "bad-value", "%s: %q is not %s", what, v.V, want)
			return
		}
		*dst = v
	}
}

func (p *parser) boolean(dst *Val[bool]) setter {
	return func(what string, n *node.Node) {
		if v, ok := n.Truth(); ok {
			*dst = val(v, n)
			return
		}
		p.wrong(what, "true or false", n)
	}
}

// integer reads a whole number of at least low.
func (p *parser) integer(dst *Val[int], low int) setter { return p.between(dst, low, math.MaxInt32) }

// between reads a whole number from low to high.
func (p *parser) between(dst *Val[int], low, high int) setter {
	want := fmt.Sprintf("a whole number of at least %d", low)
	if high < math.MaxInt32 {
		want = fmt.Sprintf("a whole number from %d to %d", low, high)
	}
	return func(what string, n *node.Node) {
		i, err := strconv.Atoi(n.Text())
		if !n.Is(node.Number) || err != nil || i < low || i > high {
			p.wrong(what, want, n)
			return
		}
		*dst = val(i, n)
	}
}

// number reads any number and keeps its digits.
func (p *parser) number(dst *Val[string]) setter {
	return func(what string, n *node.Node) {
		if _, ok := n.Rat(); !ok {
			p.wrong(what, "a number", n)
			return
		}
		*dst = val(n.Text(), n)
	}
}

// duration reads a positive duration.
func (p *parser) duration(dst *Val[tool.Duration]) setter {
	return func(what string, n *node.Node) {
		d, err := time.ParseDuration(n.Text())
		if !n.Is(node.String) || err != nil || d <= 0 {
			p.wrong(what, "a duration such as 8s, 5m or 1h30m", n)
			return
		}
		*dst = val(tool.Duration(d), n)
	}
}

var byteUnits = []struct {
	name string
	size int
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"KB", 1000}, {"MB", 1000 * 1000}, {"GB", 1000 * 1000 * 1000}, {"B", 1}}

// bytes reads a size: a whole number of bytes, or one with a unit.
func (p *parser) bytes(dst *Val[int]) setter {
	return func(what string, n *node.Node) {
		s, size := n.Text(), 1
		for _, u := range byteUnits {
			if rest, ok := strings.CutSuffix(s, u.name); ok && n.Is(node.String) {
				s, size = strings.TrimSpace(rest), u.size
				break
			}
		}
		i, err := strconv.Atoi(s)
		if !n.Is(node.Number) && !n.Is(node.String) || err != nil || i <= 0 || i > math.MaxInt32/size {
			p.wrong(what, "a size such as 24KiB (at most 2 GiB)", n)
			return
		}
		*dst = val(i*size, n)
	}
}

// json reads any value as it is.
func (p *parser) json(dst *Val[*node.Node]) setter {
	return func(_ string, n *node.Node) { *dst = val(n, n) }
}

// texts reads a list of strings, each once.
func (p *parser) texts(dst *[]Val[string]) setter {
	return p.list(func(what string, n *node.Node) {
		var v Val[string]
		p.text(&v)(what, n)
		if !v.Set {
			return
		}
		for _, o := range *dst {
			if o.V == v.V {
				p.diags.Errorf(v.Pos, "duplicate-value", "%s: %q is listed twice", what, v.V)
				p.diags.Relate(o.Pos, "first here")
				return
			}
		}
		*dst = append(*dst, v)
	})
}

// list reads each item of a list.
func (p *parser) list(item setter) setter {
	return func(what string, n *node.Node) {
		if !n.Is(node.Array) {
			p.wrong(what, "a list", n)
			return
		}
		for _, it := range n.Items() {
			item(what, it)
		}
	}
}

// each reads every member of a map whose keys the author chooses.
func (p *parser) each(item func(key Val[string], n *node.Node)) setter {
	return func(what string, n *node.Node) {
		if !n.Is(node.Object) {
			p.wrong(what, "a map", n)
			return
		}
		members := n.Members()
		for i := range members {
			m := &members[i]
			item(Val[string]{V: m.Key, Pos: m.Pos(), Set: true}, m.Value)
		}
	}
}

// object reads a map whose keys the format defines.
func (p *parser) object(table keys) setter {
	return func(what string, n *node.Node) {
		if !n.Is(node.Object) {
			p.wrong(what, "a map", n)
			return
		}
		members := n.Members()
		for i := range members {
			m := &members[i]
			read, ok := table[m.Key]
			if !ok {
				p.unknownKey(what, m, table)
				continue
			}
			read(m.Key, m.Value)
		}
	}
}

// locator reads the spelling of a place of a request.
func (p *parser) locator(dst *Val[tool.Locator]) setter {
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
		p.diags.Errorf(v.Pos, "bad-locator", "%q names no place of a request", v.V)
		p.diags.Hint("write query:NAME, path:NAME, header:NAME, cookie:NAME or body:/POINTER")
		return Val[tool.Locator]{}
	}
	return Val[tool.Locator]{V: l, Pos: v.Pos, Set: true}
}

// path reads a path into a response: names joined by dots, or a JSON Pointer.
func (p *parser) path(dst *Val[[]string]) setter {
	return func(what string, n *node.Node) {
		var v Val[string]
		if p.text(&v)(what, n); !v.Set {
			return
		}
		parts, err := ParsePath(v.V)
		if err != nil {
			p.diags.Errorf(n.Pos(), "bad-path", "%s: %q is no path: %v", what, v.V, err)
			p.diags.Hint("write a.b, or /a/b where a name has dots")
			return
		}
		*dst = val(parts, n)
	}
}

// pointer reads a JSON Pointer; "" is the whole document.
func (p *parser) pointer(dst *Val[node.Pointer]) setter {
	return func(what string, n *node.Node) {
		s, ok := n.Str()
		ptr, err := node.ParsePointer(s)
		if !ok || err != nil {
			p.wrong(what, "a JSON Pointer such as /data", n)
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

// wrong reports a value of the wrong kind.
func (p *parser) wrong(what, want string, n *node.Node) {
	have := n.Kind().String()
	switch n.Kind() {
	case node.String:
		have = strconv.Quote(shorten(n.Text()))
	case node.Number, node.Bool:
		have = shorten(n.Text())
	case node.Null:
		have = "nothing"
	case node.Object:
		have = "a map"
	case node.Array:
		have = "a list"
	}
	p.diags.Errorf(n.Pos(), "wrong-type", "%s: expected %s, found %s", what, want, have)
}

func (p *parser) unknownKey(what string, m *node.Member, table keys) {
	names := sortedKeys(table)
	p.diags.Errorf(m.Pos(), "unknown-key", "%s has no key %q%s", what, m.Key, diag.DidYouMean(m.Key, names))
	if diag.Nearest(m.Key, names) == "" {
		p.diags.Hint("its keys are %s", strings.Join(names, ", "))
	}
}

func shorten(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}
