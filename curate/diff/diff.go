package diff

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
)

// Diff compares two sets. Either may be nil, for a set that came or went; not
// both. The sets are only read. Equal sets give equal reports, and a set and
// itself an empty one.
func Diff(old, new *tool.Set) *Report {
	r := &Report{Tools: []ToolChange{}, Changes: []Change{}}
	s := &scope{report: r, rules: map[string]Rule{}}
	for _, rule := range Rules() {
		s.rules[rule.ID] = rule
	}
	if old != nil {
		r.Set, r.Old = old.Name, side(old)
	} else {
		old = &tool.Set{Name: new.Name}
	}
	if new != nil {
		r.Set, r.New = new.Name, side(new)
	} else {
		new = &tool.Set{Name: old.Name}
	}
	m := match(old, new)
	s.set(old, new, r.Old != nil && r.New != nil)
	siblings := newSiblings(new)
	for _, p := range m.pairs {
		r.Tools = append(r.Tools, s.pair(old, new, p, siblings))
	}
	slices.SortFunc(r.Tools, func(a, b ToolChange) int { return strings.Compare(a.Name, b.Name) })
	r.finish()
	return r
}

// side counts what a set shows to whom.
func side(s *tool.Set) *Side {
	out := &Side{Version: s.Version, Digest: s.Digest, Tools: len(s.Tools), Audience: map[string]Shown{}}
	for i := range s.Tools {
		t := &s.Tools[i]
		out.Tokens += t.Tokens
		audience := t.Audience
		if len(audience) == 0 {
			audience = slices.Sorted(maps.Keys(s.Audiences))
			if len(audience) == 0 {
				audience = []string{""}
			}
		}
		for _, name := range audience {
			shown := out.Audience[name]
			out.Audience[name] = Shown{shown.Tools + 1, shown.Tokens + t.Tokens}
		}
	}
	return out
}

// pair compares one tool of each side, where there is one.
func (s *scope) pair(old, new *tool.Set, p pair, siblings *siblings) ToolChange {
	t := &scope{report: s.report, rules: s.rules, first: len(s.report.Changes), seen: map[string]bool{}, gone: map[string]bool{}}
	switch {
	case p.old == nil:
		t.tool = p.new.Name
		t.added(p.new, siblings)
		return ToolChange{Name: p.new.Name, State: Added, NewTokens: p.new.Tokens, Evals: len(p.new.Evals)}
	case p.new == nil:
		t.tool = p.old.Name
		t.removed(p)
		return ToolChange{Name: p.old.Name, State: Removed, OldTokens: p.old.Tokens}
	}
	t.tool = p.new.Name
	out := ToolChange{
		Name: p.new.Name, State: Same, OldTokens: p.old.Tokens, NewTokens: p.new.Tokens, Evals: len(p.new.Evals),
		Op:      p.old.Hash.Op != p.new.Hash.Op,
		Surface: p.old.Hash.Surface != p.new.Hash.Surface,
		Runtime: p.old.Hash.Runtime != p.new.Hash.Runtime,
	}
	out.Stale = out.Surface && out.Evals > 0
	if p.renamed {
		out.State, out.Was = Renamed, p.old.Name
		t.renamed(p)
	}
	if !reflect.DeepEqual(p.old, p.new) {
		c := comparison{scope: t, o: p.old, n: p.new, old: old, new: new}
		c.run()
	}
	return out
}
