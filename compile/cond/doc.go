// Package cond compiles and evaluates the conditions of overlays: CEL over the
// arguments of a tool, who calls, and an upstream's answer. It is the only home
// of cel-go.
//
// Conditions are typed from JSON Schemas, so that a wrong name is an error of
// the build. At run time a condition that cannot be evaluated gives an error;
// callers must then take the careful branch (fail closed). The package must not
// know overlays, tools or requests. Start at New.
package cond
