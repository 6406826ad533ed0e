package middleware

import (
	"context"
	"encoding/json"
	"time"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/sanitise"
)

// The events of an audit.
const (
	EventIntent  = "intent"  // a write is about to be sent
	EventOutcome = "outcome" // a call ended, also one that was refused
)

// Record is one line of an audit. It holds no arguments and no data: who, what,
// when, and how it ended.
type Record struct {
	Time      time.Time `json:"time"`
	Event     string    `json:"event"`
	Call      string    `json:"call"`
	Run       string    `json:"run,omitempty"`
	Tool      string    `json:"tool"`
	Principal string    `json:"principal"`
	Tenant    string    `json:"tenant,omitempty"`
	Args      string    `json:"args,omitempty"` // runtime.ArgsHash, of a write
	// Repaired names the arguments that were not taken as they were written: their
	// value was read out of a string that held it as JSON. Args is the hash of what
	// was read.
	Repaired   []string           `json:"repaired,omitempty"`
	Operation  string             `json:"operation,omitempty"`
	Status     runtime.Status     `json:"status,omitempty"`
	Code       runtime.Code       `json:"code,omitempty"`
	SideEffect runtime.SideEffect `json:"side_effect,omitempty"`
	Bytes      int                `json:"bytes,omitempty"`     // of data
	Pages      int                `json:"pages,omitempty"`     // read for one call that joins them
	Sanitised  *sanitise.Counts   `json:"sanitised,omitempty"` // taken out of foreign text
	Took       time.Duration      `json:"took_ns,omitempty"`
}

// Auditor keeps records. It is safe for concurrent use. When an intent cannot be
// kept, the write is not sent; when an outcome cannot, the engine logs that.
type Auditor interface {
	Record(ctx context.Context, r *Record) error
}

// Audit records how every call ended, also one that panicked. failed is told
// when a record could not be kept.
func Audit(a Auditor, now func() time.Time, failed func(context.Context, error)) runtime.Middleware {
	return func(next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) (r *runtime.Result, err error) {
			began := now()
			ended := false
			defer func() {
				rec := NewRecord(EventOutcome, call, began)
				rec.Took = now().Sub(began)
				switch {
				case !ended || err != nil || r == nil:
					rec.Status, rec.Code = runtime.StatusError, runtime.CodeInternal
				default:
					rec.ended(r)
				}
				if err := a.Record(context.WithoutCancel(ctx), rec); err != nil {
					failed(ctx, err)
				}
			}()
			r, err = next(ctx, call)
			ended = true
			return r, err
		}
	}
}

// NewRecord starts a record of a call.
func NewRecord(event string, c *runtime.Call, at time.Time) *Record {
	return &Record{Time: at.UTC(), Event: event, Call: c.ID, Run: c.RunID, Tool: c.Tool, Principal: c.Principal.ID, Tenant: c.Principal.Tenant}
}

func (rec *Record) ended(r *runtime.Result) {
	rec.Status, rec.SideEffect, rec.Operation, rec.Repaired = r.Status, r.SideEffect, r.OperationID, r.Repaired
	rec.Pages, rec.Sanitised = r.Pages, r.Sanitised
	switch {
	case r.Error != nil:
		rec.Code = r.Error.Code
	case r.Truncated != nil: // a part is missing because something failed
		rec.Code = r.Truncated.Code
	}
	if data, ok := r.Data.(json.RawMessage); ok {
		rec.Bytes = len(data)
	}
}
