package judgement

import (
	"regexp"
	"strings"
	"sync"

	"github.com/oatools/oatools/compile/naming"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/curate/lint/prose"
	"github.com/oatools/oatools/curate/lint/subject"
)

// Limits on names: what every provider takes, less the prefixes of clients.
const nameLong = 40

var (
	portableName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9_]{2,55}$`) })
	portableArg  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`) })
)

func namePortable(c *check, s *subject.Tool) {
	if !portableName().MatchString(s.Tool.Name) {
		c.report(s.Pos, false, "the name must be 3 to 56 of a-z, 0-9 and _, a letter first")
	}
}

func nameLength(c *check, s *subject.Tool) {
	if n := len(s.Tool.Name); n > nameLong && n <= 56 {
		c.report(s.Pos, false, "the name has %d characters; clients put their own prefix before it, keep to %d", n, nameLong)
	}
}

// namePattern compares where the names of a set have their verb.
func namePattern(c *check) {
	var first, last []*subject.Tool // verb_noun, noun_verb
	for _, s := range c.subjects {
		words := naming.Words(s.Tool.Name)
		if len(words) < 2 {
			continue
		}
		switch head, tail := prose.Verb(words[0]), prose.Verb(words[len(words)-1]); {
		case head && !tail:
			first = append(first, s)
		case tail && !head:
			last = append(last, s)
		}
	}
	few, many, pattern := first, last, "noun_verb"
	if len(first) > len(last) {
		few, many, pattern = last, first, "verb_noun"
	}
	for _, s := range few {
		c.subject = s
		c.report(s.Pos, false, "most tools here are named %s, as %s is; this one is not", pattern, many[0].Tool.Name)
	}
	c.subject = nil
}

func nameVague(c *check, s *subject.Tool) {
	if words := prose.Vague(s.Tool.Name); len(words) > 0 {
		c.report(s.Pos, false, "%q in the name could mean anything; say what is done to what", words[0])
	}
}

func argPortable(c *check, s *subject.Tool) {
	for i := range s.Args {
		if a := &s.Args[i]; !portableArg().MatchString(a.Name) {
			c.report(s.At(a, ""), false, "argument %s: the name must be at most 40 of a-z, 0-9 and _, a letter first", a.Name).
				hint("list it under params by another name, with from")
		}
	}
}

func propertyPortable(c *check, s *subject.Tool) {
	for i := range s.Args {
		a := &s.Args[i]
		s.Nested(a.Schema, func(path node.Pointer, name string, _ *node.Node) {
			if !naming.Portable(name) {
				c.report(s.At(a, ""), false, "argument %s: the property %s%s is refused by providers, and the whole request with it", a.Name, path, "/"+name)
			}
		})
	}
}

func argCryptic(c *check, s *subject.Tool) {
	for i := range s.Args {
		switch a := &s.Args[i]; {
		case a.Name == "id":
			c.report(s.At(a, ""), false, "argument id: say of what, such as %s_id", subject.Singular(s.Noun(a)))
		case len(strings.Trim(a.Name, "_")) <= 2:
			c.report(s.At(a, ""), false, "argument %s: the name says nothing", a.Name)
		}
	}
}
