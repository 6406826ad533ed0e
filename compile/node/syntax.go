package node

import (
	"bytes"
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
	message string
	hint    string
}

func tooDeep(off, limit int) error {
	return &limitError{off, "too-deep", fmt.Sprintf("more than %d objects and arrays are nested in each other", limit)}
}

func (r *jsonReader) tooMany() error {
	return &limitError{r.offset(), "too-many-nodes", fmt.Sprintf("the document has more than %d values", r.doc.lim.Nodes)}
}

// reportError adds the error with which reading ended.
func (d *Doc) reportError(r *jsonReader, err error) {
	if d.diags == nil {
		return
	}
	if rest, ok := errors.AsType[*restError](err); ok {
		d.addMistake(d.explainRest(rest.off))
		return
	}
	if limit, ok := errors.AsType[*limitError](err); ok {
		d.diags.Errorf(d.Pos(limit.off), limit.code, "%s", limit.text)
		return
	}
	off := r.offset()
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		off = r.base + int(syntax.ByteOffset)
	}
	// The tokenizer has a limit of its own on depth, and errors beyond ours are
	// better explained by it.
	if at := firstDeeper(d.data[r.base:min(off+1, r.end)], d.lim.Depth); at >= 0 {
		d.reportError(r, tooDeep(r.base+at, d.lim.Depth))
		return
	}
	d.addMistake(d.explain(off, err))
}

func (d *Doc) addMistake(m mistake) {
	d.diags.Add(diag.Diagnostic{Pos: d.Pos(m.off), Severity: diag.Error, Code: CodeSyntax, Message: m.message, Hint: m.hint})
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
	for off < len(d.data) && strings.IndexByte(" \t\r\n", d.data[off]) >= 0 {
		off++
	}
	prev := d.before(off)
	if off >= len(d.data) || errors.Is(err, io.ErrUnexpectedEOF) {
		return d.explainEnd()
	}
	c := d.data[off]
	m := mistake{off: off, message: fmt.Sprintf("unexpected %s", d.quote(off))}
	switch {
	case (c == '}' || c == ']') && prev >= 0 && d.data[prev] == ',':
		return mistake{prev, "a comma stands before the closing bracket", "JSON has no trailing commas; remove it"}
	case c == '/' || c == '#':
		m.hint = "JSON has no comments"
	case c == '\'':
		m.hint = "strings stand in double quotes in JSON"
	case c < ' ':
		m.message = fmt.Sprintf("control character U+%04X in a string", c)
		m.hint = `write it as an escape: \n for a line break, \t for a tab`
	case c == '\\':
		m.message = "invalid escape sequence in a string"
		m.hint = `escapes are \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits`
	case c == '}' || c == ']':
		m.message = fmt.Sprintf("unexpected closing %q", string(c))
		m.hint = "the bracket that is open is of the other kind, or a value is missing"
	case prev >= 0 && strings.IndexByte(`"]}0123456789el`, d.data[prev]) >= 0 && c != ',' && c != ':':
		m.hint = "a comma or a colon is missing before it"
	case c == ',' || c == ':':
		m.hint = "a value or a key is missing before it"
	case c == 'N' || c == 'I' || c == 'T' || c == 'F' || c == 'u':
		m.hint = "the only words in JSON are true, false and null"
	default:
		m.hint = "keys and strings stand in double quotes in JSON"
	}
	return m
}

// explainEnd names the innermost bracket or string that is still open.
func (d *Doc) explainEnd() mistake {
	m := mistake{off: len(bytes.TrimRight(d.data, " \t\r\n")), message: "the document ends too early"}
	open := d.open()
	if len(open) == 0 {
		return m
	}
	last := open[len(open)-1]
	pos := d.Pos(last)
	m.hint = fmt.Sprintf("%s of line %d, column %d is never closed", d.quote(last), pos.Line, pos.Col)
	return m
}

// open gives the offsets of the brackets and the string that are still open at
// the end of the document.
func (d *Doc) open() []int {
	var open []int
	for i := int(d.first); i < len(d.data); i++ {
		switch d.data[i] {
		case '{', '[':
			open = append(open, i)
		case '}', ']':
			open = open[:max(0, len(open)-1)]
		case '"':
			start := i
			for i++; i < len(d.data) && d.data[i] != '"'; i++ {
				if d.data[i] == '\\' {
					i++
				}
			}
			if i >= len(d.data) {
				return append(open, start)
			}
		}
	}
	return open
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

// IsJSON reports whether data is one JSON text, as ReadJSON would read it, limits
// aside.
func IsJSON(data []byte) bool {
	data = bytes.TrimPrefix(data, []byte(utf8BOM))
	dec := jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if _, err := dec.ReadValue(); err != nil {
		return false
	}
	_, err := dec.ReadToken()
	return errors.Is(err, io.EOF)
}
