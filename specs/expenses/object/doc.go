// Package object reads the JSON object of a request member by member and collects
// everything that is wrong with it, so that a caller hears of all mistakes at
// once.
//
// It knows JSON and where in it a mistake stands. It must not know HTTP, nor what
// a member is for. Start at [Read].
package object
