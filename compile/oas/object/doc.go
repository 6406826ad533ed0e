// Package object reads the objects of an API description as they were meant:
// references followed, keys in their right case, scalars of the right type. Each
// repair is a diagnostic of its table of rules.
//
// It knows the grammar of objects, not what operations are made of. Schemas are
// not its business. Start at Reader.Object.
package object
