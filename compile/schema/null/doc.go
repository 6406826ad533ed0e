// Package null knows the ways in which documents say that a value may be null,
// and says it in the way of JSON Schema 2020-12.
//
// It looks at one schema at a time, as it was written and as it is being
// rewritten, and must not know references or surroundings. Start at Rules.Apply.
package null
