package pattern

import "strings"

// punctuation lists the ASCII characters that are neither letters nor digits and
// have no meaning in an expression (ECMA-262 §22.2.1, SyntaxCharacter, lists those
// that have).
const punctuation = "!\"#%&',-:;<=>@_`~ "

// Escape drops the backslashes that mean nothing: those before punctuation which
// stands for itself anyway. ECMAScript's unicode mode, by which JSON Schema wants
// to be read (2020-12 §6.4), refuses them.
func Escape(expr string) string {
	// RE2 lets a class begin with its own end, and ECMAScript ends it there.
	if !strings.Contains(expr, `\`) || strings.Contains(expr, "[]") || strings.Contains(expr, "[^]") {
		return expr
	}
	var b strings.Builder
	class := false
	for i := 0; i < len(expr); i++ {
		switch c := expr[i]; {
		case c == '\\' && i+1 < len(expr):
			if i++; !idle(expr[:i-1], expr[i], class) {
				b.WriteByte(c)
			}
		case c == '[':
			class = true
		case c == ']':
			class = false
		}
		b.WriteByte(expr[i])
	}
	return b.String()
}

// idle reports whether the backslash between before and next means nothing.
func idle(before string, next byte, class bool) bool {
	if strings.IndexByte(punctuation, next) < 0 {
		return false
	}
	last := byte(0)
	if before != "" {
		last = before[len(before)-1]
	}
	switch {
	case class && next == '-': // would make a range
		return false
	case class && last == '[': // RE2 reads [:alpha:]
		return false
	case next == ',' && (last == '{' || last >= '0' && last <= '9'): // would make a quantifier
		return false
	}
	return true
}
