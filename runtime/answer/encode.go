package answer

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/sanitise"
)

// writer writes values as JSON, cleaning every string on the way. The limits
// are those of fitValue; zero means none.
type writer struct {
	buf    []byte
	keys   []string // of the objects that are open
	mode   sanitise.Mode
	counts *sanitise.Counts
	scrub  func(string) string // nil: nothing

	maxRunes int // of one string
	maxItems int // of one array
	cutRunes int // runes that maxRunes left out
	cutItems int // items that maxItems left out
}

// value writes v reduced to p.
func (w *writer) value(v any, p *pick) {
	if p == nil {
		w.whole(v)
		return
	}
	switch v := v.(type) {
	case map[string]any:
		w.object(v, p)
	case []any:
		w.array(v, func(item any) { w.value(item, p) })
	default:
		// The upstream sent something else than its description says. Nothing of
		// it was allowed by name, so nothing of it is shown.
		w.buf = append(w.buf, "null"...)
	}
}

func (w *writer) object(v map[string]any, p *pick) {
	w.buf = append(w.buf, '{')
	first := true
	for i := range p.fields {
		f := &p.fields[i]
		if len(f.from) == 1 {
			value, ok := v[f.from[0]]
			if !ok {
				continue
			}
			first = w.key(f.name, first)
			w.value(value, f.sub)
			continue
		}
		if !reaches(v, f.from) {
			continue
		}
		first = w.key(f.name, first)
		w.path(v, f.from, f.sub)
	}
	w.buf = append(w.buf, '}')
}

// reaches reports whether path leads to something, going through arrays.
func reaches(v any, path []string) bool {
	for i, key := range path {
		switch x := v.(type) {
		case map[string]any:
			next, ok := x[key]
			if !ok {
				return false
			}
			v = next
		case []any:
			return slices.ContainsFunc(x, func(item any) bool { return reaches(item, path[i:]) })
		default:
			return false
		}
	}
	return true
}

// path writes the value at the end of path, reduced to p. Of an array on the way it writes an
// array, with null where an item has no such value, so that places still match.
func (w *writer) path(v any, path []string, sub *pick) {
	for i, key := range path {
		switch x := v.(type) {
		case map[string]any:
			v = x[key]
		case []any:
			w.array(x, func(item any) { w.path(item, path[i:], sub) })
			return
		default:
			v = nil
		}
	}
	w.value(v, sub)
}

// whole writes all of v; keys are sorted, since a decoded object has no order.
func (w *writer) whole(v any) {
	switch v := v.(type) {
	case string:
		w.string(v)
	case json.Number:
		w.number(v)
	case bool:
		w.buf = strconv.AppendBool(w.buf, v)
	case nil:
		w.buf = append(w.buf, "null"...)
	case []any:
		w.array(v, w.whole)
	case map[string]any:
		w.members(v)
	default:
		b, err := json.Marshal(v)
		if err != nil {
			b = []byte("null")
		}
		w.buf = append(w.buf, b...)
	}
}

// members writes an object with sorted keys. The keys of all open objects share
// one stack, so that a large body does not cost a slice for each.
func (w *writer) members(v map[string]any) {
	start := len(w.keys)
	for k := range v {
		w.keys = append(w.keys, k)
	}
	slices.Sort(w.keys[start:])
	w.buf = append(w.buf, '{')
	var renamed map[string]bool
	for i := start; i < start+len(v); i++ {
		k := w.keys[i]
		name := w.clean(k)
		if name != k {
			if renamed == nil {
				renamed = map[string]bool{}
			}
			name = unused(name, v, renamed)
			renamed[name] = true
		}
		w.key(name, i == start)
		w.whole(v[k])
	}
	w.keys = w.keys[:start]
	w.buf = append(w.buf, '}')
}

// unused gives a cleaned key, numbered if another key of v has that name already:
// of two members with one name most readers would lose one.
func unused(name string, v map[string]any, renamed map[string]bool) string {
	for n, free := 2, name; ; n++ {
		if _, taken := v[free]; !taken && !renamed[free] {
			return free
		}
		free = name + " (" + strconv.Itoa(n) + ")"
	}
}

func (w *writer) key(name string, first bool) bool {
	if !first {
		w.buf = append(w.buf, ',')
	}
	w.buf = append(runtime.AppendString(w.buf, name), ':')
	return false
}

func (w *writer) array(items []any, write func(any)) {
	w.buf = append(w.buf, '[')
	for i, item := range items {
		if w.maxItems > 0 && i == w.maxItems {
			w.cutItems += len(items) - i
			break
		}
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		write(item)
	}
	w.buf = append(w.buf, ']')
}

func (w *writer) string(s string) {
	s = w.clean(s)
	if w.maxRunes > 0 && len(s) > w.maxRunes {
		s = w.cut(s)
	}
	w.buf = runtime.AppendString(w.buf, s)
}

// clean takes out of a foreign text what must not be shown. Secrets come last: the
// sanitiser may have joined the parts of one.
func (w *writer) clean(s string) string {
	s = sanitise.String(s, w.mode, w.counts)
	if w.scrub != nil {
		s = w.scrub(s)
	}
	return s
}

// number writes a number; one that is a secret becomes a text, and so does one
// beyond the range of a double (RFC 8259 §6), at which many readers give up the
// whole message.
func (w *writer) number(n json.Number) {
	if strings.ContainsAny(string(n), "eE") || len(n) > maxDigits {
		if _, err := strconv.ParseFloat(string(n), 64); err != nil {
			w.buf = runtime.AppendString(w.buf, string(n))
			return
		}
	}
	if w.scrub != nil {
		if s := w.scrub(string(n)); s != string(n) {
			w.buf = runtime.AppendString(w.buf, s)
			return
		}
	}
	w.buf = append(w.buf, n...)
}

// maxDigits is how many characters a number without an exponent may have and be in
// the range of a double in any case.
const maxDigits = 300

// cut shortens s to maxRunes and says by how much.
func (w *writer) cut(s string) string {
	total := utf8.RuneCountInString(s)
	if total <= w.maxRunes {
		return s
	}
	end := 0
	for range w.maxRunes {
		_, n := utf8.DecodeRuneInString(s[end:])
		end += n
	}
	w.cutRunes += total - w.maxRunes
	return s[:end] + "…(+" + strconv.Itoa(total-w.maxRunes) + ")"
}
