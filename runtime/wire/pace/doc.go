// Package pace decides when something may be sent: how long to wait before
// another attempt, what an upstream says about its limits, when retries have to
// stop, and when an upstream is left alone.
//
// It keeps counts and times and knows neither requests nor outcomes. Start at
// Backoff and RetryAfter.
package pace
