package loose

import (
	"math"
	"slices"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/join"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// Prune gives the rewritten schema n without the definitions that nothing refers
// to, and the others in the order in which a reader meets them.
func Prune(n *node.Node) *node.Node {
	defs := n.Get("$defs")
	if defs == nil {
		return n
	}
	order, _ := met(n.Without("$defs"), defs)
	if slices.Equal(order, defs.Keys()) {
		return n
	}
	if len(order) == 0 {
		return n.Without("$defs")
	}
	members := make([]node.Member, len(order))
	for i, name := range order {
		members[i] = *defs.Member(name)
	}
	return n.With("$defs", defs.WithMembers(members))
}

// met gives the definitions that root refers to, directly or not, in the order
// of first use, and how often each is referred to.
func met(root, defs *node.Node) (order []string, uses map[string]int) {
	uses = map[string]int{}
	var visit func(s *node.Node)
	visit = func(s *node.Node) {
		if name := keyword.DefName(s); name != "" && defs.Has(name) {
			if uses[name]++; uses[name] == 1 {
				order = append(order, name)
			}
		}
		keyword.Each(s, func(_, _ string, sub *node.Node) { visit(sub) })
	}
	visit(root)
	for i := 0; i < len(order); i++ {
		visit(defs.Get(order[i]))
	}
	return order, uses
}

// settled gives n, which was cut to limit bytes, as the rewriter would have
// written what is left; as it is where that takes more than it may.
func settled(n *node.Node, limit int) *node.Node {
	if out := inlined(n); out.Size(limit) <= limit || out.Size(math.MaxInt) <= n.Size(math.MaxInt) {
		return out
	}
	return n
}

// inlined gives n with the definitions that are used once, or tiny, in the place
// of the references to them.
func inlined(n *node.Node) *node.Node {
	defs := n.Get("$defs")
	if defs == nil {
		return n
	}
	root := n.Without("$defs")
	order, uses := met(root, defs)
	var quiet diag.List
	// What is used once is in no circle: the one use would be in it, and nothing
	// would lead there.
	here := func(name string) bool { return uses[name] == 1 || uses[name] > 0 && keyword.Tiny(defs.Get(name)) }
	var expand func(s *node.Node) *node.Node
	expand = func(s *node.Node) *node.Node {
		s = keyword.Map(s, func(_, _ string, sub *node.Node) *node.Node { return expand(sub) })
		if name := keyword.DefName(s); here(name) {
			s = join.Beside(expand(defs.Get(name)), s)
		}
		return join.Tidy(s, &quiet)
	}
	out := expand(root)
	var members []node.Member
	for _, name := range order {
		if !here(name) {
			m := *defs.Member(name)
			m.Value = expand(m.Value)
			members = append(members, m)
		}
	}
	if len(members) == 0 {
		return out
	}
	return Prune(out.With("$defs", defs.WithMembers(members)))
}
