package raw

import (
	"errors"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// Reader follows the references of raw schemas, each once. It is not safe for
// concurrent use.
type Reader struct {
	res      Resolver
	dialect  Dialect
	diags    *diag.List
	resolved map[*node.Node]Target // by the node that holds the reference
	locals   map[*node.Node]int    // targets found in an enclosing schema, numbered
	scoped   int                   // see Scoped
}

// NewReader makes a Reader. A nil resolver resolves nothing; nil diags are for
// who wants to hear of nothing.
func NewReader(res Resolver, dialect Dialect, diags *diag.List) *Reader {
	return &Reader{res: res, dialect: dialect, diags: diags, resolved: map[*node.Node]Target{}, locals: map[*node.Node]int{}}
}

// Scope is the chain of enclosing schemas, for references that are meant
// relative to one of them.
type Scope struct {
	n  *node.Node
	up *Scope
}

// Target is where a reference leads.
type Target struct {
	Node *node.Node
	Key  string
	Err  error
	// Local: found in an enclosing schema, so its own references may be too.
	Local  bool
	scoped bool // looked up in enclosing schemas, be it in vain
}

var errNoResolver = errors.New("there is no document to look it up in")

// Resolve follows the reference in node at, and references that are nothing
// but a further reference, to the end.
func (r *Reader) Resolve(at *node.Node, sc *Scope) Target {
	t, ok := r.resolved[at]
	if !ok {
		t = r.Follow(at, sc)
		r.resolved[at] = t
	} else if t.scoped {
		r.scoped++
	}
	return t
}

// Scoped counts the answers that depended on enclosing schemas.
func (r *Reader) Scoped() int { return r.scoped }

// Follow is Resolve for a reference that stands nowhere in a document.
func (r *Reader) Follow(at *node.Node, sc *Scope) Target {
	t := r.follow(at, sc)
	if t.scoped {
		r.scoped++
	}
	return t
}

func (r *Reader) follow(at *node.Node, sc *Scope) Target {
	seen := map[string]bool{}
	scoped := false
	for {
		text := keyword.Ref(at)
		t := r.lookup(at, text, sc)
		scoped = scoped || t.scoped
		t.scoped = scoped
		if t.Err != nil {
			return t
		}
		if seen[t.Key] {
			return Target{Err: errors.New("it leads back to itself"), scoped: scoped}
		}
		seen[t.Key] = true
		if keyword.Ref(t.Node) == "" || r.dialect != Draft30 && len(t.Node.Members()) > 1 {
			return t
		}
		at = t.Node
	}
}

// lookup follows one reference. Where the document knows no such place, one
// that reads like #/$defs/X is looked up in the enclosing schemas: generators
// that paste a schema with its own definitions mean that.
func (r *Reader) lookup(at *node.Node, text string, sc *Scope) Target {
	t := Target{Err: errNoResolver}
	if r.res != nil {
		t.Node, t.Key, t.Err = r.res.Resolve(at, text)
	}
	if t.Err == nil && t.Node.Kind() == node.Invalid {
		t.Err = errors.New("there is nothing")
	}
	if t.Err == nil {
		return t
	}
	t.scoped = sc != nil
	ptr, err := node.ParseFragment(strings.TrimPrefix(text, "#"))
	if err != nil || len(ptr) < 2 || ptr[0] != "$defs" && ptr[0] != "definitions" {
		return t
	}
	for s := sc; s != nil; s = s.up {
		if n := ptr.Lookup(s.n); n.Kind() != node.Invalid {
			r.diags.Infof(at.Get("$ref").Pos(), "schema-ref-relative", "%s is read relative to the schema that holds it", text)
			if _, ok := r.locals[n]; !ok {
				r.locals[n] = len(r.locals)
			}
			return Target{Node: n, Key: strconv.Itoa(r.locals[n]) + text, Local: true, scoped: true}
		}
	}
	return t
}

// Enter gives the scope inside n.
func Enter(n *node.Node, sc *Scope) *Scope {
	if sc != nil && sc.n == n || !n.Has("$defs") && !n.Has("definitions") {
		return sc
	}
	return &Scope{n, sc}
}
