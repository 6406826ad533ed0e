package component

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"slices"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/grammar"
)

// Walk is one way through a Graph, as one operation makes it: it meets every
// component once. Walks of one Graph must not overlap.
type Walk struct {
	graph *Graph
	mark  int
	met   components
}

// Walk starts a walk that has met nothing.
func (g *Graph) Walk() *Walk {
	g.walks++
	return &Walk{graph: g, mark: g.walks}
}

// From goes on along the references in n, which holds objects of kind k in form
// f, and gives the references that lead nowhere: those in n, and those in what
// this walk had not met before.
func (w *Walk) From(n *node.Node, k grammar.Kind, f grammar.Form) []Problem {
	next, problems := w.graph.reach(n, k, f)
	for _, c := range next.closure(w.mark) {
		problems = append(problems, c.problems...)
		w.met = append(w.met, c)
	}
	return problems
}

// Digest is the hex sha256 of the parts and of the set of components met: equal
// for equal meaning, whatever the order of keys and whatever else the document
// holds. The set counts as the exclusive or of the sums of its members, which
// needs no sorting and tells any change that was not made to deceive.
func (w *Walk) Digest(parts ...*node.Node) string {
	h := sha256.New()
	var buf []byte
	for _, p := range parts {
		buf = append(p.AppendCanonical(buf[:0]), '\n')
		h.Write(buf)
	}
	var set [sha256.Size]byte
	for _, c := range w.met {
		subtle.XORBytes(set[:], set[:], c.sum[:])
	}
	h.Write(set[:])
	return hex.EncodeToString(h.Sum(nil))
}

// components are what references lead to directly.
type components []*component

// closure gives them and everything that they reach, but for what bears the
// mark already: each once, in an order that depends on the document only.
func (cs components) closure(mark int) components {
	var out components
	stack := slices.Clone(cs)
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if c.mark != mark {
			c.mark = mark
			out = append(out, c)
			stack = append(stack, c.next...)
		}
	}
	return out
}
