package diff

import (
	"cmp"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/comparison"
	"github.com/oatools/oatools/curate/diff/journal"
)

// pair is one tool before and after; a nil side is none.
type pair struct {
	old, new *tool.Tool
	renamed  bool
	kept     bool       // the old name stays callable
	heir     *tool.Tool // of a tool that is gone: the tool that answers to its name
}

type matching struct {
	pairs []pair
}

// match finds for each tool what became of it: first by name, then by the name
// that a tool says it replaces, then by operation.
func match(old, new *tool.Set) matching {
	var m matching
	olds, news := byName(old), byName(new)
	var gone, come []*tool.Tool
	for i := range old.Tools {
		o := &old.Tools[i]
		if n := news[o.Name]; n != nil {
			m.pairs = append(m.pairs, pair{old: o, new: n})
		} else {
			gone = append(gone, o)
		}
	}
	heirs := map[string]*tool.Tool{}
	for i := range new.Tools {
		n := &new.Tools[i]
		if n.Replaces != nil {
			heirs[n.Replaces.Name] = n
		}
		if olds[n.Name] == nil {
			come = append(come, n)
		}
	}
	taken := map[*tool.Tool]bool{}
	rename := func(o, n *tool.Tool, kept bool) {
		m.pairs = append(m.pairs, pair{old: o, new: n, renamed: true, kept: kept})
		taken[o], taken[n] = true, true
	}
	for _, o := range gone {
		if n := heirs[o.Name]; n != nil && olds[n.Name] == nil && !taken[n] {
			rename(o, n, true)
		}
	}
	byOp := map[string][]*tool.Tool{}
	for _, n := range come {
		if key := identity(n); key != "" && !taken[n] {
			byOp[key] = append(byOp[key], n)
		}
	}
	for _, o := range gone {
		if taken[o] || heirs[o.Name] != nil {
			continue
		}
		if n := nearest(o, byOp[identity(o)], taken); n != nil {
			rename(o, n, false)
		}
	}
	for _, o := range gone {
		if !taken[o] {
			m.pairs = append(m.pairs, pair{old: o, heir: heirs[o.Name]})
		}
	}
	for _, n := range come {
		if !taken[n] {
			m.pairs = append(m.pairs, pair{new: n})
		}
	}
	return m
}

func byName(s *tool.Set) map[string]*tool.Tool {
	out := make(map[string]*tool.Tool, len(s.Tools))
	for i := range s.Tools {
		out[s.Tools[i].Name] = &s.Tools[i]
	}
	return out
}

// identity is what a tool is, whatever it is called: its operation.
func identity(t *tool.Tool) string {
	if t.Main == nil {
		return ""
	}
	return t.Main.Op.Source + " " + t.Main.Op.Method + " " + t.Main.Op.Path
}

// alike is how much of two tools' arguments must be equal for one to be the
// other under a new name.
const alike = 0.7

// nearest gives the candidate that shares most arguments with o, if enough.
func nearest(o *tool.Tool, candidates []*tool.Tool, taken map[*tool.Tool]bool) *tool.Tool {
	var best *tool.Tool
	score := 0.0
	for _, n := range candidates {
		if taken[n] {
			continue
		}
		if s := max(overlap(comparison.Arguments(o), comparison.Arguments(n)), overlap(comparison.Wires(o), comparison.Wires(n))); s >= alike && s > score {
			best, score = n, s
		}
	}
	return best
}

// overlap is the share of names that both have; two empty lists are equal.
func overlap(a, b []string) float64 {
	if len(a) == 0 && len(b) == 0 {
		return 1
	}
	common := len(a) - len(journal.Without(a, b))
	return float64(common) / float64(len(a)+len(b)-common)
}

// siblings finds the tools of a set that a model could take for another.
type siblings struct {
	words map[string][]string // word of a name or an operation → tools
}

// common is how many tools may share a word before it tells nothing apart.
const common = 12

func newSiblings(s *tool.Set) *siblings {
	out := &siblings{words: map[string][]string{}}
	for i := range s.Tools {
		for _, w := range nameWords(&s.Tools[i]) {
			out.words[w] = append(out.words[w], s.Tools[i].Name)
		}
	}
	return out
}

func nameWords(t *tool.Tool) []string {
	words := strings.Split(t.Name, "_")
	if t.Main != nil {
		words = append(words, t.Main.Op.Source+" "+t.Main.Op.Path)
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// of gives up to three tools that share most words with t.
func (s *siblings) of(t *tool.Tool) []string {
	shared := map[string]int{}
	for _, w := range nameWords(t) {
		if len(s.words[w]) > common {
			continue
		}
		for _, name := range s.words[w] {
			if name != t.Name {
				shared[name]++
			}
		}
	}
	var names []string
	for name := range shared {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(shared[b], shared[a]), strings.Compare(a, b))
	})
	return names[:min(len(names), 3)]
}
