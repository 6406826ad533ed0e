package value

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// Text reads a string that is not blank.
func (r *Reader) Text(keep func(string, *node.Node)) Setter {
	return func(what string, n *node.Node) {
		s, ok := n.Str()
		switch {
		case !ok:
			r.Wrong(what, "text", n)
			if n.Is(node.Number) || n.Is(node.Bool) {
				r.Diags.Hint("write it in quotes: %q", n.Text())
			}
		case strings.TrimSpace(s) == "":
			r.Diags.Errorf(n.Pos(), "empty-value", "%s is empty", what)
		default:
			if r.Todo && strings.Contains(s, "TODO:") {
				r.Diags.Warnf(n.Pos(), "todo", "%s still says %q", what, Shorten(s))
			}
			keep(s, n)
		}
	}
}

// Word reads one of a few words.
func (r *Reader) Word(keep func(string, *node.Node), words ...string) Setter {
	return func(what string, n *node.Node) {
		r.Text(func(s string, n *node.Node) {
			if slices.Contains(words, s) {
				keep(s, n)
				return
			}
			r.Diags.Errorf(n.Pos(), "bad-value", "%s: %q is none of %s%s", what, r.cut(s), strings.Join(words, ", "), diag.DidYouMean(s, words))
		})(what, n)
	}
}

// Bool reads true or false.
func (r *Reader) Bool(keep func(bool, *node.Node)) Setter {
	return func(what string, n *node.Node) {
		if v, ok := n.Truth(); ok {
			keep(v, n)
			return
		}
		r.Wrong(what, "true or false", n)
	}
}

// Whole reads a whole number from low to high; math.MaxInt32 stands for no
// highest one that is worth a word.
func (r *Reader) Whole(keep func(int, *node.Node), low, high int) Setter {
	want := fmt.Sprintf("a whole number of at least %d", low)
	if high < math.MaxInt32 {
		want = fmt.Sprintf("a whole number from %d to %d", low, high)
	}
	return func(what string, n *node.Node) {
		i, err := strconv.Atoi(n.Text())
		if !n.Is(node.Number) || err != nil || i < low || i > high {
			r.Wrong(what, want, n)
			return
		}
		keep(i, n)
	}
}

// Duration reads a positive duration.
func (r *Reader) Duration(keep func(time.Duration, *node.Node)) Setter {
	return func(what string, n *node.Node) {
		d, err := time.ParseDuration(n.Text())
		if !n.Is(node.String) || err != nil || d <= 0 {
			r.Wrong(what, "a duration such as 8s, 5m or 1h30m", n)
			return
		}
		keep(d, n)
	}
}

var byteUnits = []struct {
	name string
	size int
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"KB", 1000}, {"MB", 1000 * 1000}, {"GB", 1000 * 1000 * 1000}, {"B", 1}}

// Bytes reads a size: a whole number of bytes, or one with a unit.
func (r *Reader) Bytes(keep func(int, *node.Node)) Setter {
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
			r.Wrong(what, "a size such as 24KiB (at most 2 GiB)", n)
			return
		}
		keep(i*size, n)
	}
}
