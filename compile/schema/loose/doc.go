// Package loose makes rewritten schemas smaller or more forgiving, and never
// stricter: what took a value before takes it after.
//
// It knows schemas as the rewriter leaves them, self-contained and in JSON
// Schema 2020-12, and nothing of documents. Start at Fit, for a budget, or at
// Relax, for what is published about answers.
package loose
