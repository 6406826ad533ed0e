package body

import (
	"strconv"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime/wire/encode"
)

// Form writes an object as application/x-www-form-urlencoded, property by
// property: by its style where the part states one, else by content: scalars as
// they are, lists as repeated names, objects as JSON (OpenAPI 3.2, Encoding
// Object).
func Form(v any, l *tool.Layout, parts map[string]tool.Part) ([]byte, *encode.Refusal) {
	members, ok := encode.Members(v, l)
	if !ok {
		return nil, encode.Refuse("must be an object: it is sent as a form")
	}
	q := encode.NewForm()
	q.Taken = &encode.Names{}
	for _, m := range members {
		q.Taken.Add(m.Name)
	}
	for _, m := range members {
		part := parts[m.Name]
		if r := field(q, m, part); r != nil {
			return nil, r.Under(m.Key)
		}
	}
	return []byte(q.String()), nil
}

func field(q *encode.Query, m encode.Member, part tool.Part) *encode.Refusal {
	p := tool.Param{Name: m.Name, In: tool.InQuery, Layout: m.Layout, AllowReserved: part.AllowReserved, Nested: part.Nested}
	if part.Style != "" {
		p.Style, p.Explode = part.Style, part.Explode
		return q.Add(&p, m.Value)
	}
	list, isList := m.Value.([]any)
	if !isList {
		return byContent(q, p, m.Value, part)
	}
	p.Layout = m.Layout.Element()
	for i, item := range list {
		if r := byContent(q, p, item, part); r != nil {
			return r.Under(strconv.Itoa(i))
		}
	}
	return nil
}

// byContent writes a value, or an item of a list, by its media type: scalars as
// they are unless it says JSON, everything else as JSON.
func byContent(q *encode.Query, p tool.Param, v any, part tool.Part) *encode.Refusal {
	if _, scalar, _ := encode.Scalar(v, false); !scalar || encode.IsJSON(part.Media) {
		p.Media = "application/json"
	}
	return q.Add(&p, v)
}
