// Package expenses is a small real server for the API that
// expenses.openapi.yaml describes. Demos and tests call it as an upstream: it
// checks what a real one would check, remembers what it did, and needs neither
// network nor clock nor disk.
//
// It must not know that oatools exists: it imports the standard library and what
// is below it, and whatever it refuses it refuses because the document says so.
//
// Start with [NewServer]; package loopback below reaches it at the origin the
// document names without opening a socket, package object reads bodies.
//
// # Rough edges
//
// All state lives in memory and one lock guards it, so nothing survives a
// restart and a large number of clients would queue. Idempotency keys are
// forgotten by time only when the next key arrives.
package expenses
