// Package provenance says which line of the overlay and of the API description
// each part of a tool comes from.
//
// It reads what a tool was made of and remembers places; it checks nothing and
// changes nothing. Start at Origins.
package provenance
