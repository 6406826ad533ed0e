package sample

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/tool"
)

// tries is how often a value is made before the schema is given up: choices of
// branches and optional parts differ each time.
const tries = 60

// Sampler makes values of one schema. The same schema and seed give the same
// values in the same order. It is not safe for concurrent use.
type Sampler struct {
	validator *check.Validator
	doc       any
	defs      map[string]any
	rand      *rand.Rand
}

// New makes a Sampler. The error is that of check.Compile.
func New(s tool.Schema, seed uint64) (*Sampler, error) {
	v, err := check.Compile(s)
	if err != nil {
		return nil, err
	}
	if len(s) == 0 {
		s = tool.Schema("true")
	}
	dec := json.NewDecoder(bytes.NewReader(s))
	dec.UseNumber()
	smp := &Sampler{validator: v, rand: rand.New(rand.NewPCG(seed, 0x5eed))}
	if err := dec.Decode(&smp.doc); err != nil {
		return nil, fmt.Errorf("read schema: %w", err)
	}
	root, _ := smp.doc.(map[string]any)
	smp.defs, _ = root["$defs"].(map[string]any)
	return smp, nil
}

// Valid gives a value that the schema takes, made of the types that
// check.Decode gives. The error says what could not be made.
func (s *Sampler) Valid() (any, error) {
	var last error
	for i := range tries {
		// Later tries make smaller values, which recursion needs.
		m := maker{Sampler: s, room: max(400-8*i, 40), extras: max(0.7-float64(i)/60, 0.05)}
		v, err := m.value([]any{s.doc}, 0)
		if err != nil {
			last = err
			continue
		}
		problems := s.validator.Validate(v)
		if problems == nil {
			return v, nil
		}
		last = fmt.Errorf("at %q: %s", problems[0].At, problems[0].Message)
	}
	return nil, fmt.Errorf("no value found in %d tries: %w", tries, last)
}

// Invalid gives a value that the schema refuses, one change away from a valid
// one, and what the change was. The error says why there is none.
func (s *Sampler) Invalid() (any, string, error) {
	v, err := s.Valid()
	if err != nil {
		return nil, "", err
	}
	changes := mutations(v)
	s.rand.Shuffle(len(changes), func(i, j int) { changes[i], changes[j] = changes[j], changes[i] })
	for _, c := range changes {
		if bad := c.apply(v); s.validator.Validate(bad) != nil {
			return bad, c.say, nil
		}
	}
	return nil, "", fmt.Errorf("the schema takes all of %d changes that were tried", len(changes))
}
