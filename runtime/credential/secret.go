package credential

import (
	"fmt"
	"io"
	"log/slog"
)

// Redacted is what a secret prints as.
const Redacted = "[REDACTED]"

// Secret is a secret value. However it is printed, logged or encoded, it shows
// Redacted; Reveal is the only way to the value. The zero Secret is empty.
//
// The value is behind a pointer: package fmt calls no method of what stands in
// an unexported field, and prints its strings, but follows no pointer in it.
type Secret struct{ value *string }

// NewSecret wraps a value.
func NewSecret(value string) Secret { return Secret{&value} }

// Reveal gives the value, for the one place that sends it.
func (s Secret) Reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// IsZero reports whether there is no value.
func (s Secret) IsZero() bool { return s.Reveal() == "" }

// String implements fmt.Stringer, for what prints without package fmt.
func (s Secret) String() string { return Redacted }

// Format implements fmt.Formatter, so that no verb shows the value.
func (s Secret) Format(f fmt.State, _ rune) { io.WriteString(f, Redacted) }

// LogValue implements slog.LogValuer.
func (s Secret) LogValue() slog.Value { return slog.StringValue(Redacted) }

// MarshalJSON implements json.Marshaler.
func (s Secret) MarshalJSON() ([]byte, error) { return []byte(`"` + Redacted + `"`), nil }

// MarshalText implements encoding.TextMarshaler.
func (s Secret) MarshalText() ([]byte, error) { return []byte(Redacted), nil }
