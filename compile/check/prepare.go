package check

import (
	"maps"
	"strconv"
	"strings"
)

// preparer turns a schema into the form that is handed to the library: formats
// that are not asserted are gone, unions are dispatched where possible. It also
// finds out whether validation may be expensive.
type preparer struct {
	defs    map[string]any
	moved   map[string]any // further definitions
	cyclic  bool           // a reference leads back to itself, or somewhere unusual
	foreign string         // a reference out of the schema
	union   bool           // several schemas may meet the same value
	width   int            // most schemas that may meet one value, without recursion
}

// prepare changes the decoded schema in place.
func prepare(doc any) *preparer {
	p := &preparer{}
	root, ok := doc.(map[string]any)
	if !ok {
		return p
	}
	p.defs, _ = root["$defs"].(map[string]any)
	p.schema(doc)
	if len(p.moved) > 0 {
		defs := map[string]any{}
		maps.Copy(defs, p.defs)
		maps.Copy(defs, p.moved)
		p.defs, root["$defs"] = defs, defs
	}
	m := measurer{p: p, state: map[string]int{}, width: map[string]int{}}
	p.width = m.measure(doc)
	return p
}

// eachSub calls f for each direct subschema with the place it stands in.
func eachSub(s map[string]any, f func(keyword string, sub any)) {
	for key, v := range s {
		switch key {
		case "items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "contains",
			"propertyNames", "not", "if", "then", "else", "contentSchema":
			f(key, v)
		case "allOf", "anyOf", "oneOf", "prefixItems":
			for _, e := range list(v) {
				f(key, e)
			}
		case "properties", "patternProperties", "dependentSchemas", "$defs":
			m, _ := v.(map[string]any)
			for _, e := range m {
				f(key, e)
			}
		}
	}
}

func (p *preparer) schema(v any) {
	s, ok := v.(map[string]any)
	if !ok {
		return
	}
	if f, ok := s["format"].(string); ok {
		if _, asserted := formatHint(f); !asserted && f != "password" {
			delete(s, "format")
		}
	}
	for _, key := range []string{"$ref", "$dynamicRef"} {
		if ref, ok := s[key].(string); ok && !strings.HasPrefix(ref, "#") {
			p.foreign = ref
		}
	}
	eachSub(s, func(_ string, sub any) { p.schema(sub) })
	for _, key := range []string{"oneOf", "anyOf"} {
		branches := list(s[key])
		property, byValue := p.dispatchable(branches)
		if property == "" || s[dispatchKey] != nil {
			continue
		}
		p.replace(s, key, branches, property, byValue)
	}
}

// replace moves a union's branches to $defs, where the library still checks that
// they are schemas.
func (p *preparer) replace(s map[string]any, key string, branches []any, property string, byValue map[string]int) {
	if p.moved == nil {
		p.moved = map[string]any{}
	}
	refs := make([]any, len(branches))
	for i, b := range branches {
		name := "x-oatools-branch-" + strconv.Itoa(len(p.moved))
		p.moved[name] = b
		refs[i] = defPrefix + name
	}
	values := map[string]any{}
	for v, i := range byValue {
		values[v] = i
	}
	delete(s, key)
	s[dispatchKey] = map[string]any{"property": property, "branches": refs, "values": values, "one": key == "oneOf"}
}

const defPrefix = "#/$defs/"

func defName(ref string) (string, bool) {
	name, ok := strings.CutPrefix(ref, defPrefix)
	if !ok || strings.ContainsAny(name, "/%~") {
		return "", false
	}
	return name, true
}

// measurer finds recursion and the greatest number of schemas that may meet one
// value.
type measurer struct {
	p     *preparer
	state map[string]int // 1: being measured, 2: done
	width map[string]int
}

const widest = 1 << 20

// measure gives how many schemas meet the value of v; what lies inside the value
// counts for itself, into p.width by way of the greatest.
func (m *measurer) measure(v any) int {
	s, ok := v.(map[string]any)
	if !ok {
		return 1
	}
	here, inside := 1, 0
	eachSub(s, func(key string, sub any) {
		w := m.measure(sub)
		switch key {
		case "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas":
			m.p.union = true
			here = min(here+w, widest)
		case "$defs":
		case "patternProperties", "contains", "unevaluatedItems", "unevaluatedProperties":
			m.p.union = true
			inside = min(inside+w, widest)
		default:
			inside = max(inside, w)
		}
	})
	if ref, ok := s["$ref"].(string); ok {
		here = min(here+m.ref(ref), widest)
	}
	if d, ok := s[dispatchKey].(map[string]any); ok {
		most := 0
		for _, r := range list(d["branches"]) {
			most = max(most, m.ref(r.(string)))
		}
		here += most
	}
	return max(here, inside)
}

func (m *measurer) ref(ref string) int {
	name, ok := defName(ref)
	if !ok {
		m.p.cyclic = true
		return 1
	}
	switch m.state[name] {
	case 1:
		m.p.cyclic = true
		return 1
	case 2:
		return m.width[name]
	}
	m.state[name] = 1
	m.width[name] = m.measure(m.p.defs[name])
	m.state[name] = 2
	return m.width[name]
}
