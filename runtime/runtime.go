// Package runtime is the language of execution: what a call is, what a result
// is, and how handlers and middleware fit together.
//
// It knows tools (package tool) but neither OpenAPI nor overlays, and no
// transport: package wire speaks HTTP, package engine composes the policies,
// package mcpserver serves the outcome. Start at Handler.
package runtime

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime/sanitise"
)

// Principal is who calls. It is passed explicitly and never dug out of a
// context. The zero Principal is nobody and is admitted nowhere.
type Principal struct {
	ID     string         `json:"id"`
	Tenant string         `json:"tenant,omitempty"`
	Roles  []string       `json:"roles,omitempty"`
	Scopes []string       `json:"scopes,omitempty"`
	Claims map[string]any `json:"claims,omitempty"` // JSON values; numbers are json.Number
	// Proof is the verified token that the caller came with. It is the subject of
	// a token exchange and is never passed on.
	Proof Proof `json:"-"`
}

// Key identifies the principal in caches, tokens and counters: tenant and id,
// kept apart so that no two principals share a key.
func (p Principal) Key() string {
	b, _ := json.Marshal([2]string{p.Tenant, p.ID})
	return string(b)
}

// Call is one proposed call of a tool. Args is what the model wrote, untrusted
// and undecoded; empty means {}.
type Call struct {
	ID        string // unique; made by the server that received the call
	RunID     string // the conversation or job it belongs to; client-supplied; may be empty
	Tool      string
	Args      json.RawMessage
	Principal Principal
}

// Handler runs one call. The result is what the model reads, failures included.
// An error is ours: it is logged and the model sees code "internal". A handler
// is safe for concurrent use and returns a non-nil result when the error is nil.
type Handler func(ctx context.Context, call *Call) (*Result, error)

// Middleware wraps a handler. next is never nil.
type Middleware func(next Handler) Handler

// Chain wraps h; the first of mw sees a call first.
func Chain(h Handler, mw ...Middleware) Handler {
	for _, m := range slices.Backward(mw) {
		h = m(h)
	}
	return h
}

// Inputs are the values that a step's binding draws on.
type Inputs struct {
	Args      map[string]any // decoded, validated arguments without the control arguments; numbers are json.Number
	Principal Principal
	Start     map[string]json.RawMessage // values kept from a start response, by expression
	Run       map[string]json.RawMessage // remembered values
	Page      json.RawMessage            // the cursor's state; nil on the first page
	Size      int                        // page size; 0: not asked for
	Key       string                     // idempotency key as it is sent, in the contract's format; empty: none is sent
	CallID    string
	URL       string // an address that the upstream gave, in place of the step's path and query; it must be at the same origin
	// Files gives what a reference in place of a file stands for: h_… is a stored
	// result, file:NAME a file of the operator's. Why, in words that follow the
	// argument's name, says why it stands for nothing. Nil: there are none.
	Files func(ref string) (f File, why string)
}

// File is a file that goes into a request.
type File struct {
	Name  string // file name; empty: the name of the part
	Media string // empty: application/octet-stream
	Data  []byte
}

// Upstream sends steps. It binds, encodes, asserts, authenticates, sends,
// classifies and retries; it knows no shape and no policy about callers.
type Upstream interface {
	// Do sends one step and reports what is known of the outcome. Failures of
	// the upstream are in the Response; the error is ours.
	Do(ctx context.Context, s *tool.Step, in Inputs, opts SendOptions) (*Response, error)
	// Plan gives the request that Do would send, without sending it and without
	// credentials.
	Plan(s *tool.Step, in Inputs) (*Request, *Problem, error)
}

// SendOptions say how hard Do may try.
type SendOptions struct {
	ReadOnly    bool              // the step changes nothing: it may be repeated, and its effect is always none
	Idempotent  bool              // a replay is harmless: an idempotent method, or a key that the upstream honours
	Idempotency *tool.Idempotency // how the upstream treats the key of Inputs.Key; nil: it knows none
	Timeout     tool.Duration     // one attempt; 0: 10 s when ReadOnly, 30 s else
	Retry       *tool.Retry
	Errors      *tool.Errors
	MaxBytes    int // cap of the decoded body; 0: 8 MiB
}

// Request is a request as a reviewer or a person who approves reads it.
type Request struct {
	Method string            `json:"method"`
	URL    string            `json:"url"`
	Header map[string]string `json:"header,omitempty"` // without credentials
	Body   json.RawMessage   `json:"body,omitempty"`   // JSON, or a JSON string of the encoded body
}

// Response is what is known after a step was sent, or could not be.
type Response struct {
	Status   int // 0: no status was seen
	Header   http.Header
	Media    string
	Body     any // decoded: JSON values with json.Number, string for text, []byte for bytes
	Declared *tool.Response
	Effect   SideEffect
	Attempts int
	Problem  *Problem // nil: success
	// Removed counts what was taken out of the upstream's words in Problem.
	Removed sanitise.Counts

	Host      string   // where the answer came from, or would have come from: host[:port]
	RequestID string   // the upstream's own id of the request; may be empty
	Partial   bool     // 206 or 207: not everything is here, or not everything took effect
	Notes     []string // what had to be repaired to read the body; ours, for logs and for the model
}
