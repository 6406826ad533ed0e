package narrow

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/place"
)

// Narrowing tightens an argument's schema. Zero fields leave it as it is.
type Narrowing struct {
	Enum                 []json.RawMessage
	Minimum, Maximum     json.Number
	MinLength, MaxLength *int
	Pattern, Format      string
	// Closed: objects inside that name their properties take no others.
	Closed bool
}

// IsZero reports whether n leaves a schema as it is.
func (n Narrowing) IsZero() bool {
	return n.Enum == nil && n.Minimum == "" && n.Maximum == "" && n.MinLength == nil && n.MaxLength == nil &&
		n.Pattern == "" && n.Format == "" && !n.Closed
}

// Merge tightens a schema. Bounds of the schema that are tighter stay.
func Merge(s *node.Node, n Narrowing) *node.Node {
	n.Closed = false // done while rewriting
	// Everything else is about the items where the argument is a list.
	if items := s.Get("items"); place.IsArray(s) && items.Is(node.Object) && !n.IsZero() && !listed(n.Enum) {
		return s.With("items", Merge(items, n))
	}
	if n.Enum != nil {
		values := make([]*node.Node, len(n.Enum))
		for i, raw := range n.Enum {
			values[i] = Parse(raw)
		}
		s = s.With("enum", node.NewArray(values...))
	}
	s = bound(s, "minimum", string(n.Minimum), 1)
	s = bound(s, "maximum", string(n.Maximum), -1)
	if n.MinLength != nil {
		s = bound(s, "minLength", strconv.Itoa(*n.MinLength), 1)
	}
	if n.MaxLength != nil {
		s = bound(s, "maxLength", strconv.Itoa(*n.MaxLength), -1)
	}
	if n.Pattern != "" {
		pattern := node.NewString(n.Pattern)
		if s.Has("pattern") && !node.Equal(s.Get("pattern"), pattern) {
			all := append(s.Get("allOf").Items(), node.NewObject(node.M("pattern", pattern)))
			s = s.With("allOf", node.NewArray(all...))
		} else {
			s = s.With("pattern", pattern)
		}
	}
	if n.Format != "" {
		s = s.With("format", node.NewString(n.Format))
	}
	return s
}

// listed reports whether an enum is of arrays, so of a list as a whole.
func listed(enum []json.RawMessage) bool {
	return len(enum) > 0 && strings.HasPrefix(strings.TrimSpace(string(enum[0])), "[")
}

// bound sets a bound unless the schema's own is tighter; sign is 1 for a lower
// bound.
func bound(s *node.Node, key, literal string, sign int) *node.Node {
	if literal == "" {
		return s
	}
	want := node.NewNumber(literal)
	if have, ok := s.Get(key).Rat(); ok {
		if w, ok := want.Rat(); ok && have.Cmp(w)*sign > 0 {
			return s
		}
	}
	return s.With(key, want)
}

// Parse reads a JSON text that was checked before; null when it is none.
func Parse(raw json.RawMessage) *node.Node {
	var quiet diag.List
	n := node.ReadJSON("", raw, node.Limits{}, &quiet)
	if n == nil {
		return node.NewNull()
	}
	return n
}
