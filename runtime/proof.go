package runtime

import (
	"fmt"
	"io"
	"log/slog"
)

// Proof is a caller's own token. Printed, logged or encoded, it shows nothing of
// it. The zero Proof is none.
//
// The token is behind a pointer: package fmt calls no method of what stands in
// an unexported field, and prints its strings, but follows no pointer in it.
type Proof struct{ token *string }

// NewProof wraps a token that was verified.
func NewProof(token string) Proof { return Proof{&token} }

// Token gives the token, for a token exchange and nothing else.
func (p Proof) Token() string {
	if p.token == nil {
		return ""
	}
	return *p.token
}

// IsZero reports whether there is no token.
func (p Proof) IsZero() bool { return p.Token() == "" }

// Equal reports whether both hold the same token.
func (p Proof) Equal(q Proof) bool { return p.Token() == q.Token() }

// String implements fmt.Stringer, for what prints without package fmt.
func (p Proof) String() string { return "[REDACTED]" }

// Format implements fmt.Formatter, so that no verb shows the token.
func (p Proof) Format(f fmt.State, _ rune) { io.WriteString(f, "[REDACTED]") }

// LogValue implements slog.LogValuer.
func (p Proof) LogValue() slog.Value { return slog.StringValue("[REDACTED]") }

// MarshalText implements encoding.TextMarshaler.
func (p Proof) MarshalText() ([]byte, error) { return []byte("[REDACTED]"), nil }
