package encode

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// DecodeValue reads one JSON value with exact numbers, for JSON that a set or a
// program holds and for what upstreams answer; arguments have a reader of their
// own. Of duplicate keys the last wins, as most readers have it, and what is not
// UTF-8 is replaced: an upstream's answer is worth reading even so.
func DecodeValue(raw []byte) (any, error) {
	d := decoder{
		Decoder: jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)),
		text:    string(raw), valid: utf8.Valid(raw),
	}
	v, err := d.value(0)
	if err != nil {
		return nil, err
	}
	if _, err := d.ReadToken(); err != io.EOF {
		return nil, errors.New("more than one JSON value")
	}
	return v, nil
}

// maxRead caps the nesting of what is read.
const maxRead = 10_000

type decoder struct {
	*jsontext.Decoder
	text  string // what is read, once: its texts and numbers are parts of it
	valid bool   // it is UTF-8
}

func (d *decoder) value(depth int) (any, error) {
	if depth > maxRead {
		return nil, errors.New("nested too deeply")
	}
	switch d.PeekKind() {
	case '"':
		return d.string()
	case '0':
		raw, err := d.ReadValue()
		return json.Number(d.part(raw)), err
	}
	t, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch t.Kind() {
	case 'n':
		return nil, nil
	case 't', 'f':
		return t.Bool(), nil
	case '[':
		return d.list(depth)
	case '{':
		return d.object(depth)
	}
	return nil, errors.New("not a JSON value")
}

// part gives the value that was just read, as it is written.
func (d *decoder) part(raw jsontext.Value) string {
	end := int(d.InputOffset())
	return d.text[end-len(raw) : end]
}

// string reads a text or a name.
func (d *decoder) string() (string, error) {
	raw, err := d.ReadValue()
	if err != nil {
		return "", err
	}
	if d.valid && bytes.IndexByte(raw, '\\') < 0 {
		quoted := d.part(raw)
		return quoted[1 : len(quoted)-1], nil
	}
	// The syntax is right; an error tells of what is not Unicode, and was replaced.
	text, _ := jsontext.AppendUnquote(nil, raw)
	return string(text), nil
}

func (d *decoder) list(depth int) (any, error) {
	l := []any{}
	for d.PeekKind() != ']' {
		v, err := d.value(depth + 1)
		if err != nil {
			return nil, err
		}
		l = append(l, v)
	}
	_, err := d.ReadToken()
	return l, err
}

func (d *decoder) object(depth int) (any, error) {
	m := map[string]any{}
	for d.PeekKind() != '}' {
		if d.PeekKind() != '"' {
			return nil, errors.New("a member without a name")
		}
		name, err := d.string()
		if err != nil {
			return nil, err
		}
		v, err := d.value(depth + 1)
		if err != nil {
			return nil, err
		}
		m[name] = v
	}
	_, err := d.ReadToken()
	return m, err
}
