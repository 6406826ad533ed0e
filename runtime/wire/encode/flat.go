package encode

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/tool"
)

// shape is what kind of value a style has before it.
type shape uint8

const (
	undefined shape = iota // null, or empty with nothing to write
	one
	list
	record
)

// flat is a value of one level, ready for a style. Undefined members are gone
// (RFC 6570 §2.3).
type flat struct {
	shape shape
	texts []string // one: the text; list: items; record: name, value, name, value, …
	keys  []string // list and record: the pointer token of each item, for refusals
}

// flatten turns v into its texts. Styles are defined for one level; a deeper
// value is refused unless the parameter says to write it as JSON.
func flatten(p *tool.Param, v any) (f flat, r *Refusal) {
	if v == nil {
		return f, nil
	}
	if text, ok, r := Scalar(v, p.Integer); ok {
		return flat{shape: one, texts: []string{text}}, r
	}
	if l, ok := v.([]any); ok {
		return flattenList(p, l)
	}
	members, ok := Members(v, p.Layout)
	if !ok {
		return f, Refuse("must be a JSON value")
	}
	f.shape = record
	for _, m := range members {
		if m.Value == nil {
			continue
		}
		if !utf8.ValidString(m.Name) {
			return f, Refuse("must have names of valid UTF-8")
		}
		text, r := inner(p, m.Value, m.Layout)
		if r != nil {
			return f, r.Under(m.Key)
		}
		f.texts = append(f.texts, m.Name, text)
		f.keys = append(f.keys, m.Key)
	}
	return f, nil
}

func flattenList(p *tool.Param, l []any) (flat, *Refusal) {
	f := flat{shape: list, texts: make([]string, 0, len(l))}
	for i, item := range l {
		if item == nil {
			continue
		}
		text, r := inner(p, item, p.Layout.Element())
		if r != nil {
			return f, r.Under(strconv.Itoa(i))
		}
		f.texts = append(f.texts, text)
		f.keys = append(f.keys, strconv.Itoa(i))
	}
	return f, nil
}

// inner gives the text of an item or member.
func inner(p *tool.Param, v any, l *tool.Layout) (string, *Refusal) {
	text, ok, r := Scalar(v, p.Integer)
	if ok {
		return text, r
	}
	if p.Nested == "json" {
		b, r := AppendJSON(nil, v, l)
		return string(b), r
	}
	return "", Refuse("cannot hold a list or an object here: only one level can be written")
}

// content gives the text of a parameter that is described by a media type.
func content(p *tool.Param, v any, ascii bool) (string, *Refusal) {
	if isJSON(p.Media) {
		var b []byte
		var r *Refusal
		if ascii {
			b, r = appendASCII(nil, v, p.Layout)
		} else {
			b, r = AppendJSON(nil, v, p.Layout)
		}
		return string(b), r
	}
	text, ok, r := Scalar(v, p.Integer)
	if !ok {
		return "", Refuse("must be a single value: " + p.Media + " cannot hold a list or an object")
	}
	return text, r
}

// separator gives what stands between the items of a list in one value, and the
// character that no item may hold because it would be written alike.
func separator(style string) (sep, within string) {
	switch style {
	case "spaceDelimited":
		return "%20", " "
	case "pipeDelimited":
		return "%7C", "|"
	case "tabDelimited":
		return "%09", "\t"
	}
	return ",", "" // inside an item it is written %2C
}

// without refuses the items that hold one of chars: a reader could not tell them
// from two.
func (f *flat) without(chars, why string) *Refusal {
	for i, text := range f.texts {
		if f.shape == one || !strings.ContainsAny(text, chars) {
			continue
		}
		if f.shape == record {
			i /= 2
		}
		return Refuse(why).Under(f.keys[i])
	}
	return nil
}
