package reply

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime/wire/encode"
)

// maxBlamed caps how many blamed fields are kept.
const maxBlamed = 20

// Take takes code, message and blamed fields out of a JSON error.
func (r *Report) Take(v any, errs *tool.Errors) {
	if l, ok := v.([]any); ok {
		r.list(l)
	}
	if m, ok := v.(map[string]any); ok {
		r.object(m)
	}
	if errs == nil {
		return
	}
	if s, ok := textAt(v, errs.CodePath); ok {
		r.Code = s
	}
	if s, ok := textAt(v, errs.MessagePath); ok {
		r.Message = s
	}
}

// object reads the forms of an error object: RFC 9457, Google (AIP-193), OData,
// Stripe, OAuth, AWS, FHIR, JSON:API, and what frameworks print by default.
func (r *Report) object(m map[string]any) {
	r.Kind, _ = m["type"].(string)
	switch e := m["error"].(type) {
	case map[string]any:
		r.inner(e)
	case string:
		r.Code = e
		r.say(text(m, "error_description", "message"), e)
	}
	if r.Code == "" {
		r.Code = text(m, "code", "Code", "__type", "errorCode", "error_code", "resourceType")
	}
	if r.Code == "" && r.Kind != "about:blank" {
		r.Code = r.Kind
	}
	r.say(text(m, "detail", "message", "Message", "error_message", "errorMessage", "msg", "title", "description"))
	switch e := m["errors"].(type) {
	case []any:
		r.list(e)
	case map[string]any:
		r.byField(e)
	}
	for _, key := range []string{"detail", "details", "invalid-params", "invalid_params", "violations", "issue"} {
		if l, ok := m[key].([]any); ok {
			r.list(l)
		}
	}
}

// inner reads the object under "error".
func (r *Report) inner(e map[string]any) {
	r.Code = text(e, "status", "code", "type")
	if s := text(e, "code"); s != "" && strings.Trim(s, "0123456789") != "" {
		r.Code = s // a word says more than a number
	}
	r.say(text(e, "message", "detail", "description"))
	r.blame(text(e, "param", "target", "field"))
	for _, key := range []string{"details", "errors"} {
		l, _ := e[key].([]any)
		for _, d := range l {
			if m, ok := d.(map[string]any); ok {
				r.googleDetail(m)
			}
		}
		r.list(l)
	}
}

// googleDetail reads the typed details of AIP-193.
func (r *Report) googleDetail(m map[string]any) {
	if s := text(m, "reason"); s != "" {
		r.Code = s
	}
	if s, ok := m["retryDelay"].(string); ok {
		if d, err := time.ParseDuration(s); err == nil && d > 0 {
			r.Delay = d
		}
	}
	if l, ok := m["fieldViolations"].([]any); ok {
		r.list(l)
	}
}

// list reads a list of single errors: what each blames and says.
func (r *Report) list(l []any) {
	for _, item := range l {
		m, ok := item.(map[string]any)
		if !ok {
			if s, ok := item.(string); ok {
				r.add(s)
			}
			continue
		}
		if r.Code == "" {
			r.Code = text(m, "code", "type")
		}
		at := text(m, "field", "name", "param", "path", "pointer", "property", "propertyPath", "target")
		if source, ok := m["source"].(map[string]any); ok {
			at = firstText(text(source, "pointer", "parameter"), at)
		}
		if loc, ok := m["loc"].([]any); ok {
			at = joined(loc)
		}
		if path, ok := m["path"].([]any); ok {
			at = joined(path)
		}
		r.blame(at)
		says := text(m, "detail", "description", "message", "msg", "diagnostics", "title")
		if says == "" && at != "" {
			says = text(m, "reason") // invalid-params; in other lists it is a code
		}
		switch {
		case says == "":
		case at != "":
			r.add(at + ": " + says)
		default:
			r.add(says)
		}
	}
}

// byField reads {"field": ["message", …]}.
func (r *Report) byField(m map[string]any) {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		r.blame(name)
		switch says := m[name].(type) {
		case string:
			r.add(name + ": " + says)
		case []any:
			for _, s := range says {
				if s, ok := s.(string); ok {
					r.add(name + ": " + s)
				}
			}
		}
	}
}

// say sets the message, unless there is one.
func (r *Report) say(texts ...string) {
	if r.Message == "" {
		r.Message = firstText(texts...)
	}
}

// add appends to the message, as long as it is worth it.
func (r *Report) add(s string) {
	switch {
	case s == "" || len(r.Message) > 4*maxMessage || strings.Contains(r.Message, s):
	case r.Message == "":
		r.Message = s
	default:
		r.Message += "; " + s
	}
}

func (r *Report) blame(at string) {
	if at != "" && len(r.Fields) < maxBlamed && !slices.Contains(r.Fields, at) {
		r.Fields = append(r.Fields, at)
	}
}

// text gives the first of keys that holds a text or a number.
func text(m map[string]any, keys ...string) string {
	for _, key := range keys {
		if s, ok := scalarText(m[key]); ok && s != "" {
			return s
		}
	}
	return ""
}

func scalarText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case json.Number:
		return string(v), true
	case bool:
		return strconv.FormatBool(v), true
	}
	return "", false
}

func joined(l []any) string {
	var parts []string
	for _, v := range l {
		if s, ok := scalarText(v); ok {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ".")
}

// textAt gives the text at a path of the overlay: "a.b" or "/a/b".
func textAt(v any, path string) (string, bool) {
	if path == "" {
		return "", false
	}
	at := strings.Split(path, ".")
	if path[0] == '/' {
		at, _ = encode.Tokens(path)
	}
	v, _ = encode.Lookup(v, at)
	return scalarText(v)
}

// Matches reports whether the value at a match's path is one of its values.
func Matches(m *tool.Match, body any) bool {
	if m == nil {
		return false
	}
	s, ok := textAt(body, m.Path)
	return ok && slices.Contains(m.In, s)
}
