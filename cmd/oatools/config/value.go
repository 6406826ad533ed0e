package config

import (
	"math"
	"strconv"
	"time"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/value"
)

// parser reads values out of the tree and reports what it cannot read.
type parser struct {
	value.Reader
	file string
	dir  string // of the file
}

// keep gives a function that takes a value over.
func keep[T any](dst *T) func(T, *node.Node) {
	return func(v T, _ *node.Node) { *dst = v }
}

func (p *parser) text(dst *string) value.Setter { return p.Text(keep(dst)) }

func (p *parser) texts(dst *[]string) value.Setter {
	return p.List(p.Text(func(s string, _ *node.Node) { *dst = append(*dst, s) }))
}

func (p *parser) word(dst *string, words ...string) value.Setter {
	return p.Word(keep(dst), words...)
}

// integer reads a whole number of at least 1.
func (p *parser) integer(dst *int) value.Setter { return p.Whole(keep(dst), 1, math.MaxInt16) }

// amount reads an amount of money above 0: 0 would read as none at all, and
// means no cap.
func (p *parser) amount(dst *float64) value.Setter {
	return func(what string, n *node.Node) {
		v, err := strconv.ParseFloat(n.Text(), 64)
		if !n.Is(node.Number) || err != nil || v <= 0 || v > 1e9 {
			p.Wrong(what, "an amount above 0, such as 2.50", n)
			return
		}
		*dst = v
	}
}

func (p *parser) duration(dst *time.Duration) value.Setter { return p.Duration(keep(dst)) }

func (p *parser) bytes(dst *int) value.Setter { return p.Bytes(keep(dst)) }
