// Package bind writes steps: where every value of a request comes from and how
// it is written on the wire.
//
// It takes values with their places and knows nothing of plans or of what a
// model reads. Start at Request.
package bind

import (
	"cmp"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/media"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/tool"
)

// Entry is one place of a request with the origin of its value.
type Entry struct {
	At     tool.Locator
	Value  tool.Value
	Slash  string       // path values: "", encode, segments
	Schema *node.Node   // rewritten schema of an argument; nil: fixed, or anything
	Layout *tool.Layout // names inside the value that differ on the wire
}

// Request is one operation with the values of its places.
type Request struct {
	Op      *oas.Operation
	Media   *oas.Media // of the body; nil: none, or not declared
	Entries []Entry
	Defs    *node.Node // definitions that the entries' schemas refer to
	Source  string
	Server  string            // key of tool.Set.Servers
	Auth    map[string]string // scheme of the document → key of Set.Auth; nil keeps the names
	Added   []string          // keys of Set.Auth for operations that declare no security
}

// binder writes a step.
type binder struct {
	*Request
	diags *diag.List
}

// Step writes the bound operation; nil after an error, such as a path parameter
// without a value. exact is the upstream's schema of the success response.
func (r *Request) Step(exact tool.Schema, diags *diag.List) *tool.Step {
	b := &binder{Request: r, diags: diags}
	path, ok := b.path()
	params := b.params()
	auth, known := b.auth()
	if !ok || !known || !b.inParts() {
		return nil
	}
	op := b.Op
	return &tool.Step{
		Op: tool.Op{Source: b.Source, Method: op.Method, Path: op.Path, ID: op.ID, Digest: op.Digest},
		Binding: tool.Binding{
			Method: op.Method, Server: b.Server,
			Path: path, Params: params, Body: b.body(), Accept: media.Accept(op), Auth: auth,
		},
		Results: results(op, exact),
	}
}

// find gives the entry of a parameter, or nil.
func (b *binder) find(in tool.In, name string) *Entry {
	for i := range b.Entries {
		if e := &b.Entries[i]; e.At.In == in && place.SameName(in, e.At.Name, name) {
			return e
		}
	}
	return nil
}

// path cuts the template into segments; false when a parameter has no value.
func (b *binder) path() (segs []tool.Seg, ok bool) {
	ok = true
	rest := b.Op.Path
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
			b.diags.Errorf(b.Op.Pos, "path-unbound", "%s %s: the path parameter %s has no value", b.Op.Method, b.Op.Path, name)
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
	for _, c := range b.Op.Query {
		list = append(list, tool.Param{
			Name: c.Name, In: tool.InQuery, Style: "form", Explode: true,
			Value: tool.Value{Const: node.NewString(c.Value).AppendJSON(nil)},
		})
	}
	for i := range b.Op.Params {
		if p := &b.Op.Params[i]; b.find(p.In, p.Name) != nil {
			list = append(list, b.param(p, b.find(p.In, p.Name)))
		}
	}
	var others []tool.Param
	for i := range b.Entries {
		e := &b.Entries[i]
		if e.At.In != tool.InBody && place.Param(b.Op, e.At) == nil {
			others = append(others, b.param(undeclared(e.At), e))
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

func (b *binder) param(p *oas.Param, e *Entry) tool.Param {
	out := tool.Param{
		Name: p.Name, In: p.In, Value: e.Value, Style: p.Style, Explode: p.Explode, AllowReserved: p.AllowReserved,
		Media: p.Media, Slash: e.Slash, Required: p.Required || p.In == tool.InPath, Layout: e.Layout,
	}
	core, _ := place.Unwrap(place.Resolver(b.Op), p.Schema)
	if place.IsArray(core) {
		items, _ := place.Unwrap(place.Resolver(b.Op), core.Get("items"))
		out.Integer = place.HasType(items, "integer")
	} else {
		out.Integer = place.HasType(core, "integer")
	}
	if e.Schema == nil {
		return out
	}
	out.Layout = ordered(out.Layout, e.Schema, b.Defs, 4)
	switch deep := p.Style == "deepObject"; {
	case p.Media != "":
	case deep && listed(e.Schema, b.Defs):
		out.Nested = "indices"
		b.diags.Infof(p.Pos, "param-nested", "%s:%s is a list, for which OpenAPI defines no spelling in style deepObject; written as %s", p.In, p.Name, out.Nested)
	case nested(e.Schema, b.Defs):
		out.Nested = "json"
		if deep {
			out.Nested = "indices"
		}
		b.diags.Infof(p.Pos, "param-nested", "%s:%s holds lists or objects inside an object or list, for which OpenAPI defines no spelling in style %s; written as %s", p.In, p.Name, p.Style, out.Nested)
	}
	return out
}

// auth gives the alternatives that can be met, and last, where the document lets
// requests be anonymous, an empty one. It is meant only for who has bound none
// of the others: a missing entry must not silently mean no credential.
func (b *binder) auth() (list [][]tool.AuthUse, ok bool) {
	if len(b.Op.Security) == 0 {
		var added []tool.AuthUse
		for _, key := range b.Added {
			added = append(added, tool.AuthUse{Scheme: key})
		}
		if added == nil {
			return nil, true
		}
		return [][]tool.AuthUse{added}, true
	}
	anonymous := false
	var missing []string
	for _, alternative := range b.Op.Security {
		if len(alternative) == 0 {
			anonymous = true
			continue
		}
		var uses []tool.AuthUse
		for _, use := range alternative {
			key := use.Name
			if b.Auth != nil {
				key = b.Auth[use.Name]
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
		b.diags.Errorf(b.Op.Pos, "auth-unbound", "%s %s needs a credential: %s", b.Op.Method, b.Op.Path, strings.Join(missing, " or "))
		b.diags.Hint("bind it under auth in the overlay")
		return nil, false
	}
	if anonymous {
		if len(list) == 0 && len(missing) > 0 {
			b.diags.Infof(b.Op.Pos, "auth-optional", "%s %s takes a credential (%s) but needs none; none is bound, so requests carry none", b.Op.Method, b.Op.Path, strings.Join(missing, " or "))
		}
		list = append(list, []tool.AuthUse{})
	}
	return list, true
}

// results lists the answers that op declares; exact is the schema of the one
// that stands for success.
func results(op *oas.Operation, exact tool.Schema) []tool.Response {
	var list []tool.Response
	chosen := media.Success(op)
	for i := range op.Responses {
		r := &op.Responses[i]
		out := tool.Response{Status: r.Status, Decode: tool.DecodeNone, Success: media.IsSuccess(op, r.Status)}
		if m := media.Of(r); m != nil {
			out.Media, out.Decode = m.Type, media.Decoding(m.Type)
		}
		if r == chosen {
			out.Schema = exact
		}
		list = append(list, out)
	}
	return list
}
