// Package opinion asks kin-openapi for a second opinion of operations. It is the
// only home of that library.
//
// Each operation is shown in a document of its own making, pruned: references
// followed, schemas replaced by {}, no examples, no prose. So nothing is read
// that the operation does not need, and what is wrong elsewhere does not matter.
// Every finding is told in words of ours at a place of the description, with the
// weight that a table gives it.
//
// It knows objects and their grammar, not how operations are gathered, and no
// document: package oas above hands over what it understood. It changes nothing
// but the list of operations. Start at Judge.
package opinion
