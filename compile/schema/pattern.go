package schema

import (
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/pattern"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/raw"
)

// pattern rewrites a regular expression. JSON Schema's are ECMAScript's; the
// validator reads them as RE2 where it can and else with a backtracking engine.
// One that neither reads is said in the description and not enforced.
func (w *Rewriter) pattern(v *node.Node) *node.Node {
	s, ok := v.Str()
	if !ok {
		if !v.Is(node.Number) {
			w.diags.Warnf(v.Pos(), "schema-pattern", "pattern is a text; it is left out")
			return nil
		}
		s = v.Text()
		v = node.NewString(s).MovedTo(v)
	}
	if bare, ok := undelimited(s); ok {
		w.diags.Warnf(v.Pos(), "schema-pattern", "the slashes around pattern %s are no part of it and left out", keyword.Short(v))
		s = bare
		v = node.NewString(s).MovedTo(v)
	}
	if s == "" {
		return nil
	}
	_, slow, err := pattern.Compile(s)
	if err != nil {
		w.diags.Warnf(v.Pos(), "schema-pattern", "pattern %s cannot be read and is not enforced", keyword.Short(v))
		return nil
	}
	if slow != nil {
		w.diags.Infof(v.Pos(), "schema-pattern-slow", "pattern %s needs a backtracking engine; it is checked with a time limit", keyword.Short(v))
	}
	return v
}

// patternNote says in words what a pattern that nobody can read asks for: a
// person wrote it to tell something.
func (w *Rewriter) patternNote(b *builder, n *node.Node) {
	s := strings.TrimSpace(n.Get("pattern").Text())
	if b.has("pattern") || s == "" || len(s) > patternNoteMax || w.opts.Direction != raw.Request {
		return
	}
	if _, hidden := keyword.Visible(s); len(hidden) > 0 {
		return
	}
	text := b.get("description").Text()
	if text != "" {
		text += " "
	}
	b.set("description", node.NewString(text+"(Pattern: "+s+")").MovedTo(n.Get("pattern")))
}

// patternNoteMax is the length of the longest pattern that is said in words.
const patternNoteMax = 120

// undelimited strips the slashes that some languages write around a regular
// expression. Only where an anchor makes sure that they are no part of it.
func undelimited(s string) (string, bool) {
	if len(s) < 4 || !strings.HasPrefix(s, "/^") {
		return s, false
	}
	end := strings.LastIndex(s, "$/")
	if end < 0 || strings.Trim(s[end+2:], "gimsuy") != "" || strings.Contains(s[end+2:], "i") {
		return s, false
	}
	return s[1 : end+1], true
}
