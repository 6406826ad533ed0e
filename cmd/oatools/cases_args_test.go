package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
)

// toolArgs translates arguments by place into the tool's own names, through its
// binding: what a model would write that means the same. Values for places that
// the tool does not take keep their wire name, so that the tool can refuse them.
func toolArgs(t *tool.Tool, in caseArgs) map[string]any {
	m := &argMapper{args: map[string]any{}}
	if t.Main == nil {
		return m.args
	}
	left := map[tool.In]map[string]any{
		tool.InPath: maps.Clone(in.Path), tool.InQuery: maps.Clone(in.Query),
		tool.InHeader: maps.Clone(in.Header), tool.InCookie: maps.Clone(in.Cookie),
	}
	for _, p := range t.Main.Binding.Params {
		for name, v := range left[p.In] {
			if p.Value.Arg != "" && (name == p.Name || p.In == tool.InHeader && strings.EqualFold(name, p.Name)) {
				m.set(p.Value.Arg, renamed(v, p.Layout))
				delete(left[p.In], name)
			}
		}
	}
	m.body(t.Main.Binding.Body, in.Body)
	for _, place := range []tool.In{tool.InPath, tool.InQuery, tool.InHeader, tool.InCookie} {
		for _, name := range slices.Sorted(maps.Keys(left[place])) {
			m.extra(name, left[place][name])
		}
	}
	return m.args
}

type argMapper struct{ args map[string]any }

// set puts v at a pointer into the arguments.
func (m *argMapper) set(at string, v any) {
	path, err := node.ParsePointer(at)
	if err != nil {
		panic(err)
	}
	into := m.args
	for _, key := range path[:len(path)-1] {
		next, ok := into[key].(map[string]any)
		if !ok {
			next = map[string]any{}
			into[key] = next
		}
		into = next
	}
	into[path[len(path)-1]] = v
}

// extra adds an argument that the tool has no place for.
func (m *argMapper) extra(name string, v any) {
	if _, taken := m.args[name]; taken {
		name = "unplaced_" + name
	}
	m.args[name] = v
}

// body takes the body apart as the binding puts it together: what is bound
// deeper first.
func (m *argMapper) body(b *tool.Body, v any) {
	if v == nil {
		return
	}
	if b == nil {
		m.extra("body", v)
		return
	}
	rest := clone(v)
	for _, f := range slices.Backward(b.Fields) {
		if f.Value.Arg == "" {
			continue
		}
		path, err := node.ParsePointer(f.To)
		if err != nil {
			panic(err)
		}
		if inner, ok := take(&rest, path); ok {
			m.set(f.Value.Arg, renamed(inner, f.Layout))
		}
	}
	switch left := rest.(type) {
	case nil:
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(left)) {
			m.extra(name, left[name])
		}
	default:
		m.extra("body", left)
	}
}

// take removes the value at path from v and gives it.
func take(v *any, path node.Pointer) (any, bool) {
	if len(path) == 0 {
		out := *v
		*v = nil
		return out, out != nil
	}
	object, ok := (*v).(map[string]any)
	if !ok {
		return nil, false
	}
	inner, ok := object[path[0]]
	if !ok {
		return nil, false
	}
	if len(path) == 1 {
		delete(object, path[0])
		return inner, true
	}
	out, ok := take(&inner, path[1:])
	object[path[0]] = inner
	return out, ok
}

// renamed gives v with the model's names in the place of those on the wire.
func renamed(v any, l *tool.Layout) any {
	if l == nil {
		return v
	}
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = renamed(v[i], l.Items)
		}
		return out
	case map[string]any:
		ours := map[string]string{}
		for name, wire := range l.Names {
			ours[wire] = name
		}
		out := map[string]any{}
		for key, inner := range v {
			if name, ok := ours[key]; ok {
				key = name
			}
			out[key] = renamed(inner, l.Props[key])
		}
		return out
	}
	return v
}

func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, inner := range v {
			out[k] = clone(inner)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = clone(v[i])
		}
		return out
	}
	return v
}

// argumentAt gives the tool's argument for IN.NAME; ok is false when the tool
// has none.
func argumentAt(t *tool.Tool, place string) (path []string, ok bool) {
	in, name, _ := strings.Cut(place, ".")
	probe := caseArgs{}
	const mark = "\x00here"
	one := map[string]any{name: mark}
	switch tool.In(in) {
	case tool.InPath:
		probe.Path = one
	case tool.InQuery:
		probe.Query = one
	case tool.InHeader:
		probe.Header = one
	case tool.InBody:
		probe.Body = one
	default:
		panic(fmt.Sprintf("place %q", place))
	}
	return findMark(toolArgs(t, probe), mark)
}

func findMark(v any, mark string) ([]string, bool) {
	if v == mark {
		return nil, true
	}
	object, _ := v.(map[string]any)
	for key, inner := range object {
		if path, ok := findMark(inner, mark); ok {
			return append([]string{key}, path...), true
		}
	}
	return nil, false
}
