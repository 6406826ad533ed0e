package encode

import "strings"

// escaping says which bytes stay as they are.
type escaping uint8

const (
	escapeAll      escaping = iota // all but RFC 3986 unreserved; the safest that OpenAPI 3.2 permits
	escapeForm                     // the same, and a blank is "+": application/x-www-form-urlencoded
	escapeReserved                 // allowReserved in a query
	escapeFormKeep                 // allowReserved in a form body
	escapePath                     // allowReserved in a path
)

const hexUpper = "0123456789ABCDEF"

func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '.' || c == '_' || c == '~'
}

// keeps reports whether c is written literally. What separates parameters or
// ends a query ([ ] # & = +) is never literal, not even with allowReserved: the
// standard leaves that to the application, and we are the application.
func (e escaping) keeps(c byte) bool {
	if unreserved(c) {
		return true
	}
	switch e {
	case escapeReserved, escapeFormKeep:
		switch c {
		case ':', '/', '?', '@', '!', '$', '\'', '(', ')', '*', ',', ';':
			return true
		}
	case escapePath:
		switch c {
		case '!', '$', '&', '\'', '(', ')', '*', '+', ',', ';', '=', ':', '@':
			return true
		}
	}
	return false
}

// triples reports whether a valid %XX in the value stays as it is.
func (e escaping) triples() bool { return e == escapeReserved || e == escapeFormKeep }

// appendEscaped writes s percent-encoded: UTF-8 bytes, upper-case hex.
func appendEscaped(dst []byte, s string, e escaping) []byte {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case e.keeps(c):
			dst = append(dst, c)
		case c == ' ' && (e == escapeForm || e == escapeFormKeep):
			dst = append(dst, '+')
		case c == '%' && e.triples() && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			dst = append(dst, s[i:i+3]...)
			i += 2
		default:
			dst = append(dst, '%', hexUpper[c>>4], hexUpper[c&15])
		}
	}
	return dst
}

// appendItem writes an item of a list whose items are separated by commas: a
// comma inside it is never literal.
func appendItem(dst []byte, s string, e escaping) []byte {
	for {
		before, after, found := strings.Cut(s, ",")
		dst = appendEscaped(dst, before, e)
		if !found {
			return dst
		}
		dst, s = append(dst, "%2C"...), after
	}
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func unhex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c <= 'F':
		return c - 'A' + 10
	}
	return c - 'a' + 10
}

// unescapeOnce decodes every valid %XX of s and leaves the rest.
func unescapeOnce(s string) string {
	var out []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
			if out == nil {
				out = append(make([]byte, 0, len(s)), s[:i]...)
			}
			out = append(out, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
			continue
		}
		if out != nil {
			out = append(out, s[i])
		}
	}
	if out == nil {
		return s
	}
	return string(out)
}
