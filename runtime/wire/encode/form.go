package encode

import (
	"strconv"

	"github.com/oatools/oatools/compile/tool"
)

// Form writes an object as application/x-www-form-urlencoded, property by
// property: by its style where the part states one, else by content: scalars as
// they are, lists as repeated names, objects as JSON (OpenAPI 3.2, Encoding
// Object).
func Form(v any, l *tool.Layout, parts map[string]tool.Part) ([]byte, *Refusal) {
	members, ok := Members(v, l)
	if !ok {
		return nil, refuse("must be an object: it is sent as a form")
	}
	q := NewForm()
	q.Taken = &Names{}
	for _, m := range members {
		q.Taken.Add(m.Name)
	}
	for _, m := range members {
		part := parts[m.Name]
		if r := q.field(m, part); r != nil {
			return nil, r.under(m.Key)
		}
	}
	return q.buf, nil
}

func (q *Query) field(m Member, part tool.Part) *Refusal {
	p := tool.Param{Name: m.Name, In: tool.InQuery, Layout: m.Layout, AllowReserved: part.AllowReserved, Nested: part.Nested}
	if part.Style != "" {
		p.Style, p.Explode = part.Style, part.Explode
		return q.Add(&p, m.Value)
	}
	list, isList := m.Value.([]any)
	if !isList {
		return q.byContent(p, m.Value, part)
	}
	p.Layout = items(m.Layout)
	for i, item := range list {
		if r := q.byContent(p, item, part); r != nil {
			return r.under(strconv.Itoa(i))
		}
	}
	return nil
}

// byContent writes a value, or an item of a list, by its media type: scalars as
// they are unless it says JSON, everything else as JSON.
func (q *Query) byContent(p tool.Param, v any, part tool.Part) *Refusal {
	if _, scalar, _ := Scalar(v, false); !scalar || isJSON(part.Media) {
		p.Media = "application/json"
	}
	return q.Add(&p, v)
}
