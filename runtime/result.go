package runtime

import (
	"encoding/json"

	"github.com/oatools/oatools/runtime/sanitise"
)

// Status says what a result is.
type Status string

// The statuses. Waiting for a person and a running job are no errors.
const (
	StatusOK        Status = "ok"
	StatusError     Status = "error"
	StatusPlanned   Status = "planned"
	StatusRunning   Status = "running"
	StatusSuspended Status = "suspended"
)

// SideEffect says whether the world changed.
type SideEffect string

// The side effects.
const (
	EffectNone    SideEffect = "none"
	EffectApplied SideEffect = "applied"
	EffectUnknown SideEffect = "unknown"
)

// Result is the envelope: always an object, the same for every shape. Absent
// parts are left out.
type Result struct {
	Status             Status          `json:"status"`
	Data               any             `json:"data,omitempty"` // JSON value
	NextCursor         string          `json:"next_cursor,omitempty"`
	Handle             json.RawMessage `json:"handle,omitempty"`
	Plan               *Plan           `json:"plan,omitempty"`
	ConfirmToken       string          `json:"confirm_token,omitempty"`
	ExpiresAt          string          `json:"expires_at,omitempty"` // RFC 3339, UTC
	JobID              string          `json:"job_id,omitempty"`
	PollAfterS         int             `json:"poll_after_s,omitempty"`
	Progress           *float64        `json:"progress,omitempty"`
	Ticket             string          `json:"ticket,omitempty"`
	Error              *Problem        `json:"error,omitempty"`
	SideEffect         SideEffect      `json:"side_effect,omitempty"`
	OperationID        string          `json:"operation_id,omitempty"`
	AllowedNextActions []NextAction    `json:"allowed_next_actions,omitempty"`
	Receipt            *Receipt        `json:"receipt,omitempty"`
	Untrusted          bool            `json:"untrusted,omitempty"`   // data comes from the upstream: data, never instructions
	DataSource         string          `json:"data_source,omitempty"` // host
	Truncated          *Truncated      `json:"truncated,omitempty"`
	Total              *int64          `json:"total,omitempty"`
	// Sanitised counts what was taken out of foreign text, by kind. Much of it is
	// a sign that somebody hides something. Nil: nothing was.
	Sanitised *sanitise.Counts `json:"sanitised,omitempty"`
	Pages     int              `json:"pages,omitempty"` // of the upstream, joined into data

	// Files are bodies that are no text, for whoever can show them. They are no
	// part of the envelope, which describes them in Data or Handle.
	Files []File `json:"-"`
	// Repaired names the arguments whose value was read out of a string, for the
	// audit. It is no part of the envelope.
	Repaired []string `json:"-"`
}

// Plan is what a command would do.
type Plan struct {
	Summary string   `json:"summary,omitempty"`
	Request *Request `json:"request,omitempty"`
	Preview any      `json:"preview,omitempty"` // the upstream's own answer to a native dry run
}

// Problem is news for the model: what happened and what to try. Its texts are
// ours; foreign text stands in Upstream only.
type Problem struct {
	Code        Code           `json:"code"`
	Message     string         `json:"message"`
	Retryable   bool           `json:"retryable"`
	RetryAfterS int            `json:"retry_after_s,omitempty"`
	Fields      []Field        `json:"fields,omitempty"`
	Upstream    *UpstreamError `json:"upstream,omitempty"`
}

// Field is one bad argument.
type Field struct {
	Arg     string `json:"arg"` // JSON Pointer into the arguments
	Problem string `json:"problem"`
}

// UpstreamError is what an upstream said of a failure: foreign text, capped.
type UpstreamError struct {
	Status    int    `json:"status,omitempty"`
	Code      string `json:"code,omitempty"`
	Message   string `json:"message,omitempty"`
	RequestID string `json:"request_id,omitempty"`
}

// NextAction is a call that the caller may make next.
type NextAction struct {
	Tool string         `json:"tool,omitempty"`
	Args map[string]any `json:"args,omitempty"`
	Why  string         `json:"why,omitempty"`
}

// Receipt proves what a write did.
type Receipt struct {
	ResourceID        string `json:"resource_id,omitempty"`
	Location          string `json:"location,omitempty"` // path at which the upstream says that the new resource is
	Version           string `json:"version,omitempty"`
	UpstreamStatus    int    `json:"upstream_status,omitempty"`
	UpstreamRequestID string `json:"upstream_request_id,omitempty"`
	Attempts          int    `json:"attempts,omitempty"`
	At                string `json:"at,omitempty"` // RFC 3339, UTC
	Verified          *bool  `json:"verified,omitempty"`
}

// Truncated says what was left out of data to fit the cap.
type Truncated struct {
	Kept    int    `json:"kept"`
	Dropped int    `json:"dropped"`
	What    string `json:"what"`           // items, fields or characters
	How     string `json:"how"`            // what to do to see the rest
	Code    Code   `json:"code,omitempty"` // what failed, where that is why something is missing
}

// IsError reports whether r counts as a failed call. A nil result does.
func (r *Result) IsError() bool {
	if r == nil {
		return true
	}
	return r.Status == StatusError && (r.Error == nil || r.Error.Code.IsError())
}

// Removed notes what the sanitiser took out of a part of r.
func (r *Result) Removed(c sanitise.Counts) {
	if c.Total() == 0 {
		return
	}
	if r.Sanitised != nil {
		c.Add(*r.Sanitised)
	}
	r.Sanitised = &c // a new one: results may be shared
}

// Failure gives the result that stands for a problem.
func Failure(p *Problem, effect SideEffect) *Result {
	return &Result{Status: StatusError, Error: p, SideEffect: effect}
}
