package wire

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/pace"
	"github.com/oatools/oatools/runtime/wire/reply"
	"github.com/oatools/oatools/runtime/wire/transport"
)

// classify names what happened to an attempt that is not a success.
func classify(a *attempt, opts *runtime.SendOptions, rep *reply.Report, now time.Time) event {
	if a.Status == 0 {
		return failure(a)
	}
	if a.phase == lost && a.Status/100 == 2 {
		return evLost2xx
	}
	switch a.Status {
	case http.StatusServiceUnavailable:
		if quotaProblem(rep.Kind) {
			return evQuota
		}
		if _, ok := wait(a, rep, now); ok {
			return ev503Hint
		}
		return ev503
	case http.StatusConflict:
		if opts.Idempotency != nil && opts.Idempotency.InProgress == http.StatusConflict {
			return evInFlight
		}
		return ev409
	case http.StatusUnprocessableEntity:
		if len(rep.Fields) == 0 {
			return ev402
		}
		return ev400
	}
	if opts.Idempotency != nil && opts.Idempotency.InProgress == a.Status && a.Status != 0 {
		return evInFlight
	}
	return byStatus(a.Status)
}

func byStatus(status int) event {
	switch status {
	case 400, 413, 414:
		return ev400
	case 401:
		return ev401
	case 402:
		return ev402
	case 403, 451:
		return ev403
	case 404, 410:
		return ev404
	case 408:
		return ev408
	case 412, 423:
		return ev412
	case 425:
		return ev425
	case 428:
		return ev428
	case 429:
		return ev429
	case 500:
		return ev500
	case 501, 505:
		return ev501
	case 304:
		return evOther
	}
	switch status / 100 {
	case 3:
		return evForward
	case 4:
		return ev4xx
	case 5:
		return ev502
	}
	return evOther
}

// failure names what ended an attempt without a status.
func failure(a *attempt) event {
	sent := a.phase != notSent
	switch {
	case errors.Is(a.err, transport.ErrBlocked):
		return evBlocked
	case errors.Is(a.gone, context.DeadlineExceeded) && sent:
		return evDeadlineSent
	case errors.Is(a.gone, context.DeadlineExceeded):
		return evDeadline
	case a.gone != nil && sent:
		return evGoneSent
	case a.gone != nil:
		return evGone
	case a.timeout && sent:
		return evTimeout
	case a.timeout:
		return evNotSentTime
	case sent:
		return evSilent
	case lasting(a.err):
		return evUnreachable
	}
	return evRefused
}

// quotaProblem reports whether a problem type of the RateLimit draft says that a
// quota refused the request, so that it was not processed.
func quotaProblem(kind string) bool {
	return strings.HasSuffix(kind, "quota-exceeded") || strings.HasSuffix(kind, "temporary-reduced-capacity")
}

// classOf says how harmless repeating is. A status that the overlay calls "not
// applied" makes a repetition as harmless as that of a read.
func classOf(opts *runtime.SendOptions, status int) class {
	switch {
	case opts.ReadOnly:
		return reads
	case status != 0 && opts.Errors != nil && slices.Contains(opts.Errors.NotApplied, status):
		return reads
	case opts.Idempotent:
		return again
	}
	return once
}

// wait gives how long the upstream wants to be left alone.
func wait(a *attempt, rep *reply.Report, now time.Time) (time.Duration, bool) {
	if d, ok := pace.RetryAfter(a.Header, now); ok {
		return d, true
	}
	return rep.Delay, rep.Delay > 0
}
