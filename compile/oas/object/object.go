package object

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/grammar"
	"github.com/oatools/oatools/compile/oas/source"
)

// Reader reads objects of one description. It tells every problem once, however
// often an object is met, and says each time whether there was an error.
type Reader struct {
	Source *source.Source
	Broken bool // an error was met since this was last set to false
	Soft   bool // what is being read can be done without: its errors are warnings

	diags *diag.List
	seen  map[viewKey]view
	told  map[toldKey]bool
}

// NewReader makes a Reader that tells problems to diags.
func NewReader(src *source.Source, diags *diag.List) *Reader {
	return &Reader{Source: src, diags: diags, seen: map[viewKey]view{}, told: map[toldKey]bool{}}
}

type viewKey struct {
	node *node.Node
	kind grammar.Kind
}

type toldKey struct {
	pos      diag.Pos
	severity diag.Severity
	code     string
	message  string
}

// view is an object after its references were followed and its repairs made.
type view struct {
	node   *node.Node // nil: not an object at all
	broken bool
}

// Tell adds a diagnostic of the table once.
func (r *Reader) Tell(code string, pos diag.Pos, args ...any) { r.Add(Fault(code, pos, args...)) }

// Add adds a diagnostic once.
func (r *Reader) Add(d diag.Diagnostic) {
	// What is refused on principle, or has no end, is an error wherever it stands.
	if r.Soft && d.Severity == diag.Error && d.Code != "ref-refused" && d.Code != "ref-cycle" {
		d.Severity = diag.Warning
	}
	if d.Severity == diag.Error {
		r.Broken = true
	}
	key := toldKey{d.Pos, d.Severity, d.Code, d.Message}
	if !r.told[key] {
		r.told[key] = true
		r.diags.Add(d)
	}
}

// Object gives the object at n as kind k describes it: references followed, keys
// in their right case, values of the right type. It gives nil after an error.
func (r *Reader) Object(n *node.Node, k grammar.Kind) *node.Node {
	key := viewKey{n, k}
	v, ok := r.seen[key]
	if !ok {
		before := r.Broken
		r.Broken = false
		target := r.Follow(n, k)
		if target.Is(node.Null) && k != grammar.PathItem && k != grammar.Operation {
			r.Tell("object-null", target.Pos(), withArticle(k))
			target = node.NewObject().MovedTo(target)
		}
		if target != nil && !target.Is(node.Object) {
			r.Tell("object-type", target.Pos(), withArticle(k), Describe(target))
			target = nil
		}
		if target != nil {
			target = r.repaired(target, k)
		}
		v = view{target, r.Broken}
		r.seen[key] = v
		r.Broken = before
	}
	r.Broken = r.Broken || v.broken
	return v.node
}

// Objects gives the objects of a list or map, with the place and name of each.
func (r *Reader) Objects(n *node.Node, k grammar.Kind) []Object {
	if n.Get("$ref").Is(node.String) {
		n = r.Follow(n, grammar.Anything) // a whole list or map in another place
	}
	var out []Object
	for _, item := range n.Items() {
		if v := r.Object(item, k); v != nil {
			out = append(out, Object{Node: v, Raw: item, Pos: item.Pos()})
		}
	}
	for _, m := range n.Members() {
		if k == grammar.Response && strings.HasPrefix(m.Key, "x-") {
			continue // elsewhere keys are names: x-request-id is a header
		}
		if v := r.Object(m.Value, k); v != nil {
			out = append(out, Object{Name: m.Key, Node: v, Raw: m.Value, Pos: m.Pos()})
		}
	}
	return out
}

// Object is one object of a list or map.
type Object struct {
	Name string // key in the map
	Node *node.Node
	Raw  *node.Node // before references were followed
	Pos  diag.Pos
}

// Follow follows a chain of references from n to an object of kind k. Keys beside
// a reference override where the specification lets them (description and
// summary; anything in path items and operations).
func (r *Reader) Follow(n *node.Node, k grammar.Kind) *node.Node {
	var chain []string
	beside := []node.Member(nil)
	for {
		refNode := n.Get("$ref")
		ref, ok := refNode.Str()
		if !ok {
			break
		}
		t, err := r.Source.Find(n, ref)
		if err != nil {
			r.Add(RefProblem(refNode, err))
			return nil
		}
		again := slices.Contains(chain, t.Key)
		chain = append(chain, t.Key)
		if again || len(chain) > source.MaxHops {
			r.Add(CycleProblem(refNode.Pos(), chain))
			return nil
		}
		t.Need()
		if t.FromRoot {
			r.Tell("ref-root", refNode.Pos(), ref)
		}
		if t.Moved {
			r.Tell("ref-section", refNode.Pos(), ref, t.Key)
		}
		r.checkKind(refNode, t.Key, k)
		beside = append(siblings(n, k), beside...)
		n = t.Node
	}
	for _, m := range beside {
		n = n.With(m.Key, m.Value)
	}
	return n
}

func siblings(n *node.Node, k grammar.Kind) []node.Member {
	var out []node.Member
	for _, m := range n.Members() {
		switch {
		case m.Key == "$ref":
		case k == grammar.PathItem, k == grammar.Operation, m.Key == "description", m.Key == "summary":
			out = append(out, m)
		}
	}
	return out
}

// sections names the component maps of each kind.
var sections = map[grammar.Kind]string{
	grammar.Parameter: "parameters", grammar.Header: "headers", grammar.RequestBody: "requestBodies",
	grammar.Response: "responses", grammar.MediaType: "mediaTypes", grammar.Link: "links",
	grammar.Example: "examples", grammar.PathItem: "pathItems", grammar.Scheme: "securitySchemes",
}

// checkKind warns when a reference leads to a component of another kind.
func (r *Reader) checkKind(ref *node.Node, key string, k grammar.Kind) {
	_, rest, ok := strings.Cut(key, "#/components/")
	section, name, ok2 := strings.Cut(rest, "/")
	if ok && ok2 && !strings.Contains(name, "/") && sections[k] != "" && section != sections[k] {
		r.Tell("ref-kind", ref.Pos(), ref.Text(), section, k)
	}
}

// Glance follows references from n, with the keys beside them, and says nothing
// when they lead nowhere: the result is then the object that holds the last one.
func Glance(src *source.Source, n *node.Node) *node.Node {
	for range source.MaxHops {
		ref, ok := n.Get("$ref").Str()
		if !ok {
			return n
		}
		t, err := src.Find(n, ref)
		if err != nil {
			return n
		}
		beside := siblings(n, grammar.PathItem)
		n = t.Node
		for _, m := range beside {
			n = n.With(m.Key, m.Value)
		}
	}
	return n
}
