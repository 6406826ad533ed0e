package encode

import "strings"

// MediaType gives the lower-case type of a Content-Type value without its
// parameters.
func MediaType(s string) string {
	s, _, _ = strings.Cut(s, ";")
	s = strings.TrimSpace(s)
	for i := 0; i < len(s); i++ {
		if 'A' <= s[i] && s[i] <= 'Z' {
			return strings.ToLower(s)
		}
	}
	return s
}

// isJSON reports whether media is JSON or a structured syntax on it (RFC 6839).
func isJSON(media string) bool {
	m := MediaType(media)
	return m == "application/json" || m == "text/json" || strings.HasSuffix(m, "+json")
}

// IsJSON reports whether a media type is JSON or has the +json suffix.
func IsJSON(media string) bool { return isJSON(media) }
