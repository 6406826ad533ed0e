package check

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// unquoteRounds bounds how deep texts inside texts are read.
const unquoteRounds = 3

// Unquote reads strings of v as the JSON that they hold, where the schema takes
// that and no string: some models write "[1,2]" or "5" for an array or a number.
// A string that may be meant as one stays as it is, and so does one that holds
// anything but what is wanted. At gives the places that were read, as JSON
// Pointers; where there are none, out is v. V itself is not changed. The result
// still has to be validated.
func (c *Validator) Unquote(v any) (out any, at []string) {
	for range unquoteRounds {
		err := c.run(v)
		invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
		if !ok {
			break
		}
		wanted := map[string]typesAt{}
		quoted(invalid, wanted)
		before := len(at)
		for _, place := range slices.Sorted(maps.Keys(wanted)) {
			w := wanted[place]
			if next, ok := replaced(v, w.path, w.types); ok {
				v, at = next, append(at, place)
			}
		}
		if len(at) == before {
			break
		}
	}
	return v, at
}

// typesAt are the types that a schema takes at a place where a string stands.
type typesAt struct {
	path  []string
	types []string
}

// quoted collects the places where nothing is wrong with a string but that it is
// one. What several forms of a union want differently is left alone.
func quoted(err *jsonschema.ValidationError, into map[string]typesAt) {
	path := err.InstanceLocation
	switch k := err.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		var types []string
		for _, c := range err.Causes {
			want := typesWanted(c, len(path))
			if want == nil {
				return
			}
			types = append(types, want...)
		}
		wants(path, types, into)
	case *kind.Type:
		if k.Got == "string" {
			wants(path, k.Want, into)
		}
	default:
		for _, c := range err.Causes {
			quoted(c, into)
		}
	}
}

// wants notes types for a place; several schemas that meet there must all take
// what is read.
func wants(path, types []string, into map[string]typesAt) {
	place := pointer(path)
	if old, ok := into[place]; ok {
		types = slices.DeleteFunc(slices.Clone(types), func(t string) bool { return !slices.Contains(old.types, t) })
	}
	into[place] = typesAt{path, types}
}

// replaced gives a copy of v in which the string at path is read as one of the
// types.
func replaced(v any, path, types []string) (any, bool) {
	if len(path) == 0 {
		s, ok := v.(string)
		if !ok || slices.Contains(types, "string") {
			return nil, false
		}
		return unquoted(s, types)
	}
	switch v := v.(type) {
	case map[string]any:
		inner, ok := replaced(v[path[0]], path[1:], types)
		if !ok {
			return nil, false
		}
		out := maps.Clone(v)
		out[path[0]] = inner
		return out, true
	case []any:
		i, err := strconv.Atoi(path[0])
		if err != nil || i < 0 || i >= len(v) {
			return nil, false
		}
		inner, ok := replaced(v[i], path[1:], types)
		if !ok {
			return nil, false
		}
		out := slices.Clone(v)
		out[i] = inner
		return out, true
	}
	return nil, false
}

// unquoted reads s as one of the types.
func unquoted(s string, types []string) (any, bool) {
	v, problems := Decode([]byte(s), Limits{})
	if problems != nil {
		return nil, false
	}
	kind := ""
	switch v := v.(type) {
	case []any:
		kind = "array"
	case map[string]any:
		kind = "object"
	case bool:
		kind = "boolean"
	case json.Number:
		kind = "number"
		if strings.Trim(string(v), "-0123456789") == "" && slices.Contains(types, "integer") {
			kind = "integer"
		}
	}
	exact := kind == "array" || kind == "object" || strings.TrimSpace(s) == s
	return v, exact && kind != "" && slices.Contains(types, kind)
}
