package main

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
)

// parsed gives a schema as a value; nil when it is no JSON object.
func parsed(s tool.Schema) map[string]any {
	var v map[string]any
	if json.Unmarshal(s, &v) != nil {
		return nil
	}
	return v
}

// schemaAt walks properties, through references and allOf; nil when there is no
// such property.
func schemaAt(root map[string]any, path []string) map[string]any {
	at := root
	for _, name := range path {
		at = property(root, at, name, 16)
		if at == nil {
			return nil
		}
	}
	return at
}

func property(root, at map[string]any, name string, depth int) map[string]any {
	if depth == 0 {
		return nil
	}
	if props, ok := at["properties"].(map[string]any); ok {
		if p, ok := props[name].(map[string]any); ok {
			return p
		}
	}
	if ref, ok := at["$ref"].(string); ok {
		if p := property(root, target(root, ref), name, depth-1); p != nil {
			return p
		}
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		branches, _ := at[key].([]any)
		for _, b := range branches {
			if m, ok := b.(map[string]any); ok {
				if p := property(root, m, name, depth-1); p != nil {
					return p
				}
			}
		}
	}
	return nil
}

// target follows "#/$defs/NAME"; nil when it leads nowhere.
func target(root map[string]any, ref string) map[string]any {
	defs, _ := root["$defs"].(map[string]any)
	name, ok := strings.CutPrefix(ref, "#/$defs/")
	if !ok {
		return nil
	}
	m, _ := defs[strings.NewReplacer("~1", "/", "~0", "~").Replace(name)].(map[string]any)
	return m
}

// dangling reports whether a reference in v leads nowhere.
func dangling(root map[string]any, v any) bool {
	switch v := v.(type) {
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok && ref != "#" && target(root, ref) == nil {
			return true
		}
		for _, inner := range v {
			if dangling(root, inner) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(inner any) bool { return dangling(root, inner) })
	}
	return false
}

// contains reports whether got has all that want has, objects key by key; a
// type may be joined by null.
func contains(got, want any) bool {
	if w, ok := want.(map[string]any); ok {
		g, ok := got.(map[string]any)
		for key := range w {
			ok = ok && contains(g[key], w[key])
		}
		return ok
	}
	if list, ok := got.([]any); ok && len(list) == 2 && slices.Contains(list, any("null")) {
		return slices.Contains(list, want)
	}
	return sameJSON(asJSON(got), want)
}
