package config

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// parser reads values out of the tree and reports what it cannot read.
type parser struct {
	diags *diag.List
	file  string
	dir   string // of the file
}

// setter reads the value n of the key named what.
type setter func(what string, n *node.Node)

// keys is the table of an object: its keys and who reads each.
type keys map[string]setter

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
			if read, ok := table[m.Key]; ok {
				read(m.Key, m.Value)
				continue
			}
			p.unknown(what, m, slices.Sorted(maps.Keys(table)))
		}
	}
}

// each reads every member of a map whose keys the author chooses.
func (p *parser) each(item func(*node.Member)) setter {
	return func(what string, n *node.Node) {
		if !n.Is(node.Object) {
			p.wrong(what, "a map", n)
			return
		}
		members := n.Members()
		for i := range members {
			item(&members[i])
		}
	}
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

// need reports the keys that the object n lacks.
func (p *parser) need(n *node.Node, what string, names ...string) {
	for _, name := range names {
		if n.Is(node.Object) && !n.Has(name) {
			p.diags.Errorf(n.Pos(), "missing-key", "%s needs the key %q", what, name)
		}
	}
}

// text reads a string that is not empty.
func (p *parser) text(dst *string) setter {
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
			*dst = s
		}
	}
}

// texts reads a list of strings.
func (p *parser) texts(dst *[]string) setter {
	return p.list(func(what string, n *node.Node) {
		var s string
		if p.text(&s)(what, n); s != "" {
			*dst = append(*dst, s)
		}
	})
}

// word reads one of a few words.
func (p *parser) word(dst *string, words ...string) setter {
	return func(what string, n *node.Node) {
		var s string
		switch p.text(&s)(what, n); {
		case s == "":
		case slices.Contains(words, s):
			*dst = s
		default:
			p.diags.Errorf(n.Pos(), "bad-value", "%s: %q is none of %s%s", what, shorten(s), strings.Join(words, ", "), diag.DidYouMean(s, words))
		}
	}
}

// integer reads a whole number of at least 1.
func (p *parser) integer(dst *int) setter {
	return func(what string, n *node.Node) {
		i, err := strconv.Atoi(n.Text())
		if !n.Is(node.Number) || err != nil || i < 1 || i > math.MaxInt16 {
			p.wrong(what, fmt.Sprintf("a whole number from 1 to %d", math.MaxInt16), n)
			return
		}
		*dst = i
	}
}

// amount reads an amount of money above 0: 0 would read as none at all, and
// means no cap.
func (p *parser) amount(dst *float64) setter {
	return func(what string, n *node.Node) {
		v, err := strconv.ParseFloat(n.Text(), 64)
		if !n.Is(node.Number) || err != nil || v <= 0 || v > 1e9 {
			p.wrong(what, "an amount above 0, such as 2.50", n)
			return
		}
		*dst = v
	}
}

// duration reads a positive duration.
func (p *parser) duration(dst *time.Duration) setter {
	return func(what string, n *node.Node) {
		d, err := time.ParseDuration(n.Text())
		if !n.Is(node.String) || err != nil || d <= 0 {
			p.wrong(what, "a duration such as 8s, 5m or 1h30m", n)
			return
		}
		*dst = d
	}
}

var byteUnits = []struct {
	name string
	size int
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"KB", 1000}, {"MB", 1000 * 1000}, {"GB", 1000 * 1000 * 1000}, {"B", 1}}

// bytes reads a size: a whole number of bytes, or one with a unit.
func (p *parser) bytes(dst *int) setter {
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
		*dst = i * size
	}
}

// wrong reports a value of the wrong kind. Texts are not repeated: what stands
// at the wrong place may be a secret.
func (p *parser) wrong(what, want string, n *node.Node) {
	have := map[node.Kind]string{node.String: "a text", node.Null: "nothing", node.Object: "a map", node.Array: "a list"}[n.Kind()]
	if have == "" {
		have = shorten(n.Text())
	}
	p.diags.Errorf(n.Pos(), "wrong-type", "%s: expected %s, found %s", what, want, have)
}

func shorten(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}
