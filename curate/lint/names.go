package lint

import (
	"regexp"
	"strings"
	"sync"

	"github.com/oatools/oatools/compile/naming"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/curate/lint/prose"
)

// Limits on names: what every provider takes, less the prefixes of clients.
const nameLong = 40

var (
	portableName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9_]{2,55}$`) })
	portableArg  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`) })
	portableProp = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`) })
)

func namePortable(c *check, s *subject) {
	if !portableName().MatchString(s.t.Name) {
		c.report(s.pos, false, "the name must be 3 to 56 of a-z, 0-9 and _, a letter first")
	}
}

func nameLength(c *check, s *subject) {
	if n := len(s.t.Name); n > nameLong && n <= 56 {
		c.report(s.pos, false, "the name has %d characters; clients put their own prefix before it, keep to %d", n, nameLong)
	}
}

// namePattern compares where the names of a set have their verb.
func namePattern(c *check) {
	var first, last []*subject // verb_noun, noun_verb
	for _, s := range c.subjects {
		words := naming.Words(s.t.Name)
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
		c.report(s.pos, false, "most tools here are named %s, as %s is; this one is not", pattern, many[0].t.Name)
	}
	c.subject = nil
}

func nameVague(c *check, s *subject) {
	if words := prose.Vague(s.t.Name); len(words) > 0 {
		c.report(s.pos, false, "%q in the name could mean anything; say what is done to what", words[0])
	}
}

func argPortable(c *check, s *subject) {
	for i := range s.args {
		if a := &s.args[i]; !portableArg().MatchString(a.name) {
			c.report(s.at(a, ""), false, "argument %s: the name must be at most 40 of a-z, 0-9 and _, a letter first", a.name).
				hint("list it under params by another name, with from")
		}
	}
}

func propertyPortable(c *check, s *subject) {
	for i := range s.args {
		a := &s.args[i]
		s.nested(a.schema, func(path node.Pointer, name string, _ *node.Node) {
			if !portableProp().MatchString(name) {
				c.report(s.at(a, ""), false, "argument %s: the property %s%s is refused by providers, and the whole request with it", a.name, path, "/"+name)
			}
		})
	}
}

func argCryptic(c *check, s *subject) {
	for i := range s.args {
		switch a := &s.args[i]; {
		case a.name == "id":
			c.report(s.at(a, ""), false, "argument id: say of what, such as %s_id", singular(s.noun(a)))
		case len(strings.Trim(a.name, "_")) <= 2:
			c.report(s.at(a, ""), false, "argument %s: the name says nothing", a.name)
		}
	}
}

// nested visits the properties of the objects below an argument's schema.
// References are followed one level of each definition, so recursion ends.
func (s *subject) nested(n *node.Node, visit func(path node.Pointer, name string, schema *node.Node)) {
	s.below(nil, n, map[string]bool{}, visit)
}

func (s *subject) below(path node.Pointer, n *node.Node, seen map[string]bool, visit func(node.Pointer, string, *node.Node)) {
	if ref, ok := n.Get("$ref").Str(); ok {
		if seen[ref] {
			return
		}
		seen[ref] = true
		n = follow(s.input, n)
	}
	for name, p := range n.Get("properties").All() {
		visit(path, name, p)
		s.below(path.With(name), p, seen, visit)
	}
	for _, key := range []string{"items", "additionalProperties"} {
		if sub := n.Get(key); sub.Is(node.Object) {
			s.below(path, sub, seen, visit)
		}
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		for _, sub := range n.Get(key).Items() {
			s.below(path, sub, seen, visit)
		}
	}
}
