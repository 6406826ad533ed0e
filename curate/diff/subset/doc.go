// Package subset reasons about two JSON Schemas: which values one takes that
// the other does not. Compare says where they part and which way each
// difference goes; Within proves that every value of one is a value of the
// other.
//
// It proves and never guesses: what it cannot prove is Moved in a Delta and
// false from Within. It knows nothing about tools, directions or classes;
// whoever asks decides whether narrower is worse.
//
// Schemas are self-contained JSON Schema 2020-12, references only to #/$defs.
// Start at Compare.
package subset
