package schema

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// Cut gives the rewritten schema n, with its $defs, in which what lies deeper
// than depth levels of properties and items is left open: its type and
// description stay. A definition counts where it is met first, going by levels,
// and stands once. Definitions that nothing refers to any more are removed. A
// cut is a warning at the first place that was cut.
func Cut(n *node.Node, depth int, diags *diag.List) *node.Node {
	c := cutter{defs: n.Get("$defs"), level: map[string]int{}, limit: depth}
	c.measure(n)
	out := c.cut(n.Without("$defs"), 0)
	var members []node.Member
	for _, m := range c.defs.Members() {
		if at, ok := c.level[m.Key]; ok {
			m.Value = c.cut(m.Value, at)
			members = append(members, m)
		}
	}
	if c.count == 0 && len(members) == len(c.defs.Members()) {
		return n
	}
	if c.count > 0 {
		diags.Warnf(c.first, "schema-cut", "schemas more than %d levels deep are left open (%d places)", depth, c.count)
	}
	if len(members) > 0 {
		out = out.With("$defs", c.defs.WithMembers(members))
	}
	if c.count > 0 {
		out = loosen(out)
	}
	return Prune(out)
}

type cutter struct {
	defs  *node.Node
	level map[string]int // of definitions, the least
	limit int
	count int
	first diag.Pos
}

// deeper tells the keywords that lead to a value inside the value.
func deeper(key string) bool {
	switch key {
	case "properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "items", "prefixItems", "contains", "unevaluatedItems":
		return true
	}
	return false
}

// measure finds the level at which every definition is met first: breadth
// first, a level being a step into a property or an item.
func (c *cutter) measure(n *node.Node) {
	now := []*node.Node{n}
	for level := 0; level <= c.limit && len(now) > 0; level++ {
		var next []*node.Node
		for i := 0; i < len(now); i++ {
			s := now[i]
			if name := defName(s); name != "" {
				if _, ok := c.level[name]; !ok {
					c.level[name] = level
					now = append(now, c.defs.Get(name))
				}
			}
			eachSub(s, func(key, _ string, sub *node.Node) {
				switch {
				case key == "$defs":
				case deeper(key):
					next = append(next, sub)
				default:
					now = append(now, sub)
				}
			})
		}
		now = next
	}
}

// defName gives the definition that n refers to, or "".
func defName(n *node.Node) string {
	name, ok := strings.CutPrefix(refText(n), defPrefix)
	if !ok {
		return ""
	}
	return name
}

func (c *cutter) cut(n *node.Node, level int) *node.Node {
	return mapSub(n, func(key, _ string, sub *node.Node) *node.Node {
		at := level
		if deeper(key) {
			at++
		}
		if at > c.limit && isDeep(sub) {
			return c.opened(sub)
		}
		if name := defName(sub); name != "" {
			if _, kept := c.level[name]; !kept {
				return c.opened(sub)
			}
		}
		return c.cut(sub, at)
	})
}

// isDeep reports whether n says anything about values inside its value.
func isDeep(n *node.Node) bool {
	deep := false
	eachSub(n, func(_, _ string, _ *node.Node) { deep = true })
	return deep
}

// opened keeps of n what a reader needs to know that there is something.
func (c *cutter) opened(n *node.Node) *node.Node {
	if c.count == 0 {
		c.first = n.Pos()
	}
	c.count++
	var members []node.Member
	target := n
	if name := defName(n); name != "" {
		target = c.defs.Get(name)
	}
	for _, key := range []string{"title", "description", "type"} {
		m := n.Member(key)
		if m == nil {
			m = target.Member(key)
		}
		if m != nil {
			members = append(members, *m)
		}
	}
	out := n.WithMembers(members)
	if hasType(out.Get("type"), "array") {
		out = out.With("items", node.NewObject())
	}
	return out
}

// Prune gives the rewritten schema n without the definitions that nothing
// refers to.
func Prune(n *node.Node) *node.Node {
	defs := n.Get("$defs")
	if defs == nil {
		return n
	}
	used := map[string]bool{}
	todo := []*node.Node{n.Without("$defs")}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if name := defName(s); name != "" && !used[name] {
			used[name] = true
			todo = append(todo, defs.Get(name))
		}
		eachSub(s, func(_, _ string, sub *node.Node) { todo = append(todo, sub) })
	}
	var members []node.Member
	for _, m := range defs.Members() {
		if used[m.Key] {
			members = append(members, m)
		}
	}
	switch len(members) {
	case len(defs.Members()):
		return n
	case 0:
		return n.Without("$defs")
	}
	return n.With("$defs", defs.WithMembers(members))
}

// Trim gives the rewritten schema n with descriptions of more than limit bytes
// below its first level of properties shortened to whole sentences or words.
// It is silent: nothing about values changes. Titles below are left out.
func Trim(n *node.Node, limit int) *node.Node { return trim(n, limit, 0) }

func trim(n *node.Node, limit, level int) *node.Node {
	n = mapSub(n, func(key, _ string, sub *node.Node) *node.Node {
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
		n = n.With("description", node.NewString(Shorten(s, limit)).MovedTo(n.Get("description")))
	}
	if n.Has("title") {
		return n.Without("title")
	}
	return n
}

// Shorten gives s in at most limit bytes: its first sentences when they fit,
// else its first words and an ellipsis.
func Shorten(s string, limit int) string {
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
			if out := Trim(n, words); out.Size(limit) <= limit {
				diags.Warnf(pos, "schema-budget", "the schema has %d bytes; descriptions deep inside are shortened to stay within %d", size, limit)
				return out
			}
		}
	}
	// From the first level on, since each costs as much as all before it. And
	// cutting first, because shortening is work on everything that is left.
	var quiet diag.List
	depth := 1
	out := Trim(Cut(n, depth, &quiet), 60)
	for next := out; next.Size(limit) <= limit && depth < 6; {
		if next = Trim(Cut(n, depth+1, &quiet), 60); next.Size(limit) <= limit {
			out = next
			depth++
		}
	}
	diags.Warnf(pos, "schema-budget", "the schema has %s bytes; what lies more than %d levels deep is left open, which leaves %d", sizeText(size, limit), depth, out.Size(math.MaxInt))
	diags.Hint("name the fields that the tool needs")
	return out
}
