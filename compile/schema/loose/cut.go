package loose

import (
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// cut gives the rewritten schema n, with its $defs, in which what lies deeper
// than depth levels of properties and items is left open: its type and
// description stay. A definition counts where it is met first, going by levels,
// and stands once. Definitions that nothing refers to any more are removed. A
// cut is a warning at the first place that was cut.
func cut(n *node.Node, depth int, diags *diag.List) *node.Node {
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
		out = Loosen(out)
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
			if name := keyword.DefName(s); name != "" {
				if _, ok := c.level[name]; !ok {
					c.level[name] = level
					now = append(now, c.defs.Get(name))
				}
			}
			keyword.Each(s, func(key, _ string, sub *node.Node) {
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

func (c *cutter) cut(n *node.Node, level int) *node.Node {
	return keyword.Map(n, func(key, _ string, sub *node.Node) *node.Node {
		at := level
		if deeper(key) {
			at++
		}
		if at > c.limit && keyword.Deep(sub) {
			return c.opened(sub)
		}
		if name := keyword.DefName(sub); name != "" {
			if _, kept := c.level[name]; !kept {
				return c.opened(sub)
			}
		}
		return c.cut(sub, at)
	})
}

// opened keeps of n what a reader needs to know that there is something.
func (c *cutter) opened(n *node.Node) *node.Node {
	if c.count == 0 {
		c.first = n.Pos()
	}
	c.count++
	var members []node.Member
	target := n
	if name := keyword.DefName(n); name != "" {
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
	if keyword.HasType(out.Get("type"), "array") {
		out = out.With("items", node.NewObject())
	}
	return out
}
