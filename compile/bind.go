package compile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
)

// entry is one place of a request with the origin of its value.
type entry struct {
	at     tool.Locator
	value  tool.Value
	slash  string
	schema *node.Node   // rewritten schema of an argument; nil: fixed, or anything
	layout *tool.Layout // names inside the value that differ on the wire
}

// binder binds one operation.
type binder struct {
	op    *oas.Operation
	opts  Options
	diags *diag.List
	media *oas.Media // body; nil: none, or not declared
	list  []entry
	defs  *node.Node
}

// Bind binds op with fixed values only: a step of a contract. A path parameter
// without a value is an error.
func Bind(op *oas.Operation, fixed []Fixed, opts Options, diags *diag.List) *tool.Step {
	b := &binder{op: op, opts: opts, diags: diags, media: bodyMedia(op, "")}
	b.fix(fixed)
	exact, _ := answers(op, tool.Result{}, opts, diags)
	return b.step(exact)
}

// Preview binds op as Assemble would, with further fixed values in the place of
// what they overlay and without an idempotency key: a native dry run.
func Preview(op *oas.Operation, p *Plan, fixed []Fixed, opts Options, diags *diag.List) *tool.Step {
	var quiet diag.List // Assemble reports the same again
	b := newArguments(op, p, &quiet).binder(opts, diags)
	b.fix(extraFixed(p))
	b.list = slices.DeleteFunc(b.list, func(e entry) bool {
		return e.value.Gen == "idempotency-key" || slices.ContainsFunc(fixed, func(f Fixed) bool { return f.At == e.at })
	})
	b.fix(fixed)
	exact, _ := answers(op, tool.Result{}, opts, diags)
	return b.step(exact)
}

func (b *binder) fix(fixed []Fixed) {
	for _, f := range fixed {
		b.list = append(b.list, entry{at: f.At, value: f.Value})
	}
}

// extraFixed gives p's fixed places together with those that its result and
// contract ask for.
func extraFixed(p *Plan) []Fixed {
	list := slices.Clone(p.Fixed)
	add := func(at *tool.Locator, v tool.Value) {
		if at != nil && !slices.ContainsFunc(list, func(f Fixed) bool { return f.At == *at }) {
			list = append(list, Fixed{At: *at, Value: v})
		}
	}
	if page := p.Result.Page; page != nil {
		add(page.Param, tool.Value{Page: true})
		add(page.Size, tool.Value{Size: true})
	}
	if key := idempotency(p); key != nil {
		gen := tool.Value{Gen: "idempotency-key"}
		switch {
		case key.Header != "":
			add(&tool.Locator{In: tool.InHeader, Name: key.Header}, gen)
		case key.Query != "":
			add(&tool.Locator{In: tool.InQuery, Name: key.Query}, gen)
		case key.Body != "":
			add(&tool.Locator{In: tool.InBody, Name: key.Body}, gen)
		}
	}
	return list
}

func idempotency(p *Plan) *tool.Idempotency {
	switch c := p.Contract; {
	case c.Command != nil:
		return c.Command.Idempotency
	case c.Job != nil:
		return c.Job.Idempotency
	case c.Agent != nil:
		return c.Agent.Idempotency
	case c.Human != nil:
		return c.Human.Idempotency
	}
	return nil
}

// step writes the bound operation; nil after an error. exact is the schema of
// the answer.
func (b *binder) step(exact tool.Schema) *tool.Step {
	path, ok := b.path()
	params := b.params()
	auth, known := b.auth()
	if !ok || !known {
		return nil
	}
	op := b.op
	return &tool.Step{
		Op: tool.Op{Source: b.opts.Source, Method: op.Method, Path: op.Path, ID: op.ID, Digest: op.Digest},
		Binding: tool.Binding{
			Method: op.Method, Server: cmp.Or(b.opts.Server, b.opts.Source),
			Path: path, Params: params, Body: b.body(), Accept: accept(op), Auth: auth,
		},
		Results: results(op, exact),
	}
}

// find gives the entry of a parameter, or nil.
func (b *binder) find(in tool.In, name string) *entry {
	for i := range b.list {
		if e := &b.list[i]; e.at.In == in && sameName(in, e.at.Name, name) {
			return e
		}
	}
	return nil
}

// path cuts the template into segments; false when a parameter has no value.
func (b *binder) path() (segs []tool.Seg, ok bool) {
	ok = true
	rest := b.op.Path
	for rest != "" {
		open := strings.IndexByte(rest, '{')
		end := strings.IndexByte(rest[max(open, 0):], '}') + max(open, 0)
		if open < 0 || end < open {
			segs = append(segs, tool.Seg{Lit: rest})
			break
		}
		if open > 0 {
			segs = append(segs, tool.Seg{Lit: rest[:open]})
		}
		name := rest[open+1 : end]
		if b.find(tool.InPath, name) == nil {
			b.diags.Errorf(b.op.Pos, "path-unbound", "%s %s: the path parameter %s has no value", b.op.Method, b.op.Path, name)
			b.diags.Hint("make it an argument, pin it or inject it")
			ok = false
		}
		segs = append(segs, tool.Seg{Param: name})
		rest = rest[end+1:]
	}
	return segs, ok
}

// params gives the request's parameters: the constants of the path key first,
// then those that are declared in document order, then the others.
func (b *binder) params() []tool.Param {
	var list []tool.Param
	for _, c := range b.op.Query {
		list = append(list, tool.Param{
			Name: c.Name, In: tool.InQuery, Style: "form", Explode: true,
			Value: tool.Value{Const: node.NewString(c.Value).AppendJSON(nil)},
		})
	}
	for i := range b.op.Params {
		if p := &b.op.Params[i]; b.find(p.In, p.Name) != nil {
			list = append(list, b.param(p, b.find(p.In, p.Name)))
		}
	}
	var others []tool.Param
	for i := range b.list {
		e := &b.list[i]
		if e.at.In != tool.InBody && param(b.op, e.at) == nil {
			others = append(others, b.param(undeclared(e.at), e))
		}
	}
	slices.SortStableFunc(others, func(x, y tool.Param) int {
		return cmp.Or(strings.Compare(string(x.In), string(y.In)), strings.Compare(x.Name, y.Name))
	})
	return append(list, others...)
}

// undeclared describes a parameter that only the overlay knows, with the
// default style of its place (OpenAPI, "Parameter Object").
func undeclared(at tool.Locator) *oas.Param {
	p := &oas.Param{Name: at.Name, In: at.In, Style: "simple"}
	switch at.In {
	case tool.InQuery, tool.InCookie:
		p.Style, p.Explode = "form", true
	case tool.InQueryString:
		p.Style, p.Media = "", "application/x-www-form-urlencoded"
	}
	return p
}

func (b *binder) param(p *oas.Param, e *entry) tool.Param {
	out := tool.Param{
		Name: p.Name, In: p.In, Value: e.value, Style: p.Style, Explode: p.Explode, AllowReserved: p.AllowReserved,
		Media: p.Media, Slash: e.slash, Required: p.Required || p.In == tool.InPath, Layout: e.layout,
	}
	core, _ := unwrap(resolver(b.op), p.Schema)
	if isArray(core) {
		items, _ := unwrap(resolver(b.op), core.Get("items"))
		out.Integer = hasType(items, "integer")
	} else {
		out.Integer = hasType(core, "integer")
	}
	if e.schema == nil {
		return out
	}
	if out.Layout = ordered(out.Layout, e.schema, b.defs, 4); p.Media == "" && nested(e.schema, b.defs) {
		out.Nested = "json"
		if p.Style == "deepObject" {
			out.Nested = "indices"
		}
		b.diags.Infof(p.Pos, "param-nested", "%s:%s holds lists or objects inside an object or list, for which OpenAPI defines no spelling in style %s; written as %s", p.In, p.Name, p.Style, out.Nested)
	}
	return out
}

// auth gives the alternatives that can be met. A request is anonymous only when
// the document allows it and no credential is configured for the operation;
// otherwise a missing entry would silently mean no credential.
func (b *binder) auth() (list [][]tool.AuthUse, ok bool) {
	if len(b.op.Security) == 0 {
		var added []tool.AuthUse
		for _, key := range b.opts.Added {
			added = append(added, tool.AuthUse{Scheme: key})
		}
		if added == nil {
			return nil, true
		}
		return [][]tool.AuthUse{added}, true
	}
	anonymous := false
	var missing []string
	for _, alternative := range b.op.Security {
		if len(alternative) == 0 {
			anonymous = true
			continue
		}
		var uses []tool.AuthUse
		for _, use := range alternative {
			key := use.Name
			if b.opts.Auth != nil {
				key = b.opts.Auth[use.Name]
			}
			if key == "" {
				missing = append(missing, use.Name)
				uses = nil
				break
			}
			uses = append(uses, tool.AuthUse{Scheme: key, Scopes: use.Scopes})
		}
		if uses != nil {
			list = append(list, uses)
		}
	}
	if len(list) == 0 && !anonymous {
		b.diags.Errorf(b.op.Pos, "auth-unbound", "%s %s needs a credential: %s", b.op.Method, b.op.Path, strings.Join(missing, " or "))
		b.diags.Hint("bind it under auth in the overlay")
		return nil, false
	}
	return list, true
}
