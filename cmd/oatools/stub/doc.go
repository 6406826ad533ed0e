// Package stub makes of an API description a set in which every operation is a
// tool, with the description's examples, for a stub to play.
//
// It knows descriptions and how they compile by default. It must not know how the
// set is played or served; package runtime/mock does, which knows no description.
// Start at Of.
package stub
