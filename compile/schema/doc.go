// Package schema works on JSON Schemas as raw data: it turns the schemas of an
// API description, in the dialect of its version, into self-contained JSON
// Schema 2020-12, and answers questions about them (which properties, what is
// at this path).
//
// It knows nodes and diagnostics. It never opens a file: references go through
// a Resolver. It does not validate values; that is package check. Every repair
// and every loss is a diagnostic at its place.
//
// Start at Rewriter. One Rewriter serves one tool in one direction:
//
//	w := schema.New(doc, schema.Options{Dialect: schema.Draft30}, diags)
//	arg := w.Rewrite(raw)  // as often as there are arguments
//	defs := w.Defs()       // last: the $defs that all of them share
package schema
