// Package oas reads API descriptions of any dialect, Swagger 2.0 to OpenAPI
// 3.2, into documents and operations.
//
// It knows HTTP's idea of an operation but no tool, no overlay and no policy:
// what an operation is good for is decided above. Schemas stay raw nodes of the
// document; package schema rewrites them and comes back here, through
// Document.Resolve, to follow their references.
//
// Start at Load (document.go), then Operations (gather.go). A document is read
// lazily: Load reads one file and looks at its top level, Index lists the
// operations, and only what a selected operation reaches is resolved, checked
// and shown to kin-openapi (judge.go). Whatever is wrong elsewhere does not
// matter.
//
// Below are source (files and the references between them), grammar (which
// objects have which keys, as a table), object (objects as they were meant, with
// the table of repairs), component (what the references of an operation lead to,
// and its digest), opinion (what kin-openapi thinks; its only home) and swagger,
// which turns operations of Swagger 2.0 into their OpenAPI 3.0 form, node by
// node, so that everything else knows one form.
package oas
