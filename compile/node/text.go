package node

import (
	"bytes"
	"unicode/utf8"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
)

// text decodes a string literal. Literals without escapes are not copied.
func (r *jsonReader) text(raw []byte, off int) string {
	inner := raw[1 : len(raw)-1]
	if bytes.IndexByte(inner, '\\') < 0 && (r.doc.clean || utf8.Valid(inner)) {
		return alias(inner)
	}
	out, err := jsontext.AppendUnquote(nil, raw)
	if err != nil && (r.doc.clean || utf8.Valid(inner)) {
		r.doc.report(off, "lone-surrogate", `half of a \u surrogate pair stands alone in a string; it is read as U+FFFD`,
			`write characters beyond U+FFFF as they are, or as two \u escapes`)
	}
	return alias(out)
}

// alias gives the bytes as a string without copying them. It is sound because
// the data of a document never changes while a tree refers to it.
func alias(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	return unsafe.String(&b[0], len(b))
}
