package encode

import (
	"strings"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/tool"
)

// maxPathText caps one value in a path.
const maxPathText = 1024

// AppendPath writes a path parameter. Percent-encoding alone does not keep a
// value in its segment: servers and proxies decode, normalise and route, so
// what would be a dot segment or a slash at any level of decoding is refused.
func AppendPath(dst []byte, p *tool.Param, v any) ([]byte, *Refusal) {
	if v == nil {
		return dst, Refuse("must not be null: it is a part of the path")
	}
	e := escapeAll
	if p.AllowReserved && p.Style == "simple" { // the other styles give these characters a meaning
		e = escapePath
	}
	if p.Media != "" {
		text, r := content(p, v, false)
		if r == nil {
			r = pathText(text, p.Slash)
		}
		if r == nil && dotted(text) {
			r = Refuse(dotSegment)
		}
		if r != nil {
			return dst, r
		}
		return appendEscaped(dst, text, e), nil
	}
	f, r := flatten(p, v)
	if r != nil {
		return dst, r
	}
	if r := pathSafe(p, f); r != nil {
		return dst, r
	}
	if p.Slash == "segments" && f.shape == one && p.Style == "simple" {
		return appendSegments(dst, f.texts[0], e), nil
	}
	start := len(dst)
	dst = appendPathStyle(dst, p, f, e)
	// A style's own dots can make a dot segment out of harmless items.
	if f.shape != one && dotted(string(dst[start:])) {
		return dst[:start], Refuse(dotSegment)
	}
	return dst, nil
}

const dotSegment = `must not be "." or "..", not even encoded or inside a longer path`

// dotted reports whether any level of decoding gives a dot segment.
func dotted(text string) bool {
	// Three levels: what a chain of proxies may decode.
	for range 4 {
		if hasDotSegment(text) {
			return true
		}
		next := unescapeOnce(text)
		if next == text {
			break
		}
		text = next
	}
	return false
}

func appendSegments(dst []byte, text string, e escaping) []byte {
	for i, segment := range strings.Split(text, "/") {
		if i > 0 {
			dst = append(dst, '/')
		}
		dst = appendEscaped(dst, segment, e)
	}
	return dst
}

// pathSafe judges every text of a value.
func pathSafe(p *tool.Param, f flat) *Refusal {
	if len(f.texts) == 0 {
		return Refuse("must not be empty: it is a part of the path")
	}
	for i, text := range f.texts {
		if text == "" && p.Style == "matrix" {
			continue // ";name": the segment is not empty
		}
		r := pathText(text, p.Slash)
		// Inside a list, a dot is no segment yet; the finished text is judged.
		if r == nil && (f.shape == one || p.Slash != "") && dotted(text) {
			r = Refuse(dotSegment)
		}
		if r == nil {
			continue
		}
		switch f.shape {
		case list:
			return r.Under(f.keys[i])
		case record:
			return r.Under(f.keys[i/2])
		}
		return r
	}
	return nil
}

// pathText judges one text.
func pathText(text, slash string) *Refusal {
	switch {
	case text == "":
		return Refuse("must not be empty: it is a part of the path")
	case len(text) > maxPathText:
		return Refuse("must be shorter than 1024 bytes: it is a part of the path")
	case !utf8.ValidString(text):
		return Refuse("must be valid UTF-8")
	}
	for _, c := range text {
		if forbiddenInPath(c) {
			return Refuse("must not hold control or text direction characters")
		}
	}
	if controlled(text) {
		return Refuse("must not hold control characters, not even encoded")
	}
	if slash == "segments" && strings.Contains(text, `\`) {
		return Refuse(`must not hold \`)
	}
	if slash == "" && slashed(text) {
		return Refuse(`must not hold / or \, not even encoded`)
	}
	if slash == "segments" {
		for s := range strings.SplitSeq(text, "/") {
			if s == "" {
				return Refuse("must not begin or end with /, nor hold //")
			}
		}
	}
	return nil
}

// slashed reports whether any level of decoding gives a slash.
func slashed(text string) bool {
	for range 4 {
		if strings.ContainsAny(text, `/\`) {
			return true
		}
		next := unescapeOnce(text)
		if next == text {
			break
		}
		text = next
	}
	return false
}

// controlled reports whether any level of decoding gives an ASCII control
// character: a line break that a proxy decodes ends a header.
func controlled(text string) bool {
	for range 3 {
		next := unescapeOnce(text)
		if next == text {
			return false
		}
		if text = next; strings.ContainsFunc(text, func(c rune) bool { return c < 0x20 || c == 0x7F }) {
			return true
		}
	}
	return false
}

func hasDotSegment(level string) bool {
	if strings.IndexByte(level, '.') < 0 {
		return false
	}
	for s := range strings.FieldsFuncSeq(level, func(c rune) bool { return c == '/' || c == '\\' }) {
		// Some servers cut ";…" off a segment before they normalise it.
		s, _, _ = strings.Cut(s, ";")
		if s == "." || s == ".." {
			return true
		}
	}
	return false
}

func forbiddenInPath(c rune) bool {
	return c < 0x20 || 0x7F <= c && c <= 0x9F || 0x202A <= c && c <= 0x202E || 0x2066 <= c && c <= 0x2069 || c == 0x2028 || c == 0x2029
}

// appendPathStyle writes the styles simple, label and matrix: RFC 6570 §3.2.2,
// §3.2.5 and §3.2.7.
func appendPathStyle(dst []byte, p *tool.Param, f flat, e escaping) []byte {
	switch p.Style {
	case "label":
		sep := byte(',')
		if p.Explode {
			sep = '.'
		}
		return appendJoined(append(dst, '.'), f, p.Explode, sep, e)
	case "matrix":
		return appendMatrix(dst, p, f, e)
	}
	return appendJoined(dst, f, p.Explode, ',', e)
}

// appendJoined writes items with sep between them; a record is name,value or,
// exploded, name=value.
func appendJoined(dst []byte, f flat, explode bool, sep byte, e escaping) []byte {
	for i, text := range f.texts {
		switch {
		case i == 0:
		case f.shape == record && explode && i%2 == 1:
			dst = append(dst, '=')
		default:
			dst = append(dst, sep)
		}
		if f.shape == one {
			dst = appendEscaped(dst, text, e)
		} else {
			dst = appendItem(dst, text, e)
		}
	}
	return dst
}

func appendMatrix(dst []byte, p *tool.Param, f flat, e escaping) []byte {
	switch {
	case f.shape == record && p.Explode:
		for i := 0; i < len(f.texts); i += 2 {
			dst = appendMatrixPair(dst, f.texts[i], f.texts[i+1], e)
		}
	case f.shape == list && p.Explode:
		for _, text := range f.texts {
			dst = appendMatrixPair(dst, p.Name, text, e)
		}
	case f.shape == one:
		dst = appendMatrixPair(dst, p.Name, f.texts[0], e)
	default:
		dst = appendEscaped(append(dst, ';'), p.Name, escapeAll)
		dst = appendJoined(append(dst, '='), f, false, ',', e)
	}
	return dst
}

// appendMatrixPair writes ;name=value, and ;name for an empty value.
func appendMatrixPair(dst []byte, name, value string, e escaping) []byte {
	dst = appendEscaped(append(dst, ';'), name, escapeAll)
	if value == "" {
		return dst
	}
	return appendEscaped(append(dst, '='), value, e)
}
