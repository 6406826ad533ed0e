package diag

import (
	"strings"
	"unicode"
)

// Visible keeps a text on one line and free of what a terminal would obey: names
// and descriptions of a document are somebody else's words.
func Visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return '\uFFFD'
		}
		return r
	}, s)
}
