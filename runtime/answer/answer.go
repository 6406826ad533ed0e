// Package answer turns an upstream's decoded body into the data that a model
// reads: redact, select, sanitise, cap by whole items.
//
// It knows tool.Result and JSON values, but no calls, shapes or stores. A Shaper
// is compiled once for each tool and is then safe for concurrent use. Start at
// Compile.
package answer

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/sanitise"
)

// DefaultMaxBytes is the cap of the encoded data where a tool states none.
const DefaultMaxBytes = 24 << 10

// Shaper shapes the answers of one tool.
type Shaper struct {
	// Scrub takes known secrets out of every text, before anything is cut off it.
	// Nil: none are known. Set it before the first use.
	Scrub func(string) string

	items  []string // keys down to the array
	list   bool     // items is set
	pick   *pick    // nil: everything
	redact [][]string
	max    int
	mode   sanitise.Mode
	total  []string
}

// Data is what is left of a body.
type Data struct {
	JSON      json.RawMessage    // nil: there is nothing to show
	Items     int                // items that the body holds from Skip on; -1: data is no array
	Kept      int                // items that are shown
	Total     *int64             // items in the whole list, as the upstream says
	Truncated *runtime.Truncated // without How: the caller knows what can be done
	Counts    sanitise.Counts
}

// Compile prepares r. The error names the path that cannot be read.
func Compile(r tool.Result) (*Shaper, error) {
	s := &Shaper{max: r.MaxBytes, list: r.Items != "", pick: compilePicks(r.Select)}
	if s.max <= 0 {
		s.max = DefaultMaxBytes
	}
	if r.Verbatim {
		s.mode = sanitise.Verbatim
	}
	var err error
	if s.items, err = ParsePointer(r.Items); err != nil {
		return nil, fmt.Errorf("result items: %w", err)
	}
	for _, p := range r.Redact {
		path, err := ParsePath(p)
		if err != nil || len(path) == 0 {
			return nil, fmt.Errorf("redact %q is not a path", p)
		}
		s.redact = append(s.redact, path)
	}
	if t := r.Extras["total"]; t != "" {
		if s.total, err = ParsePath(t); err != nil {
			return nil, fmt.Errorf("result extras total: %w", err)
		}
	}
	return s, nil
}

// Redact removes the redacted values from body, in place. Shape does it too; a
// caller that reads other values of the body must do it first.
func (s *Shaper) Redact(body any) {
	if len(s.redact) > 0 {
		redact(body, s.redact)
	}
}

// Shape shapes body, which it may change. The first skip items of an array are
// left out. A body that cannot hold the items that the tool promises is a
// problem.
func (s *Shaper) Shape(body any, skip int) (Data, *runtime.Problem) {
	s.Redact(body)
	d := Data{Items: -1, Total: s.count(body)}
	v, problem := s.root(body)
	if problem != nil || body == nil {
		return d, problem
	}
	w := &writer{mode: s.mode, counts: &d.Counts, scrub: s.Scrub}
	if list, ok := v.([]any); ok {
		list = list[min(skip, len(list)):]
		d.Items = len(list)
		d.JSON, d.Kept, d.Truncated = w.fitItems(list, s.pick, s.max)
		return d, nil
	}
	d.JSON, d.Truncated = w.fitValue(v, s.pick, s.max)
	return d, nil
}

// root gives the part of body that the model reads, before selection.
func (s *Shaper) root(body any) (any, *runtime.Problem) {
	if !s.list {
		return body, nil
	}
	switch body.(type) {
	case map[string]any, []any:
	default:
		return nil, runtime.NewProblem(runtime.CodeResponseContract, "The upstream's answer is not the JSON object that holds this tool's items.")
	}
	v, _ := Lookup(body, s.items)
	return asList(v), nil
}

// asList gives the items as an array: an absent one is empty, and a single
// value, as some encoders write a list of one, is a list of one.
func asList(v any) []any {
	switch v := v.(type) {
	case nil:
		return []any{}
	case []any:
		return v
	}
	return []any{v}
}

func (s *Shaper) count(body any) *int64 {
	if s.total == nil {
		return nil
	}
	v, ok := Lookup(body, s.total)
	if !ok {
		return nil
	}
	n, ok := Integer(v)
	if !ok || n < 0 {
		return nil
	}
	return &n
}

// Integer gives v as an integer if it is one, or the text of one.
func Integer(v any) (int64, bool) {
	var n json.Number
	switch v := v.(type) {
	case json.Number:
		n = v
	case string:
		n = json.Number(v)
	case float64:
		return int64(v), float64(int64(v)) == v
	case int:
		return int64(v), true
	default:
		return 0, false
	}
	i, err := n.Int64()
	return i, err == nil
}

// ParsePointer reads a JSON Pointer (RFC 6901).
func ParsePointer(p string) ([]string, error) {
	if p == "" {
		return nil, nil
	}
	if p[0] != '/' {
		return nil, fmt.Errorf("%q is not a JSON Pointer: it must start with /", p)
	}
	parts := strings.Split(p[1:], "/")
	for i, s := range parts {
		parts[i] = unescape.Replace(s)
	}
	return parts, nil
}

var unescape = strings.NewReplacer("~1", "/", "~0", "~")

// ParsePath reads a path in either spelling: a.b or /a/b.
func ParsePath(p string) ([]string, error) {
	if p == "" || p[0] == '/' {
		return ParsePointer(p)
	}
	parts := strings.Split(p, ".")
	for _, s := range parts {
		if s == "" {
			return nil, fmt.Errorf("%q has an empty part", p)
		}
	}
	return parts, nil
}

// Lookup walks down keys from v; an array takes decimal indices.
func Lookup(v any, path []string) (any, bool) {
	for _, key := range path {
		switch x := v.(type) {
		case map[string]any:
			next, ok := x[key]
			if !ok {
				return nil, false
			}
			v = next
		case []any:
			i, ok := Integer(key)
			if !ok || i < 0 || i >= int64(len(x)) || len(key) > 1 && key[0] == '0' {
				return nil, false
			}
			v = x[i]
		default:
			return nil, false
		}
	}
	return v, true
}
