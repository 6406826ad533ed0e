package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/lint/rule"
	"github.com/oatools/oatools/curate/overlay"
)

// linter holds one run.
type linter struct {
	built    *curate.Built
	opts     Options
	rules    []rule.Rule
	byID     map[string]*rule.Rule
	subjects []*subject          // in the set's order
	byName   map[string]*subject // by the tool's full name
	owner    map[diag.Pos]string // tool whose part of the overlay stands there
	index    *index              // nil until needed
	found    []Finding
}

// subject is a tool with everything that is known of it.
type subject struct {
	t      *tool.Tool
	decl   *overlay.Tool  // nil: an artifact alone
	op     *oas.Operation // nil: an artifact alone, or no operation
	pos    diag.Pos       // of its name
	input  *node.Node
	output *node.Node // nil when nothing is known
	args   []arg      // without control arguments
	prov   *curate.Provenance
}

// arg is an argument.
type arg struct {
	name   string
	schema *node.Node // references at its root are followed
	at     tool.Locator
	decl   *overlay.Param // nil: not listed one by one
}

func newLinter(built *curate.Built, opts Options) *linter {
	l := &linter{built: built, opts: opts, rules: rule.All(), byID: map[string]*rule.Rule{}, byName: map[string]*subject{}, owner: map[diag.Pos]string{}}
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
		s := l.subject(&built.Set.Tools[i], decls)
		l.subjects = append(l.subjects, s)
		l.byName[s.t.Name] = s
	}
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

func (l *linter) subject(t *tool.Tool, decls map[diag.Pos]*overlay.Tool) *subject {
	var quiet diag.List
	s := &subject{t: t, op: l.built.Operations[t.Name], pos: diag.Pos{File: l.opts.File}, prov: l.built.Provenance}
	if o, ok := s.prov.Find(t.Name, "name"); ok {
		s.pos, s.decl = o.Overlay, decls[o.Overlay]
	}
	s.input = node.ReadJSON("", t.Input, node.Limits{}, &quiet)
	if t.Output != nil {
		s.output = node.ReadJSON("", t.Output, node.Limits{}, &quiet)
	}
	control := t.ControlArgs()
	for name, schema := range s.input.Get("properties").All() {
		if slices.Contains(control, name) {
			continue
		}
		a := arg{name: name, schema: follow(s.input, schema)}
		if o, ok := s.prov.Find(t.Name, "arg:"+name); ok {
			a.at, _ = tool.ParseLocator(o.Note)
		}
		if s.decl != nil {
			for i := range s.decl.Params.Args {
				if s.decl.Params.Args[i].Name.V == name {
					a.decl = &s.decl.Params.Args[i]
				}
			}
		}
		s.args = append(s.args, a)
	}
	return s
}

// follow gives what n refers to in the schema root, keeping what stands beside
// the reference.
func follow(root, n *node.Node) *node.Node {
	for range 8 {
		ref, ok := n.Get("$ref").Str()
		if !ok {
			return n
		}
		at, err := node.ParseFragment(strings.TrimPrefix(ref, "#"))
		target := at.Lookup(root)
		if err != nil || target == nil || !n.Is(node.Object) {
			return n
		}
		for _, m := range n.Members() {
			if m.Key != "$ref" {
				target = target.With(m.Key, m.Value)
			}
		}
		n = target
	}
	return n
}

// where gives the line of the first of the fields that the overlay states, else
// that of the tool's name.
func (s *subject) where(fields ...string) diag.Pos {
	for _, f := range fields {
		if o, ok := s.prov.Find(s.t.Name, f); ok && !o.Overlay.IsZero() {
			return o.Overlay
		}
	}
	return s.pos
}

// at is where for an argument: its part, else the argument.
func (s *subject) at(a *arg, part string) diag.Pos {
	return s.where("arg:"+a.name+":"+part, "arg:"+a.name)
}

// contract is where the contract block stands.
func (s *subject) contract() diag.Pos { return s.where("contract", "shape") }

// located finds an argument's place in the description.
func (s *subject) located(a *arg) compile.Located {
	media := ""
	if s.t.Main != nil && s.t.Main.Binding.Body != nil {
		media = s.t.Main.Binding.Body.Media
	}
	return compile.Locate(s.op, media, a.at)
}

// acts reports whether calls change something or reach somebody.
func (s *subject) acts() bool {
	switch s.t.Shape {
	case tool.ShapeCommand, tool.ShapeAgent, tool.ShapeHuman:
		return true
	}
	return false
}

// check is one rule at work.
type check struct {
	*linter
	rule    *rule.Rule
	subject *subject // nil: the whole set
	last    *Finding
}

// report adds a finding about the tool at hand, or about the set.
func (c *check) report(pos diag.Pos, raised bool, format string, args ...any) *check {
	if pos.IsZero() {
		pos = diag.Pos{File: c.opts.File}
	}
	f := Finding{raised: raised, Diagnostic: diag.Diagnostic{Pos: pos, Code: c.rule.ID, Message: fmt.Sprintf(format, args...)}}
	if c.subject != nil {
		f.Tool = c.subject.t.Name
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
