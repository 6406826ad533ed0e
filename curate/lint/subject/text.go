package subject

import (
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// Part gives a part of the author's description, and whether the description
// is in parts at all; without parts, text is all of it. What the author left to
// the API description is that text.
func (s *Tool) Part(name string) (text string, parted bool) {
	d := &s.Decl.Description
	for _, p := range d.Parts {
		if p.Name.V == name {
			return p.Value.V, true
		}
	}
	switch {
	case len(d.Parts) > 0:
		return "", true
	case d.Text.Set:
		return d.Text.V, false
	case s.Op != nil:
		return strings.TrimSpace(s.Op.Summary + "\n" + s.Op.Description), false
	}
	return "", false
}

// Words gives all that the author wrote as description.
func (s *Tool) Words() string {
	text, parted := s.Part("")
	if !parted {
		return text
	}
	for _, p := range s.Decl.Description.Parts {
		text += p.Value.V + "\n"
	}
	return strings.TrimSpace(text)
}

// Described is where the description stands.
func (s *Tool) Described(part string) diag.Pos {
	return s.Where("description:"+part, "description", "description:what", "description:when")
}

// Text is something that a model reads.
type Text struct {
	Text string
	Pos  diag.Pos
	What string // "the description", "argument kind"
}

// Texts gives all that a model reads of a tool.
func (s *Tool) Texts() []Text {
	list := []Text{{s.Tool.Title, s.Where("title"), "the title"}}
	if s.Decl != nil && len(s.Decl.Description.Parts) > 0 {
		for _, p := range s.Decl.Description.Parts {
			list = append(list, Text{p.Value.V, p.Value.Pos, "the description"})
		}
	} else {
		list = append(list, Text{s.Tool.Description, s.Described(""), "the description"})
	}
	for i := range s.Args {
		a := &s.Args[i]
		say := func(path string, n *node.Node) {
			for _, key := range []string{"description", "title"} {
				if t, ok := n.Get(key).Str(); ok {
					list = append(list, Text{t, s.At(a, "description"), "argument " + a.Name + path})
				}
			}
			for _, v := range n.Get("enum").Items() {
				list = append(list, Text{v.Text(), s.At(a, "enum"), "argument " + a.Name + path})
			}
		}
		say("", a.Schema)
		s.Nested(a.Schema, func(path node.Pointer, name string, n *node.Node) { say(path.With(name).String(), n) })
	}
	for _, on := range sorted(s.Tool.Next) {
		for _, words := range s.Tool.Next[on] {
			list = append(list, Text{words, s.Pos, "next"})
		}
	}
	for i, r := range s.Tool.Require {
		pos := s.Pos
		if s.Decl != nil {
			pos = s.Decl.Require[i].Say.Pos
		}
		list = append(list, Text{r.Say, pos, "require"})
	}
	if c := s.Tool.Command; c != nil {
		list = append(list, Text{c.DryRun.Text, s.Contract(), "the plan"})
	}
	return list
}

// Says gives an argument's description.
func (a *Arg) Says() string {
	t, _ := a.Schema.Get("description").Str()
	return t
}

// Closed reports whether a schema leaves only a few values.
func (a *Arg) Closed() bool { return a.Schema.Has("enum") || a.Schema.Has("const") }
