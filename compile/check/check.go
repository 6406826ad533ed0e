// Package check validates.
package check

import "github.com/oatools/oatools/compile/tool"

// Problem is one thing wrong with a value, in words that a model can act on.
type Problem struct {
	At      string // JSON Pointer
	Message string
}

// Limits bound what Decode takes.
type Limits struct {
	Bytes, Depth, Nodes int
}

// Decode reads raw.
func Decode(raw []byte, lim Limits) (any, []Problem) { return nil, nil }

// Validator checks values against one schema.
type Validator struct{}

// Compile makes a Validator.
func Compile(s tool.Schema) (*Validator, error) { return &Validator{}, nil }

// Validate checks v.
func (c *Validator) Validate(v any) []Problem { return nil }
