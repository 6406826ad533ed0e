package node

import (
	"fmt"
	"slices"
)

// Edit replaces the bytes from Start up to End by Text; Start equal to End
// inserts. Offsets are those of Node.Range and Member.Range.
type Edit struct {
	Start, End int
	Text       string
}

// ApplyEdits gives src with the edits made, all of whose offsets refer to src
// as it is. Their order does not matter, except that insertions at one offset
// keep theirs. It fails when edits overlap or lie outside of src.
func ApplyEdits(src []byte, edits []Edit) ([]byte, error) {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b Edit) int {
		if a.Start != b.Start {
			return a.Start - b.Start
		}
		return a.End - b.End // insertions before the replacement that starts there
	})
	var out []byte
	done := 0
	for _, e := range sorted {
		if e.Start < 0 || e.End < e.Start || e.End > len(src) {
			return nil, fmt.Errorf("edit of bytes %d to %d is outside of the %d bytes of the file", e.Start, e.End, len(src))
		}
		if e.Start < done {
			return nil, fmt.Errorf("edit of bytes %d to %d overlaps another, which ends at %d", e.Start, e.End, done)
		}
		out = append(append(out, src[done:e.Start]...), e.Text...)
		done = e.End
	}
	return append(out, src[done:]...), nil
}
