package loose

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// brief gives the rewritten schema n with descriptions of more than limit bytes
// below its first level of properties shortened to whole sentences or words.
// It is silent: nothing about values changes. Titles below are left out.
func brief(n *node.Node, limit int) *node.Node { return trim(n, limit, 0) }

func trim(n *node.Node, limit, level int) *node.Node {
	n = keyword.Map(n, func(key, _ string, sub *node.Node) *node.Node {
		at := level
		if deeper(key) {
			at++
		} else if key == "$defs" {
			at = 2
		}
		return trim(sub, limit, at)
	})
	if level < 2 {
		return n
	}
	if s, ok := n.Get("description").Str(); ok && len(s) > limit {
		n = n.With("description", node.NewString(shorten(s, limit)).MovedTo(n.Get("description")))
	}
	if n.Has("title") {
		return n.Without("title")
	}
	return n
}

// trimmed gives the bytes that trim takes off n.
func trimmed(n *node.Node, limit, level int) int {
	saved := 0
	keyword.Each(n, func(key, _ string, sub *node.Node) {
		at := level
		if deeper(key) {
			at++
		} else if key == "$defs" {
			at = 2
		}
		saved += trimmed(sub, limit, at)
	})
	if level < 2 {
		return saved
	}
	if d := n.Get("description"); d.Is(node.String) && len(d.Text()) > limit {
		saved += d.Size(math.MaxInt) - node.NewString(shorten(d.Text(), limit)).Size(math.MaxInt)
	}
	if title := n.Get("title"); title != nil {
		saved += len(`"title":`) + title.Size(math.MaxInt)
		if len(n.Members()) > 1 {
			saved += len(",")
		}
	}
	return saved
}

// shorten gives s in at most limit bytes: its first sentences when they fit,
// else its first words and an ellipsis.
func shorten(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	head := s[:max(limit-3, 0)]
	for len(head) > 0 && !utf8.ValidString(head) {
		head = head[:len(head)-1]
	}
	if i := strings.LastIndex(head, ". "); i > limit/3 {
		return head[:i+1]
	}
	if i := strings.LastIndexAny(head, " \n"); i > limit/3 {
		head = head[:i]
	}
	return strings.TrimRight(head, " \n,;:") + "…"
}

// hopeless: descriptions are never three quarters of a schema this many times
// as large as the budget, so they are not tried alone.
const hopeless = 4

// Enough is the size of a schema, for a budget of limit bytes, at which Fit no
// longer looks at how large it is; for Options.Bytes.
func Enough(limit int) int { return hopeless * limit }

func sizeText(size, limit int) string {
	if size > hopeless*limit {
		return "more than " + strconv.Itoa(hopeless*limit)
	}
	return strconv.Itoa(size)
}

// Fit gives the rewritten schema n in at most limit bytes of compact JSON as
// far as cutting can: first descriptions deep inside are shortened, then levels
// are cut, the deepest first. What it does is a warning at pos. A schema that
// fits is given back as it is; one whose first level alone is too large stays
// too large.
func Fit(n *node.Node, limit int, pos diag.Pos, diags *diag.List) *node.Node {
	if n.Size(limit) <= limit {
		return n
	}
	size := n.Size(hopeless * limit)
	if size <= hopeless*limit {
		for _, words := range []int{160, 60} {
			if size-trimmed(n, words, 0) <= limit {
				out := settled(brief(n, words), limit)
				diags.Warnf(pos, "schema-budget", "the schema has %d bytes; descriptions deep inside are shortened to stay within %d", size, limit)
				return out
			}
		}
	}
	// From the first level on, since each costs as much as all before it. And
	// cutting first, because shortening is work on everything that is left.
	var quiet diag.List
	depth := 1
	out := brief(cut(n, depth, &quiet), 60)
	for next := out; next.Size(limit) <= limit && depth < 6; {
		if next = brief(cut(n, depth+1, &quiet), 60); next.Size(limit) <= limit {
			out = next
			depth++
		}
	}
	out = settled(out, limit)
	if left := out.Size(math.MaxInt); left > limit {
		diags.Warnf(pos, "schema-budget", "the schema has %s bytes, of which the first level alone takes %d; the budget is %d", sizeText(size, limit), left, limit)
	} else {
		diags.Warnf(pos, "schema-budget", "the schema has %s bytes; what lies more than %d levels deep is left open, which leaves %d", sizeText(size, limit), depth, left)
	}
	diags.Hint("name the fields that the tool needs")
	return out
}
