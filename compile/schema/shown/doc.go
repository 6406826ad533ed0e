// Package shown knows the names under which a model sees properties, where models'
// APIs refuse those of the document, and the way back to the document's.
//
// It knows names and rewritten schemas. Start at Name and Layout.
package shown
