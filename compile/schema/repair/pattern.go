package repair

import (
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/pattern"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// Pattern reads a regular expression. JSON Schema's are ECMAScript's; the
// validator reads them as RE2 where it can and else with a backtracking engine.
// One that neither reads is said in the description and not enforced.
func Pattern(v *node.Node, diags *diag.List) *node.Node {
	s, ok := v.Str()
	if !ok {
		if !v.Is(node.Number) {
			diags.Warnf(v.Pos(), "schema-pattern", "pattern is a text; it is left out")
			return nil
		}
		s = v.Text()
		v = node.NewString(s).MovedTo(v)
	}
	if bare, ok := undelimited(s); ok {
		diags.Warnf(v.Pos(), "schema-pattern", "the slashes around pattern %s are no part of it and left out", keyword.Short(v))
		s = bare
		v = node.NewString(s).MovedTo(v)
	}
	if s == "" {
		return nil
	}
	if plain := pattern.Escape(s); plain != s {
		diags.Infof(v.Pos(), "schema-pattern", "pattern %s escapes what needs no escape; it is written as validators of ECMAScript take it", keyword.Short(v))
		s = plain
		v = node.NewString(s).MovedTo(v)
	}
	_, slow, err := pattern.Compile(s)
	if err != nil {
		diags.Warnf(v.Pos(), "schema-pattern", "pattern %s cannot be read and is not enforced", keyword.Short(v))
		return nil
	}
	if slow != nil {
		diags.Infof(v.Pos(), "schema-pattern-slow", "pattern %s needs a backtracking engine; it is checked with a time limit", keyword.Short(v))
	}
	return v
}

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
