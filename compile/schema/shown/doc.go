// Package shown knows the names under which a model sees properties, where models'
// APIs refuse those of the document, and the way back to the document's.
//
// It knows names and rewritten schemas, in which a mark keeps the name of a renamed
// property. Start at Name and Read.
package shown
