// Package sample makes plausible values of a JSON Schema 2020-12, from a seed:
// for mock upstreams, examples and tests. Every value has been through the
// validator of package check before it is given.
//
// It knows schemas as text, in the form that package schema writes. Start at
// New.
package sample
