package encode

import (
	"strconv"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/tool"
)

// maxDepth caps nesting; arguments are capped long before.
const maxDepth = 512

// AppendJSON writes v as compact JSON: members in the layout's order under
// their wire names, number literals kept, nulls kept (a merge patch means
// something by them), nothing escaped that need not be.
func AppendJSON(dst []byte, v any, l *tool.Layout) ([]byte, *Refusal) {
	w := jsonWriter{}
	return w.append(dst, v, l, 0)
}

// appendASCII is AppendJSON with every other character escaped, as a header
// needs it.
func appendASCII(dst []byte, v any, l *tool.Layout) ([]byte, *Refusal) {
	w := jsonWriter{ascii: true}
	return w.append(dst, v, l, 0)
}

type jsonWriter struct{ ascii bool }

func (w jsonWriter) append(dst []byte, v any, l *tool.Layout, depth int) (_ []byte, r *Refusal) {
	if depth > maxDepth {
		return dst, Refuse("is nested too deeply")
	}
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...), nil
	case bool:
		return strconv.AppendBool(dst, v), nil
	case string:
		if !utf8.ValidString(v) {
			return dst, Refuse("must be valid UTF-8")
		}
		return appendQuoted(dst, v, w.ascii), nil
	case []any:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, r = w.append(dst, item, l.Element(), depth+1); r != nil {
				return dst, r.Under(strconv.Itoa(i))
			}
		}
		return append(dst, ']'), nil
	}
	if members, ok := Members(v, l); ok {
		return w.appendObject(dst, members, depth)
	}
	lit, ok := literal(v)
	if !ok || !validNumber(lit) {
		return dst, Refuse("must be a JSON value")
	}
	return append(dst, lit...), nil
}

func (w jsonWriter) appendObject(dst []byte, members []Member, depth int) (_ []byte, r *Refusal) {
	dst = append(dst, '{')
	for i, m := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		if !utf8.ValidString(m.Name) {
			return dst, Refuse("must have names of valid UTF-8")
		}
		dst = appendQuoted(dst, m.Name, w.ascii)
		dst = append(dst, ':')
		if dst, r = w.append(dst, m.Value, m.Layout, depth+1); r != nil {
			return dst, r.Under(m.Key)
		}
	}
	return append(dst, '}'), nil
}

// appendQuoted writes a JSON string with the escapes that RFC 8259 §7 demands
// and no others.
func appendQuoted(dst []byte, s string, ascii bool) []byte {
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf && ascii {
			r, n := utf8.DecodeRuneInString(s[i:])
			dst = appendUnicode(dst, r)
			i += n
			continue
		}
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, '\\', 'n')
		case c == '\r':
			dst = append(dst, '\\', 'r')
		case c == '\t':
			dst = append(dst, '\\', 't')
		case c < 0x20 || c == 0x7F && ascii:
			dst = appendUnicode(dst, rune(c))
		default:
			dst = append(dst, c)
		}
		i++
	}
	return append(dst, '"')
}

func appendUnicode(dst []byte, r rune) []byte {
	if r > 0xFFFF {
		r -= 0x10000
		return appendUnicode(appendUnicode(dst, 0xD800+(r>>10)), 0xDC00+(r&0x3FF))
	}
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}
