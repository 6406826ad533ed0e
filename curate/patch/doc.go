// Package patch applies documents of the OpenAPI Overlay Specification, 1.0 and
// 1.1, to the tree of an API description: facts that the description lacks.
//
// It is stricter than the specification where that protects an author: a target
// that matches nothing is an error, and an action that changes nothing is a
// warning. It must not know tools or our own overlays, and never opens a file.
// Start at Parse.
package patch
