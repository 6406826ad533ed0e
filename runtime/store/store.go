// Package store says what the runtime remembers between calls: one small
// interface for each record.
//
// Every transition is one conditional call that tells whether it happened, so
// that any number of replicas may share a store. The package knows no engine;
// package memory is the one that is always there, and storetest checks any.
package store

// Store is all records together.
type Store interface{}
