// Package command runs the shape that writes: a call is planned, confirmed where
// its contract wants that, sent once, and read back. What is in the ledger before
// the first byte is sent decides what a second call may do.
//
// It must not know who may call, nor how a request is written. Start at New.
package command
