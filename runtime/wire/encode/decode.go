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
	d := decoder{Decoder: jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))}
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
	names []string // that were read, each once: lists repeat the names of their items
	next  int      // where in names the next one is looked for first
}

func (d *decoder) value(depth int) (any, error) {
	if depth > maxRead {
		return nil, errors.New("nested too deeply")
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
	case '"':
		return t.String(), nil
	case '0':
		return json.Number(t.String()), nil
	case '[':
		return d.list(depth)
	case '{':
		return d.object(depth)
	}
	return nil, errors.New("not a JSON value")
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
		name, err := d.name()
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

// maxNames caps how many names are kept, and so how long one is looked for.
const maxNames = 64

// name reads a member's name. The items of a list have their names in the same
// order, so that most are found at the first look, without being copied.
func (d *decoder) name() (string, error) {
	raw, err := d.ReadValue()
	if err != nil {
		return "", err
	}
	plain := len(raw) >= 2 && bytes.IndexByte(raw, '\\') < 0
	for i := range d.names {
		at := (d.next + i) % len(d.names)
		if plain && string(raw[1:len(raw)-1]) == d.names[at] {
			d.next = at + 1
			return d.names[at], nil
		}
	}
	text, err := jsontext.AppendUnquote(nil, raw)
	if err != nil && !utf8.Valid(raw) {
		err = nil // what is not UTF-8 was replaced
	}
	name := string(text)
	if plain && len(d.names) < maxNames {
		d.names = append(d.names, name)
		d.next = len(d.names)
	}
	return name, err
}
