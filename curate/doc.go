// Package curate compiles an overlay: it reads the file that people review,
// checks every word of it against the API descriptions it names, edits the
// plans of package compile accordingly, and gathers the tools in a tool.Set.
//
// An overlay is an allow-list that only narrows. Whatever it says wrongly is a
// diagnostic at its line, all of them in one run, and a Set comes out only when
// there is no error. The format itself, with places, is package overlay; this
// package must not know YAML, HTTP or MCP.
//
// Start at Build.
package curate
