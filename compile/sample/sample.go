// Package sample makes values.
package sample

import "github.com/oatools/oatools/compile/tool"

// Sampler makes values of one schema.
type Sampler struct{}

// New makes a Sampler.
func New(s tool.Schema, seed uint64) (*Sampler, error) { return &Sampler{}, nil }

// Valid gives a valid value.
func (s *Sampler) Valid() (any, error) { return nil, nil }

// Invalid gives an invalid value and what is wrong with it.
func (s *Sampler) Invalid() (any, string, error) { return nil, "", nil }
