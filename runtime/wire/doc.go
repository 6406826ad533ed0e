// Package wire turns a bound step and the values of a call into one HTTP
// exchange, and tells the truth about its outcome.
//
// It binds, encodes, holds the finished URL against its template, adds
// credentials, sends, classifies and retries. It knows no shape and no policy
// about callers: package engine decides who may call what, wire decides how a
// call is written and what an answer, or the lack of one, means.
//
// The parts: package encode writes values (styles, bodies, headers), package
// transport decides where a connection may go, package credential proves who we
// are. Here, a step is compiled once into a plan (plan.go), a call fills it
// (bind.go, request.go), an attempt sends it (attempt.go), the tables in
// outcome.go say what each event means, and do.go repeats what may be repeated.
//
// Start at NewClient and Client.Do.
package wire
