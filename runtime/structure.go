package runtime

import "iter"

// Structure walks over the characters that make the structure of a JSON text,
// { } [ ] and the commas between members. It gives the place of each and the
// depth of the container that it opens, closes or parts; the outermost is at
// depth 1. What stands in strings is passed over. The text must be valid for the
// depths to mean anything, but no text makes it panic.
func Structure(text []byte) iter.Seq2[int, int] {
	return func(yield func(at, depth int) bool) {
		depth, quoted := 0, false
		for i := 0; i < len(text); i++ {
			c := text[i]
			if quoted {
				if c == '\\' {
					i++
				} else if c == '"' {
					quoted = false
				}
				continue
			}
			switch c {
			case '"':
				quoted = true
			case '{', '[':
				depth++
				if !yield(i, depth) {
					return
				}
			case ',':
				if !yield(i, depth) {
					return
				}
			case '}', ']':
				if !yield(i, depth) {
					return
				}
				depth--
			}
		}
	}
}
