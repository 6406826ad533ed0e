// Package answer checks what an overlay says about the answers of operations:
// pointers, selected fields, states, runtime expressions. Each is held against
// what the description declares, and what is wrong is told with what is there.
//
// Where a description says nothing about an answer, nothing can be checked, and
// that is said. It must not know where in a tool the checked part goes.
package answer
