package tool

import (
	"bytes"
	"unicode/utf8"
)

// compact removes the white space of a valid JSON text in place.
func compact(text []byte) []byte {
	out := text[:0]
	for i := 0; i < len(text); {
		switch c := text[i]; c {
		case ' ', '\n', '\r', '\t':
			i++
		case '"':
			end := stringEnd(text, i)
			out = append(out, text[i:end]...)
			i = end
		default:
			out = append(out, c)
			i++
		}
	}
	return out
}

// indent writes a valid JSON text with indentation; false when it is too deep.
func (w *writer) indent(text []byte, depth int) bool {
	base := depth
	for i := 0; i < len(text); {
		c := text[i]
		switch c {
		case ' ', '\n', '\r', '\t':
			i++
			continue
		case '"':
			end := stringEnd(text, i)
			w.dst = append(w.dst, text[i:end]...)
			i = end
			continue
		case '{', '[':
			w.dst = append(w.dst, c)
			j := i + 1
			for j < len(text) && isSpace(text[j]) {
				j++
			}
			if j < len(text) && (text[j] == '}' || text[j] == ']') {
				w.dst = append(w.dst, text[j])
				i = j + 1
				continue
			}
			if depth++; depth-base > deepest {
				return false
			}
			w.line(depth)
		case '}', ']':
			depth--
			w.line(depth)
			w.dst = append(w.dst, c)
		case ',':
			w.dst = append(w.dst, c)
			w.line(depth)
		case ':':
			w.dst = append(w.dst, ':', ' ')
		default:
			w.dst = append(w.dst, c)
		}
		i++
	}
	return true
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// stringEnd gives the offset after the string that starts at text[i].
func stringEnd(text []byte, i int) int {
	for i++; i < len(text); {
		j := bytes.IndexByte(text[i:], '"')
		if j < 0 {
			return len(text)
		}
		end := i + j
		// The quote ends the string unless an odd number of backslashes stands before it.
		n := 0
		for k := end - 1; k >= i && text[k] == '\\'; k-- {
			n++
		}
		i = end + 1
		if n%2 == 0 {
			return i
		}
	}
	return len(text)
}

const hexDigits = "0123456789abcdef"

// appendString writes s as encoding/json does without HTML escaping.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		size := 1
		var esc string
		switch {
		case c == '"' || c == '\\':
			esc = `\` + string(c)
		case c == '\b':
			esc = `\b`
		case c == '\f':
			esc = `\f`
		case c == '\n':
			esc = `\n`
		case c == '\r':
			esc = `\r`
		case c == '\t':
			esc = `\t`
		case c < ' ':
			esc = `\u00` + string(hexDigits[c>>4]) + string(hexDigits[c&15])
		default:
			var r rune
			r, size = utf8.DecodeRuneInString(s[i:])
			switch {
			case r == utf8.RuneError && size == 1:
				esc = `\ufffd`
			case r == '\u2028':
				esc = `\u2028`
			case r == '\u2029':
				esc = `\u2029`
			default:
				i += size
				continue
			}
		}
		dst = append(dst, s[start:i]...)
		dst = append(dst, esc...)
		i += size
		start = i
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}
