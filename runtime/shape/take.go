package shape

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// TakeItems makes an array of at most n whole lines of data within max bytes,
// but at least one.
func TakeItems(data []byte, n, max int) (json.RawMessage, int) {
	out := []byte{'['}
	taken := 0
	for taken < n && len(data) > 0 {
		line, rest, whole := bytes.Cut(data, []byte{'\n'})
		if !whole || taken > 0 && len(out)+len(line)+2 > max {
			break
		}
		if taken > 0 {
			out = append(out, ',')
		}
		out = append(out, line...)
		taken, data = taken+1, rest
	}
	return append(out, ']'), taken
}

// CutText cuts a text after at most max bytes, never inside a character.
func CutText(b []byte, max int) string {
	b = b[:min(len(b), max)]
	for i := 1; i <= utf8.UTFMax && i <= len(b); i++ {
		if tail := b[len(b)-i:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				b = b[:len(b)-i]
			}
			break
		}
	}
	return string(b)
}
