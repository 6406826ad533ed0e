// Package review makes the page on which people decide about a toolset: one
// HTML file for all of it, to be opened from a disk, attached to a ticket or
// printed.
//
// The file is whole: no request leaves it, and its policy lets no other script
// run than its own. Everything in it that an author, a service or a model wrote
// is text, never markup. It works without scripts; they only filter.
//
// It compiles and judges nothing: sets, reports, explanations and findings come
// in, bytes go out, equal ones for equal input. Start at Page.
package review
