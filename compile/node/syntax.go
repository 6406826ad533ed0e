package node

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/oatools/oatools/compile/diag"
)

// mistake is a syntax error in words for its author.
type mistake struct {
	off     int
	code    string // CodeSyntax when empty
	message string
	hint    string
}

// tooMany refuses the value that comes next.
func (r *jsonReader) tooMany() error {
	off := r.doc.next(r.offset())
	if c := r.doc.byteAt(off); c == ',' || c == ':' {
		off = r.doc.next(off + 1)
	}
	return &limitError{off, "too-many-nodes", fmt.Sprintf("the document has more than %d values", r.doc.lim.Nodes)}
}

// judge adds the error with which reading ended if it is a limit, and otherwise
// gives the syntax error.
func (d *Doc) judge(r *jsonReader, err error) *diag.Diagnostic {
	if limit, ok := errors.AsType[*limitError](err); ok {
		d.diags.Errorf(d.Pos(limit.off), limit.code, "%s", limit.text)
		return nil
	}
	var m mistake
	if rest, ok := errors.AsType[*restError](err); ok {
		m = d.explainRest(rest.off)
	} else {
		off := r.offset()
		if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
			off = r.base + int(syntax.ByteOffset)
		}
		// The tokenizer has a limit of its own on depth. Besides, a text that
		// breaks both rules is better explained by ours.
		if at := firstDeeper(d.data[r.base:min(off+1, r.end)], d.lim.Depth); at >= 0 {
			return d.judge(r, tooDeep(r.base+at, d.lim.Depth))
		}
		m = d.explain(off, err)
	}
	return &diag.Diagnostic{Pos: d.Pos(m.off), Severity: diag.Error, Code: cmp.Or(m.code, CodeSyntax), Message: m.message, Hint: m.hint}
}

func (d *Doc) explainRest(off int) mistake {
	m := mistake{off: off, message: fmt.Sprintf("unexpected %s after the end of the document", d.quote(off))}
	switch d.data[off] {
	case '}', ']':
		m.hint = "a bracket is closed that was never opened"
	case '{', '[':
		m.hint = "a file holds one JSON document"
	case '/':
		m.hint = "JSON has no comments"
	}
	return m
}

// explain says in words what is wrong at off, where the tokenizer stopped.
func (d *Doc) explain(off int, err error) mistake {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return d.explainEnd()
	}
	if open := d.open(off); off < len(d.data) && len(open) > 0 && d.data[open[len(open)-1]] == '"' {
		return d.explainString(off)
	}
	off = d.next(off)
	if off >= len(d.data) {
		return d.explainEnd()
	}
	if start := d.word(off); start < off {
		return mistake{off: start, message: fmt.Sprintf("unknown word %q", d.data[start:min(off, start+20)]),
			hint: "the only words in JSON are true, false and null"}
	}
	m := mistake{off: off, message: fmt.Sprintf("unexpected %s", d.quote(off))}
	c, prev, after := d.data[off], d.byteAt(d.before(off)), d.byteAt(d.next(off+1))
	switch {
	case c == ',' && (after == '}' || after == ']'):
		return trailingComma(off)
	case (c == '}' || c == ']') && prev == ',':
		return trailingComma(d.before(off))
	case c == '/' || c == '#':
		m.hint = "JSON has no comments"
	case c == '\'':
		m.hint = "strings stand in double quotes in JSON"
	case c == '}' || c == ']':
		m.message = "unexpected closing " + d.quote(off)
		m.hint = "the bracket that is open is of the other kind"
		if prev == ':' {
			m.hint = "the value after the colon is missing"
		}
	case c == ',' || c == ':':
		m.hint = "a value or a key is missing before it"
	case strings.IndexByte(`"]}0123456789el`, prev) >= 0:
		m.hint = "a comma or a colon is missing before it"
	case c == '+' || c == '.':
		m.hint = "numbers start with a digit or a minus sign in JSON"
	case strings.IndexByte("NITFu", c) >= 0:
		m.hint = "the only words in JSON are true, false and null"
	case c >= utf8.RuneSelf:
		m.hint = "JSON knows no blanks but space, tab and line break; strings stand in double quotes"
	default:
		m.hint = "keys and strings stand in double quotes in JSON"
	}
	return m
}

func trailingComma(off int) mistake {
	return mistake{off, CodeTrailingComma, "a comma stands before the closing bracket", "JSON has no trailing commas; remove it"}
}

// explainString says what is wrong inside of a string.
func (d *Doc) explainString(off int) mistake {
	if c := d.data[off]; c < ' ' {
		return mistake{off, CodeControl, fmt.Sprintf("control character U+%04X in a string", c),
			`write it as an escape (\n for a line break, \t for a tab); or a quote is missing before it`}
	}
	return mistake{off, CodeSyntax, "invalid escape sequence in a string",
		`escapes are \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits`}
}

// word gives the start of the word in lower case that ends before off; off when
// there is none.
func (d *Doc) word(off int) int {
	start := off
	for start > 0 && 'a' <= d.data[start-1] && d.data[start-1] <= 'z' {
		start--
	}
	switch string(d.data[start:off]) {
	case "true", "false", "null":
		return off
	}
	return start
}

// explainEnd names the innermost bracket or string that is still open.
func (d *Doc) explainEnd() mistake {
	m := mistake{off: len(bytes.TrimRight(d.data, " \t\r\n")), message: "the document ends too early"}
	open := d.open(len(d.data))
	if len(open) == 0 {
		return m
	}
	last := open[len(open)-1]
	pos := d.Pos(last)
	m.hint = fmt.Sprintf("%s of line %d, column %d is never closed", d.quote(last), pos.Line, pos.Col)
	return m
}

// open gives the offsets of the brackets and the string that are still open
// before the offset end.
func (d *Doc) open(end int) []int {
	var open []int
	for i := int(d.first); i < end; i++ {
		switch d.data[i] {
		case '{', '[':
			open = append(open, i)
		case '}', ']':
			open = open[:max(0, len(open)-1)]
		case '"':
			start := i
			for i++; i < end && d.data[i] != '"'; i++ {
				if d.data[i] == '\\' {
					i++
				}
			}
			if i >= end {
				return append(open, start)
			}
		}
	}
	return open
}

// next gives the offset of the first byte from off on that is not blank; the
// length of the document when there is none.
func (d *Doc) next(off int) int {
	for off < len(d.data) && strings.IndexByte(" \t\r\n", d.data[off]) >= 0 {
		off++
	}
	return off
}

// byteAt gives the byte at off, 0 outside of the document.
func (d *Doc) byteAt(off int) byte {
	if off < 0 || off >= len(d.data) {
		return 0
	}
	return d.data[off]
}

// before gives the offset of the last byte before off that is not blank, or -1.
func (d *Doc) before(off int) int {
	for i := off - 1; i >= int(d.first); i-- {
		if strings.IndexByte(" \t\r\n", d.data[i]) < 0 {
			return i
		}
	}
	return -1
}

// quote shows the character at off.
func (d *Doc) quote(off int) string {
	if off >= len(d.data) {
		return "end"
	}
	r, _ := utf8.DecodeRune(d.data[off:])
	return fmt.Sprintf("%q", string(r))
}
