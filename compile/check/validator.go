package check

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/oatools/oatools/compile/tool"
)

// resource names a schema inside the library. It is absolute, because a
// relative name would be resolved against the working directory.
const resource = "urn:oatools:schema"

// expensive is the product of values and schemas per value from which on a
// validation is metered.
const expensive = 200_000

// Validator checks values against one schema. It is safe for concurrent use;
// validations that may be expensive run one at a time.
type Validator struct {
	doc   any // prepared, read when problems are put in words
	fast  *jsonschema.Schema
	risky bool
	width int

	mu      sync.Mutex // guards what follows
	meter   *meter
	metered *jsonschema.Schema // compiled when first needed
}

// Compile makes a Validator of a self-contained JSON Schema 2020-12. An empty
// schema, like true, takes every value. The error says what is wrong with the
// schema; nothing is ever loaded from elsewhere.
func Compile(s tool.Schema) (v *Validator, err error) {
	if len(s) == 0 {
		s = tool.Schema("true")
	}
	d := decoder{lim: Limits{Bytes: 64 << 20, Depth: 1000, Nodes: 4_000_000}, digits: 500, exponent: 400}
	doc, problems := d.decode(s)
	if len(problems) > 0 {
		return nil, fmt.Errorf("read schema: %s: %s", problems[0].At, problems[0].Message)
	}
	defer func() {
		if r := recover(); r != nil {
			v, err = nil, fmt.Errorf("compile schema: %v", r)
		}
	}()
	p := prepare(doc)
	v = &Validator{doc: doc, width: max(p.width, 1), risky: p.cyclic && p.union}
	if p.foreign != "" {
		return nil, fmt.Errorf("compile schema: it refers to %s, which lies outside", cut(p.foreign))
	}
	m := &meter{dispatch: len(p.moved) > 0}
	if v.fast, err = m.compile(doc); err != nil {
		return nil, fmt.Errorf("compile schema: %w", err)
	}
	v.risky = v.risky || m.slow
	return v, nil
}

// compile hands a prepared schema to the library.
func (m *meter) compile(doc any) (*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(deny{})
	registerFormats(c)
	c.UseRegexpEngine(m.engine)
	if m.count || m.dispatch {
		c.RegisterVocabulary(&jsonschema.Vocabulary{URL: "urn:oatools:vocabulary", Compile: m.extend})
		c.AssertVocabs()
	}
	if err := c.AddResource(resource, doc); err != nil {
		return nil, err
	}
	return c.Compile(resource)
}

// deny refuses to load what a schema refers to outside itself.
type deny struct{}

func (deny) Load(url string) (any, error) {
	return nil, fmt.Errorf("%s lies outside the schema", cut(url))
}

// extensions runs several.
type extensions []jsonschema.SchemaExt

// Validate implements jsonschema.SchemaExt.
func (es extensions) Validate(ctx *jsonschema.ValidatorContext, v any) {
	for _, e := range es {
		e.Validate(ctx, v)
	}
}

// extend compiles our own keyword and, in a metered validator, the meter into
// every schema.
func (m *meter) extend(ctx *jsonschema.CompilerContext, obj map[string]any) (jsonschema.SchemaExt, error) {
	var es extensions
	if m.count {
		es = append(es, m.tickOf(obj))
	}
	if raw, ok := obj[dispatchKey].(map[string]any); ok {
		d := &dispatch{property: raw["property"].(string), one: raw["one"].(bool), byValue: map[string]int{}}
		for value, i := range raw["values"].(map[string]any) {
			d.byValue[value] = i.(int)
		}
		for _, ref := range list(raw["branches"]) {
			s, err := ctx.EnqueueRef(ref.(string))
			if err != nil {
				return nil, err
			}
			d.branches = append(d.branches, s)
		}
		es = append(es, d)
	}
	switch len(es) {
	case 0:
		return nil, nil
	case 1:
		return es[0], nil
	}
	return es, nil
}

// Validate gives what is wrong with v, sorted, at most 10 problems and 1.5 KB;
// none when v is valid. It takes the types that Decode gives, and Go's numbers.
// It never panics, and its work is bounded whatever v is: a value that cannot be
// checked within bounds is a problem.
func (c *Validator) Validate(v any) []Problem {
	err := c.run(v)
	if err == nil {
		return nil
	}
	if invalid, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		return c.explain(invalid, v)
	}
	if out, ok := errors.AsType[*outside](err); ok {
		return []Problem{Problem(*out)}
	}
	return []Problem{{Message: err.Error()}}
}

// run validates within bounds; the error is the library's, or says why v was not
// looked at.
func (c *Validator) run(v any) error {
	s := scan{}
	if !s.value(v, 0) {
		return &outside{At: pointerReversed(s.at), Message: s.why}
	}
	if c.risky || s.nodes*c.width > expensive {
		return c.validateMetered(v)
	}
	return validate(c.fast, v)
}

// outside is a value that lies outside the bounds.
type outside Problem

func (o *outside) Error() string { return o.Message }

var (
	errTooMuch   = errors.New("too much to check; send fewer or less deeply nested values")
	errUnchecked = errors.New("the value could not be checked")
)

// validate runs the library, which was seen to panic on values of rare kinds.
func validate(s *jsonschema.Schema, v any) (err error) {
	defer func() {
		switch r := recover(); r.(type) {
		case nil:
		case exhausted:
			err = errTooMuch
		default:
			err = errUnchecked
		}
	}()
	return s.Validate(v)
}

func (c *Validator) validateMetered(v any) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.metered == nil {
		m := &meter{count: true, dispatch: true}
		s, err := m.compile(c.doc)
		if err != nil {
			return errUnchecked // it compiled before
		}
		c.meter, c.metered = m, s
	}
	c.meter.reset()
	return validate(c.metered, v)
}

// isNumber reports whether v is a number in one of the types of Go.
func isNumber(v any) bool {
	switch v.(type) {
	case json.Number, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64:
		return true
	}
	return false
}
