package cond

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
)

// shape is what a schema says about a value: its type, and what is inside.
type shape struct {
	cel      *cel.Type
	props    map[string]*shape
	required map[string]bool
	items    *shape
}

// provider tells cel-go the fields of the object types that schemas describe.
// It is filled before the first use and only read afterwards.
type provider struct {
	types.Provider // the standard types
	objects        map[string]*shape
	roots          map[string]*shape
}

func newProvider() *provider {
	return &provider{Provider: types.NewEmptyRegistry(), objects: map[string]*shape{}, roots: map[string]*shape{}}
}

// FindStructType implements types.Provider.
func (p *provider) FindStructType(name string) (*types.Type, bool) {
	if o, ok := p.objects[name]; ok {
		return types.NewTypeTypeWithParam(o.cel), true
	}
	return p.Provider.FindStructType(name)
}

// FindStructFieldType implements types.Provider. Getters stay nil: values are
// maps, which cel-go reads by itself.
func (p *provider) FindStructFieldType(name, field string) (*types.FieldType, bool) {
	o, ok := p.objects[name]
	if !ok {
		return p.Provider.FindStructFieldType(name, field)
	}
	if f, ok := o.props[field]; ok {
		return &types.FieldType{Type: f.cel}, true
	}
	return nil, false
}

// typeName names the type of the object at a path. It is no name of CEL's: one
// would hide the value at the path, and let a condition make an object.
func typeName(path string) string { return path + " object" }

// caller declares the type of who calls.
func (p *provider) caller() *cel.Type {
	list := &shape{cel: cel.ListType(cel.StringType)}
	text := &shape{cel: cel.StringType}
	o := &shape{cel: cel.ObjectType(typeName("caller")), props: map[string]*shape{
		"id": text, "tenant": text, "roles": list, "scopes": list,
		"claims": {cel: cel.MapType(cel.StringType, cel.DynType)},
	}}
	p.objects[typeName("caller")] = o
	return o.cel
}

// root declares the type of a variable.
func (p *provider) root(name string, text json.RawMessage) (*cel.Type, error) {
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		return nil, err
	}
	object, _ := tree.(map[string]any)
	r := &reader{provider: p, root: name}
	r.defs, _ = object["$defs"].(map[string]any)
	p.roots[name] = r.read(tree, name, 0)
	return p.roots[name].cel, nil
}

// reader turns one schema with its definitions into shapes.
type reader struct {
	*provider
	root string
	defs map[string]any
}

// maxNesting bounds what is read of a schema; deeper values are dynamic.
const maxNesting = 32

// read gives the shape of a schema. What it cannot say exactly is dynamic.
func (r *reader) read(tree any, name string, depth int) *shape {
	dyn := &shape{cel: cel.DynType}
	s, ok := tree.(map[string]any)
	if !ok || depth > maxNesting {
		return dyn
	}
	if target, ok := s["$ref"].(string); ok {
		return r.reference(target, depth)
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf", "if", "$dynamicRef"} {
		if _, has := s[key]; has && s["type"] == nil {
			return dyn
		}
	}
	switch kind, nullable := typeOf(s); kind {
	case "string":
		return scalar(cel.StringType, nullable)
	case "integer":
		return scalar(cel.IntType, nullable)
	case "number":
		return scalar(cel.DoubleType, nullable)
	case "boolean":
		return scalar(cel.BoolType, nullable)
	case "array":
		items := r.read(s["items"], name+".items", depth+1)
		return &shape{cel: cel.ListType(items.cel), items: items}
	case "object":
		return r.object(s, name, depth)
	}
	return dyn
}

func (r *reader) object(s map[string]any, name string, depth int) *shape {
	props, _ := s["properties"].(map[string]any)
	if len(props) == 0 {
		inner := r.read(s["additionalProperties"], name+".values", depth+1)
		return &shape{cel: cel.MapType(cel.StringType, inner.cel), items: inner}
	}
	o := &shape{cel: cel.ObjectType(typeName(name)), props: map[string]*shape{}, required: map[string]bool{}}
	r.objects[typeName(name)] = o // before its properties: a definition may contain itself
	for key, sub := range props {
		o.props[key] = r.read(sub, name+"."+key, depth+1)
	}
	required, _ := s["required"].([]any)
	for _, key := range required {
		if text, ok := key.(string); ok {
			o.required[text] = true
		}
	}
	return o
}

// reference follows #/$defs/NAME; each definition is one type.
func (r *reader) reference(target string, depth int) *shape {
	name, ok := strings.CutPrefix(target, "#/$defs/")
	def, known := r.defs[strings.NewReplacer("~1", "/", "~0", "~").Replace(name)]
	if !ok || !known {
		return &shape{cel: cel.DynType}
	}
	full := r.root + ".$defs." + name
	if o, ok := r.objects[typeName(full)]; ok {
		return o
	}
	return r.read(def, full, depth+1)
}

func scalar(t *cel.Type, nullable bool) *shape {
	if nullable {
		return &shape{cel: cel.NullableType(t)}
	}
	return &shape{cel: t}
}

// typeOf gives the one type of a schema besides null, "" when it is not one.
func typeOf(s map[string]any) (kind string, nullable bool) {
	switch t := s["type"].(type) {
	case string:
		return t, false
	case []any:
		for _, it := range t {
			switch word, _ := it.(string); {
			case word == "null":
				nullable = true
			case kind == "":
				kind = word
			default:
				return "", nullable
			}
		}
		return kind, nullable
	}
	if s["properties"] != nil {
		return "object", false
	}
	if enum, ok := s["enum"].([]any); ok && len(enum) > 0 && !slices.ContainsFunc(enum, func(v any) bool { _, ok := v.(string); return !ok }) {
		return "string", false
	}
	return "", false
}

// value makes a JSON value fit for cel-go: integers become int64 and numbers
// float64, as the schema says; without a schema, as the number is written.
func (p *provider) value(v any, s *shape) (any, error) {
	switch v := v.(type) {
	case json.Number:
		return number(v, s)
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, inner := range v {
			var is *shape
			if s != nil {
				if is = s.props[key]; is == nil {
					is = s.items
				}
			}
			c, err := p.value(inner, is)
			if err != nil {
				return nil, err
			}
			out[key] = c
		}
		return out, nil
	case []any:
		out := make([]any, len(v))
		for i, inner := range v {
			var is *shape
			if s != nil {
				is = s.items
			}
			c, err := p.value(inner, is)
			if err != nil {
				return nil, err
			}
			out[i] = c
		}
		return out, nil
	}
	return v, nil
}

func number(n json.Number, s *shape) (any, error) {
	wantInt := s != nil && (s.cel == cel.IntType || s.cel.String() == cel.NullableType(cel.IntType).String())
	wantDouble := s != nil && (s.cel == cel.DoubleType || s.cel.String() == cel.NullableType(cel.DoubleType).String())
	if i, err := strconv.ParseInt(n.String(), 10, 64); err == nil && !wantDouble {
		return i, nil
	}
	f, err := strconv.ParseFloat(n.String(), 64)
	switch {
	case err != nil:
		return nil, fmt.Errorf("number %.20s… is beyond what conditions compare", n.String())
	case wantInt && (f != math.Trunc(f) || math.Abs(f) > 1<<53):
		return nil, fmt.Errorf("number %.20s is no integer that conditions compare exactly", n.String())
	case wantInt:
		return int64(f), nil
	}
	return f, nil
}
