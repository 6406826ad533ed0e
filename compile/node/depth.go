package node

import (
	"bytes"
	"fmt"
)

func tooDeep(off, limit int) error {
	return &limitError{off, "too-deep", fmt.Sprintf("more than %d objects and arrays are nested in each other", limit)}
}

// checkDepth fails when a skipped container that starts at off and stands at
// depth holds deeper ones than allowed. Counting brackets settles nearly every
// case, and is much faster than looking at what they enclose.
func (r *jsonReader) checkDepth(raw []byte, depth, off int) error {
	room := r.doc.lim.Depth - depth + 1
	if bytes.Count(raw, []byte{'{'})+bytes.Count(raw, []byte{'['}) <= room {
		return nil
	}
	if at := firstDeeper(raw, room); at >= 0 {
		return tooDeep(off+at, r.doc.lim.Depth)
	}
	return nil
}

// firstDeeper gives the offset of the first bracket in a JSON text that opens a
// level beyond room, or -1.
func firstDeeper(raw []byte, room int) int {
	level := 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '{', '[':
			if level++; level > room {
				return i
			}
		case '}', ']':
			level--
		case '"':
			for i++; i < len(raw) && raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
		}
	}
	return -1
}
