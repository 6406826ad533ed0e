package schema

import (
	"strconv"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/join"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/loose"
	"github.com/oatools/oatools/compile/schema/raw"
)

// publisher replaces the placeholders of one Rewrite: by the target where it is
// used once, or tiny, and not recursive; else by a reference to $defs.
type publisher struct {
	w      *Rewriter
	uses   []int
	cyclic []bool
	done   []*node.Node // expanded targets that are inlined
}

func (w *Rewriter) publish(out *node.Node) *node.Node {
	if w.renamed > 0 {
		out = w.nameable(out)
	}
	p := &publisher{w: w}
	// Tidying may drop a use, so that what was shared no longer is.
	for more := true; more; {
		p.analyse(out)
		out = p.expand(out)
		more = false
		for i, d := range w.fresh {
			if p.uses[i] > 0 && !p.inlines(d) {
				d.out = p.expand(d.out)
			}
			more = more || p.uses[i] > 0 && p.inlines(d)
		}
		more = p.breakCircles() || more
	}
	out = p.settle(w.whole(out))
	for i := 0; i < len(w.order); i++ {
		if d := w.names[w.order[i]]; !d.settled {
			d.settled = true
			d.out = p.settle(w.whole(d.out))
		}
	}
	for _, d := range w.fresh {
		if d.name == "" {
			delete(w.defs, d.key) // inlined, or not reached after all
		}
	}
	if w.renamed > 0 {
		return w.unmark(out)
	}
	return out
}

// whole loosens n where parts of what it refers to were left open.
func (w *Rewriter) whole(n *node.Node) *node.Node {
	if w.bounded {
		return loose.Loosen(n)
	}
	return n
}

// target gives the definition that a placeholder stands for, or nil.
func (w *Rewriter) target(n *node.Node) *def {
	if i, ok := placeholder(n); ok {
		return w.placed[i]
	}
	return nil
}

// analyse counts the uses of every target that out reaches and finds those that
// reach themselves.
func (p *publisher) analyse(out *node.Node) {
	p.uses, p.cyclic, p.done = make([]int, len(p.w.fresh)), make([]bool, len(p.w.fresh)), make([]*node.Node, len(p.w.fresh))
	const white, grey, black = 0, 1, 2
	state := make([]int, len(p.w.fresh))
	var path []int
	var visit func(n *node.Node)
	visit = func(n *node.Node) {
		if d := p.w.target(n); d != nil {
			p.uses[d.index]++
			switch state[d.index] {
			case white:
				state[d.index] = grey
				path = append(path, d.index)
				visit(d.out)
				path = path[:len(path)-1]
				state[d.index] = black
			case grey:
				for i := len(path) - 1; i >= 0; i-- {
					p.cyclic[path[i]] = true
					if path[i] == d.index {
						break
					}
				}
			}
		}
		keyword.Each(n, func(_, _ string, sub *node.Node) { visit(sub) })
	}
	visit(out)
}

func (p *publisher) inlines(d *def) bool {
	return !p.cyclic[d.index] && (p.uses[d.index] == 1 || keyword.Tiny(d.out)) || p.isAlias(d)
}

// isAlias reports whether d is nothing but a reference to another definition.
func (p *publisher) isAlias(d *def) bool { return isBareRef(d.out) && !p.circular(d) }

// circular reports whether d is a reference that leads back to itself without
// ever saying anything.
func (p *publisher) circular(d *def) bool {
	for range len(p.w.fresh) {
		if d == nil || !isBareRef(d.out) {
			return false
		}
		d = p.w.target(d.out) // nil: published before
	}
	return true
}

func isBareRef(n *node.Node) bool { return len(n.Members()) == 1 && keyword.Ref(n) != "" }

// breakCircles opens definitions that say nothing but to look at each other, and
// reports whether there were any.
func (p *publisher) breakCircles() (any bool) {
	for i, d := range p.w.fresh {
		if p.uses[i] > 0 && p.circular(d) {
			p.w.brokenf(d.raw.Pos(), "schema %s is nothing but a reference to itself", raw.BaseName(d.target))
			d.out, any = openSchema(d.raw), true
		}
	}
	return any
}

// expand gives n with the targets that are inlined in place, tidied.
func (p *publisher) expand(n *node.Node) *node.Node {
	n = keyword.Map(n, func(_, _ string, sub *node.Node) *node.Node { return p.expand(sub) })
	d := p.w.target(n)
	if d == nil {
		return join.Tidy(n, p.w.diags)
	}
	if !p.inlines(d) {
		return join.Tidy(n, p.w.diags)
	}
	if p.done[d.index] == nil {
		p.done[d.index] = p.expand(d.out)
	}
	return join.Tidy(join.Beside(p.done[d.index], n), p.w.diags)
}

// settle names the targets that stay definitions, in the order in which a
// reader meets them, and writes the references to them.
func (p *publisher) settle(n *node.Node) *node.Node {
	if d := p.w.target(n); d != nil {
		p.w.name(d)
		n = n.With("$ref", node.NewString(keyword.DefPrefix+d.name).MovedTo(n.Get("$ref")))
	}
	return keyword.Map(n, func(_, _ string, sub *node.Node) *node.Node { return p.settle(sub) })
}

// name publishes d under a name of its own.
func (w *Rewriter) name(d *def) {
	if d.name != "" {
		return
	}
	base := raw.BaseName(d.target)
	name := base
	for i := 2; w.names[name] != nil; i++ {
		name = base + "_" + strconv.Itoa(i)
	}
	d.name = name
	w.names[name] = d
	w.order = append(w.order, name)
}
