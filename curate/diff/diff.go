package diff

import (
	"maps"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/change"
	"github.com/oatools/oatools/curate/diff/journal"
)

// Diff compares two sets. Either may be nil, for a set that came or went; not
// both. The sets are only read. Equal sets give equal reports, and a set and
// itself an empty one.
func Diff(old, new *tool.Set) *change.Report {
	r := &change.Report{Tools: []change.ToolChange{}, Changes: []change.Change{}}
	s := journal.New(r)
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
	set(s, old, new, r.Old != nil && r.New != nil)
	siblings := newSiblings(new)
	for _, p := range m.pairs {
		r.Tools = append(r.Tools, judge(s, old, new, p, siblings))
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
