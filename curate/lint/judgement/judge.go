package judgement

import (
	"maps"
	"slices"
	"time"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/provider"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/lint/rule"
	"github.com/oatools/oatools/curate/lint/subject"
	"github.com/oatools/oatools/curate/overlay"
)

// Options are the settings of a Judge. The zero value is useful.
type Options struct {
	Now      time.Time         // for end dates; zero: none has come
	Provider *provider.Profile // also report what it cannot say or take; nil: none
	Artifact []byte            // the committed artifact; nil: none to compare with
	File     string            // place of findings in a set that has no overlay
}

// Judge looks at what was built through the rules. It changes nothing; a Judge
// serves one goroutine.
type Judge struct {
	built    *curate.Built
	opts     Options
	rules    map[string]*rule.Rule
	subjects []*subject.Tool          // in the set's order
	byName   map[string]*subject.Tool // by the tool's full name
	owner    map[diag.Pos]string      // tool whose part of the overlay stands there
	index    *subject.Index
	found    []Finding
}

// New makes a Judge of what was built. A Built of nothing but a Set is judged by
// the rules that need no more, one without a Set by none.
func New(built *curate.Built, opts Options) *Judge {
	j := &Judge{built: built, opts: opts, rules: map[string]*rule.Rule{}, byName: map[string]*subject.Tool{}, owner: map[diag.Pos]string{}}
	rules := rule.All()
	for i := range rules {
		j.rules[rules[i].ID] = &rules[i]
	}
	j.owners()
	if built.Set == nil {
		return j
	}
	decls := map[diag.Pos]*overlay.Tool{}
	if built.Overlay != nil {
		for i := range built.Overlay.Tools {
			decls[built.Overlay.Tools[i].Name.Pos] = &built.Overlay.Tools[i]
		}
	}
	for i := range built.Set.Tools {
		t, pos := &built.Set.Tools[i], diag.Pos{File: j.opts.File}
		var decl *overlay.Tool
		if o, ok := built.Provenance.Find(t.Name, "name"); ok {
			pos, decl = o.Overlay, decls[o.Overlay]
		}
		s := subject.New(t, decl, built.Operations[t.Name], pos, built.Provenance)
		j.subjects = append(j.subjects, s)
		j.byName[t.Name] = s
	}
	j.index = subject.NewIndex(j.subjects)
	return j
}

// Subjects gives the tools that are judged, in the set's order.
func (j *Judge) Subjects() []*subject.Tool { return j.subjects }

// Owner gives the full name of the tool whose part of the overlay stands at pos;
// "" of everything else.
func (j *Judge) Owner(pos diag.Pos) string { return j.owner[pos] }

// Findings gives what every rule finds, in the order of the table; without
// severities, since those depend on who asks.
func (j *Judge) Findings() []Finding {
	j.found = nil
	if j.built.Set == nil {
		return nil
	}
	for _, r := range judgements() {
		j.run(r)
	}
	if j.opts.Provider != nil {
		j.provider(j.opts.Provider)
	}
	return j.found
}

// run carries out one rule.
func (j *Judge) run(r judgement) {
	c := &check{Judge: j, rule: j.rules[r.id]}
	if c.rule.Need != rule.NeedSet && j.built.Overlay == nil {
		return
	}
	if r.set != nil {
		r.set(c)
		return
	}
	for _, s := range j.subjects {
		if c.rule.Need != rule.NeedSet && s.Decl == nil || c.rule.Need == rule.NeedSpec && s.Op == nil {
			continue
		}
		c.subject = s
		r.tool(c, s)
	}
}

// owners notes for every place under tools whose it is.
func (j *Judge) owners() {
	full := map[diag.Pos]string{}
	for name, origins := range j.built.Provenance.Tools {
		for _, o := range origins {
			if o.Field == "name" {
				full[o.Overlay] = name
			}
		}
	}
	members := j.built.Tree.Get("tools").Members()
	for i := range members {
		m := &members[i]
		name := full[m.Pos()]
		if name == "" {
			name = m.Key
		}
		j.owner[m.Pos()] = name
		own(j.owner, name, m.Value)
	}
}

// own notes the places of n and of all below it, keys included.
func own(owner map[diag.Pos]string, name string, n *node.Node) {
	owner[n.Pos()] = name
	members := n.Members()
	for i := range members {
		owner[members[i].Pos()] = name
		own(owner, name, members[i].Value)
	}
	for _, it := range n.Items() {
		own(owner, name, it)
	}
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Over reports whether a day is over at the time now, everywhere on earth. A
// zero time comes before the end of every day.
func Over(day string, now time.Time) bool {
	t, err := time.Parse(time.DateOnly, day)
	return err == nil && !now.IsZero() && now.After(t.Add(36*time.Hour))
}
