// Package subject shows a tool from every side that lint rules look at: what
// the artifact holds, what the author wrote, what the description says, what a
// model reads, and what its siblings are.
//
// It judges nothing. Start at New and NewIndex.
package subject

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/curate/provenance"
)

// Tool is a tool with everything that is known of it.
type Tool struct {
	Tool   *tool.Tool
	Decl   *overlay.Tool  // nil: an artifact alone
	Op     *oas.Operation // nil: an artifact alone, or no operation
	Pos    diag.Pos       // of its name
	Input  *node.Node
	Output *node.Node // nil when nothing is known
	Args   []Arg      // without control arguments

	prov *provenance.Origins
}

// Arg is an argument.
type Arg struct {
	Name   string
	Schema *node.Node // references at its root are followed
	At     tool.Locator
	Decl   *overlay.Param // nil: not listed one by one
}

// New gives t with all that the overlay (nil: unknown) and the description (nil:
// unknown) say of it. pos is where findings go when nothing is known better.
func New(t *tool.Tool, decl *overlay.Tool, op *oas.Operation, pos diag.Pos, prov *provenance.Origins) *Tool {
	s := &Tool{Tool: t, Decl: decl, Op: op, Pos: pos, prov: prov}
	var quiet diag.List
	s.Input = node.ReadJSON("", t.Input, node.Limits{}, &quiet)
	if t.Output != nil {
		s.Output = node.ReadJSON("", t.Output, node.Limits{}, &quiet)
	}
	control := t.ControlArgs()
	for name, schema := range s.Input.Get("properties").All() {
		if slices.Contains(control, name) {
			continue
		}
		a := Arg{Name: name, Schema: Follow(s.Input, schema)}
		if o, ok := s.prov.Find(t.Name, "arg:"+name); ok {
			a.At, _ = tool.ParseLocator(o.Note)
		}
		if s.Decl != nil {
			for i := range s.Decl.Params.Args {
				if s.Decl.Params.Args[i].Name.V == name {
					a.Decl = &s.Decl.Params.Args[i]
				}
			}
		}
		s.Args = append(s.Args, a)
	}
	return s
}

// Follow gives what n refers to in the schema root, keeping what stands beside
// the reference.
func Follow(root, n *node.Node) *node.Node {
	for range 8 {
		ref, ok := n.Get("$ref").Str()
		if !ok {
			return n
		}
		at, err := node.ParseFragment(strings.TrimPrefix(ref, "#"))
		target := at.Lookup(root)
		if err != nil || target == nil || !n.Is(node.Object) {
			return n
		}
		for _, m := range n.Members() {
			if m.Key != "$ref" {
				target = target.With(m.Key, m.Value)
			}
		}
		n = target
	}
	return n
}

// Where gives the line of the first of the fields that the overlay states, else
// that of the tool's name.
func (s *Tool) Where(fields ...string) diag.Pos {
	for _, f := range fields {
		if o, ok := s.prov.Find(s.Tool.Name, f); ok && !o.Overlay.IsZero() {
			return o.Overlay
		}
	}
	return s.Pos
}

// At is where for an argument: its part, else the argument.
func (s *Tool) At(a *Arg, part string) diag.Pos {
	return s.Where("arg:"+a.Name+":"+part, "arg:"+a.Name)
}

// Contract is where the contract block stands.
func (s *Tool) Contract() diag.Pos { return s.Where("contract", "shape") }

// Located finds an argument's place in the description.
func (s *Tool) Located(a *Arg) place.Located {
	media := ""
	if s.Tool.Main != nil && s.Tool.Main.Binding.Body != nil {
		media = s.Tool.Main.Binding.Body.Media
	}
	return place.Locate(s.Op, media, a.At)
}

// Acts reports whether calls change something or reach somebody.
func (s *Tool) Acts() bool {
	switch s.Tool.Shape {
	case tool.ShapeCommand, tool.ShapeAgent, tool.ShapeHuman:
		return true
	}
	return false
}

// ArgAt gives the argument that fills a place, or nil.
func (s *Tool) ArgAt(at tool.Locator) *Arg {
	for i := range s.Args {
		if s.Args[i].At == at {
			return &s.Args[i]
		}
	}
	return nil
}
