// Package scaffold writes the first version of an overlay for an author: what
// the description says, what it suggests, and TODO prompts for what only a
// person knows. It must not know how overlays are compiled. Start at Write.
package scaffold
