// Package example chooses the examples of a document that help a model to fill in
// a request, and says them in descriptions: few, short, of texts that their
// schema says nothing of, and never a secret.
//
// It knows rewritten schemas and nothing of documents or budgets. Start at Useful.
package example
