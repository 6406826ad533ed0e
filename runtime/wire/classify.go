package wire

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/outcome"
	"github.com/oatools/oatools/runtime/wire/pace"
	"github.com/oatools/oatools/runtime/wire/reply"
	"github.com/oatools/oatools/runtime/wire/transport"
)

// classify names what happened to an attempt that is not a success.
func classify(a *attempt, opts *runtime.SendOptions, rep *reply.Report, now time.Time) outcome.Event {
	if a.Status == 0 {
		return failure(a)
	}
	if a.phase == outcome.Lost && a.Status/100 == 2 {
		return outcome.LostSuccess
	}
	switch a.Status {
	case http.StatusServiceUnavailable:
		if quotaProblem(rep.Kind) {
			return outcome.Quota
		}
		if _, ok := wait(a, rep, now); ok {
			return outcome.Status503Hint
		}
		return outcome.Status503
	case http.StatusConflict:
		if opts.Idempotency != nil && opts.Idempotency.InProgress == http.StatusConflict {
			return outcome.InFlight
		}
		return outcome.Status409
	case http.StatusUnprocessableEntity:
		if len(rep.Fields) == 0 {
			return outcome.Status402
		}
		return outcome.Status400
	}
	if opts.Idempotency != nil && opts.Idempotency.InProgress == a.Status && a.Status != 0 {
		return outcome.InFlight
	}
	return outcome.ByStatus(a.Status)
}

// failure names what ended an attempt without a status.
func failure(a *attempt) outcome.Event {
	sent := a.phase != outcome.NotSent
	switch {
	case errors.Is(a.err, transport.ErrBlocked):
		return outcome.Blocked
	case errors.Is(a.gone, context.DeadlineExceeded) && sent:
		return outcome.DeadlineSent
	case errors.Is(a.gone, context.DeadlineExceeded):
		return outcome.Deadline
	case a.gone != nil && sent:
		return outcome.GoneSent
	case a.gone != nil:
		return outcome.Gone
	case a.timeout && sent:
		return outcome.Timeout
	case a.timeout:
		return outcome.NotSentInTime
	case sent:
		return outcome.NoAnswer
	case outcome.Lasting(a.err):
		return outcome.Unreachable
	}
	return outcome.Refused
}

// quotaProblem reports whether a problem type of the RateLimit draft says that a
// quota refused the request, so that it was not processed.
func quotaProblem(kind string) bool {
	return strings.HasSuffix(kind, "quota-exceeded") || strings.HasSuffix(kind, "temporary-reduced-capacity")
}

// classOf says how harmless repeating is. A status that the overlay calls "not
// applied" makes a repetition as harmless as that of a read.
func classOf(opts *runtime.SendOptions, status int) outcome.Class {
	switch {
	case opts.ReadOnly:
		return outcome.Reads
	case status != 0 && opts.Errors != nil && slices.Contains(opts.Errors.NotApplied, status):
		return outcome.Reads
	case opts.Idempotent:
		return outcome.Again
	}
	return outcome.Once
}

// wait gives how long the upstream wants to be left alone.
func wait(a *attempt, rep *reply.Report, now time.Time) (time.Duration, bool) {
	if d, ok := pace.RetryAfter(a.Header, now); ok {
		return d, true
	}
	return rep.Delay, rep.Delay > 0
}
