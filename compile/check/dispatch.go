package check

import (
	"fmt"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/message"
)

// dispatchKey replaces oneOf and anyOf where one property tells which branch is
// meant. Only that branch is tried then: faster, never exponential, and the
// problems are those of the branch that was meant.
const dispatchKey = "x-oatools-dispatch"

// dispatchable gives the property and each value's branch, when every branch
// requires the property and no two take the same value of it.
func (p *preparer) dispatchable(branches []any) (property string, byValue map[string]int) {
	if len(branches) < 2 {
		return "", nil
	}
	for _, name := range p.pinnedBy(branches[0], 0) {
		byValue = map[string]int{}
		ok := true
		for i, b := range branches {
			values, required := p.pins(b, name, 0)
			ok = ok && required && len(values) > 0
			for _, v := range values {
				if _, taken := byValue[v]; taken {
					ok = false
				}
				byValue[v] = i
			}
			if !ok {
				break
			}
		}
		if ok {
			return name, byValue
		}
	}
	return "", nil
}

// pinnedBy gives the properties of which the schema lists the values, sorted.
func (p *preparer) pinnedBy(schema any, depth int) []string {
	s, _ := schema.(map[string]any)
	if s == nil || depth > 8 {
		return nil
	}
	var names []string
	props, _ := s["properties"].(map[string]any)
	for name, v := range props {
		if len(pinValues(v)) > 0 {
			names = append(names, name)
		}
	}
	names = append(names, p.pinnedBy(p.deref(s), depth+1)...)
	for _, part := range list(s["allOf"]) {
		names = append(names, p.pinnedBy(part, depth+1)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// pins gives the values that the schema lists for the property, and whether it
// requires it. The fewest win, since all lists must be met.
func (p *preparer) pins(schema any, name string, depth int) (values []string, required bool) {
	s, _ := schema.(map[string]any)
	if s == nil || depth > 8 {
		return nil, false
	}
	props, _ := s["properties"].(map[string]any)
	values = pinValues(props[name])
	required = slices.Contains(list(s["required"]), any(name))
	for _, part := range append([]any{p.deref(s)}, list(s["allOf"])...) {
		v, r := p.pins(part, name, depth+1)
		if len(v) > 0 && (len(values) == 0 || len(v) < len(values)) {
			values = v
		}
		required = required || r
	}
	return values, required
}

// pinValues gives the values of a const or enum that holds nothing but texts.
func pinValues(schema any) []string {
	s, _ := schema.(map[string]any)
	if c, ok := s["const"].(string); ok {
		return []string{c}
	}
	var out []string
	for _, v := range list(s["enum"]) {
		text, ok := v.(string)
		if !ok {
			return nil
		}
		out = append(out, text)
	}
	return out
}

// deref gives the definition that s refers to, or nil.
func (p *preparer) deref(s map[string]any) any {
	ref, _ := s["$ref"].(string)
	if name, ok := defName(ref); ok {
		return p.defs[name]
	}
	return nil
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

// dispatch is the compiled form of dispatchKey.
type dispatch struct {
	property string
	branches []*jsonschema.Schema
	byValue  map[string]int
	one      bool // oneOf
}

// noBranch is the error of a value that selects no branch.
type noBranch struct {
	property string
	got      any
	want     []string
}

func (*noBranch) KeywordPath() []string { return []string{"oneOf"} }

func (k *noBranch) LocalizedString(*message.Printer) string {
	return fmt.Sprintf("%s selects no branch", k.property)
}

// Validate implements jsonschema.SchemaExt.
func (d *dispatch) Validate(ctx *jsonschema.ValidatorContext, v any) {
	obj, ok := v.(map[string]any)
	if !ok {
		d.tryAll(ctx, v)
		return
	}
	got, given := obj[d.property]
	if !given {
		ctx.AddError(&kind.Required{Missing: []string{d.property}})
		return
	}
	text, ok := got.(string)
	i, known := d.byValue[text]
	if !ok || !known {
		ctx.AddError(&noBranch{d.property, got, d.values()})
		return
	}
	ctx.AddErr(ctx.Validate(d.branches[i], v, nil))
}

func (d *dispatch) values() []string {
	type pair struct {
		value  string
		branch int
	}
	pairs := make([]pair, 0, len(d.byValue))
	for v, i := range d.byValue {
		pairs = append(pairs, pair{v, i})
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		if a.branch != b.branch {
			return a.branch - b.branch
		}
		if a.value < b.value {
			return -1
		}
		return 1
	})
	out := make([]string, len(pairs))
	for i, p := range pairs {
		out[i] = p.value
	}
	return out
}

// tryAll is what oneOf and anyOf do, for values that are no objects.
func (d *dispatch) tryAll(ctx *jsonschema.ValidatorContext, v any) {
	var errs []*jsonschema.ValidationError
	var matched []int
	for i, b := range d.branches {
		err := ctx.Validate(b, v, nil)
		if err == nil {
			matched = append(matched, i)
			continue
		}
		if e, ok := err.(*jsonschema.ValidationError); ok {
			errs = append(errs, e)
		}
	}
	switch {
	case len(matched) == 0:
		ctx.AddErrors(errs, &kind.OneOf{})
	case d.one && len(matched) > 1:
		ctx.AddError(&kind.OneOf{Subschemas: matched[:2]})
	}
}
