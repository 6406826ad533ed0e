// Package raw reads the schemas of an API description as they are written, in the
// dialect of its version: it follows their references, and answers which
// properties there are and what is at a path.
//
// It changes nothing but by leaving out, in Omit, and it never opens a file:
// references go through a Resolver. Start at Find and Properties; Reader is for
// who rewrites.
package raw
