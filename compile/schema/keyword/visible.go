package keyword

import (
	"fmt"
	"slices"
	"strings"
)

// Visible gives s without the characters that change what a reader sees without
// being seen: zero-width and direction controls, tags, and control characters
// but newline and tab. Removed lists each of them once, in order of code point.
func Visible(s string) (clean string, removed []rune) {
	if !strings.ContainsFunc(s, invisible) {
		return s, nil
	}
	clean = strings.Map(func(r rune) rune {
		if !invisible(r) {
			return r
		}
		if r != '\r' {
			removed = append(removed, r)
		}
		return -1
	}, s)
	slices.Sort(removed)
	return clean, slices.Compact(removed)
}

func invisible(r rune) bool {
	switch {
	case r < 0x20:
		return r != '\n' && r != '\t'
	case r < 0x7f:
		return false
	case r <= 0x9f, r == 0xad, r == 0x61c, r == 0x180e, r == 0xfeff:
		return true
	case r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f:
		return true
	case r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return false
}

// CodePoints lists code points as a sentence can hold them.
func CodePoints(rs []rune) string {
	out := make([]string, 0, len(rs))
	for i, r := range rs {
		if i == 8 {
			out = append(out, "…")
			break
		}
		out = append(out, fmt.Sprintf("U+%04X", r))
	}
	return strings.Join(out, " ")
}
