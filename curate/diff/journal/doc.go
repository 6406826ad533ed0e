// Package journal is where a comparison writes down what it finds: a Scope
// records changes in a report, under the rules of package change, and the rest
// says what values are and how they read in a sentence.
//
// Values count as equal when they are encoded the same, and zero values as not
// stated. It must not know what a set or a tool holds, nor which differences
// matter.
package journal
