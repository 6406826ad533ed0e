// Package tool is the contract between build time and run time: what a curated
// tool is, how it is bound to HTTP operations, and the artifact that carries a
// set of tools from the compiler to the runtime.
//
// It imports the standard library and its coming encoding/json/v2, and nothing
// else. It must not know OpenAPI documents, overlays, HTTP clients or any agent
// protocol: whoever holds a Set holds everything that is needed to serve it,
// except secrets.
//
// Start at Set and Tool. Decode and Encode are the only ways in and out; equal
// sets have equal bytes.
package tool
