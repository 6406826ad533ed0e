package check

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/oatools/oatools/compile/tool"
)

const (
	maxProblems = 10
	maxWords    = 1536 // bytes of all messages and places
)

// explainer puts a validation error in words.
type explainer struct {
	doc      any // schema
	root     any // value
	problems []Problem
	needs    []need
}

func (c *Validator) explain(err *jsonschema.ValidationError, v any) []Problem {
	e := explainer{doc: c.doc, root: v}
	e.walk(err)
	e.sayNeeds()
	return capped(e.problems)
}

// capped sorts, since the library's order is that of Go's maps, and bounds.
func capped(ps []Problem) []Problem {
	slices.SortFunc(ps, func(a, b Problem) int {
		return cmp.Or(comparePointers(a.At, b.At), cmp.Compare(a.Message, b.Message))
	})
	ps = slices.Compact(ps)
	size := 0
	for i, p := range ps {
		size += len(p.At) + len(p.Message)
		if i > 0 && (i == maxProblems-1 && len(ps) > maxProblems || size > maxWords-40) {
			return append(ps[:i:i], Problem{Message: fmt.Sprintf("and %d more problems", len(ps)-i)})
		}
	}
	return ps
}

// comparePointers orders item 2 before item 10.
func comparePointers(a, b string) int {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	return slices.CompareFunc(as, bs, func(x, y string) int {
		i, errI := strconv.Atoi(x)
		j, errJ := strconv.Atoi(y)
		if errI == nil && errJ == nil {
			return i - j
		}
		return strings.Compare(x, y)
	})
}

func (e *explainer) say(at []string, format string, args ...any) {
	e.problems = append(e.problems, Problem{At: pointer(at), Message: fmt.Sprintf(format, args...)})
}

// walk goes down to the errors that say something.
func (e *explainer) walk(err *jsonschema.ValidationError) {
	switch k := err.ErrorKind.(type) {
	case *kind.AnyOf:
		e.union(err)
		return
	case *kind.OneOf:
		if len(k.Subschemas) == 0 {
			e.union(err)
			return
		}
		e.say(err.InstanceLocation, "fits more than one of the allowed forms (number %d and %d); leave out what belongs to the other",
			k.Subschemas[0]+1, k.Subschemas[1]+1)
		return
	case *kind.PropertyNames:
		e.say(append(slices.Clone(err.InstanceLocation), k.Property), "this name is not allowed here")
		return
	case *kind.Contains:
		e.say(err.InstanceLocation, "no item has the form that at least one must have")
		return
	case *kind.MinContains:
		e.say(err.InstanceLocation, "at least %d items must have the form that is asked for, got %d", k.Want, len(k.Got))
		return
	}
	if len(err.Causes) == 0 {
		e.leaf(err)
		return
	}
	for _, c := range err.Causes {
		e.walk(c)
	}
}

// union explains the branch that was most probably meant.
func (e *explainer) union(err *jsonschema.ValidationError) {
	at := err.InstanceLocation
	best, bestScore := -1, 0
	var types []string
	allTypes := true
	for i, c := range err.Causes {
		score := e.score(c, len(at))
		if best < 0 || score < bestScore {
			best, bestScore = i, score
		}
		want := typesWanted(c, len(at))
		allTypes = allTypes && want != nil
		types = append(types, want...)
	}
	if best < 0 {
		e.say(at, "fits none of the allowed forms")
		return
	}
	if allTypes {
		slices.Sort(types)
		e.typeProblem(at, slices.Compact(types), "")
		return
	}
	e.walk(err.Causes[best])
}

// typesWanted gives the types that a branch wants when it fails for nothing but
// the type of the value itself.
func typesWanted(err *jsonschema.ValidationError, depth int) []string {
	for len(err.Causes) == 1 {
		if _, ok := err.ErrorKind.(*kind.Reference); !ok {
			break
		}
		err = err.Causes[0]
	}
	if k, ok := err.ErrorKind.(*kind.Type); ok && len(err.InstanceLocation) == depth {
		return k.Want
	}
	return nil
}

// score tells how far a value is from a branch: a wrong type of the value itself
// is another kind of thing, a wrong constant another branch.
func (e *explainer) score(err *jsonschema.ValidationError, depth int) int {
	if len(err.Causes) == 0 {
		switch k := err.ErrorKind.(type) {
		case *kind.Type:
			if len(err.InstanceLocation) == depth {
				return 1000
			}
			return 3
		case *kind.Const, *noBranch:
			return 100
		case *kind.Enum:
			return 20
		case *kind.Required:
			return 2 * len(k.Missing)
		case *kind.AdditionalProperties:
			return 2 * len(k.Properties)
		}
		return 1
	}
	switch err.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		least := -1
		for _, c := range err.Causes {
			if s := e.score(c, depth); least < 0 || s < least {
				least = s
			}
		}
		return least
	}
	sum := 0
	for _, c := range err.Causes {
		sum = min(sum+e.score(c, depth), 1_000_000)
	}
	return sum
}

// schemaAt gives the schema object that an error comes from, or nil.
func (e *explainer) schemaAt(location string) map[string]any {
	_, fragment, _ := strings.Cut(location, "#")
	v := e.doc
	for _, token := range strings.Split(strings.TrimPrefix(fragment, "/"), "/") {
		if token == "" && fragment == "" {
			break
		}
		if plain, err := url.PathUnescape(token); err == nil {
			token = plain
		}
		token = unescape(token)
		switch c := v.(type) {
		case map[string]any:
			v = c[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(c) {
				return nil
			}
			v = c[i]
		default:
			return nil
		}
	}
	s, _ := v.(map[string]any)
	return s
}

func unescape(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}

func pointer(tokens []string) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteByte('/')
		b.WriteString(cut(tool.PointerToken(t)))
	}
	return b.String()
}

func pointerReversed(tokens []string) string {
	slices.Reverse(tokens)
	return pointer(tokens)
}

// valueAt gives the value at a place.
func (e *explainer) valueAt(at []string) any {
	v := e.root
	for _, t := range at {
		switch c := v.(type) {
		case map[string]any:
			v = c[t]
		case []any:
			i, err := strconv.Atoi(t)
			if err != nil || i < 0 || i >= len(c) {
				return nil
			}
			v = c[i]
		}
	}
	return v
}

// show gives a value as JSON, cut.
func show(v any) string {
	switch v := v.(type) {
	case string:
		b, _ := json.Marshal(cut(v))
		return string(b)
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	case json.Number:
		return cut(string(v))
	}
	b, _ := json.Marshal(v)
	return cut(string(b))
}
