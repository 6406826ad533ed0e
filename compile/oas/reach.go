package oas

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
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
	mark     int               // last operation that reached it
	next     components
	problems []problem
}

// problem is a reference that leads nowhere. It is told when an operation
// reaches it.
type problem struct {
	diag.Diagnostic
	schema bool // it stands in a schema
}

type componentKey struct {
	key  string
	kind grammar.Kind
	form grammar.Form
}

// reach gives the components that the references in n lead to, directly, and
// the references that lead nowhere.
func (d *Document) reach(n *node.Node, k grammar.Kind, f grammar.Form) (next components, problems []problem) {
	for _, s := range grammar.Sites(n, k, f) {
		c, p := d.component(s)
		if p != nil {
			problems = append(problems, *p)
		}
		if c != nil {
			next = append(next, c)
		}
	}
	return next, problems
}

func (d *Document) component(s grammar.Site) (*component, *problem) {
	if s.Kind == grammar.Text {
		return d.prose(s)
	}
	t, err := d.follow(s)
	if err != nil {
		return nil, &problem{object.RefProblem(s.Ref, err), s.Kind == grammar.Schema}
	}
	var p *problem
	switch {
	case t.FromRoot:
		p = &problem{Diagnostic: object.Fault("ref-root", s.Ref.Pos(), s.Ref.Text())}
	case t.Relative:
		p = &problem{Diagnostic: object.Fault("ref-relative", s.Ref.Pos(), s.Ref.Text())}
	case t.Moved:
		p = &problem{Diagnostic: object.Fault("ref-section", s.Ref.Pos(), s.Ref.Text(), t.Key)}
	}
	key := componentKey{t.Key, s.Kind, s.Form}
	if c := d.components[key]; c != nil {
		return c, p
	}
	t.Need()
	if p := d.endless(t, s); p != nil {
		return nil, p
	}
	c := &component{key: t.Key, sum: sum(t.Key, t.Node.AppendCanonical(nil))}
	d.components[key] = c // before its references: they may lead back
	n := t.Node
	if s.Kind == grammar.Schema {
		n = d.schemaOf(t)
	}
	c.next, c.problems = d.reach(n, s.Kind, s.Form)
	return c, p
}

func sum(key string, content []byte) [sha256.Size]byte {
	return sha256.Sum256(slices.Concat([]byte(key), []byte{'\n'}, content))
}

// follow resolves the reference of a site. A discriminator may name a schema
// instead of referring to it.
func (d *Document) follow(s grammar.Site) (source.Target, error) {
	ref := s.Ref.Text()
	if s.Soft && !strings.ContainsAny(ref, "/#") {
		for _, base := range []node.Pointer{{"components", "schemas"}, {"definitions"}} {
			if t, ok := d.src.At(base.With(ref)); ok {
				return t, nil
			}
		}
	}
	return d.src.Find(s.At, ref)
}

// endless reports a chain of references that comes back to itself and so never
// reaches an object.
func (d *Document) endless(t source.Target, s grammar.Site) *problem {
	chain := []string{t.Key}
	for {
		ref, ok := t.Node.Get("$ref").Str()
		if !ok {
			return nil
		}
		next, err := d.src.Find(t.Node, ref)
		if err != nil {
			return nil // told where that reference is reached
		}
		again := slices.Contains(chain, next.Key)
		chain = append(chain, next.Key)
		if again {
			return &problem{Diagnostic: object.CycleProblem(s.Ref.Pos(), chain)}
		}
		t = next
	}
}

// prose is the target of a description that is kept in a file of its own.
func (d *Document) prose(s grammar.Site) (*component, *problem) {
	body, key, err := d.src.Prose(s.At)
	if err != nil {
		return nil, &problem{Diagnostic: object.RefProblem(s.Ref, err)}
	}
	return &component{key: key, sum: sum(key, []byte(body))}, nil
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

// digest is the hex sha256 of the parts and of the set of components: equal for
// equal meaning, whatever the order of keys and whatever else the document
// holds. The set counts as the exclusive or of the sums of its members, which
// needs no sorting and tells any change that was not made to deceive.
func digest(parts []*node.Node, reached components) string {
	h := sha256.New()
	var buf []byte
	for _, p := range parts {
		buf = append(p.AppendCanonical(buf[:0]), '\n')
		h.Write(buf)
	}
	var set [sha256.Size]byte
	for _, c := range reached {
		subtle.XORBytes(set[:], set[:], c.sum[:])
	}
	h.Write(set[:])
	return hex.EncodeToString(h.Sum(nil))
}
