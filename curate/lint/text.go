package lint

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/curate/lint/prose"
)

// Limits on texts, in characters.
const (
	textShort        = 40
	textLong         = 1024
	textTooLong      = 4000
	instructionsLong = 2048
)

// part gives a part of the author's description, and whether the description
// is in parts at all; without parts, text is all of it. What the author left to
// the API description is that text.
func (s *subject) part(name string) (text string, parted bool) {
	d := &s.decl.Description
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
	case s.op != nil:
		return strings.TrimSpace(s.op.Summary + "\n" + s.op.Description), false
	}
	return "", false
}

// words gives all that the author wrote as description.
func (s *subject) words() string {
	text, parted := s.part("")
	if !parted {
		return text
	}
	for _, p := range s.decl.Description.Parts {
		text += p.Value.V + "\n"
	}
	return strings.TrimSpace(text)
}

// described is where the description stands.
func (s *subject) described(part string) diag.Pos {
	return s.where("description:"+part, "description", "description:what", "description:when")
}

// missingPart makes a rule of a part that must be there: stated, or said by a
// description in one piece.
func missingPart(part, want string, said func(string) bool) func(*check, *subject) {
	return func(c *check, s *subject) {
		if text, parted := s.part(part); parted && text == "" || !parted && !said(text) {
			c.report(s.described(part), s.acts(), "the description does not say %s", want).hint("add the part %s", part)
		}
	}
}

func purpose(text string) bool { return len(strings.Fields(text)) >= 3 }

// notMissing asks for the difference from a tool that reads alike.
func notMissing(c *check, s *subject) {
	text, parted := s.part("not")
	if text != "" && (parted || prose.Negation(text)) {
		return
	}
	if other, _ := c.nearest(s, likeSome); other != nil {
		c.report(s.described("not"), false, "%s reads alike, and nothing says when not to use this one", other.t.Name).hint("add the part not")
	}
}

func siblingOverlap(c *check, s *subject) {
	if other, share := c.nearest(s, likeMuch); other != nil && other.t.Name < s.t.Name {
		c.report(s.described("what"), false, "%d %% of its words are those of %s: a model cannot tell them apart", int(share*100), other.t.Name)
	}
}

func tautology(c *check, s *subject) {
	text, parted := s.part("what")
	if !parted {
		text = prose.FirstSentence(text)
	}
	if text != "" && prose.Echo(s.t.Name, text) {
		c.report(s.described("what"), false, "%q says no more than the name", text)
	}
}

func copiedFromSpec(c *check, s *subject) {
	text := prose.Content(s.words())
	for _, from := range []string{s.op.Summary, s.op.Description, s.op.Summary + " " + s.op.Description} {
		if own := prose.Content(from); len(own) > 0 && strings.Join(own, " ") == strings.Join(text, " ") {
			c.report(s.described("what"), false, "the description is the API's own, written for programmers").relate(s.op.Pos, "the operation")
			return
		}
	}
}

func tooShort(c *check, s *subject) {
	if n := utf8.RuneCountInString(s.words()); n < textShort {
		c.report(s.described("what"), false, "the description has %d characters, want at least %d", n, textShort)
	}
}

func tooLong(c *check, s *subject) {
	if n := utf8.RuneCountInString(s.t.Description); n > textLong {
		c.report(s.described("what"), n > textTooLong, "what the model reads has %d characters; some clients cut at %d", n, textLong)
	}
}

func instructionsTooLong(c *check) {
	if n := utf8.RuneCountInString(c.built.Set.Instructions); n > instructionsLong {
		c.report(c.meta("instructions"), false, "the instructions have %d characters; clients cut at %d", n, instructionsLong)
	}
}

// meta is where a key of the metadata stands.
func (l *linter) meta(key string) diag.Pos {
	at := l.built.Tree.Get("metadata")
	if m := at.Member(key); m != nil {
		return m.Value.Pos()
	}
	if m := l.built.Tree.Member("metadata"); m != nil {
		return m.Pos()
	}
	return diag.Pos{}
}

// text is something that a model reads.
type text struct {
	text string
	pos  diag.Pos
	what string
}

// texts gives all that a model reads of a tool.
func (s *subject) texts() []text {
	list := []text{{s.t.Title, s.where("title"), "the title"}}
	if s.decl != nil && len(s.decl.Description.Parts) > 0 {
		for _, p := range s.decl.Description.Parts {
			list = append(list, text{p.Value.V, p.Value.Pos, "the description"})
		}
	} else {
		list = append(list, text{s.t.Description, s.described(""), "the description"})
	}
	for i := range s.args {
		a := &s.args[i]
		say := func(path string, n *node.Node) {
			for _, key := range []string{"description", "title"} {
				if t, ok := n.Get(key).Str(); ok {
					list = append(list, text{t, s.at(a, "description"), "argument " + a.name + path})
				}
			}
			for _, v := range n.Get("enum").Items() {
				list = append(list, text{v.Text(), s.at(a, "enum"), "argument " + a.name + path})
			}
		}
		say("", a.schema)
		s.nested(a.schema, func(path node.Pointer, name string, n *node.Node) { say(path.With(name).String(), n) })
	}
	for _, on := range sorted(s.t.Next) {
		for _, words := range s.t.Next[on] {
			list = append(list, text{words, s.pos, "next"})
		}
	}
	for i, r := range s.t.Require {
		pos := s.pos
		if s.decl != nil {
			pos = s.decl.Require[i].Say.Pos
		}
		list = append(list, text{r.Say, pos, "require"})
	}
	if c := s.t.Command; c != nil {
		list = append(list, text{c.DryRun.Text, s.contract(), "the plan"})
	}
	return list
}

// setTexts gives what a model reads beside the tools.
func (l *linter) setTexts() []text {
	list := []text{{l.built.Set.Instructions, l.meta("instructions"), "the instructions"}}
	for _, name := range sorted(l.built.Set.Companions) {
		pos := l.built.Tree.At("defaults", "companions", name).Pos()
		list = append(list, text{l.built.Set.Companions[name].Description, pos, "the description of " + name})
	}
	return list
}

// wording makes a rule of what no text may hold. find says what a text holds,
// or "".
func wording(find func(string) string, say string) func(*check) {
	return func(c *check) {
		for _, t := range c.setTexts() {
			if what := find(t.text); what != "" {
				c.report(t.pos, false, "%s "+say, t.what, what)
			}
		}
		for _, s := range c.subjects {
			c.subject = s
			for _, t := range s.texts() {
				if what := find(t.text); what != "" {
					c.report(t.pos, false, "%s "+say, t.what, what)
				}
			}
		}
		c.subject = nil
	}
}

// hides says what in a text people do not see or a model must not obey, or "".
func hides(t string) string {
	if r := prose.Hidden(t); r != 0 {
		return fmt.Sprintf("a character that nobody sees, %U", r)
	}
	return prose.Orders(t)
}

var toolWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b[a-z][a-z0-9]*(_[a-z0-9]+)+\b`) })

// namesHiddenTool finds tools in texts that who reads them does not have.
func namesHiddenTool(c *check, s *subject) {
	for _, t := range s.texts() {
		for _, word := range toolWord().FindAllString(t.text, -1) {
			other, retired := c.byName[word], c.retired(word)
			switch {
			case other != nil && !visible(other, s):
				c.report(t.pos, false, "%s names %s, which not everybody who sees this tool can see", t.what, word)
			case other == nil && retired != nil:
				c.report(t.pos, false, "%s names %s, which %s replaces", t.what, word, retired.t.Name)
			}
		}
	}
}

// retired gives the tool that replaces an old name, or nil.
func (l *linter) retired(name string) *subject {
	return l.indexed().retired[name]
}
