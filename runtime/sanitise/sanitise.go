// Package sanitise cleans foreign text before a model reads it: it removes what
// a person would not see or would not mean to say, and counts what it removed.
//
// It works on single strings and knows neither results nor policies. Cleaning
// is idempotent, and no string comes out with more runes than went in. Start at
// String.
package sanitise

import (
	"unicode/utf8"
)

// Counts tells what was removed or replaced, by class. Many removals are a
// signal of their own.
type Counts struct {
	Invalid   int `json:"invalid,omitempty"`   // bytes that are no UTF-8, replaced by U+FFFD
	Control   int `json:"control,omitempty"`   // C0 and C1 controls, DEL
	Escape    int `json:"escape,omitempty"`    // terminal escape sequences
	Bidi      int `json:"bidi,omitempty"`      // controls of the writing direction
	Invisible int `json:"invisible,omitempty"` // zero-width and other characters without a shape
	Tag       int `json:"tag,omitempty"`       // Unicode tags and supplementary variation selectors
	Markup    int `json:"markup,omitempty"`    // comments, scripts, images and embedded data
	Marker    int `json:"marker,omitempty"`    // words that frame a model's conversation
}

// Total gives the sum of all classes.
func (c Counts) Total() int {
	return c.Invalid + c.Control + c.Escape + c.Bidi + c.Invisible + c.Tag + c.Markup + c.Marker
}

// Add adds the counts of o.
func (c *Counts) Add(o Counts) {
	c.Invalid += o.Invalid
	c.Control += o.Control
	c.Escape += o.Escape
	c.Bidi += o.Bidi
	c.Invisible += o.Invisible
	c.Tag += o.Tag
	c.Markup += o.Markup
	c.Marker += o.Marker
}

// Mode says how much is cleaned.
type Mode int

// The modes.
const (
	Text     Mode = iota // everything
	Verbatim             // characters only: markup and markers stay as they are
)

// String cleans s and adds what it removed to c, which must not be nil. A clean
// string is returned as it is, without an allocation.
func String(s string, mode Mode, c *Counts) string {
	kind := scan(s)
	if kind&dirtyRunes != 0 {
		s = cleanRunes(s, c)
		kind = scan(s)
	}
	if mode == Text && kind&maybeMarkup != 0 {
		s = cleanMarkup(s, c)
	}
	return s
}

// What a scan found.
const (
	dirtyRunes  = 1 << iota // something that cleanRunes may change
	maybeMarkup             // something that cleanMarkup may change
)

// scan looks at every byte once, so that ordinary text costs one pass.
func scan(s string) int {
	kind, foreign := 0, false
	for i := 0; i < len(s) && kind != dirtyRunes|maybeMarkup; i++ {
		switch b := s[i]; {
		case b >= utf8.RuneSelf:
			foreign = true
			if suspect(b) {
				kind |= dirtyRunes
			}
		case b == 0x7f, b < 0x20 && b != '\n' && b != '\t':
			kind |= dirtyRunes
		case b == '<', b == '[', b == ':' && i >= 4:
			kind |= maybeMarkup
		}
	}
	if foreign && kind&dirtyRunes == 0 && !utf8.ValidString(s) {
		kind |= dirtyRunes
	}
	return kind
}

// suspect reports whether b starts a block of UTF-8 that holds a rune which
// cleanRunes may change.
func suspect(b byte) bool {
	switch b {
	case 0xc2, 0xcd, 0xd8, 0xe1, 0xe2, 0xef: // C1 and 00AD, 034F, 061C, 180E, 20xx, FDD0 to FFFF
		return true
	}
	return b >= 0xf0
}
