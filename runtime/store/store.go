// Package store says what the runtime remembers between calls: one small
// interface for each record.
//
// Every transition is one conditional call that tells whether it happened, so
// that any number of replicas may share a store: two callers that try the same
// transition cannot both be told yes. The store judges expiry by its own clock.
// An error is ours (a full disk, a lost connection), never a refusal.
//
// The package knows no engine. Package memory is the store that is always
// there; storetest checks any. Start at Store.
package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/oatools/oatools/runtime"
)

// Store is all records together. It is safe for concurrent use.
type Store interface {
	Tokens
	Ledger
	Cursors
	Handles
	Values
}

// Token permits one execution of a planned command.
type Token struct {
	ID        string
	Tool      string
	Principal string // Principal.Key of whom it was given to
	Args      string // runtime.ArgsHash: tool, version and arguments
	Created   time.Time
	Expires   time.Time
	Used      time.Time // zero: not yet
	Operation string    // the operation that used it
}

// TokenUse is the wish to use a token up.
type TokenUse struct {
	ID        string
	Principal string
	Args      string
	Operation string
}

// Tokens keeps confirm tokens.
type Tokens interface {
	// PutToken records a new token; its id must be new.
	PutToken(ctx context.Context, t Token) error
	// UseToken marks a token as used. It happens only if the token exists, was
	// never used, has not expired, and belongs to this principal and these
	// arguments.
	UseToken(ctx context.Context, use TokenUse) (bool, error)
	// Token reads a token, to explain why it could not be used. An expired one
	// may be gone.
	Token(ctx context.Context, id string) (Token, bool, error)
}

// OperationState says how far a write came.
type OperationState string

// The states. Started moves to any other; unknown may still become succeeded or
// failed when somebody finds out.
const (
	OperationStarted   OperationState = "started"
	OperationSucceeded OperationState = "succeeded"
	OperationFailed    OperationState = "failed" // and nothing was changed
	OperationUnknown   OperationState = "unknown"
)

// Operation is one write: recorded before its first byte is sent.
type Operation struct {
	ID        string // also the idempotency key, where the upstream takes one
	Tool      string
	Principal string
	Args      string // runtime.ArgsHash
	Run       string
	Call      string
	State     OperationState
	Effect    runtime.SideEffect
	Code      runtime.Code    // of a failure
	Result    json.RawMessage // the envelope that was answered; nil while started
	Owner     string          // process that sends it
	Lease     time.Time       // until when the owner is believed to be alive
	Created   time.Time
	Updated   time.Time
	Expires   time.Time
}

// Finish is the wish to close an operation.
type Finish struct {
	ID     string
	From   OperationState // the state that it must be in
	Owner  string         // must match when From is started
	To     OperationState
	Effect runtime.SideEffect
	Code   runtime.Code
	Result json.RawMessage
}

// Ledger keeps operations.
type Ledger interface {
	// StartOperation records a new operation in state started, durably. It
	// happens only if the id is new.
	StartOperation(ctx context.Context, op Operation) (bool, error)
	// FinishOperation closes an operation. It happens only from the stated state
	// and, from started, only for its owner.
	FinishOperation(ctx context.Context, f Finish) (bool, error)
	// LapseOperations moves at most limit started operations whose lease is over
	// to unknown and gives them. No two callers are given the same one.
	LapseOperations(ctx context.Context, limit int) ([]Operation, error)
	// Operation reads an operation. An expired one may be gone.
	Operation(ctx context.Context, id string) (Operation, bool, error)
}

// Cursor is the place of a caller in a listing.
type Cursor struct {
	ID        string
	Tool      string
	Principal string
	Args      string          // runtime.ArgsHash
	Call      json.RawMessage // the listing's arguments, a JSON object
	State     json.RawMessage // the upstream's state; nil: the first page
	Size      int             // page size asked for; 0: none
	Skip      int             // items of the page that were shown already
	Expires   time.Time
}

// Cursors keeps cursors. A cursor may be used any number of times.
type Cursors interface {
	// PutCursor records a new cursor; its id must be new.
	PutCursor(ctx context.Context, c Cursor) error
	// Cursor reads a cursor that has not expired.
	Cursor(ctx context.Context, id string) (Cursor, bool, error)
}

// Handle describes a stored result.
type Handle struct {
	ID        string
	Tool      string
	Principal string
	Source    string // host that the data came from
	Media     string // of the stored bytes
	Size      int64
	SHA256    string // hex, of the stored bytes
	Items     int    // 0: the data is no list
	// Index holds the offsets of items 0, IndexStep, 2·IndexStep, …; items are
	// JSON texts, one a line.
	Index   []int64
	Created time.Time
	Expires time.Time
}

// IndexStep is the distance of the items whose offsets Handle.Index holds.
const IndexStep = 64

// Handles keeps large results.
type Handles interface {
	// PutHandle records a new handle and its bytes; its id must be new. It
	// reports false when the store has no room for them.
	PutHandle(ctx context.Context, h Handle, data []byte) (bool, error)
	// Handle reads a handle that has not expired.
	Handle(ctx context.Context, id string) (Handle, bool, error)
	// ReadHandle gives at most n bytes from off. It reports false when the handle
	// has gone; off beyond the end gives no bytes.
	ReadHandle(ctx context.Context, id string, off int64, n int) ([]byte, bool, error)
}

// Value is something remembered of a successful answer.
type Value struct {
	Scope   string // who shares it: a run, a user or a tenant
	Key     string
	JSON    json.RawMessage
	Expires time.Time
}

// Values keeps remembered values.
type Values interface {
	// PutValue records v in place of what its scope and key held before.
	PutValue(ctx context.Context, v Value) error
	// Value reads a value that has not expired.
	Value(ctx context.Context, scope, key string) (json.RawMessage, bool, error)
}
