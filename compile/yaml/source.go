package yaml

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// source maps the lines and columns of the parser to offsets in the file.
type source struct {
	file     []byte // as it is
	text     []byte // without byte order mark, valid UTF-8: what the parser sees
	bom      int    // length of the byte order mark
	replaced []int  // offsets in file of bytes that became U+FFFD
	lines    []int  // offset in text of each line
	ascii    bool

	// The place found last, from which to go on in very long lines.
	line, col, off int
}

func newSource(file []byte) *source {
	s := &source{file: file, text: bytes.TrimPrefix(file, []byte("\ufeff"))}
	s.bom = len(file) - len(s.text)
	if !utf8.Valid(s.text) {
		s.replace()
	}
	s.index()
	return s
}

func (s *source) replace() {
	var out []byte
	for off := s.bom; off < len(s.file); {
		r, size := utf8.DecodeRune(s.file[off:])
		if r == utf8.RuneError && size == 1 {
			s.replaced = append(s.replaced, off)
		}
		out = utf8.AppendRune(out, r)
		off += size
	}
	s.text = out
}

// index finds the lines as the parser counts them: YAML 1.1 also breaks lines at
// a lone CR, NEL, LS and PS.
func (s *source) index() {
	s.lines, s.ascii = append(make([]int, 0, len(s.text)/32+1), 0), true
	for i := 0; i < len(s.text); i++ {
		switch b := s.text[i]; {
		case b == '\n', b == '\r' && (i+1 == len(s.text) || s.text[i+1] != '\n'):
			s.lines = append(s.lines, i+1)
		case b < utf8.RuneSelf:
		default:
			s.ascii = false
			if r, size := utf8.DecodeRune(s.text[i:]); r == 0x85 || r == 0x2028 || r == 0x2029 {
				s.lines = append(s.lines, i+size)
			}
		}
	}
}

// at gives the offset in text of a line and column that count from 1.
func (s *source) at(line, col int) int {
	if line < 1 || line > len(s.lines) {
		return len(s.text)
	}
	start := s.lines[line-1]
	if s.ascii {
		return min(start+col-1, len(s.text))
	}
	n, off := 1, start
	if line == s.line && col >= s.col {
		n, off = s.col, s.off
	}
	for ; n < col && off < len(s.text); n++ {
		_, size := utf8.DecodeRune(s.text[off:])
		off += size
	}
	s.line, s.col, s.off = line, col, off
	return off
}

// inFile gives the offset in the file of an offset in text.
func (s *source) inFile(off int) int {
	// Each byte before it that was replaced takes more room in text.
	const more = len("\ufffd") - 1
	n := sort.Search(len(s.replaced), func(i int) bool { return s.replaced[i]-s.bom+more*i >= off })
	return min(off-more*n+s.bom, len(s.file))
}
