// Package change is what a comparison of two toolsets says, as data: changes of
// stable rules and fingerprints, the class of each, what happened to each tool,
// and the version that all of it asks for.
//
// A Report is sorted and complete once it is finished; package render writes it
// down. It must not know how sets are compared, nor what a tool holds: the
// meaning of a change stands in the table of rules.
package change
