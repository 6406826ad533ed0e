// Package schema turns the schemas of an API description, in the dialect of its
// version, into self-contained JSON Schema 2020-12.
//
// It knows nodes and diagnostics. It never opens a file: references go through
// a Resolver. It does not validate values; that is package check. Every repair
// and every loss is a diagnostic at its place. The steps that need no document
// are packages below: keyword is the vocabulary of all of them, build puts
// schemas together, raw reads what a document says, repair mends values of
// keywords, null knows how null is allowed, join says in one schema what several
// say together, example chooses examples, shown names what a model sees, loose
// cuts to a budget.
//
// Start at Rewriter. One Rewriter serves one tool in one direction:
//
//	w := schema.New(doc, schema.Options{Dialect: raw.Draft30}, diags)
//	arg := w.Rewrite(n)  // as often as there are arguments
//	defs := w.Defs()     // last: the $defs that all of them share
package schema
