package node

import (
	"bytes"
	"math"
	"sort"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/diag"
)

// Doc is one file whose nodes were read from its bytes. Readers of other
// syntaxes make one with NewDoc and their nodes with its methods.
type Doc struct {
	file  string
	data  []byte
	first int32   // offset of the first character, after a byte order mark
	lines []int32 // offset of each line's first byte, made when first needed
	runes bool    // columns count runes

	counted count      // the column found last
	diags   *diag.List // where problems found during later reading go
	repairs int        // problems reported so far that are no errors of syntax
	lim     Limits
	made    int  // nodes made so far
	full    bool // the node limit was met and reported
	clean   bool // all bytes are valid UTF-8
	block   []Node
	members []Member // scratch of the JSON reader
	items   []*Node  // scratch of the JSON reader
}

// NewDoc gives a document whose columns count runes, for readers outside this
// package. The data must not change afterwards and must be shorter than 2 GiB.
func NewDoc(file string, data []byte) *Doc {
	d := &Doc{file: file, data: data, runes: true}
	if bytes.HasPrefix(data, []byte(utf8BOM)) {
		d.first = int32(len(utf8BOM))
	}
	return d
}

const utf8BOM = "\ufeff"

// Pos is the place of the byte at offset off.
func (d *Doc) Pos(off int) diag.Pos {
	return d.pos(int32(max(0, min(off, len(d.data), math.MaxInt32))))
}

// NewScalar makes a node that is not a container, with the byte range in which
// it stands. The text is what Node.Text says for the kind.
func (d *Doc) NewScalar(kind Kind, text string, start, end int) *Node {
	n := d.node(kind, start, end)
	n.text = text
	return n
}

// NewArray makes an array that stands in the byte range.
func (d *Doc) NewArray(items []*Node, start, end int) *Node {
	n := d.node(Array, start, end)
	if len(items) > 0 {
		n.kids = &kids{items: items}
	}
	return n
}

// NewObject makes an object that stands in the byte range. Keys must be unique.
func (d *Doc) NewObject(members []Member, start, end int) *Node {
	n := d.node(Object, start, end)
	if len(members) > 0 {
		n.kids = &kids{members: members}
	}
	return n
}

// NewMember makes a member whose key starts at the offset at.
func (d *Doc) NewMember(key string, at int, value *Node) Member {
	return Member{Key: key, Value: value, doc: d, at: int32(at)}
}

// node hands out nodes from a block, because one allocation for each costs more
// than everything else that is done to read it.
func (d *Doc) node(kind Kind, start, end int) *Node {
	if len(d.block) == cap(d.block) {
		d.block = make([]Node, 0, min(max(16, d.made), 512))
	}
	d.made++
	d.block = append(d.block, Node{doc: d, kind: kind, start: int32(start), end: int32(end)})
	return &d.block[len(d.block)-1]
}

func (d *Doc) pos(off int32) diag.Pos {
	if d.lines == nil {
		d.lines = lineStarts(d.data, d.first)
	}
	off = max(off, d.first)
	line := sort.Search(len(d.lines), func(i int) bool { return d.lines[i] > off })
	start := d.lines[line-1]
	col := int(off-start) + 1
	if d.runes {
		col = d.runesBefore(start, off) + 1
	}
	return diag.Pos{File: d.file, Line: line, Col: col}
}

// runesBefore counts the runes from the start of a line up to off. It goes on
// from the place counted last where it can, because a file may be one long line.
func (d *Doc) runesBefore(start, off int32) int {
	if d.counted.start != start || d.counted.off > off {
		d.counted = count{start: start, off: start}
	}
	d.counted.runes += utf8.RuneCount(d.data[d.counted.off:off])
	d.counted.off = off
	return d.counted.runes
}

// count says how many runes lie between the start of a line and an offset.
type count struct {
	start, off int32
	runes      int
}

// lineStarts gives the offset of the first byte of each line; the first line
// starts at first.
func lineStarts(data []byte, first int32) []int32 {
	starts := make([]int32, 1, bytes.Count(data, []byte{'\n'})+1)
	starts[0] = first
	for off := 0; ; {
		i := bytes.IndexByte(data[off:], '\n')
		if i < 0 {
			return starts
		}
		off += i + 1
		starts = append(starts, int32(off))
	}
}
