package component

import (
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/grammar"
	"github.com/oatools/oatools/compile/oas/object"
	"github.com/oatools/oatools/compile/oas/source"
)

// component is something that references lead to, with what it refers to in
// turn. Components are shared by the operations that reach them.
type component struct {
	key      string
	sum      [sha256.Size]byte // of its key and its canonical JSON
	mark     int               // last walk that met it
	next     components
	problems []Problem
}

// Problem is a reference that leads nowhere, or not where it says. It is told
// when an operation reaches it.
type Problem struct {
	diag.Diagnostic
	Schema bool // it stands in a schema, whose reference leads nowhere
}

// identity tells components apart: one place may be read as several kinds.
type identity struct {
	key  string
	kind grammar.Kind
	form grammar.Form
}

// Graph is the components of one description and the references between them,
// found when a walk first comes by. It must not be used by two goroutines at
// once.
type Graph struct {
	src    *source.Source
	schema func(source.Target) *node.Node
	known  map[identity]*component
	walks  int
}

// New makes the Graph of a description. schema gives the schema that a reference
// leads to in the form in which its own references are followed.
func New(src *source.Source, schema func(source.Target) *node.Node) *Graph {
	return &Graph{src: src, schema: schema, known: map[identity]*component{}}
}

// reach gives the components that the references in n lead to, directly, and
// the references that lead nowhere.
func (g *Graph) reach(n *node.Node, k grammar.Kind, f grammar.Form) (next components, problems []Problem) {
	for _, s := range grammar.Sites(n, k, f) {
		c, p := g.component(s)
		if p != nil {
			problems = append(problems, *p)
		}
		if c != nil {
			next = append(next, c)
		}
	}
	return next, problems
}

func (g *Graph) component(s grammar.Site) (*component, *Problem) {
	if s.Kind == grammar.Text {
		return g.prose(s)
	}
	t, err := g.follow(s)
	if err != nil {
		return nil, &Problem{object.RefProblem(s.Ref, err), s.Kind == grammar.Schema}
	}
	var p *Problem
	switch {
	case t.FromRoot:
		p = &Problem{Diagnostic: object.Fault("ref-root", s.Ref.Pos(), s.Ref.Text())}
	case t.Relative:
		p = &Problem{Diagnostic: object.Fault("ref-relative", s.Ref.Pos(), s.Ref.Text())}
	case t.Moved:
		p = &Problem{Diagnostic: object.Fault("ref-section", s.Ref.Pos(), s.Ref.Text(), t.Key)}
	}
	at := identity{t.Key, s.Kind, s.Form}
	if c := g.known[at]; c != nil {
		return c, p
	}
	t.Need()
	if p := g.endless(t, s); p != nil {
		return nil, p
	}
	c := &component{key: t.Key, sum: sum(t.Key, t.Node.AppendCanonical(nil))}
	g.known[at] = c // before its references: they may lead back
	n := t.Node
	if s.Kind == grammar.Schema {
		n = g.schema(t)
	}
	c.next, c.problems = g.reach(n, s.Kind, s.Form)
	return c, p
}

func sum(key string, content []byte) [sha256.Size]byte {
	return sha256.Sum256(slices.Concat([]byte(key), []byte{'\n'}, content))
}

// follow resolves the reference of a site. A discriminator may name a schema
// instead of referring to it.
func (g *Graph) follow(s grammar.Site) (source.Target, error) {
	ref := s.Ref.Text()
	if s.Soft && !strings.ContainsAny(ref, "/#") {
		for _, base := range []node.Pointer{{"components", "schemas"}, {"definitions"}} {
			if t, ok := g.src.At(base.With(ref)); ok {
				return t, nil
			}
		}
	}
	return g.src.Find(s.At, ref)
}

// endless reports a chain of references that comes back to itself and so never
// reaches an object.
func (g *Graph) endless(t source.Target, s grammar.Site) *Problem {
	chain := []string{t.Key}
	for {
		ref, ok := t.Node.Get("$ref").Str()
		if !ok {
			return nil
		}
		next, err := g.src.Find(t.Node, ref)
		if err != nil {
			return nil // told where that reference is reached
		}
		again := slices.Contains(chain, next.Key)
		chain = append(chain, next.Key)
		if again {
			return &Problem{Diagnostic: object.CycleProblem(s.Ref.Pos(), chain)}
		}
		t = next
	}
}

// prose is the target of a description that is kept in a file of its own.
func (g *Graph) prose(s grammar.Site) (*component, *Problem) {
	body, key, err := g.src.Prose(s.At)
	if err != nil {
		return nil, &Problem{Diagnostic: object.RefProblem(s.Ref, err)}
	}
	return &component{key: key, sum: sum(key, []byte(body))}, nil
}
