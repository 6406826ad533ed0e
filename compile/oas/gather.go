package oas

import (
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/grammar"
	"github.com/oatools/oatools/compile/oas/object"
	"github.com/oatools/oatools/compile/oas/swagger"
)

// gatherer reads selected operations of one document.
type gatherer struct {
	*object.Reader
	doc *Document
}

// gathered is an operation with the objects it was read from.
type gathered struct {
	*Operation
	node   *node.Node    // the operation's object
	params []paramObject // parallel to Operation.Params
	body   *node.Node
	at     []object.Object // responses, parallel to Operation.Responses
}

// Operations gathers the operations that refs name, in their order. An element
// is nil when its operation is broken; diags then holds an error at its line.
// What is wrong with operations that are not named does not matter.
func (d *Document) Operations(refs []Ref, diags *diag.List) []*Operation {
	d.index()
	g := d.gatherer(diags)
	out := make([]*Operation, len(refs))
	whole := make([]*gathered, len(refs))
	for i, r := range refs {
		whole[i] = g.operation(r)
	}
	for _, m := range d.lost {
		if m.Value.Has("$ref") {
			g.Tell("path-lost", m.Pos(), m.Key)
		} else {
			g.Tell("path-type", m.Pos(), m.Key, object.Describe(m.Value))
		}
	}
	for _, e := range d.hidden {
		g.Tell("operation-twice", e.ref.Pos, e.ref.Method, e.ref.Path)
	}
	g.judge(whole)
	for i, w := range whole {
		if w != nil {
			out[i] = w.Operation
		}
	}
	d.flush(diags)
	return out
}

// operation gathers one operation; nil after an error.
func (g *gatherer) operation(r Ref) *gathered {
	i, ok := g.doc.byOp[opKey{r.Method, r.Path}]
	if !ok {
		g.Tell("operation-missing", r.Pos, r.Method, r.Path)
		return nil
	}
	e := &g.doc.entries[i]
	g.Broken = false
	item, op := g.objectsOf(e)
	if g.Broken || op == nil {
		return nil
	}
	o := &Operation{
		Document:    g.doc,
		ID:          scalar(op.Get("operationId")),
		Method:      e.ref.Method,
		Pos:         e.ref.Pos,
		Summary:     first(scalar(op.Get("summary")), scalar(item.Get("summary"))),
		Description: first(scalar(op.Get("description")), scalar(item.Get("description"))),
		Extensions:  extensions(op),
	}
	o.Deprecated, _ = op.Get("deprecated").Truth()
	for _, tag := range op.Get("tags").Items() {
		o.Tags = append(o.Tags, scalar(tag))
	}
	w := &gathered{Operation: o, node: op}
	if !isMethod(o.Method) {
		g.Tell("operation-method", o.Pos, o.Method)
	}
	g.checkID(e)
	g.path(o, e)
	g.params(w, item)
	op = w.node
	g.requestBody(w, op)
	g.responses(w, op)
	g.inEffect(o, item, op)
	g.reach(w)
	if g.Broken {
		return nil
	}
	return w
}

// objectsOf gives the path item, without its other operations, and the
// operation; of Swagger 2.0 in their OpenAPI 3.0 form.
func (g *gatherer) objectsOf(e *entry) (item, op *node.Node) {
	shared := make([]node.Member, 0, 4)
	for _, m := range e.item.Members() {
		if f := grammar.Fields(grammar.PathItem)[m.Key]; f.Kind != grammar.Operation && !grammar.IsMethod(strings.ToLower(m.Key)) {
			shared = append(shared, m)
		}
	}
	item = e.item.WithMembers(shared)
	raw := e.member.Value
	if g.doc.Dialect == Swagger20 {
		raw = g.Follow(raw, grammar.Operation)
		if !raw.Is(node.Object) {
			return nil, g.Object(raw, grammar.Operation)
		}
		c := swagger.Converter{Root: g.doc.src.Root(), Follow: g.target, List: g.paramList, Tell: g.Add, Schemas: g.doc.schemas}
		raw = c.Operation(raw, item)
		item = item.Without("parameters")
	}
	return g.Object(item, grammar.PathItem), g.Object(raw, grammar.Operation)
}

// target gives the object that n refers to, for the converter; nil after an error.
func (g *gatherer) target(n *node.Node) *node.Node { return g.Follow(n, grammar.Anything) }

// paramList gives the parameters of a member of Swagger 2.0, for the converter.
func (g *gatherer) paramList(m node.Member) []*node.Node {
	n := g.target(m.Value)
	if items := object.Listed(n, grammar.Parameter); items != nil {
		g.Tell("field-list", m.Pos(), grammar.Operation, m.Key, object.Describe(n))
		return items
	}
	if !n.Is(node.Array) && !n.Is(node.Null) && n != nil {
		g.Tell("field-type", m.Pos(), grammar.Operation, m.Key, "a list", object.Describe(n))
	}
	return n.Items()
}

func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

func extensions(n *node.Node) map[string]*node.Node {
	var out map[string]*node.Node
	for key, v := range n.All() {
		if strings.HasPrefix(key, "x-") {
			if out == nil {
				out = map[string]*node.Node{}
			}
			out[key] = v
		}
	}
	return out
}

// checkID warns when the operationId, which ought to be unique, is not.
func (g *gatherer) checkID(e *entry) {
	if e.ref.ID == "" {
		return
	}
	for _, i := range g.doc.byID[e.ref.ID] {
		if o := &g.doc.entries[i]; o != e {
			d := object.Fault("operation-id-duplicate", e.ref.Pos, e.ref.ID)
			d.Related = []diag.Related{{Pos: o.ref.Pos, Message: "another one: " + o.ref.Method + " " + o.ref.Path}}
			g.Add(d)
			return
		}
	}
}

// path splits constants off the path key.
func (g *gatherer) path(o *Operation, e *entry) {
	p := e.ref.Path
	p, fragment, found := strings.Cut(p, "#")
	if found {
		g.Tell("path-fragment", o.Pos, "#"+fragment)
	}
	p, query, found := strings.Cut(p, "?")
	if found {
		g.Tell("path-query", o.Pos, query)
		for pair := range strings.SplitSeq(query, "&") {
			if name, value, _ := strings.Cut(pair, "="); name != "" {
				o.Query = append(o.Query, Const{unescape(name), unescape(value)})
			}
		}
	}
	if !strings.HasPrefix(p, "/") {
		g.Tell("path-slash", o.Pos, p)
		p = "/" + p
	}
	if !balanced(p) {
		g.Tell("path-braces", o.Pos, p)
	}
	o.Path = p
}

// reach follows every reference of the operation, tells those that lead nowhere
// and makes the digest. A reference of the request that leads nowhere costs the
// operation, one of a response only what it stood for.
func (g *gatherer) reach(w *gathered) {
	params := make([]*node.Node, len(w.params))
	for i, p := range w.params {
		params[i] = p.Raw
	}
	body, rest := w.node.Get("requestBody"), w.node.Without("parameters", "requestBody")
	walk := g.doc.components.Walk()
	for _, part := range []struct {
		node *node.Node
		kind grammar.Kind
		form grammar.Form
		soft bool
	}{
		{node.NewArray(params...), grammar.Parameter, grammar.List, false},
		{body, grammar.RequestBody, grammar.One, false},
		{rest, grammar.Operation, grammar.One, true},
	} {
		problems := walk.From(part.node, part.kind, part.form)
		g.Soft = part.soft
		for _, p := range problems {
			if part.soft && p.Schema && p.Code == "ref-unresolved" {
				continue // whoever rewrites this schema tells, and most are not needed
			}
			g.Add(p.Diagnostic)
		}
		g.Soft = false
	}
	identity := node.NewArray(node.NewString(w.Method), node.NewString(w.Path), node.NewArray(params...),
		g.identity(w.Operation))
	if body == nil {
		body = node.NewNull()
	}
	w.Digest = walk.Digest(identity, body, rest)
}

// isMethod reports whether s can be sent as a method: RFC 9110 §9.1 wants a
// token, and CONNECT asks for a tunnel and not for a resource.
func isMethod(s string) bool {
	return s != "" && !strings.EqualFold(s, "CONNECT") && !strings.ContainsFunc(s, func(r rune) bool {
		return r <= ' ' || r >= 0x7F || strings.ContainsRune("\"(),/:;<=>?@[\\]{}", r)
	})
}

func balanced(p string) bool {
	depth := 0
	for _, c := range p {
		switch c {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth < 0 || depth > 1 {
			return false
		}
	}
	return depth == 0
}
