package subset

import "github.com/oatools/oatools/compile/node"

// Move says which way a difference goes, from the old schema to the new one.
type Move string

// The moves.
const (
	Narrowed Move = "narrowed" // some values are refused now, none is new
	Widened  Move = "widened"  // some values are new, none is refused now
	Moved    Move = "moved"    // both, or nothing can be proved
	Told     Move = "told"     // the same values in other words
)

// Kind says what a difference is about.
type Kind string

// The kinds.
const (
	PropertyAdded   Kind = "property-added"
	PropertyRemoved Kind = "property-removed"
	Required        Kind = "required" // of a property that both have
	Type            Kind = "type"
	Enum            Kind = "enum"
	Bound           Kind = "bound"   // a limit on numbers, lengths and counts
	Pattern         Kind = "pattern" // pattern, format and encoding of text
	Closed          Kind = "closed"  // what may be there beside the properties
	Default         Kind = "default"
	Text            Kind = "text"  // words for people and models
	Order           Kind = "order" // of properties or enum values
	Logic           Kind = "logic" // combinations and everything else
)

// Delta is one difference of two schemas.
type Delta struct {
	Kind Kind
	Move Move
	Word string   // keyword that differs
	Ptr  []string // way through the schema: properties, amount, minimum
	Path []string // way to the value: amount; * is an item, {} any other property
	// Old and New are the values of the keyword, or the property's schema; nil
	// where there is none. Of an enum they hold what only one side has.
	Old, New *node.Node
	// Must is set when a property that was added or removed is required.
	Must bool
}
