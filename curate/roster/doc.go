// Package roster knows the names in an overlay: what each tool is called in full,
// that no two have one name, and whom a name means that the overlay refers to.
//
// It knows tools and audiences by name only, and must not know what they do or
// admit. Start at New.
package roster
