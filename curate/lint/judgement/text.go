package judgement

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/curate/lint/prose"
	"github.com/oatools/oatools/curate/lint/subject"
)

// Limits on texts, in characters.
const (
	likeSome = 0.34 // how alike two descriptions are, 0 to 1
	likeMuch = 0.6

	textShort        = 40
	textLong         = 1024
	textTooLong      = 4000
	instructionsLong = 2048
)

// missingPart makes a rule of a part that must be there: stated, or said by a
// description in one piece.
func missingPart(part, want string, said func(string) bool) func(*check, *subject.Tool) {
	return func(c *check, s *subject.Tool) {
		if text, parted := s.Part(part); parted && text == "" || !parted && !said(text) {
			c.report(s.Described(part), s.Acts(), "the description does not say %s", want).hint("add the part %s", part)
		}
	}
}

func purpose(text string) bool { return len(strings.Fields(text)) >= 3 }

// notMissing asks for the difference from a tool that reads alike.
func notMissing(c *check, s *subject.Tool) {
	text, parted := s.Part("not")
	if text != "" && (parted || prose.Negation(text)) {
		return
	}
	if other, _ := c.index.Nearest(s, likeSome); other != nil {
		c.report(s.Described("not"), false, "%s reads alike, and nothing says when not to use this one", other.Tool.Name).hint("add the part not")
	}
}

func siblingOverlap(c *check, s *subject.Tool) {
	if other, share := c.index.Nearest(s, likeMuch); other != nil && other.Tool.Name < s.Tool.Name {
		c.report(s.Described("what"), false, "%d %% of its words are those of %s: a model cannot tell them apart", int(share*100), other.Tool.Name)
	}
}

func tautology(c *check, s *subject.Tool) {
	text, parted := s.Part("what")
	if !parted {
		text = prose.FirstSentence(text)
	}
	if text != "" && prose.Echo(s.Tool.Name, text) {
		c.report(s.Described("what"), false, "%q says no more than the name", text)
	}
}

func copiedFromSpec(c *check, s *subject.Tool) {
	text := prose.Content(s.Words())
	for _, from := range []string{s.Op.Summary, s.Op.Description, s.Op.Summary + " " + s.Op.Description} {
		if own := prose.Content(from); len(own) > 0 && strings.Join(own, " ") == strings.Join(text, " ") {
			c.report(s.Described("what"), false, "the description is the API's own, written for programmers").relate(s.Op.Pos, "the operation")
			return
		}
	}
}

func tooShort(c *check, s *subject.Tool) {
	if n := utf8.RuneCountInString(s.Words()); n < textShort {
		c.report(s.Described("what"), false, "the description has %d characters, want at least %d", n, textShort)
	}
}

func tooLong(c *check, s *subject.Tool) {
	if n := utf8.RuneCountInString(s.Tool.Description); n > textLong {
		c.report(s.Described("what"), n > textTooLong, "what the model reads has %d characters; some clients cut at %d", n, textLong)
	}
}

func instructionsTooLong(c *check) {
	if n := utf8.RuneCountInString(c.built.Set.Instructions); n > instructionsLong {
		c.report(c.meta("instructions"), false, "the instructions have %d characters; clients cut at %d", n, instructionsLong)
	}
}

// meta is where a key of the metadata stands.
func (j *Judge) meta(key string) diag.Pos {
	at := j.built.Tree.Get("metadata")
	if m := at.Member(key); m != nil {
		return m.Value.Pos()
	}
	if m := j.built.Tree.Member("metadata"); m != nil {
		return m.Pos()
	}
	return diag.Pos{}
}

// setTexts gives what a model reads beside the tools.
func (j *Judge) setTexts() []subject.Text {
	list := []subject.Text{{Text: j.built.Set.Instructions, Pos: j.meta("instructions"), What: "the instructions"}}
	for _, name := range sorted(j.built.Set.Companions) {
		pos := j.built.Tree.At("defaults", "companions", name).Pos()
		list = append(list, subject.Text{Text: j.built.Set.Companions[name].Description, Pos: pos, What: "the description of " + name})
	}
	return list
}

// wording makes a rule of what no text may hold. find says what a text holds,
// or "".
func wording(find func(string) string, say string) func(*check) {
	return func(c *check) {
		for _, t := range c.setTexts() {
			if what := find(t.Text); what != "" {
				c.report(t.Pos, false, "%s "+say, t.What, what)
			}
		}
		for _, s := range c.subjects {
			c.subject = s
			for _, t := range s.Texts() {
				if what := find(t.Text); what != "" {
					c.report(t.Pos, false, "%s "+say, t.What, what)
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
func namesHiddenTool(c *check, s *subject.Tool) {
	for _, t := range s.Texts() {
		for _, word := range toolWord().FindAllString(t.Text, -1) {
			other, retired := c.byName[word], c.retired(word)
			switch {
			case other != nil && !subject.Visible(other, s):
				c.report(t.Pos, false, "%s names %s, which not everybody who sees this tool can see", t.What, word)
			case other == nil && retired != nil:
				c.report(t.Pos, false, "%s names %s, which %s replaces", t.What, word, retired.Tool.Name)
			}
		}
	}
}

// retired gives the tool that replaces an old name, or nil.
func (j *Judge) retired(name string) *subject.Tool {
	return j.index.Retired[name]
}
