// Package comparison compares one tool before with the same tool after, part by
// part: what it takes, what it answers, the requests it sends, its policies and
// the contract of its shape. Each part is a file; start at Tools.
//
// What takes arguments is contravariant and what answers is covariant; package
// subset decides between schemas, and conditions are compared by their text.
// What is found is written down in a journal.Scope. It must not know which tool
// became which, what the set as a whole says, nor what a rule means.
package comparison
