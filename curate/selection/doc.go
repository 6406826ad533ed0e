// Package selection knows which operation each selector of an overlay names, of
// tools and of the steps of their contracts.
//
// It must not know what becomes of an operation: package curate above plans it.
// Start at Of.
package selection
