// Package oas reads API descriptions of any dialect, Swagger 2.0 to OpenAPI
// 3.2, into documents and operations. It is the only home of kin-openapi.
//
// It knows HTTP's idea of an operation but no tool, no overlay and no policy:
// what an operation is good for is decided above. Schemas stay raw nodes of the
// document; package schema rewrites them and comes back here, through
// Document.Resolve, to follow their references.
//
// Start at Load (document.go), then Operations (gather.go). A document is read
// lazily: Load reads one file and looks at its top level, Index lists the
// operations, and only what a selected operation reaches is resolved, checked
// and, with its schemas replaced by {}, shown to kin-openapi (kin.go). Whatever
// is wrong elsewhere does not matter.
//
// The grammar of the objects is a table (grammar.go), and so are the repairs of
// sloppy documents (repair.go) and the weight of kin-openapi's findings
// (kin.go). Package swagger below turns operations of Swagger 2.0 into their
// OpenAPI 3.0 form, node by node, so that everything else knows one form only.
package oas
