package lint

import (
	"fmt"
	"maps"
	"slices"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/lint/rule"
	"github.com/oatools/oatools/curate/lint/subject"
	"github.com/oatools/oatools/curate/overlay"
)

// linter holds one run.
type linter struct {
	built    *curate.Built
	opts     Options
	rules    []rule.Rule
	byID     map[string]*rule.Rule
	subjects []*subject.Tool          // in the set's order
	byName   map[string]*subject.Tool // by the tool's full name
	owner    map[diag.Pos]string      // tool whose part of the overlay stands there
	index    *subject.Index
	found    []Finding
}

func newLinter(built *curate.Built, opts Options) *linter {
	l := &linter{built: built, opts: opts, rules: rule.All(), byID: map[string]*rule.Rule{}, byName: map[string]*subject.Tool{}, owner: map[diag.Pos]string{}}
	for i := range l.rules {
		l.byID[l.rules[i].ID] = &l.rules[i]
	}
	l.owners()
	if built.Set == nil {
		return l
	}
	decls := map[diag.Pos]*overlay.Tool{}
	if built.Overlay != nil {
		for i := range built.Overlay.Tools {
			decls[built.Overlay.Tools[i].Name.Pos] = &built.Overlay.Tools[i]
		}
	}
	for i := range built.Set.Tools {
		t, pos := &built.Set.Tools[i], diag.Pos{File: l.opts.File}
		var decl *overlay.Tool
		if o, ok := built.Provenance.Find(t.Name, "name"); ok {
			pos, decl = o.Overlay, decls[o.Overlay]
		}
		s := subject.New(t, decl, built.Operations[t.Name], pos, built.Provenance)
		l.subjects = append(l.subjects, s)
		l.byName[t.Name] = s
	}
	l.index = subject.NewIndex(l.subjects)
	return l
}

// owners notes for every place under tools whose it is.
func (l *linter) owners() {
	full := map[diag.Pos]string{}
	for name, origins := range l.built.Provenance.Tools {
		for _, o := range origins {
			if o.Field == "name" {
				full[o.Overlay] = name
			}
		}
	}
	members := l.built.Tree.Get("tools").Members()
	for i := range members {
		m := &members[i]
		name := full[m.Pos()]
		if name == "" {
			name = m.Key
		}
		l.owner[m.Pos()] = name
		own(l.owner, name, m.Value)
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

// check is one rule at work.
type check struct {
	*linter
	rule    *rule.Rule
	subject *subject.Tool // nil: the whole set
	last    *Finding
}

// report adds a finding about the tool at hand, or about the set.
func (c *check) report(pos diag.Pos, raised bool, format string, args ...any) *check {
	if pos.IsZero() {
		pos = diag.Pos{File: c.opts.File}
	}
	f := Finding{raised: raised, Diagnostic: diag.Diagnostic{Pos: pos, Code: c.rule.ID, Message: fmt.Sprintf(format, args...)}}
	if c.subject != nil {
		f.Tool = c.subject.Tool.Name
		f.Message = "tool " + f.Tool + ": " + f.Message
	}
	c.found = append(c.found, f)
	c.last = &c.found[len(c.found)-1]
	return c
}

// hint says what to do about the finding just reported.
func (c *check) hint(format string, args ...any) *check {
	c.last.Hint = fmt.Sprintf(format, args...)
	return c
}

// relate gives the finding just reported a further place.
func (c *check) relate(pos diag.Pos, message string) *check {
	if !pos.IsZero() {
		c.last.Related = append(c.last.Related, diag.Related{Pos: pos, Message: message})
	}
	return c
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
