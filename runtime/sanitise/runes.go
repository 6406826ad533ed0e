package sanitise

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	esc        = 0x1b
	zwnj       = 0x200c
	zwj        = 0x200d
	blackFlag  = 0x1f3f4
	tagEnd     = 0xe007f
	tagOffset  = 0xe0000
	maxFlagTag = 5
)

// cleaner writes the runes that stay. Decisions that look at a neighbour look at
// what was written, never at what was removed: that makes cleaning idempotent.
type cleaner struct {
	out    strings.Builder
	counts *Counts
	last   rune // last rune written; 0 at the start
	joiner rune // a joiner that waits for its right neighbour; 0: none
}

// cleanRunes removes what has no honest place in text.
func cleanRunes(s string, c *Counts) string {
	w := cleaner{counts: c}
	w.out.Grow(len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			c.Invalid++
			w.write(utf8.RuneError)
		case r == esc:
			n = escape(s[i:])
			c.Escape++
		case r == '\r':
			if i+1 < len(s) && s[i+1] == '\n' {
				n = 2
			}
			w.write('\n')
		case r == blackFlag:
			n = w.flag(s[i:], n)
		default:
			w.rune(r)
		}
		i += n
	}
	if w.joiner != 0 {
		c.Invisible++
	}
	return w.out.String()
}

// write writes r, and a waiting joiner before it if it stands between two
// characters that can be joined.
func (w *cleaner) write(r rune) {
	if w.joiner != 0 {
		if joinable(w.last) && joinable(r) {
			w.out.WriteRune(w.joiner)
		} else {
			w.counts.Invisible++
		}
		w.joiner = 0
	}
	w.out.WriteRune(r)
	w.last = r
}

func (w *cleaner) rune(r rune) {
	c := w.counts
	switch {
	case r == '\n', r == '\t', r >= 0x20 && r < 0x7f:
		w.write(r)
	case r < 0xa0: // C0, DEL and C1
		c.Control++
	case r == zwj || r == zwnj:
		if w.joiner != 0 {
			c.Invisible++
			return
		}
		w.joiner = r
	case bidi(r):
		c.Bidi++
	case invisible(r):
		c.Invisible++
	case r >= 0xe0000 && r <= 0xe01ef:
		c.Tag++
	case r >= 0xfe00 && r <= 0xfe0f: // variation selectors: one after a character that can vary
		if w.joiner != 0 || !variable(w.last) {
			c.Invisible++
			return
		}
		w.write(r)
	default:
		w.write(r)
	}
}

// flag writes a black flag and, if one of the three flags that are spelled with
// tags follows, its tags. It gives the number of bytes that were read.
func (w *cleaner) flag(s string, n int) int {
	w.write(blackFlag)
	var name []rune
	for i := n; i < len(s) && len(name) <= maxFlagTag; {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		if r == tagEnd {
			switch string(name) {
			case "gbeng", "gbsct", "gbwls":
				w.out.WriteString(s[n:i])
				w.last = tagEnd
				return i
			}
			return n
		}
		if r < tagOffset+'a' || r > tagOffset+'z' {
			return n
		}
		name = append(name, r-tagOffset)
	}
	return n
}

// escape gives the length of the terminal sequence at the start of s: ECMA-48
// CSI, the string sequences (OSC, DCS, SOS, PM, APC) up to their terminator, or
// a two-character escape. A sequence that does not end is only its introducer.
func escape(s string) int {
	if len(s) < 2 {
		return 1
	}
	switch s[1] {
	case '[':
		for i := 2; i < len(s); i++ {
			switch b := s[i]; {
			case b >= 0x40 && b <= 0x7e:
				return i + 1
			case b < 0x20 || b > 0x3f:
				return i
			}
		}
		return len(s)
	case ']', 'P', 'X', '^', '_':
		return stringSequence(s)
	}
	if s[1] >= 0x20 && s[1] < 0x7f {
		return 2
	}
	return 1
}

// longestSequence bounds how far a string sequence may hide text. A longer one
// loses its introducer only.
const longestSequence = 4096

func stringSequence(s string) int {
	for i := 2; i < len(s) && i < longestSequence; i++ {
		switch {
		case s[i] == 0x07:
			return i + 1
		case s[i] == esc && i+1 < len(s) && s[i+1] == '\\':
			return i + 2
		case s[i] == '\n', s[i] == esc: // a new line or another sequence: this one does not end
			return 2
		}
	}
	return 2
}

func bidi(r rune) bool {
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x061c || r == 0x200e || r == 0x200f
}

func invisible(r rune) bool {
	switch {
	case r == 0x00ad, r == 0x034f, r == 0x180e, r == 0x200b, r == 0xfeff,
		r >= 0x2060 && r <= 0x2065, r >= 0x206a && r <= 0x206f, // joiners, operators, deprecated format characters
		r >= 0xfff9 && r <= 0xfffb,                     // interlinear annotation
		r >= 0xfdd0 && r <= 0xfdef, r&0xfffe == 0xfffe: // noncharacters
		return true
	}
	return false
}

// joinable reports whether a joiner beside r can change how text looks. Latin,
// Greek, Cyrillic and Armenian never need one, so there it could only hide
// something.
func joinable(r rune) bool {
	return r >= 0x0590 && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.In(r, unicode.So, unicode.Sk))
}

// variable reports whether r has variants: keycaps and everything that is no
// plain letter of an alphabet.
func variable(r rune) bool {
	switch {
	case r >= 0xfe00 && r <= 0xfe0f:
		return false
	case r >= '0' && r <= '9', r == '#', r == '*', r == 0xa9, r == 0xae:
		return true
	}
	return r >= 0x1000
}
