// Package companion runs the tools that the runtime adds to a set: one reads
// stored results, one reads what became of writes.
//
// It reads the store and sends nothing. Start at NewReadResult and
// NewGetOperation.
package companion
