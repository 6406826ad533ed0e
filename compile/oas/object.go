package oas

import (
	"errors"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// gatherer reads selected operations of one document. It tells every problem
// once, however many operations meet it, and remembers which of them it broke.
type gatherer struct {
	doc    *Document
	diags  *diag.List
	broken bool // an error was met since it was last reset
	soft   bool // what is being read can be done without: its errors are warnings
	seen   map[viewKey]view
	told   map[toldKey]bool
}

type viewKey struct {
	node *node.Node
	kind kind
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

// tell adds a diagnostic of the table once.
func (g *gatherer) tell(code string, pos diag.Pos, args ...any) { g.add(fault(code, pos, args...)) }

func (g *gatherer) add(d diag.Diagnostic) {
	// What is refused on principle, or has no end, is an error wherever it stands.
	if g.soft && d.Severity == diag.Error && d.Code != "ref-refused" && d.Code != "ref-cycle" {
		d.Severity = diag.Warning
	}
	if d.Severity == diag.Error {
		g.broken = true
	}
	key := toldKey{d.Pos, d.Severity, d.Code, d.Message}
	if !g.told[key] {
		g.told[key] = true
		g.diags.Add(d)
	}
}

// object gives the object at n as kind k describes it: references followed, keys
// in their right case, values of the right type. It gives nil after an error.
func (g *gatherer) object(n *node.Node, k kind) *node.Node {
	key := viewKey{n, k}
	v, ok := g.seen[key]
	if !ok {
		before := g.broken
		g.broken = false
		target := g.deref(n, k)
		if target != nil && !target.Is(node.Object) {
			g.tell("object-type", target.Pos(), withArticle(k), describe(target))
			target = nil
		}
		if target != nil {
			target = g.repaired(target, k)
		}
		v = view{target, g.broken}
		g.seen[key] = v
		g.broken = before
	}
	g.broken = g.broken || v.broken
	return v.node
}

// objects gives the objects of a list or map, with the place and name of each.
func (g *gatherer) objects(n *node.Node, k kind) []object {
	if n.Get("$ref").Is(node.String) {
		n = g.deref(n, anything) // a whole list or map in another place
	}
	var out []object
	for _, item := range n.Items() {
		if v := g.object(item, k); v != nil {
			out = append(out, object{node: v, raw: item, pos: item.Pos()})
		}
	}
	for _, m := range n.Members() {
		if k == response && strings.HasPrefix(m.Key, "x-") {
			continue // elsewhere keys are names: x-request-id is a header
		}
		if v := g.object(m.Value, k); v != nil {
			out = append(out, object{name: m.Key, node: v, raw: m.Value, pos: m.Pos()})
		}
	}
	return out
}

// object is one object of a list or map.
type object struct {
	name string // key in the map
	node *node.Node
	raw  *node.Node // before references were followed
	pos  diag.Pos
}

// deref follows a chain of references from n to an object of kind k. Keys beside
// a reference override where the specification lets them (description and
// summary; anything in path items and operations).
func (g *gatherer) deref(n *node.Node, k kind) *node.Node {
	var chain []string
	beside := []node.Member(nil)
	for {
		refNode := n.Get("$ref")
		ref, ok := refNode.Str()
		if !ok {
			break
		}
		t, err := g.doc.find(n, ref)
		if err != nil {
			g.add(refProblem(refNode, err).Diagnostic)
			return nil
		}
		chain = append(chain, t.key)
		if len(chain) > maxHops || hasTwice(chain) {
			g.add(cycleDiagnostic(refNode.Pos(), chain))
			return nil
		}
		t.file.needed = true
		if t.fromRoot {
			g.tell("ref-root", refNode.Pos(), ref)
		}
		g.checkKind(refNode, t.key, k)
		beside = append(siblings(n, k), beside...)
		n = t.node
	}
	for _, m := range beside {
		n = n.With(m.Key, m.Value)
	}
	return n
}

func hasTwice(chain []string) bool {
	last := chain[len(chain)-1]
	for _, c := range chain[:len(chain)-1] {
		if c == last {
			return true
		}
	}
	return false
}

func siblings(n *node.Node, k kind) []node.Member {
	var out []node.Member
	for _, m := range n.Members() {
		switch {
		case m.Key == "$ref":
		case k == pathItem, k == operation, m.Key == "description", m.Key == "summary":
			out = append(out, m)
		}
	}
	return out
}

// sections names the component maps of each kind.
var sections = map[kind]string{
	parameter: "parameters", header: "headers", requestBody: "requestBodies", response: "responses",
	mediaType: "mediaTypes", link: "links", example: "examples", pathItem: "pathItems", scheme: "securitySchemes",
}

// checkKind warns when a reference leads to a component of another kind.
func (g *gatherer) checkKind(ref *node.Node, key string, k kind) {
	_, rest, ok := strings.Cut(key, "#/components/")
	section, name, ok2 := strings.Cut(rest, "/")
	if ok && ok2 && !strings.Contains(name, "/") && sections[k] != "" && section != sections[k] {
		g.tell("ref-kind", ref.Pos(), ref.Text(), section, k)
	}
}

// repaired gives the object with the keys that kind k knows: wrong case
// corrected, scalars of the wrong type converted, the rest left out and told.
func (g *gatherer) repaired(n *node.Node, k kind) *node.Node {
	fields := grammar(k)
	members := make([]node.Member, 0, len(n.Members()))
	changed := false
	for _, m := range n.Members() {
		if strings.HasPrefix(m.Key, "x-") || m.Key == "$ref" {
			members = append(members, m)
			continue
		}
		f, known := fields[m.Key]
		if !known {
			changed = true
			right := g.rightCase(n, m, k)
			if right == "" {
				continue
			}
			m.Key, f = right, fields[right]
		}
		v := g.fitting(m, f, k)
		changed = changed || v != m.Value
		if v != nil {
			m.Value = v
			members = append(members, m)
		}
	}
	if !changed {
		return n
	}
	return n.WithMembers(members)
}

// rightCase gives the known key that m.Key means, or "" after a warning.
func (g *gatherer) rightCase(n *node.Node, m node.Member, k kind) string {
	for right := range grammar(k) {
		if strings.EqualFold(right, strings.NewReplacer("_", "", "-", "").Replace(m.Key)) && !n.Has(right) {
			g.tell("field-case", m.Pos(), k, right, m.Key)
			return right
		}
	}
	g.tell("field-unknown", m.Pos(), k, m.Key)
	return ""
}

// fitting gives the value in the type that the field wants, or nil after a
// warning.
func (g *gatherer) fitting(m node.Member, f field, k kind) *node.Node {
	v := m.Value
	want := node.Object
	switch {
	case f.form == oneOrList, f.kind == anything && f.form == one:
		return v
	case f.form == list:
		want = node.Array
	case f.form == named:
	case f.kind == schemaObject:
		if v.Is(node.Bool) {
			return v // 2020-12: true and false are schemas
		}
	case f.kind == text:
		return g.asText(m, k)
	case f.kind == truth:
		return g.asTruth(m, k)
	}
	if v.Is(want) || f.form == list && v.Get("$ref").Is(node.String) {
		return v
	}
	if !v.Is(node.Null) {
		g.tell("field-type", m.Pos(), k, m.Key, article(want), describe(v))
	}
	return nil
}

func (g *gatherer) asText(m node.Member, k kind) *node.Node {
	switch v := m.Value; v.Kind() {
	case node.String:
		return v
	case node.Number, node.Bool:
		g.tell("field-text", m.Pos(), k, m.Key, v.Kind(), v.Text())
		return node.NewString(v.Text()).MovedTo(v)
	case node.Object:
		if v.Get("$ref").Is(node.String) {
			body, _, err := g.doc.proseOf(v)
			if err == nil {
				return node.NewString(body).MovedTo(v)
			}
			p := refProblem(v.Get("$ref"), err)
			if !errors.Is(err, errRefused) {
				p.Severity = diag.Warning // prose is not worth an operation
			}
			g.add(p.Diagnostic)
			return nil
		}
		fallthrough
	case node.Array:
		g.tell("field-type", m.Pos(), k, m.Key, "a string", describe(v))
	}
	return nil
}

func (g *gatherer) asTruth(m node.Member, k kind) *node.Node {
	switch v := m.Value; {
	case v.Is(node.Bool):
		return v
	case v.Is(node.Null):
		return nil
	case v.Is(node.String) && (strings.EqualFold(v.Text(), "true") || strings.EqualFold(v.Text(), "false")):
		g.tell("field-bool", m.Pos(), k, m.Key, strings.ToLower(v.Text()))
		return node.NewBool(strings.EqualFold(v.Text(), "true")).MovedTo(v)
	default:
		g.tell("field-type", m.Pos(), k, m.Key, "true or false", describe(v))
		return nil
	}
}

func withArticle(k kind) string {
	if strings.ContainsRune("aeio", rune(k.String()[0])) {
		return "an " + k.String()
	}
	return "a " + k.String()
}

func article(k node.Kind) string {
	if k == node.Array {
		return "a list"
	}
	return "an object"
}

// describe says what a node is, for messages.
func describe(n *node.Node) string {
	switch n.Kind() {
	case node.Null:
		return "null"
	case node.Bool:
		return n.Text()
	case node.Number:
		return "the number " + n.Text()
	case node.String:
		return "a string"
	case node.Array:
		return "a list"
	case node.Object:
		return "an object"
	}
	return "nothing"
}
