// Package reply reads what upstreams answer: successes by what their bodies
// actually are, failures by the form of their error bodies.
//
// Everything in an answer is foreign and may be hostile: nothing here follows,
// evaluates or trusts it, and texts that are passed on are short, in one line and
// without control characters. It knows no attempts and no retries.
//
// Start at Decode and Read.
package reply
