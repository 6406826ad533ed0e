// Package join says in one schema what several say together: parts of an allOf,
// and what stands beside a reference. Only where the one schema provably takes
// the same values; else they stay as they are.
//
// It knows rewritten schemas, looks at one level at a time and follows no
// reference but to the definitions that it is given. Start at Tidy.
package join
