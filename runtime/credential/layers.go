package credential

import (
	"html"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxLayers is how many encodings around a value are seen through.
const maxLayers = 2

// reading is a text in one decoding, and where its bytes come from.
type reading struct {
	text string
	at   []int32 // offset in the original of every byte, and of the end; nil: the same
}

func (r reading) source(i int) int {
	if r.at == nil {
		return i
	}
	return int(r.at[i])
}

// within gives a decoding of r.
func (r reading) within(inner string, at []int32) reading {
	if r.at != nil {
		for i, off := range at {
			at[i] = r.at[off]
		}
	}
	return reading{inner, at}
}

// decoding builds a decoded text.
type decoding struct {
	out strings.Builder
	at  []int32
}

func (d *decoding) put(s string, from int) {
	for range len(s) {
		d.at = append(d.at, int32(from))
	}
	d.out.WriteString(s)
}

// decode takes off one layer of encoding: part gives what the sign at the start
// of its argument stands for and how many bytes it takes, 0 where it is none. It
// gives nil offsets where nothing is encoded.
func decode(text, signs string, part func(string) (string, int)) (string, []int32) {
	i := strings.IndexAny(text, signs)
	if i < 0 {
		return "", nil
	}
	d := decoding{at: make([]int32, 0, len(text)+1)}
	d.out.Grow(len(text))
	changed := false
	for at := 0; at < len(text); {
		next := strings.IndexAny(text[at:], signs)
		if next < 0 {
			next = len(text) - at
		}
		for j := range next {
			d.at = append(d.at, int32(at+j))
		}
		d.out.WriteString(text[at : at+next])
		if at += next; at == len(text) {
			break
		}
		plain, n := part(text[at:])
		if n == 0 {
			plain, n = text[at:at+1], 1
		} else {
			changed = true
		}
		d.put(plain, at)
		at += n
	}
	if !changed {
		return "", nil
	}
	return d.out.String(), append(d.at, int32(len(text)))
}

// unescaped takes URL encoding off.
func unescaped(text string) (string, []int32) {
	return decode(text, "%", func(s string) (string, int) {
		if len(s) < 3 {
			return "", 0
		}
		b, err := strconv.ParseUint(s[1:3], 16, 8)
		if err != nil {
			return "", 0
		}
		return string([]byte{byte(b)}), 3
	})
}

// unquoted takes the escapes of JSON strings off.
func unquoted(text string) (string, []int32) {
	return decode(text, `\`, func(s string) (string, int) {
		if len(s) < 2 {
			return "", 0
		}
		switch s[1] {
		case '"', '\\', '/', '\'':
			return s[1:2], 2
		case 'n', 'r', 't', 'b', 'f':
			return "\n", 2 // which of the blanks it is does not matter
		case 'x':
			if len(s) >= 4 {
				if b, err := strconv.ParseUint(s[2:4], 16, 8); err == nil {
					return string(rune(b)), 4
				}
			}
		case 'u':
			if len(s) >= 6 {
				if r, err := strconv.ParseUint(s[2:6], 16, 16); err == nil {
					return string(rune(r)), 6
				}
			}
		}
		return "", 0
	})
}

// unmarked takes the character references of HTML off.
func unmarked(text string) (string, []int32) {
	return decode(text, "&", func(s string) (string, int) {
		const longest = 12
		end := strings.IndexByte(s[:min(len(s), longest)], ';')
		if end < 2 {
			return "", 0
		}
		plain := html.UnescapeString(s[:end+1])
		if plain == s[:end+1] {
			return "", 0
		}
		return plain, end + 1
	})
}

// visible leaves out the characters that have no shape.
func visible(text string) (string, []int32) {
	clean := true
	for i := 0; i < len(text) && clean; i++ {
		clean = text[i] >= ' ' && text[i] < 0x7f
	}
	if clean {
		return "", nil
	}
	d := decoding{at: make([]int32, 0, len(text)+1)}
	changed := false
	for i, r := range text {
		n := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, n = utf8.DecodeRuneInString(text[i:])
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) {
			changed = true
			continue
		}
		for j := range n {
			d.at = append(d.at, int32(i+j))
		}
		d.out.WriteString(text[i : i+n])
	}
	if !changed {
		return "", nil
	}
	return d.out.String(), append(d.at, int32(len(text)))
}
