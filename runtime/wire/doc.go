// Package wire turns a bound step and the values of a call into one HTTP
// exchange, and tells the truth about its outcome.
//
// It binds, encodes, holds the finished URL against its template, adds
// credentials, sends, classifies and retries. It knows no shape and no policy
// about callers: package engine decides who may call what, wire decides how a
// call is written and what an answer, or the lack of one, means.
//
// Package plan compiles a step once and fills it for a call; an attempt sends
// that (attempt.go); what came of it is named (classify.go) and judged (judge.go);
// and do.go repeats what may be repeated. What can stand alone does: encode writes
// values, body puts bodies together, transport says where connections may go,
// outcome holds the table of decisions, reply reads answers, pace knows about
// waiting.
//
// Start at NewClient and Client.Do.
package wire
