package schema

import (
	"regexp"
	"strings"

	"github.com/dlclark/regexp2"

	"github.com/oatools/oatools/compile/node"
)

// pattern rewrites a regular expression. JSON Schema's are ECMAScript's; the
// validator reads them as RE2 where it can and else with a backtracking engine.
// One that neither reads stays as a note that is not enforced.
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
		w.diags.Warnf(v.Pos(), "schema-pattern", "the slashes around pattern %s are no part of it and left out", short(v))
		s = bare
		v = node.NewString(s).MovedTo(v)
	}
	if s == "" {
		return nil
	}
	if _, err := regexp.Compile(plainEscapes(s)); err == nil {
		return v
	}
	if _, err := regexp2.Compile(s, regexp2.ECMAScript); err != nil {
		w.diags.Warnf(v.Pos(), "schema-pattern", "pattern %s cannot be read and is not enforced", short(v))
		return nil
	}
	w.diags.Infof(v.Pos(), "schema-pattern-slow", "pattern %s needs a backtracking engine; it is checked with a time limit", short(v))
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

// plainEscapes writes \uXXXX as RE2 does.
func plainEscapes(s string) string {
	if !strings.Contains(s, `\u`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		if s[i+1] == 'u' && i+6 <= len(s) && strings.Trim(s[i+2:i+6], "0123456789abcdefABCDEF") == "" {
			b.WriteString(`\x{` + s[i+2:i+6] + "}")
			i += 5
			continue
		}
		b.WriteString(s[i : i+2])
		i++
	}
	return b.String()
}
