package diff

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/change"
)

// Diff compares two sets. Either may be nil, for a set that came or went; not
// both. The sets are only read. Equal sets give equal reports, and a set and
// itself an empty one.
func Diff(old, new *tool.Set) *change.Report {
	r := &change.Report{Tools: []change.ToolChange{}, Changes: []change.Change{}}
	s := &scope{report: r, rules: map[string]change.Rule{}}
	for _, rule := range change.Rules() {
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
	slices.SortFunc(r.Tools, func(a, b change.ToolChange) int { return strings.Compare(a.Name, b.Name) })
	r.Finish()
	return r
}

// side counts what a set shows to whom.
func side(s *tool.Set) *change.Side {
	out := &change.Side{Version: s.Version, Digest: s.Digest, Tools: len(s.Tools), Audience: map[string]change.Shown{}}
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
			out.Audience[name] = change.Shown{Tools: shown.Tools + 1, Tokens: shown.Tokens + t.Tokens}
		}
	}
	return out
}

// pair compares one tool of each side, where there is one.
func (s *scope) pair(old, new *tool.Set, p pair, siblings *siblings) change.ToolChange {
	t := &scope{report: s.report, rules: s.rules, first: len(s.report.Changes), seen: map[string]bool{}, gone: map[string]bool{}}
	switch {
	case p.old == nil:
		t.tool = p.new.Name
		t.added(p.new, siblings)
		return change.ToolChange{Name: p.new.Name, State: change.Added, NewTokens: p.new.Tokens, Evals: len(p.new.Evals)}
	case p.new == nil:
		t.tool = p.old.Name
		t.removed(p)
		return change.ToolChange{Name: p.old.Name, State: change.Removed, OldTokens: p.old.Tokens}
	}
	t.tool = p.new.Name
	out := change.ToolChange{
		Name: p.new.Name, State: change.Same, OldTokens: p.old.Tokens, NewTokens: p.new.Tokens, Evals: len(p.new.Evals),
		Op:      p.old.Hash.Op != p.new.Hash.Op,
		Surface: p.old.Hash.Surface != p.new.Hash.Surface,
		Runtime: p.old.Hash.Runtime != p.new.Hash.Runtime,
	}
	out.Stale = out.Surface && out.Evals > 0
	if p.renamed {
		out.State, out.Was = change.Renamed, p.old.Name
		t.renamed(p)
	}
	if !reflect.DeepEqual(p.old, p.new) {
		c := comparison{scope: t, o: p.old, n: p.new, old: old, new: new}
		c.run()
	}
	return out
}
