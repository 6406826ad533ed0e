// Package explain says where everything that a tool is made of comes from:
// every word, argument, limit, hidden value and policy, with its line of the
// API description, its line of the overlay, or that it is a default of ours.
//
// It reads a tool of an artifact and asks for lines; an artifact alone has
// none, and then it says what is known without. It compiles nothing. Start at
// Tool.
package explain
