package oas

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
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
type problem struct{ diag.Diagnostic }

type componentKey struct {
	key  string
	kind kind
	form form
}

// reach gives the components that the references in n lead to, directly, and
// the references that lead nowhere.
func (d *Document) reach(n *node.Node, k kind, f form) (next components, problems []problem) {
	for _, s := range sites(n, k, f) {
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

func (d *Document) component(s site) (*component, *problem) {
	if s.kind == text {
		return d.prose(s)
	}
	t, err := d.follow(s)
	if err != nil {
		return nil, refProblem(s.ref, err)
	}
	var p *problem
	if t.fromRoot {
		p = &problem{fault("ref-root", s.ref.Pos(), s.ref.Text())}
	}
	key := componentKey{t.key, s.kind, s.form}
	if c := d.components[key]; c != nil {
		return c, p
	}
	t.file.needed = true
	if p := d.endless(t, s); p != nil {
		return nil, p
	}
	c := &component{key: t.key, sum: sum(t.key, t.node.AppendCanonical(nil))}
	d.components[key] = c // before its references: they may lead back
	n := t.node
	if s.kind == schemaObject {
		n = d.schemaOf(t)
	}
	c.next, c.problems = d.reach(n, s.kind, s.form)
	return c, p
}

func sum(key string, content []byte) [sha256.Size]byte {
	return sha256.Sum256(slices.Concat([]byte(key), []byte{'\n'}, content))
}

// follow resolves the reference of a site. A discriminator may name a schema
// instead of referring to it.
func (d *Document) follow(s site) (target, error) {
	ref := s.ref.Text()
	if s.soft && !strings.ContainsAny(ref, "/#") {
		for _, base := range []node.Pointer{{"components", "schemas"}, {"definitions"}} {
			p := base.With(ref)
			if n := p.Lookup(d.root); n != nil {
				return target{node: n, file: d.files.main, key: d.keyOf(d.files.main, p)}, nil
			}
		}
	}
	return d.find(s.at, ref)
}

// endless reports a chain of references that comes back to itself and so never
// reaches an object.
func (d *Document) endless(t target, s site) *problem {
	chain := []string{t.key}
	for {
		ref, ok := t.node.Get("$ref").Str()
		if !ok {
			return nil
		}
		next, err := d.find(t.node, ref)
		if err != nil {
			return nil // told where that reference is reached
		}
		again := slices.Contains(chain, next.key)
		chain = append(chain, next.key)
		if again {
			return &problem{cycleDiagnostic(s.ref.Pos(), chain)}
		}
		t = next
	}
}

func cycleDiagnostic(pos diag.Pos, chain []string) diag.Diagnostic {
	d := fault("ref-cycle", pos, strings.Join(chain, " → "))
	d.Hint = "define one of them"
	return d
}

// prose is the target of a description that is kept in a file of its own.
func (d *Document) prose(s site) (*component, *problem) {
	body, key, err := d.proseOf(s.at)
	if err != nil {
		return nil, refProblem(s.ref, err)
	}
	return &component{key: key, sum: sum(key, []byte(body))}, nil
}

// proseOf reads the text that a reference in place of a string leads to: a
// string of a tree, or a whole file of prose.
func (d *Document) proseOf(at *node.Node) (body, key string, err error) {
	ref := at.Get("$ref").Text()
	t, err := d.find(at, ref)
	if err == nil {
		if s, ok := t.node.Str(); ok {
			t.file.needed = true
			return s, t.key, nil
		}
	}
	if errors.Is(err, errRefused) || strings.Contains(ref, "#") {
		return "", "", errors.Join(err) // nil only if the target is no string
	}
	name, lerr := locate(d.files.of(at), ref)
	if lerr != nil {
		return "", "", lerr
	}
	f, ferr := d.files.get(name)
	if f.data == nil {
		return "", "", ferr
	}
	f.needed = true
	return string(f.data), d.keyOf(f, nil), nil
}

// refProblem words a reference that leads nowhere.
func refProblem(ref *node.Node, err error) *problem {
	var p problem
	var r *refusal
	var m *missingError
	switch {
	case errors.As(err, &r):
		p.Diagnostic = fault("ref-refused", ref.Pos(), ref.Text(), err)
		p.Hint = r.hint
	case errors.As(err, &m):
		p.Diagnostic = fault("ref-unresolved", ref.Pos(), ref.Text(), err)
		if near := diag.Nearest(m.token, m.names); near != "" {
			p.Hint = "did you mean " + near + "?"
		}
	default:
		p.Diagnostic = fault("ref-unresolved", ref.Pos(), ref.Text(), err)
	}
	return &p
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
