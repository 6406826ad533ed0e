package wire

import (
	"github.com/oatools/oatools/runtime"
)

// event is what happened to an attempt, as far as it decides what comes next.
type event uint8

const (
	evRefused      event = iota // nothing sent: refused, no route, dial timeout, temporary DNS failure
	evUnreachable               // nothing sent: no such name, certificate not accepted
	evBlocked                   // nothing sent: the address guard refused
	evNotSentTime               // nothing sent, and the attempt's time was over
	evSilent                    // sent; FIN, RST or garbage came back
	evTimeout                   // sent; nothing came back in time
	evLost2xx                   // a success, whose body was lost
	evGone                      // the caller went away before anything was sent
	evGoneSent                  // the caller went away after it was sent
	evDeadline                  // the caller's time was over before anything was sent
	evDeadlineSent              // … after it was sent
	ev408
	ev409
	evInFlight // our own key is being worked on
	ev425
	ev428
	ev429
	ev500
	ev501     // and 505
	ev502     // and 504, and what proxies invented above 505
	ev503     // without Retry-After
	ev503Hint // with Retry-After
	evQuota   // 503 that says it is a quota
	ev400     // 400, 422 with fields, and the like: arguments
	ev401
	ev402 // and 422 without fields: a decision of the upstream
	ev403
	ev404     // and 410
	ev412     // and 423
	ev4xx     // the rest: the request as such
	evForward // 3xx
	evOther   // 1xx, 304 and the like
	events
)

// class is how harmless a repetition is.
type class uint8

const (
	reads class = iota // the step changes nothing
	again              // a write that may be repeated
	once               // a write that may not
	classes
)

// move is what may be done after an event.
type move uint8

const (
	stop    move = iota
	repeat       // after a delay, as often as attempts, time and budget permit
	one          // one more time
	withKey      // one more time, if a key keeps it from happening twice
)

// verdict is what an event means: what may be done, and what is told when
// nothing more is done.
type verdict struct {
	move   move
	code   runtime.Code
	effect runtime.SideEffect
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
var decisions = [events][classes]verdict{
	//                reads                         again                         once
	evRefused:      {{repeat, unavailable, none}, {repeat, unavailable, none}, {repeat, unavailable, none}},
	evUnreachable:  {{stop, unavailable, none}, {stop, unavailable, none}, {stop, unavailable, none}},
	evBlocked:      same(verdict{stop, runtime.CodeBlockedDestination, none}),
	evNotSentTime:  same(verdict{repeat, late, none}),
	evSilent:       {{repeat, unavailable, none}, {repeat, unsure, unknown}, {stop, unsure, unknown}},
	evTimeout:      {{repeat, late, none}, {repeat, unsure, unknown}, {stop, unsure, unknown}},
	evLost2xx:      {{repeat, broken, none}, {repeat, incomplete, applied}, {stop, incomplete, applied}},
	evGone:         same(verdict{stop, cancelled, none}),
	evGoneSent:     {{stop, cancelled, none}, {stop, unsure, unknown}, {stop, unsure, unknown}},
	evDeadline:     same(verdict{stop, late, none}),
	evDeadlineSent: {{stop, late, none}, {stop, unsure, unknown}, {stop, unsure, unknown}},
	ev408:          {{repeat, late, none}, {repeat, unsure, unknown}, {stop, unsure, unknown}},
	ev409:          same(verdict{stop, conflict, none}),
	evInFlight:     {{stop, conflict, none}, {repeat, running, unknown}, {stop, running, unknown}},
	ev425:          same(verdict{one, unavailable, none}),
	ev428:          same(verdict{stop, runtime.CodePreconditionRequired, none}),
	ev429:          same(verdict{repeat, limited, none}),
	ev500:          {{one, broken, none}, {withKey, unsure, unknown}, {stop, unsure, unknown}},
	ev501:          same(verdict{stop, broken, none}),
	ev502:          {{repeat, unavailable, none}, {repeat, unsure, unknown}, {stop, unsure, unknown}},
	ev503:          {{repeat, unavailable, none}, {repeat, unsure, unknown}, {stop, unsure, unknown}},
	ev503Hint:      {{repeat, unavailable, none}, {repeat, unsure, unknown}, {stop, unsure, unknown}},
	evQuota:        {{repeat, limited, none}, {repeat, limited, none}, {stop, limited, none}},
	ev400:          same(verdict{stop, runtime.CodeInvalidInput, none}),
	ev401:          same(verdict{stop, runtime.CodeUnauthenticated, none}),
	ev402:          same(verdict{stop, runtime.CodeBusinessRejected, none}),
	ev403:          same(verdict{stop, runtime.CodeForbidden, none}),
	ev404:          same(verdict{stop, runtime.CodeNotFound, none}),
	ev412:          same(verdict{stop, conflict, none}),
	ev4xx:          same(verdict{stop, broken, none}),
	evForward:      {{stop, redirected, none}, {stop, redirected, unknown}, {stop, redirected, unknown}},
	evOther:        {{stop, broken, none}, {stop, unsure, unknown}, {stop, unsure, unknown}},
}

func same(v verdict) [classes]verdict { return [classes]verdict{v, v, v} }
