// Package side reads what a comparison compares: an artifact, an overlay that is
// compiled in memory, a folder of artifacts, or one of these in a git revision;
// and pairs the sets of two sides.
//
// It must not know how differences are shown. Start at Load.
package side
