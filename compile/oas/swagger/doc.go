// Package swagger turns what an operation of Swagger 2.0 needs into the form
// that OpenAPI 3.0 gives it: node by node, each at its place in the file, its
// schemas untouched but for the words that differ.
//
// It knows the two formats and nothing of tools. It follows no reference itself
// and reads no file; its caller does. The conversion of kin-openapi is not used,
// because it works on whole documents without places and loses what decides the
// wire: produces and consumes of the document, collectionFormat (csv is the
// default there, tsv and nested ones have no equivalent), schemes of operations,
// files.
//
// Start at Converter.Operation.
package swagger
