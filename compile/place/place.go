// Package place answers where things are in an operation: a parameter, a
// property deep in a body, a value of an answer; and which of these places no
// model may set.
//
// It reads operations and raw schemas. It knows neither plans nor overlays.
// Start at Locate and LocateResult.
package place

import (
	"errors"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/media"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/tool"
)

// Located is a place of an operation's request or answer.
type Located struct {
	At       tool.Locator
	Schema   *node.Node // raw schema of the document; nil: anything, or not found
	Required bool       // the operation demands a value here
	Pos      diag.Pos   // of the parameter or property; of the operation when not found
	OK       bool
	Names    []string // when not found: what exists there, spelled like the place that was asked for
}

// Locate finds a place of op's request. wanted chooses among several media types
// of the body; empty is the one that Default takes. Places inside a body are
// followed through references and allOf.
func Locate(op *oas.Operation, wanted string, at tool.Locator) Located {
	if at.In == tool.InBody {
		return locateBody(op, wanted, at)
	}
	if p := Param(op, at); p != nil {
		return Located{
			At: tool.Locator{In: p.In, Name: p.Name}, Schema: p.Schema,
			Required: p.Required || p.In == tool.InPath, Pos: p.Pos, OK: true,
		}
	}
	lost := Located{At: at, Pos: op.Pos}
	for _, p := range op.Params {
		lost.Names = append(lost.Names, tool.Locator{In: p.In, Name: p.Name}.String())
	}
	for _, p := range BodyProperties(op, wanted) {
		lost.Names = append(lost.Names, tool.Locator{In: tool.InBody, Name: "/" + tool.PointerToken(p.Name)}.String())
	}
	return lost
}

// LocateAny is Locate in whichever media type of the body has the place.
func LocateAny(op *oas.Operation, at tool.Locator) Located {
	first := Locate(op, "", at)
	if first.OK || at.In != tool.InBody || op.Body == nil {
		return first
	}
	for _, m := range op.Body.Content {
		if l := Locate(op, m.Type, at); l.OK {
			return l
		}
	}
	return first
}

func locateBody(op *oas.Operation, wanted string, at tool.Locator) Located {
	lost := Located{At: at, Pos: op.Pos}
	m := media.Body(op, wanted)
	if m == nil {
		return lost
	}
	path, err := node.ParsePointer(at.Name)
	if err != nil {
		return lost
	}
	if len(path) == 0 {
		return Located{At: at, Schema: m.Schema, Required: op.Body.Required, Pos: m.Pos, OK: true}
	}
	found := raw.Find(Resolver(op), m.Schema, path, false)
	if found.OK {
		return Located{
			At: at, Schema: found.Node, Required: found.Required && op.Body.Required,
			Pos: cmpPos(found.Node.Pos(), m.Pos), OK: true,
		}
	}
	lost.Pos = m.Pos
	above := path[:min(found.Depth, len(path)-1)].String()
	for _, name := range found.Names {
		lost.Names = append(lost.Names, tool.Locator{In: tool.InBody, Name: above + "/" + tool.PointerToken(name)}.String())
	}
	return lost
}

// BodyProperties gives the properties of an object body, those that a request
// may carry.
func BodyProperties(op *oas.Operation, wanted string) []raw.Property {
	m := media.Body(op, wanted)
	if m == nil || m.Schema == nil {
		return nil
	}
	props, _ := raw.Properties(Resolver(op), m.Schema)
	return slices.DeleteFunc(slices.Clone(props), func(p raw.Property) bool { return p.ReadOnly })
}

// LocateResult finds a value of op's success response. items is a pointer to
// the array that stands for the answer ("" for the whole body); path walks on
// from its items. Arrays on the way are walked through.
func LocateResult(op *oas.Operation, items string, path []string) Located {
	root, m := ResultRoot(op, items)
	lost := Located{Pos: op.Pos}
	if m != nil {
		lost.Pos = m.Pos
	}
	if root == nil {
		if _, whole := ResultRoot(op, ""); whole != nil && whole.Schema != nil && items != "" {
			p, _ := node.ParsePointer(items)
			lost.Names = raw.Find(Resolver(op), whole.Schema, p, false).Names
		}
		return lost
	}
	found := raw.Find(Resolver(op), root, path, true)
	if len(path) == 0 {
		found = raw.Found{Node: root, Required: true, OK: true}
	}
	if !found.OK {
		prefix := ""
		if found.Depth > 0 {
			prefix = strings.Join(path[:min(found.Depth, len(path))], ".") + "."
		}
		for _, name := range found.Names {
			lost.Names = append(lost.Names, prefix+name)
		}
		return lost
	}
	return Located{Schema: found.Node, Required: found.Required, Pos: cmpPos(found.Node.Pos(), lost.Pos), OK: true}
}

// ResultRoot gives the schema at items of the success response, an array's own
// schema where items points at one, and the response's media type. The schema
// is nil when it is not known.
func ResultRoot(op *oas.Operation, items string) (*node.Node, *oas.Media) {
	r := media.Success(op)
	if r == nil {
		return nil, nil
	}
	m := media.Of(r)
	if m == nil || media.Decoding(m.Type) != tool.DecodeJSON {
		return nil, nil
	}
	path, err := node.ParsePointer(items)
	if err != nil {
		return nil, m
	}
	if len(path) == 0 {
		return m.Schema, m
	}
	found := raw.Find(Resolver(op), m.Schema, path, false)
	if !found.OK {
		return nil, m
	}
	return found.Node, m
}

// expandDepth bounds Expand where a schema contains itself.
const expandDepth = 4

// Expand gives the picks that stand for a picked object: one for each field
// that it declares, down to its leaves, so that a field of a later version of
// the document never slips through. Where the pick has a new name, it stays one
// pick that lists the fields. A pick of something else, or of an object
// that does not say what it holds, stays as it is.
func Expand(op *oas.Operation, items string, pick tool.Pick) []tool.Pick {
	at := LocateResult(op, items, pick.From)
	if !at.OK {
		return []tool.Pick{pick}
	}
	list := expand(op, at.Schema, tool.Pick{From: pick.From}, expandDepth)
	if pick.To == "" || len(list) == 1 && len(list[0].From) == len(pick.From) {
		for i := range list {
			list[i].To = pick.To
		}
		return list
	}
	for _, p := range list {
		pick.Fields = append(pick.Fields, p.From[len(pick.From):])
	}
	return []tool.Pick{pick}
}

func expand(op *oas.Operation, n *node.Node, pick tool.Pick, depth int) []tool.Pick {
	res := Resolver(op)
	core, _ := Unwrap(res, n)
	for IsArray(core) {
		core, _ = Unwrap(res, core.Get("items"))
	}
	props, plain := raw.Properties(res, core)
	if !plain || len(props) == 0 {
		return []tool.Pick{pick}
	}
	var list []tool.Pick
	for _, p := range props {
		if p.WriteOnly {
			continue
		}
		inner := tool.Pick{From: append(slices.Clone(pick.From), p.Name)}
		if depth > 1 {
			list = append(list, expand(op, p.Node, inner, depth-1)...)
		} else if c, _ := Unwrap(res, p.Node); !c.Has("properties") && !IsArray(c) {
			list = append(list, inner)
		}
	}
	return list
}

// Resolver gives what follows op's references.
func Resolver(op *oas.Operation) raw.Resolver {
	if op.Document == nil {
		return noResolver{}
	}
	return op.Document
}

// noResolver serves operations that were made by hand.
type noResolver struct{}

func (noResolver) Resolve(*node.Node, string) (*node.Node, string, error) {
	return nil, "", errors.New("the operation belongs to no document")
}

// Unwrap follows references and the wrappers of nullability to the schema that
// says what a value is. It never returns a reference.
func Unwrap(res raw.Resolver, n *node.Node) (core *node.Node, nullable bool) {
	for range 32 {
		if yes, _ := n.Get("nullable").Truth(); yes {
			nullable = true
		}
		if ref, ok := n.Get("$ref").Str(); ok {
			next, _, err := res.Resolve(n, ref)
			if err != nil {
				return nil, nullable
			}
			n = next
			continue
		}
		if types := n.Get("type").Items(); slices.ContainsFunc(types, isNullWord) {
			nullable = true
		}
		one, null := only(n)
		nullable = nullable || null
		if one == nil {
			return n, nullable
		}
		n = one
	}
	return nil, nullable
}

// only gives the one schema that n stands for when n is nothing but a wrapper:
// an allOf of one, or an anyOf or oneOf of one and null.
func only(n *node.Node) (one *node.Node, nullable bool) {
	if n.Has("properties") || n.Has("type") || n.Has("items") {
		return nil, false
	}
	if all := n.Get("allOf").Items(); len(all) == 1 {
		return all[0], false
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		items := n.Get(key).Items()
		if len(items) != 2 {
			continue
		}
		for i, it := range items {
			if isNullWord(it.Get("type")) {
				return items[1-i], true
			}
		}
	}
	return nil, false
}

func isNullWord(n *node.Node) bool {
	s, _ := n.Str()
	return s == "null"
}

// TypesOf gives the JSON types that a schema states.
func TypesOf(n *node.Node) []string {
	if s, ok := n.Get("type").Str(); ok {
		return []string{s}
	}
	var list []string
	for _, it := range n.Get("type").Items() {
		if s, ok := it.Str(); ok {
			list = append(list, s)
		}
	}
	return list
}

// HasType reports whether a schema states the type t.
func HasType(n *node.Node, t string) bool { return slices.Contains(TypesOf(n), t) }

// IsArray reports whether a schema is about arrays.
func IsArray(n *node.Node) bool {
	return HasType(n, "array") || len(TypesOf(n)) == 0 && n.Has("items")
}

// IsObject reports whether a schema is about objects.
func IsObject(n *node.Node) bool {
	return HasType(n, "object") || len(TypesOf(n)) == 0 && n.Has("properties")
}

func cmpPos(a, b diag.Pos) diag.Pos {
	if a.IsZero() {
		return b
	}
	return a
}
