package sample

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// goal is what one value has to meet: a conjunction of schemas, read.
type goal struct {
	types    []string // nil: any
	values   []any    // const and enum; nil: any
	props    map[string][]any
	names    []string // of props, sorted
	required []string
	more     []any // schemas of additional properties
	closed   bool
	patterns map[string]any // patternProperties
	prefix   []any
	items    []any
	noItems  bool
	contains []any
	bounds   map[string]*big.Rat // tightest, by keyword
	texts    []string            // pattern
	format   string
	unique   bool
	depends  map[string][]string
}

// read flattens the schemas, choosing one branch of every union.
func (m *maker) read(schemas []any) (*goal, error) {
	g := &goal{props: map[string][]any{}, bounds: map[string]*big.Rat{}, depends: map[string][]string{}, patterns: map[string]any{}}
	for _, s := range schemas {
		if err := m.readInto(g, s, 0); err != nil {
			return nil, err
		}
	}
	for name := range g.props {
		g.names = append(g.names, name)
	}
	slices.Sort(g.names)
	return g, nil
}

func (m *maker) readInto(g *goal, schema any, depth int) error {
	if depth > 40 {
		return fmt.Errorf("references lead in a circle")
	}
	s, ok := schema.(map[string]any)
	if !ok {
		if schema == false {
			return fmt.Errorf("the schema takes nothing")
		}
		return nil
	}
	if ref, ok := s["$ref"].(string); ok {
		name, _ := strings.CutPrefix(ref, "#/$defs/")
		target, found := m.defs[name]
		if !found {
			return fmt.Errorf("reference %s leads nowhere", ref)
		}
		if err := m.readInto(g, target, depth+1); err != nil {
			return err
		}
	}
	if err := g.scalars(s); err != nil {
		return err
	}
	g.objects(s)
	g.arrays(s)
	return m.joined(g, s, depth)
}

// joined reads the schemas that s joins: all of allOf, one of each union.
func (m *maker) joined(g *goal, s map[string]any, depth int) error {
	parts := list(s["allOf"])
	for _, key := range []string{"anyOf", "oneOf"} {
		if branches := list(s[key]); len(branches) > 0 {
			parts = append(slices.Clone(parts), branches[m.rand.IntN(len(branches))])
		}
	}
	if s["if"] != nil {
		branch := s["then"]
		if m.rand.IntN(2) == 0 {
			branch = s["else"]
		} else {
			parts = append(slices.Clone(parts), s["if"])
		}
		parts = append(slices.Clone(parts), branch)
	}
	for _, p := range parts {
		if err := m.readInto(g, p, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

// scalars reads types, values, bounds and texts.
func (g *goal) scalars(s map[string]any) error {
	var types []string
	switch t := s["type"].(type) {
	case string:
		types = []string{t}
	case []any:
		for _, w := range t {
			if word, ok := w.(string); ok {
				types = append(types, word)
			}
		}
	}
	if types != nil {
		if g.types = meetTypes(g.types, types); len(g.types) == 0 {
			return fmt.Errorf("no type meets all the schemas")
		}
	}
	values := list(s["enum"])
	if c, ok := s["const"]; ok {
		values = []any{c}
	}
	if len(values) > 0 {
		if g.values = meetValues(g.values, values); len(g.values) == 0 {
			return fmt.Errorf("no value meets all the schemas")
		}
	}
	for key, v := range s {
		if n, ok := v.(json.Number); ok {
			if r, ok := new(big.Rat).SetString(string(n)); ok {
				g.bound(key, r)
			}
		}
	}
	if p, ok := s["pattern"].(string); ok {
		g.texts = append(g.texts, p)
	}
	if f, ok := s["format"].(string); ok {
		g.format = f
	} else if f, ok := s["contentEncoding"].(string); ok && g.format == "" {
		g.format = f
	}
	if u, _ := s["uniqueItems"].(bool); u {
		g.unique = true
	}
	return nil
}

func meetTypes(a, b []string) []string {
	if a == nil {
		return b
	}
	var out []string
	for _, t := range a {
		switch {
		case slices.Contains(b, t), t == "integer" && slices.Contains(b, "number"):
			out = append(out, t)
		case t == "number" && slices.Contains(b, "integer"):
			out = append(out, "integer")
		}
	}
	return out
}

func meetValues(a, b []any) []any {
	if a == nil {
		return b
	}
	var out []any
	for _, v := range a {
		if slices.ContainsFunc(b, func(o any) bool { return same(v, o) }) {
			out = append(out, v)
		}
	}
	return out
}

func same(a, b any) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}

// bound keeps the tightest of several bounds.
func (g *goal) bound(key string, r *big.Rat) {
	old := g.bounds[key]
	switch {
	case old == nil:
	case strings.HasPrefix(key, "min"), key == "exclusiveMinimum":
		if r.Cmp(old) <= 0 {
			return
		}
	case key == "multipleOf":
		if new(big.Rat).Quo(old, r).IsInt() {
			return
		}
	default:
		if r.Cmp(old) >= 0 {
			return
		}
	}
	g.bounds[key] = r
}

// count gives a bound on a number of things.
func (g *goal) count(key string, otherwise int) int {
	r := g.bounds[key]
	if r == nil || !r.IsInt() || !r.Num().IsInt64() || r.Num().Int64() > 1<<20 {
		return otherwise
	}
	return int(r.Num().Int64())
}

func (g *goal) objects(s map[string]any) {
	props, _ := s["properties"].(map[string]any)
	for name, p := range props {
		g.props[name] = append(g.props[name], p)
	}
	for _, r := range list(s["required"]) {
		if name, ok := r.(string); ok && !slices.Contains(g.required, name) {
			g.required = append(g.required, name)
		}
	}
	for _, key := range []string{"additionalProperties", "unevaluatedProperties"} {
		switch more := s[key].(type) {
		case bool:
			g.closed = g.closed || !more
		case map[string]any:
			g.more = append(g.more, more)
		}
	}
	patterns, _ := s["patternProperties"].(map[string]any)
	for p, sub := range patterns {
		g.patterns[p] = sub
	}
	depends, _ := s["dependentRequired"].(map[string]any)
	for name, needs := range depends {
		for _, n := range list(needs) {
			if text, ok := n.(string); ok {
				g.depends[name] = append(g.depends[name], text)
			}
		}
	}
}

func (g *goal) arrays(s map[string]any) {
	if prefix := list(s["prefixItems"]); len(prefix) > len(g.prefix) {
		g.prefix = prefix
	}
	switch items := s["items"].(type) {
	case bool:
		g.noItems = g.noItems || !items
	case map[string]any:
		g.items = append(g.items, items)
	}
	if c, ok := s["contains"]; ok {
		g.contains = append(g.contains, c)
	}
}
