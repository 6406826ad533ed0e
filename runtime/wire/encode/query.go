package encode

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/tool"
)

// Query is a query string, or a form body, that grows pair by pair. The zero
// value is an empty query; Form makes one for a body.
type Query struct {
	// Taken holds the names that no member of an object may use that is written
	// as a pair of its own; nil: none.
	Taken *Names

	buf     []byte
	pairs   []pair
	members map[string]string // members written as pairs of their own → their parameter
	plus    bool              // a blank is "+"
}

// pair is one name=value, by offsets into the buffer.
type pair struct{ start, eq, end int }

// NewForm gives a query whose blanks are written "+", as
// application/x-www-form-urlencoded wants it.
func NewForm() *Query { return &Query{plus: true} }

// String gives the query without a leading question mark.
func (q *Query) String() string { return string(q.buf) }

// Len gives the number of pairs.
func (q *Query) Len() int { return len(q.pairs) }

// Fits reports whether raw, a query as a URL parser gives it back, holds exactly
// the pairs that were written, in their order.
func (q *Query) Fits(raw string) bool {
	for i, p := range q.pairs {
		piece, rest, more := strings.Cut(raw, "&")
		if more != (i < len(q.pairs)-1) || piece != string(q.buf[p.start:p.end]) || strings.IndexByte(piece, '=') != p.eq-p.start {
			return false
		}
		if strings.ContainsAny(piece, "# ") {
			return false
		}
		raw = rest
	}
	return raw == ""
}

func (q *Query) escaping(reserved bool) escaping {
	switch {
	case q.plus && reserved:
		return escapeFormKeep
	case q.plus:
		return escapeForm
	case reserved:
		return escapeReserved
	}
	return escapeAll
}

// begin starts a pair; what is appended to the buffer until end is its value.
// Names are always fully escaped.
func (q *Query) begin(name string) {
	start := len(q.buf)
	if start > 0 {
		q.buf = append(q.buf, '&')
		start++
	}
	e := escapeAll
	if q.plus {
		e = escapeForm
	}
	q.buf = appendEscaped(q.buf, name, e)
	q.pairs = append(q.pairs, pair{start: start, eq: len(q.buf)})
	q.buf = append(q.buf, '=')
}

func (q *Query) end() { q.pairs[len(q.pairs)-1].end = len(q.buf) }

// Pair adds one pair, both sides fully escaped.
func (q *Query) Pair(name, value string) { q.put(name, value, q.escaping(false)) }

func (q *Query) put(name, value string, e escaping) {
	q.begin(name)
	q.buf = appendEscaped(q.buf, value, e)
	q.end()
}

// Add writes a parameter. A null or an undefined value writes nothing.
func (q *Query) Add(p *tool.Param, v any) *Refusal {
	e := q.escaping(p.AllowReserved)
	if v == nil {
		return nil
	}
	if p.In == tool.InQueryString {
		return q.whole(p, v)
	}
	if p.Media != "" {
		text, r := content(p, v, false)
		if r == nil {
			q.put(p.Name, text, e)
		}
		return r
	}
	// The commonest case first, without any slice.
	if text, ok, r := Scalar(v, p.Integer); ok {
		if r == nil {
			q.put(p.Name, text, e)
		}
		return r
	}
	if p.Style == "deepObject" {
		return q.deep(p, v)
	}
	f, r := flatten(p, v)
	if r != nil {
		return r
	}
	if len(f.texts) == 0 {
		if p.Empty == "value" {
			q.put(p.Name, "", e)
		}
		return nil
	}
	return q.styled(p, f, e)
}

func (q *Query) styled(p *tool.Param, f flat, e escaping) *Refusal {
	switch {
	case p.Explode && f.shape == list:
		for _, item := range f.texts {
			q.put(p.Name, item, e)
		}
	case p.Explode && f.shape == record:
		for i := 0; i < len(f.texts); i += 2 {
			name := head(f.texts[i])
			if q.Taken.taken(f.texts[i], p.Name) {
				return Refuse(otherName).Under(f.keys[i/2])
			}
			if owner, used := q.members[name]; used && owner != p.Name {
				return Refuse("cannot be sent together with a member of the same name of " + owner + ": a reader could not tell them apart").Under(f.keys[i/2])
			}
			if q.members == nil {
				q.members = map[string]string{}
			}
			q.members[name] = p.Name
			q.put(f.texts[i], f.texts[i+1], e)
		}
	default:
		sep, within := separator(p.Style)
		if r := f.without(within, "cannot hold the character that separates the items"); r != nil {
			return r
		}
		q.begin(p.Name)
		for i, text := range f.texts {
			if i > 0 {
				q.buf = append(q.buf, sep...)
			}
			q.buf = appendItem(q.buf, text, e)
		}
		q.end()
	}
	return nil
}

// head gives a name up to its first bracket: many servers read x[] and x[a] as
// parts of x.
func head(name string) string {
	name, _, _ = strings.Cut(name, "[")
	return name
}

// whole writes the value as the whole query: OpenAPI 3.2, in: querystring.
func (q *Query) whole(p *tool.Param, v any) *Refusal {
	if p.Media != "" && p.Media != "application/x-www-form-urlencoded" {
		text, r := content(p, v, false)
		if r != nil {
			return r
		}
		// One name without "=": the pair has no equals sign.
		start := len(q.buf)
		q.buf = appendEscaped(q.buf, text, escapeAll)
		q.pairs = append(q.pairs, pair{start: start, eq: start - 1, end: len(q.buf)})
		return nil
	}
	members, ok := Members(v, p.Layout)
	if !ok {
		return Refuse("must be an object: it is the whole query")
	}
	inner := Query{plus: true, buf: q.buf, pairs: q.pairs}
	for _, m := range members {
		if q.Taken.taken(m.Name, p.Name) {
			return Refuse(otherName).Under(m.Key)
		}
		item := tool.Param{Name: m.Name, In: tool.InQuery, Style: "form", Explode: true, Nested: p.Nested, Layout: m.Layout}
		if r := inner.Add(&item, m.Value); r != nil {
			return r.Under(m.Key)
		}
	}
	q.buf, q.pairs, q.plus = inner.buf, inner.pairs, true
	return nil
}

// deep writes deepObject: name[member]=value. The standard defines one level of
// scalars; what lies deeper follows the parameter's convention.
func (q *Query) deep(p *tool.Param, v any) *Refusal {
	if _, isList := v.([]any); isList && (p.Nested == "" || p.Nested == "json") {
		return Refuse("must be an object: this style cannot write a list")
	}
	if p.Nested == "" || p.Nested == "json" {
		f, r := flatten(p, v)
		if r != nil {
			return r
		}
		for i := 0; i < len(f.texts); i += 2 {
			if strings.ContainsAny(f.texts[i], "[]") {
				return Refuse("cannot have brackets in its name").Under(f.keys[i/2])
			}
			name := p.Name + "[" + f.texts[i] + "]"
			if q.Taken.taken(name, p.Name) {
				return Refuse(otherName).Under(f.keys[i/2])
			}
			q.put(name, f.texts[i+1], q.escaping(p.AllowReserved))
		}
		return nil
	}
	return q.deeper(p, p.Name, v, p.Layout, 0)
}

func (q *Query) deeper(p *tool.Param, name string, v any, l *tool.Layout, depth int) *Refusal {
	if depth > maxDepth/8 {
		return Refuse("is nested too deeply")
	}
	if v == nil {
		return nil
	}
	if text, ok, r := Scalar(v, p.Integer); ok {
		if r == nil && q.Taken.taken(name, p.Name) {
			r = Refuse(otherName)
		}
		if r == nil {
			q.put(name, text, q.escaping(p.AllowReserved))
		}
		return r
	}
	if listed, ok := v.([]any); ok {
		for i, item := range listed {
			sub := name
			switch p.Nested {
			case "indices":
				sub = name + "[" + strconv.Itoa(i) + "]"
			case "brackets":
				sub = name + "[]"
			}
			if r := q.deeper(p, sub, item, l.Element(), depth+1); r != nil {
				return r.Under(strconv.Itoa(i))
			}
		}
		return nil
	}
	members, ok := Members(v, l)
	if !ok {
		return Refuse("must be a JSON value")
	}
	for _, m := range members {
		if !utf8.ValidString(m.Name) {
			return Refuse("must have names of valid UTF-8")
		}
		if strings.ContainsAny(m.Name, "[]") {
			return Refuse("cannot have brackets in its name").Under(m.Key)
		}
		if r := q.deeper(p, name+"["+m.Name+"]", m.Value, m.Layout, depth+1); r != nil {
			return r.Under(m.Key)
		}
	}
	return nil
}
