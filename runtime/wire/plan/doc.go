// Package plan compiles a bound step and writes the requests of its calls: where
// each value comes from, what it becomes, and the proof that the finished URL is
// still the one that was bound.
//
// A step is compiled once (plan.go, value.go); a call fills it (request.go) and
// the result is proved (finish.go). What an upstream blames in its own names is
// turned back into arguments (blame.go). It sends nothing and holds no credential;
// package encode writes values, package body puts bodies together.
//
// Start at New and Plan.Build.
package plan
