package check

import (
	"encoding/json"
	"math/big"
	"slices"
	"sort"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/oatools/oatools/compile/diag"
)

// leaf explains an error that has no causes.
func (e *explainer) leaf(err *jsonschema.ValidationError) {
	at := err.InstanceLocation
	switch k := err.ErrorKind.(type) {
	case *kind.Type:
		e.typeProblem(at, k.Want, err.SchemaURL)
	case *kind.Required:
		for _, name := range k.Missing {
			e.say(append(slices.Clone(at), name), "is required%s", e.typeOf(name, err.SchemaURL))
		}
	case *kind.DependentRequired:
		for _, name := range k.Missing {
			e.need(at, name, k.Prop, err.SchemaURL)
		}
	case *kind.AdditionalProperties:
		e.unknown(at, k.Properties, err.SchemaURL)
	case *kind.Enum:
		e.oneOf(at, k.Got, k.Want, err.SchemaURL)
	case *kind.Const:
		e.say(at, "expected %s%s", show(k.Want), e.got(k.Got, err.SchemaURL))
	case *noBranch:
		want := make([]any, len(k.want))
		for i, w := range k.want {
			want[i] = w
		}
		e.oneOf(append(slices.Clone(at), k.property), k.got, want, "")
	case *kind.Format:
		hint, _ := formatHint(k.Want)
		if hint == "" {
			hint = "the format " + k.Want
		}
		e.say(at, "expected %s%s", hint, e.got(k.Got, err.SchemaURL))
	case *kind.Pattern:
		e.say(at, "must match the pattern %s%s", cut(k.Want), e.got(k.Got, err.SchemaURL))
	case *kind.FalseSchema, *kind.Not:
		if strings.HasSuffix(err.SchemaURL, "/unevaluatedProperties") {
			e.say(at, "unknown property; leave it out")
			return
		}
		e.say(at, "is not allowed here; leave it out or change it")
	default:
		e.bound(at, err)
	}
}

// bound explains the keywords that compare with a number.
func (e *explainer) bound(at []string, err *jsonschema.ValidationError) {
	switch k := err.ErrorKind.(type) {
	case *kind.Minimum:
		e.say(at, "must be at least %s%s", decimal(k.Want), e.got(e.valueAt(at), err.SchemaURL))
	case *kind.Maximum:
		e.say(at, "must be at most %s%s", decimal(k.Want), e.got(e.valueAt(at), err.SchemaURL))
	case *kind.ExclusiveMinimum:
		e.say(at, "must be more than %s%s", decimal(k.Want), e.got(e.valueAt(at), err.SchemaURL))
	case *kind.ExclusiveMaximum:
		e.say(at, "must be less than %s%s", decimal(k.Want), e.got(e.valueAt(at), err.SchemaURL))
	case *kind.MultipleOf:
		e.say(at, "must be a multiple of %s%s", decimal(k.Want), e.got(e.valueAt(at), err.SchemaURL))
	case *kind.MinLength:
		e.say(at, "needs at least %d characters, got %d", k.Want, k.Got)
	case *kind.MaxLength:
		e.say(at, "takes at most %d characters, got %d", k.Want, k.Got)
	case *kind.MinItems:
		e.say(at, "needs at least %d items, got %d", k.Want, k.Got)
	case *kind.MaxItems:
		e.say(at, "takes at most %d items, got %d", k.Want, k.Got)
	case *kind.MinProperties:
		e.say(at, "needs at least %d properties, got %d", k.Want, k.Got)
	case *kind.MaxProperties:
		e.say(at, "takes at most %d properties, got %d", k.Want, k.Got)
	case *kind.MaxContains:
		e.say(at, "at most %d items may have the form that is asked for, got %d", k.Want, len(k.Got))
	case *kind.UniqueItems:
		e.say(at, "items %d and %d are equal; give each once", k.Duplicates[0], k.Duplicates[1])
	default:
		e.say(at, "is not valid")
	}
}

// got echoes a value, unless it is a secret.
func (e *explainer) got(v any, location string) string {
	if e.schemaAt(location)["format"] == "password" {
		return ""
	}
	return ", got " + show(v)
}

// typeOf gives the type of a property of the schema at a location, to be put
// behind a sentence; "" when it is not stated.
func (e *explainer) typeOf(name, location string) string {
	props, _ := e.schemaAt(location)["properties"].(map[string]any)
	p, _ := props[name].(map[string]any)
	if word := typeText(p["type"]); word != "" {
		return ": " + word
	}
	return ""
}

// need is a property that must be given because others are.
type need struct {
	at       []string // the object
	name     string
	location string
	given    []string
}

// need gathers what one missing property is needed for, which is one problem.
func (e *explainer) need(at []string, name, given, location string) {
	for i := range e.needs {
		if n := &e.needs[i]; n.name == name && slices.Equal(n.at, at) {
			n.given = append(n.given, given)
			return
		}
	}
	e.needs = append(e.needs, need{slices.Clone(at), name, location, []string{given}})
}

func (e *explainer) sayNeeds() {
	for _, n := range e.needs {
		slices.Sort(n.given)
		n.given = slices.Compact(n.given)
		verb, them := "is", n.given[0]
		if len(n.given) > 1 {
			verb, them = "are", "them"
		}
		e.say(append(n.at, n.name), "is required because %s %s given%s; else leave %s out", some(n.given, 5), verb, e.typeOf(n.name, n.location), them)
	}
}

func typeText(v any) string {
	switch t := v.(type) {
	case string:
		return t
	case []any:
		words := make([]string, 0, len(t))
		for _, w := range t {
			if s, ok := w.(string); ok {
				words = append(words, s)
			}
		}
		return strings.Join(words, " or ")
	}
	return ""
}

// unknown explains properties that the schema does not have.
func (e *explainer) unknown(at, names []string, location string) {
	s := e.schemaAt(location)
	props, _ := s["properties"].(map[string]any)
	known := make([]string, 0, len(props))
	for name := range props {
		known = append(known, name)
	}
	sort.Strings(known)
	for _, name := range names {
		where := append(slices.Clone(at), name)
		switch near := diag.Nearest(name, known); {
		case near != "":
			e.say(where, "unknown property (did you mean %s?)", near)
		case len(known) == 0:
			e.say(where, "unknown property; none is taken here")
		default:
			e.say(where, "unknown property; known are %s", some(known, 12))
		}
	}
}

func some(names []string, most int) string {
	if len(names) > most {
		return strings.Join(names[:most], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}

// oneOf explains a value that is not in a list.
func (e *explainer) oneOf(at []string, got any, want []any, location string) {
	words, texts := make([]string, 0, len(want)), make([]string, 0, len(want))
	for _, w := range want {
		words = append(words, show(w))
		if s, ok := w.(string); ok {
			texts = append(texts, s)
		}
	}
	hint := ""
	if s, ok := got.(string); ok {
		if near := diag.Nearest(s, texts); near != "" {
			hint = " (did you mean " + show(near) + "?)"
			if len(words) > 12 {
				words = words[:3]
				words = append(words, "…")
			}
		}
	}
	e.say(at, "expected one of %s%s%s", some(words, 12), e.got(got, location), hint)
}

// typeProblem explains a wrong type, with the mistakes that models make.
func (e *explainer) typeProblem(at, want []string, location string) {
	v := e.valueAt(at)
	hint := ""
	s, isText := v.(string)
	wants := func(t string) bool { return slices.Contains(want, t) }
	trimmed := strings.TrimSpace(s)
	switch {
	case isText && (wants("object") && strings.HasPrefix(trimmed, "{") || wants("array") && strings.HasPrefix(trimmed, "[")):
		hint = "; send the value itself, not a text that holds it"
	case isText && (wants("integer") || wants("number")) && json.Valid([]byte(trimmed)) && trimmed != "" && strings.ContainsAny(trimmed[:1], "-0123456789"):
		hint = "; write it without quotes"
	case isText && wants("boolean") && (trimmed == "true" || trimmed == "false"):
		hint = "; write it without quotes"
	case v == nil:
		hint = "; leave it out instead of null"
	case wants("array") && !wants("object"):
		hint = "; put it in a list"
	case wants("string") && (isNumber(v) || v == true || v == false):
		hint = "; put it in quotes"
	}
	e.say(at, "expected %s%s%s", strings.Join(want, " or "), e.got(v, location), hint)
}

// decimal writes a bound as people do.
func decimal(r *big.Rat) string {
	if r.IsInt() {
		return cut(r.Num().String())
	}
	return cut(strings.TrimRight(r.FloatString(20), "0"))
}
