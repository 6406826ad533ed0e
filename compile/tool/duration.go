package tool

import (
	"fmt"
	"time"
)

// Duration is a time.Duration that is written like "1m30s".
type Duration time.Duration

// Std gives the standard library's form.
func (d Duration) Std() time.Duration { return time.Duration(d) }

// String gives the shortest exact spelling: "8s", "1h", "1m30s".
func (d Duration) String() string {
	v := time.Duration(d)
	switch {
	case v != 0 && v%time.Hour == 0:
		return fmt.Sprintf("%dh", v/time.Hour)
	case v != 0 && v < time.Hour && v%time.Minute == 0:
		return fmt.Sprintf("%dm", v/time.Minute)
	}
	return v.String()
}

// MarshalText implements encoding.TextMarshaler.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler. It takes what
// time.ParseDuration takes, except negative durations.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil || v < 0 {
		return fmt.Errorf("%q is not a duration such as 8s or 1h30m", text)
	}
	*d = Duration(v)
	return nil
}
