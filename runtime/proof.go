package runtime

import (
	"fmt"
	"io"
	"log/slog"
)

// Proof is a caller's own token. Printed, logged or encoded, it shows nothing of
// it. The zero Proof is none.
type Proof struct{ token string }

// NewProof wraps a token that was verified.
func NewProof(token string) Proof { return Proof{token} }

// Token gives the token, for a token exchange and nothing else.
func (p Proof) Token() string { return p.token }

// IsZero reports whether there is no token.
func (p Proof) IsZero() bool { return p.token == "" }

// Equal reports whether both hold the same token.
func (p Proof) Equal(q Proof) bool { return p.token == q.token }

// Format implements fmt.Formatter, so that no verb shows the token.
func (p Proof) Format(f fmt.State, _ rune) { io.WriteString(f, "[REDACTED]") }

// LogValue implements slog.LogValuer.
func (p Proof) LogValue() slog.Value { return slog.StringValue("[REDACTED]") }

// MarshalText implements encoding.TextMarshaler.
func (p Proof) MarshalText() ([]byte, error) { return []byte("[REDACTED]"), nil }
