package outcome

import (
	"github.com/oatools/oatools/runtime"
)

// Event is what happened to an attempt, as far as it decides what comes next.
type Event uint8

// The events. Those of a status are named for its first one.
const (
	Refused       Event = iota // nothing sent: refused, no route, dial timeout, temporary DNS failure
	Unreachable                // nothing sent: no such name, certificate not accepted
	Blocked                    // nothing sent: the address guard refused
	NotSentInTime              // nothing sent, and the attempt's time was over
	NoAnswer                   // sent; FIN, RST or garbage came back
	Timeout                    // sent; nothing came back in time
	LostSuccess                // a success, whose body was lost
	Gone                       // the caller went away before anything was sent
	GoneSent                   // the caller went away after it was sent
	Deadline                   // the caller's time was over before anything was sent
	DeadlineSent               // … after it was sent
	Status408
	Status409
	InFlight // our own key is being worked on
	Status425
	Status428
	Status429
	Status500
	Status501     // and 505
	Status502     // and 504, and what proxies invented above 505
	Status503     // without Retry-After
	Status503Hint // with Retry-After
	Quota         // 503 that says it is a quota
	Status400     // 400, 422 with fields, and the like: arguments
	Status401
	Status402 // and 422 without fields: a decision of the upstream
	Status403
	Status404 // and 410
	Status412 // and 423
	Other4xx  // the rest: the request as such
	Redirect  // 3xx
	Other     // 1xx, 304 and the like
	events
)

// Class is how harmless a repetition is.
type Class uint8

// The classes.
const (
	Reads Class = iota // the step changes nothing
	Again              // a write that may be repeated
	Once               // a write that may not
	classes
)

// Move is what may be done after an event.
type Move uint8

// The moves.
const (
	Stop    Move = iota
	Repeat       // after a delay, as often as attempts, time and budget permit
	One          // one more time
	WithKey      // one more time, if a key keeps it from happening twice
)

// Verdict is what an event means: what may be done, and what is told when
// nothing more is done.
type Verdict struct {
	Move   Move
	Code   runtime.Code
	Effect runtime.SideEffect
}

// Short names for the table.
const (
	none    = runtime.EffectNone
	applied = runtime.EffectApplied
	unknown = runtime.EffectUnknown

	unavailable = runtime.CodeDependencyUnavailable
	broken      = runtime.CodeDependencyError
	unsure      = runtime.CodeUnknownOutcome
	incomplete  = runtime.CodeResultIncomplete
	late        = runtime.CodeTimeout
	limited     = runtime.CodeRateLimited
	conflict    = runtime.CodeConflict
	running     = runtime.CodeInProgress
	cancelled   = runtime.CodeCancelled
	redirected  = runtime.CodeUpstreamRedirected
)

// decisions says for every event and class what it means. It is never written
// to. RFC 9110 §9.2.2 is its spirit: what may have happened is not repeated
// unless repeating is harmless, and what is not known is said to be unknown.
var decisions = [events][classes]Verdict{
	//                reads                         again                         once
	Refused:       {{Repeat, unavailable, none}, {Repeat, unavailable, none}, {Repeat, unavailable, none}},
	Unreachable:   {{Stop, unavailable, none}, {Stop, unavailable, none}, {Stop, unavailable, none}},
	Blocked:       same(Verdict{Stop, runtime.CodeBlockedDestination, none}),
	NotSentInTime: same(Verdict{Repeat, late, none}),
	NoAnswer:      {{Repeat, unavailable, none}, {Repeat, unsure, unknown}, {Stop, unsure, unknown}},
	Timeout:       {{Repeat, late, none}, {Repeat, unsure, unknown}, {Stop, unsure, unknown}},
	LostSuccess:   {{Repeat, broken, none}, {Repeat, incomplete, applied}, {Stop, incomplete, applied}},
	Gone:          same(Verdict{Stop, cancelled, none}),
	GoneSent:      {{Stop, cancelled, none}, {Stop, unsure, unknown}, {Stop, unsure, unknown}},
	Deadline:      same(Verdict{Stop, late, none}),
	DeadlineSent:  {{Stop, late, none}, {Stop, unsure, unknown}, {Stop, unsure, unknown}},
	Status408:     {{Repeat, late, none}, {Repeat, unsure, unknown}, {Stop, unsure, unknown}},
	Status409:     same(Verdict{Stop, conflict, none}),
	InFlight:      {{Stop, conflict, none}, {Repeat, running, unknown}, {Stop, running, unknown}},
	Status425:     same(Verdict{One, unavailable, none}),
	Status428:     same(Verdict{Stop, runtime.CodePreconditionRequired, none}),
	Status429:     same(Verdict{Repeat, limited, none}),
	Status500:     {{One, broken, none}, {WithKey, unsure, unknown}, {Stop, unsure, unknown}},
	Status501:     same(Verdict{Stop, broken, none}),
	Status502:     {{Repeat, unavailable, none}, {Repeat, unsure, unknown}, {Stop, unsure, unknown}},
	Status503:     {{Repeat, unavailable, none}, {Repeat, unsure, unknown}, {Stop, unsure, unknown}},
	Status503Hint: {{Repeat, unavailable, none}, {Repeat, unsure, unknown}, {Stop, unsure, unknown}},
	Quota:         {{Repeat, limited, none}, {Repeat, limited, none}, {Stop, limited, none}},
	Status400:     same(Verdict{Stop, runtime.CodeInvalidInput, none}),
	Status401:     same(Verdict{Stop, runtime.CodeUnauthenticated, none}),
	Status402:     same(Verdict{Stop, runtime.CodeBusinessRejected, none}),
	Status403:     same(Verdict{Stop, runtime.CodeForbidden, none}),
	Status404:     same(Verdict{Stop, runtime.CodeNotFound, none}),
	Status412:     same(Verdict{Stop, conflict, none}),
	Other4xx:      same(Verdict{Stop, broken, none}),
	Redirect:      {{Stop, redirected, none}, {Stop, redirected, unknown}, {Stop, redirected, unknown}},
	Other:         {{Stop, broken, none}, {Stop, unsure, unknown}, {Stop, unsure, unknown}},
}

func same(v Verdict) [classes]Verdict { return [classes]Verdict{v, v, v} }

// Decide looks an event up.
func Decide(e Event, c Class) Verdict { return decisions[e][c] }

// Settles reports whether an answer to a request with a working idempotency key
// speaks for every attempt with that key: the upstream looked at what was asked,
// and would have repeated an earlier success. What is decided before a key is
// looked at, as a credential, a quota or a precondition is, does not.
func Settles(e Event) bool { return e == Status400 || e == Status402 }

// Events lists every event.
func Events() []Event {
	all := make([]Event, events)
	for i := range all {
		all[i] = Event(i)
	}
	return all
}
