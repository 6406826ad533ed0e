package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Decode reads raw as one JSON value of map[string]any, []any, string,
// json.Number, bool and nil. Numbers keep their digits. A value comes with no
// problems, and problems with no value: text that is no JSON (RFC 8259) or no
// UTF-8, a name that stands twice in an object, a number that no honest caller
// needs, or more than lim allows. It never panics.
func Decode(raw []byte, lim Limits) (any, []Problem) {
	d := decoder{lim: lim.withDefaults(), digits: maxDigits, exponent: maxExponent}
	return d.decode(raw)
}

type decoder struct {
	dec              *jsontext.Decoder
	lim              Limits
	nodes            int
	digits, exponent int
}

// refusal is a problem on its way up.
type refusal struct{ text string }

func (r *refusal) Error() string { return r.text }

func refuse(format string, args ...any) error { return &refusal{fmt.Sprintf(format, args...)} }

func (d *decoder) decode(raw []byte) (any, []Problem) {
	if len(raw) > d.lim.Bytes {
		return nil, []Problem{{Message: fmt.Sprintf("too large: %d bytes, at most %d are taken", len(raw), d.lim.Bytes)}}
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, []Problem{{Message: "nothing was given; a JSON value is expected"}}
	}
	d.dec = jsontext.NewDecoder(bytes.NewBuffer(raw))
	v, err := d.value(0)
	if err == nil {
		if _, err = d.dec.ReadToken(); err == io.EOF {
			return v, nil
		} else if err == nil {
			err = refuse("there is text after the JSON value")
		}
	}
	return nil, []Problem{d.problem(err)}
}

func (d *decoder) problem(err error) Problem {
	if r, ok := err.(*refusal); ok {
		return Problem{At: string(d.dec.StackPointer()), Message: r.text}
	}
	if syn, ok := err.(*jsontext.SyntacticError); ok {
		at := string(syn.JSONPointer)
		if errors.Is(err, jsontext.ErrDuplicateName) {
			return Problem{At: at, Message: "given twice in the same object; give it once"}
		}
		return Problem{At: at, Message: fmt.Sprintf("not valid JSON at byte %d: %s", syn.ByteOffset, cut(cause(syn)))}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return Problem{At: string(d.dec.StackPointer()), Message: "not valid JSON: it ends too early"}
	}
	return Problem{Message: "not valid JSON"}
}

func cause(err *jsontext.SyntacticError) string {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return "it ends too early"
	}
	return strings.TrimPrefix(err.Err.Error(), "jsontext: ")
}

// value reads one value inside depth containers.
func (d *decoder) value(depth int) (any, error) {
	tok, err := d.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	if d.nodes++; d.nodes > d.lim.Nodes {
		return nil, refuse("too many values: at most %d are taken", d.lim.Nodes)
	}
	switch tok.Kind() {
	case 'n':
		return nil, nil
	case 't', 'f':
		return tok.Bool(), nil
	case '"':
		return tok.String(), nil
	case '0':
		text := tok.String()
		if why := badNumber(text, d.digits, d.exponent); why != "" {
			return nil, refuse("%s", why)
		}
		return json.Number(text), nil
	case '{', '[':
		if depth >= d.lim.Depth {
			return nil, refuse("nested too deep: at most %d levels are taken", d.lim.Depth)
		}
		if tok.Kind() == '{' {
			return d.object(depth + 1)
		}
		return d.array(depth + 1)
	}
	return nil, refuse("not valid JSON: a value is expected")
}

func (d *decoder) object(depth int) (any, error) {
	m := map[string]any{}
	for d.dec.PeekKind() != '}' {
		name, err := d.dec.ReadToken()
		if err != nil {
			return nil, err
		}
		key := name.String()
		if m[key], err = d.value(depth); err != nil {
			return nil, err
		}
	}
	_, err := d.dec.ReadToken()
	return m, err
}

func (d *decoder) array(depth int) (any, error) {
	a := []any{}
	for d.dec.PeekKind() != ']' {
		v, err := d.value(depth)
		if err != nil {
			return nil, err
		}
		a = append(a, v)
	}
	_, err := d.dec.ReadToken()
	return a, err
}

// badNumber says why a number in JSON's grammar is not taken, or "". Exact
// arithmetic on it would cost in proportion to its exponent: 1e1000000000 is
// twelve bytes.
func badNumber(s string, digits, exponent int) string {
	mantissa, exp, _ := strings.Cut(strings.ReplaceAll(s, "E", "e"), "e")
	count := 0
	for i := 0; i < len(mantissa); i++ {
		if mantissa[i] >= '0' && mantissa[i] <= '9' {
			count++
		}
	}
	if count > digits {
		return fmt.Sprintf("the number has too many digits: at most %d are taken; send a long number as text if the schema allows it", digits)
	}
	exp = strings.TrimLeft(strings.TrimLeft(exp, "+-"), "0")
	e := 0
	for i := 0; i < len(exp); i++ {
		if e = e*10 + int(exp[i]-'0'); e > exponent {
			return fmt.Sprintf("the number is out of range: its exponent is at most %d", exponent)
		}
	}
	return ""
}

// cut bounds what is echoed.
func cut(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
