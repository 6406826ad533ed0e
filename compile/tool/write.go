package tool

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// deepest bounds the nesting of JSON texts in an artifact. Indentation grows
// with the square of the depth, so a hostile text must not choose it.
const deepest = 200

// chunk is how much is written, in bytes, before it is compared.
const chunk = 4096

// writer writes Go values as canonical JSON. It writes what encoding/json
// writes with SetIndent("", "  ") and SetEscapeHTML(false), in one pass instead
// of four, because Decode writes every artifact again to compare it. JSON texts
// are brought into compact form in their place on the way.
//
// With want set it compares instead: whatever is written has to be the
// beginning of want, which loses it, and dst stays short.
type writer struct {
	dst    []byte
	want   []byte
	differ bool
	err    error
	fields map[reflect.Type][]field
}

// set writes s as a document.
func (w *writer) set(s *Set) {
	w.value(reflect.ValueOf(s).Elem(), 0)
	w.dst = append(w.dst, '\n')
}

// compared takes what was written off want, and reports whether all of it was
// there so far.
func (w *writer) compared() bool {
	w.differ = w.differ || !bytes.HasPrefix(w.want, w.dst)
	if !w.differ {
		w.want = w.want[len(w.dst):]
	}
	w.dst = w.dst[:0]
	return !w.differ
}

type field struct {
	index     []int
	name      string // quoted, with colon and blank
	omitEmpty bool
	omitZero  bool
}

func (w *writer) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf(format, args...)
	}
}

func (w *writer) line(depth int) {
	w.dst = append(w.dst, '\n')
	for range depth {
		w.dst = append(w.dst, ' ', ' ')
	}
}

var (
	rawType  = reflect.TypeFor[json.RawMessage]()
	textType = reflect.TypeFor[encoding.TextMarshaler]()
)

func (w *writer) value(v reflect.Value, depth int) {
	if w.want != nil && len(w.dst) > chunk {
		w.compared()
	}
	switch {
	case v.Type() == rawType:
		w.raw(v, depth)
		return
	case v.Type().Implements(textType):
		text, err := v.Interface().(encoding.TextMarshaler).MarshalText()
		if err != nil {
			w.fail("%w", err)
		}
		w.dst = appendString(w.dst, string(text))
		return
	}
	switch v.Kind() {
	case reflect.String:
		w.dst = appendString(w.dst, v.String())
	case reflect.Bool:
		w.dst = strconv.AppendBool(w.dst, v.Bool())
	case reflect.Int, reflect.Int64:
		w.dst = strconv.AppendInt(w.dst, v.Int(), 10)
	case reflect.Pointer:
		if v.IsNil() {
			w.dst = append(w.dst, "null"...)
			return
		}
		w.value(v.Elem(), depth)
	case reflect.Struct:
		w.object(v, depth)
	case reflect.Map:
		w.mapping(v, depth)
	case reflect.Slice:
		w.list(v, depth)
	default:
		// Floats and whatever a later field brings: rare, so as encoding/json has it.
		b, err := json.Marshal(v.Interface())
		if err != nil {
			w.fail("%w", err)
		}
		w.dst = append(w.dst, b...)
	}
}

func (w *writer) object(v reflect.Value, depth int) {
	w.dst = append(w.dst, '{')
	first := true
	for _, f := range w.fieldsOf(v.Type()) {
		fv := v.FieldByIndex(f.index)
		if f.omitEmpty && empty(fv) || f.omitZero && fv.IsZero() {
			continue
		}
		if !first {
			w.dst = append(w.dst, ',')
		}
		first = false
		w.line(depth + 1)
		w.dst = append(w.dst, f.name...)
		w.value(fv, depth+1)
	}
	if !first {
		w.line(depth)
	}
	w.dst = append(w.dst, '}')
}

func (w *writer) mapping(v reflect.Value, depth int) {
	if v.IsNil() {
		w.dst = append(w.dst, "null"...)
		return
	}
	keys := make([]string, 0, v.Len())
	for k := range v.Seq() {
		keys = append(keys, k.String())
	}
	slices.Sort(keys)
	w.dst = append(w.dst, '{')
	for i, k := range keys {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		w.line(depth + 1)
		w.dst = append(appendString(w.dst, k), ':', ' ')
		w.value(v.MapIndex(reflect.ValueOf(k).Convert(v.Type().Key())), depth+1)
	}
	if len(keys) > 0 {
		w.line(depth)
	}
	w.dst = append(w.dst, '}')
}

func (w *writer) list(v reflect.Value, depth int) {
	if v.IsNil() {
		w.dst = append(w.dst, "null"...)
		return
	}
	w.dst = append(w.dst, '[')
	for i := range v.Len() {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		w.line(depth + 1)
		w.value(v.Index(i), depth+1)
	}
	if v.Len() > 0 {
		w.line(depth)
	}
	w.dst = append(w.dst, ']')
}

// raw writes a JSON text in the indentation of its surroundings.
func (w *writer) raw(v reflect.Value, depth int) {
	text := v.Bytes()
	if text == nil {
		w.dst = append(w.dst, "null"...)
		return
	}
	if v.CanSet() {
		// Clone drops the room that the white space took.
		if c := compact(text); len(c) < cap(text) {
			text = slices.Clone(c)
			v.SetBytes(text)
		}
	}
	if !w.indent(text, depth) {
		w.fail("a JSON text is nested more than %d deep", deepest)
	}
}

// empty is what encoding/json's omitempty means.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// fieldsOf gives the fields of a struct in the order of encoding/json, those of
// embedded structs in the place of the embedding.
func (w *writer) fieldsOf(t reflect.Type) []field {
	if list, ok := w.fields[t]; ok {
		return list
	}
	var list []field
	for i := range t.NumField() {
		f := t.Field(i)
		tag, ok := f.Tag.Lookup("json")
		if !ok && f.Anonymous {
			for _, inner := range w.fieldsOf(f.Type) {
				inner.index = append([]int{i}, inner.index...)
				list = append(list, inner)
			}
			continue
		}
		name, opts, _ := strings.Cut(tag, ",")
		list = append(list, field{
			index:     []int{i},
			name:      `"` + name + `": `,
			omitEmpty: opts == "omitempty",
			omitZero:  opts == "omitzero",
		})
	}
	if w.fields == nil {
		w.fields = map[reflect.Type][]field{}
	}
	w.fields[t] = list
	return list
}
