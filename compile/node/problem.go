package node

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/diag"
)

// MostRepairs bounds how many repairs one document can report, since a hostile
// one may need nothing else.
const MostRepairs = 100

// The codes of diagnostics that say that a text is not JSON. The last two are of
// mistakes that other syntaxes allow.
const (
	CodeSyntax        = "json-syntax"
	CodeTrailingComma = "json-trailing-comma"
	CodeControl       = "json-control-character"
)

// Admit reports whether the bytes may be parsed as text at all: not too many, not
// empty, not UTF-16, neither markup nor packed. Otherwise it adds an error. It is for all readers that make
// nodes.
func Admit(file string, data []byte, lim Limits, diags *diag.List) bool {
	lim = lim.WithDefaults()
	start := diag.Pos{File: file, Line: 1, Col: 1}
	switch {
	case len(data) > lim.Bytes:
		diags.Errorf(diag.Pos{File: file}, "too-many-bytes", "the file has %d bytes; at most %d are read", len(data), lim.Bytes)
	case isUTF16(data):
		diags.Errorf(start, "utf-16", "the file is in UTF-16 (or UTF-32), which is not read")
		diags.Hint("save the file as UTF-8")
	case len(bytes.TrimLeft(bytes.TrimPrefix(data, []byte(utf8BOM)), " \t\r\n")) == 0:
		diags.Errorf(start, "empty-document", "the file is empty")
	case isMarkup(data):
		diags.Errorf(start, "markup", "the file is HTML or XML, not JSON or YAML")
		diags.Hint("a page was saved in place of the file that it shows; save that one")
	case bytes.HasPrefix(data, []byte("\x1f\x8b")), bytes.HasPrefix(data, []byte("PK\x03\x04")):
		diags.Errorf(start, "packed", "the file is packed with gzip or zip")
		diags.Hint("unpack it first")
	default:
		return true
	}
	return false
}

// isUTF16 tells by the byte order mark, and by the zero byte that one of the
// first two characters must have, since they are ASCII in JSON and nearly always
// in YAML (RFC 4627 §3).
func isUTF16(data []byte) bool {
	if len(data) < 2 {
		return false
	}
	a, b := data[0], data[1]
	return a == 0xFE && b == 0xFF || a == 0xFF && b == 0xFE || (a == 0) != (b == 0) || a == 0 && b == 0 && len(data) > 3 && data[3] != 0
}

// isMarkup tells a tag, a declaration or an instruction at the start. YAML may
// start with << but says nothing that a reader of ours wants with such a text.
func isMarkup(data []byte) bool {
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte(utf8BOM)), " \t\r\n")
	if len(text) < 2 || text[0] != '<' {
		return false
	}
	c := text[1] | 0x20
	return text[1] == '!' || text[1] == '?' || 'a' <= c && c <= 'z'
}

// severity is that of problems that can be repaired.
func (d *Doc) severity() diag.Severity {
	if d.lim.Strict {
		return diag.Error
	}
	return diag.Warning
}

// report adds a problem that was repaired.
func (d *Doc) report(off int, code, message, hint string) {
	if !d.mayReport(off) {
		return
	}
	d.diags.Add(diag.Diagnostic{Pos: d.Pos(off), Severity: d.severity(), Code: code, Message: message, Hint: hint})
}

// mayReport counts a repair and reports whether it is to be added.
func (d *Doc) mayReport(off int) bool {
	d.repairs++
	if d.repairs == MostRepairs+1 {
		d.diags.Add(TooManyRepairs(d.Pos(off), d.severity()))
	}
	return d.repairs <= MostRepairs
}

// TooManyRepairs says that there are more problems than are named.
func TooManyRepairs(pos diag.Pos, severity diag.Severity) diag.Diagnostic {
	return diag.Diagnostic{Pos: pos, Severity: severity, Code: "too-many-repairs",
		Message: fmt.Sprintf("the file has more than %d problems like this one; the others are not named", MostRepairs)}
}

// reportInvalid adds the problem that data is not UTF-8: the first place and how
// many there are.
func (d *Doc) reportInvalid() {
	first, count := -1, 0
	for off := 0; off < len(d.data); {
		r, size := utf8.DecodeRune(d.data[off:])
		if r == utf8.RuneError && size == 1 {
			if count++; count == 1 {
				first = off
			}
		}
		off += size
	}
	more := ""
	if count > 1 {
		more = fmt.Sprintf(" (and %d more)", count-1)
	}
	d.report(first, "invalid-utf8", fmt.Sprintf("byte 0x%02X is not UTF-8%s; it is read as U+FFFD", d.data[first], more),
		"save the file as UTF-8")
}

// reportDuplicate says that the key of dropped comes again at kept.
func (d *Doc) reportDuplicate(dropped, kept *Member) {
	if d.mayReport(int(kept.at)) {
		d.diags.Add(Duplicate(d.severity(), dropped, kept))
	}
}

// Duplicate says that the key of dropped comes again at kept, which is the one
// that counts. It is for all readers that make nodes.
func Duplicate(severity diag.Severity, dropped, kept *Member) diag.Diagnostic {
	message := fmt.Sprintf("duplicate key %q", dropped.Key)
	if severity != diag.Error {
		message += "; the last one counts"
	}
	return diag.Diagnostic{
		Pos: kept.Pos(), Severity: severity, Code: "duplicate-key", Message: message,
		Related: []diag.Related{{Pos: dropped.Pos(), Message: "also defined here"}},
	}
}

// Duplicates gives, for each member whose key comes again, the index of the last
// member that has it; nil when all keys differ.
func Duplicates(ms []Member) map[int]int {
	if len(ms) <= 16 && !anyTwice(ms) {
		return nil
	}
	var later map[int]int
	last := make(map[string]int, len(ms))
	for i := len(ms) - 1; i >= 0; i-- {
		j, dup := last[ms[i].Key]
		if !dup {
			last[ms[i].Key] = i
			continue
		}
		if later == nil {
			later = map[int]int{}
		}
		later[i] = j
	}
	return later
}

// anyTwice compares all pairs, which for a few members is the fastest way.
func anyTwice(ms []Member) bool {
	for i := 1; i < len(ms); i++ {
		for j := range i {
			if ms[j].Key == ms[i].Key {
				return true
			}
		}
	}
	return false
}
