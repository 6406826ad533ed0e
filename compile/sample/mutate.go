package sample

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// mutation is one change of a value at one place.
type mutation struct {
	at  []string
	say string
	do  func(old any) any // what stands there afterwards
}

// apply gives a changed copy.
func (c mutation) apply(v any) any { return change(v, c.at, c.do) }

func change(v any, at []string, do func(any) any) any {
	if len(at) == 0 {
		return do(v)
	}
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = e
		}
		out[at[0]] = change(v[at[0]], at[1:], do)
		return out
	case []any:
		i, _ := strconv.Atoi(at[0])
		out := slices.Clone(v)
		out[i] = change(v[i], at[1:], do)
		return out
	}
	return v
}

// mutations lists changes that a schema may well refuse: another type at every
// place, a property too many, one less.
func mutations(v any) []mutation {
	var out []mutation
	var visit func(v any, at []string)
	visit = func(v any, at []string) {
		at = slices.Clone(at)
		where := "/" + strings.Join(at, "/")
		out = append(out, retyped(v, at, where)...)
		switch v := v.(type) {
		case map[string]any:
			out = append(out, mutation{at, "unknown property in " + where, func(old any) any {
				c := copied(old)
				c["unexpected_property"] = "x"
				return c
			}})
			names := make([]string, 0, len(v))
			for name := range v {
				names = append(names, name)
			}
			sort.Strings(names)
			for _, name := range names {
				out = append(out, mutation{at, fmt.Sprintf("property %s left out of %s", name, where), func(old any) any {
					c := copied(old)
					delete(c, name)
					return c
				}})
				visit(v[name], append(at, name))
			}
		case []any:
			for i, e := range v {
				visit(e, append(at, strconv.Itoa(i)))
			}
		}
	}
	visit(v, nil)
	return out
}

func copied(v any) map[string]any {
	m, _ := v.(map[string]any)
	out := make(map[string]any, len(m)+1)
	for k, e := range m {
		out[k] = e
	}
	return out
}

// retyped replaces a value by one of each other type.
func retyped(v any, at []string, where string) []mutation {
	var out []mutation
	for _, other := range []any{nil, true, json.Number("-7.5"), "\u0001 unexpected", []any{"unexpected"}, map[string]any{"unexpected": true}} {
		if typeOf(other) == typeOf(v) && typeOf(v) != "string" && typeOf(v) != "number" {
			continue
		}
		out = append(out, mutation{at, fmt.Sprintf("%s in place of %s at %s", typeOf(other), typeOf(v), where), func(any) any { return other }})
	}
	return out
}
