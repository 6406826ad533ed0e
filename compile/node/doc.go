package node

import (
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/diag"
)

// Doc is one file whose nodes are read from its bytes.
type Doc struct {
	file  string
	data  []byte
	lines []int32 // offset of each line's first byte, made when first needed
	runes bool    // columns count runes
	diags *diag.List
}

func (d *Doc) pos(off int32) diag.Pos {
	if d.lines == nil {
		d.lines = []int32{0}
		for i, b := range d.data {
			if b == '\n' {
				d.lines = append(d.lines, int32(i+1))
			}
		}
	}
	line := sort.Search(len(d.lines), func(i int) bool { return d.lines[i] > off })
	start := d.lines[line-1]
	col := int(off-start) + 1
	if d.runes {
		col = utf8.RuneCount(d.data[start:min(int(off), len(d.data))]) + 1
	}
	return diag.Pos{File: d.file, Line: line, Col: col}
}

// expand reads the members or items of a container that was skipped so far.
func (n *Node) expand() {}

var _ = slices.Clone[[]int]
