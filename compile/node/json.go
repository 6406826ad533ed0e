package node

import (
	"bytes"
	"math"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/oatools/oatools/compile/diag"
)

// How much of a document is read at once. The whole of it is checked in any
// case; what lies deeper is read from its own bytes when it is first looked at,
// since most of a large description is never looked at.
const (
	eagerLevels = 4        // of a document: down to the members of each operation and each component
	eagerBytes  = 16 << 10 // documents and containers up to this size are read whole
	laterLevels = 2        // of larger containers, when they are looked at
)

// ReadJSON reads one JSON text (RFC 8259). It gives nil after it has added an
// error: bad syntax, or a limit passed. A byte order mark is skipped. Repairs
// are warnings (errors when lim.Strict): invalid UTF-8 and lone surrogates become
// U+FFFD, and of duplicate keys the last one is kept. Some of these are found
// and added to diags only when their part of the tree is first looked at.
//
// The tree keeps data and its strings point into it: data must not change.
func ReadJSON(file string, data []byte, lim Limits, diags *diag.List) *Node {
	if diags == nil {
		diags = new(diag.List)
	}
	n, mistake := TryJSON(file, data, lim, diags)
	if mistake != nil {
		diags.Add(*mistake)
	}
	return n
}

// TryJSON is ReadJSON for readers that know what to do with a text that is not
// JSON: a syntax error is not added to diags, but given back with a nil node. Both
// are nil when other errors were added.
func TryJSON(file string, data []byte, lim Limits, diags *diag.List) (*Node, *diag.Diagnostic) {
	if !Admit(file, data, lim, diags) {
		return nil, nil
	}
	d := &Doc{file: file, data: data, diags: diags, lim: lim.WithDefaults(), clean: utf8.Valid(data)}
	if bytes.HasPrefix(data, []byte(utf8BOM)) {
		d.first = int32(len(utf8BOM))
	}
	levels := eagerLevels
	if len(data) <= eagerBytes || lim.Strict {
		levels = math.MaxInt
	}
	r := d.reader(int(d.first), len(data))
	n, err := r.value(1, levels)
	r.close()
	if err == nil {
		err = r.rest()
	}
	if err != nil {
		return nil, d.judge(r, err)
	}
	if !d.clean {
		d.reportInvalid()
	}
	return n, nil
}

// expand reads the members or items of a container that was skipped so far.
func (n *Node) expand() {
	n.lazy = false
	d := n.doc
	levels := laterLevels
	if n.end-n.start <= eagerBytes {
		levels = math.MaxInt
	}
	r := d.reader(int(n.start), int(n.end))
	// The bytes were found valid when the document was read, so that the only
	// possible error is the limit on nodes. The container is empty then.
	if err := r.fill(n, 1, levels); err != nil && !d.full {
		d.full = true
		d.judge(r, err)
	}
	r.close()
}

// limitError says that a document is too large in one respect.
type limitError struct {
	off  int
	code string
	text string
}

func (e *limitError) Error() string { return e.text }

// jsonReader builds nodes from the tokens of one range of a document.
type jsonReader struct {
	doc     *Doc
	dec     *jsontext.Decoder
	base    int
	end     int
	members []Member // stack: the members of the objects that are open
	items   []*Node  // stack: the items of the arrays that are open
}

func (d *Doc) reader(start, end int) *jsonReader {
	r := &jsonReader{doc: d, base: start, end: end, members: d.members[:0], items: d.items[:0]}
	d.members, d.items = nil, nil
	r.dec = jsontext.NewDecoder(bytes.NewBuffer(d.data[start:end:end]),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	return r
}

// close returns the stacks for the next reader.
func (r *jsonReader) close() { r.doc.members, r.doc.items = r.members[:0], r.items[:0] }

func (r *jsonReader) offset() int { return r.base + int(r.dec.InputOffset()) }

// value reads the next value, which stands at the given depth if it is a
// container. Of containers it reads as many levels as told and skips the rest.
func (r *jsonReader) value(depth, levels int) (*Node, error) {
	if r.doc.made >= r.doc.lim.Nodes {
		return nil, r.tooMany()
	}
	kind := r.dec.PeekKind()
	if (kind == '{' || kind == '[') && levels > 0 {
		n := r.doc.node(containerKind(kind), 0, 0)
		return n, r.fill(n, depth, levels)
	}
	raw, err := r.dec.ReadValue()
	if err != nil {
		return nil, err
	}
	end := r.offset()
	n := r.doc.node(Invalid, end-len(raw), end)
	switch raw[0] {
	case 'n':
		n.kind = Null
	case 't':
		n.kind, n.text = Bool, "true"
	case 'f':
		n.kind, n.text = Bool, "false"
	case '"':
		n.kind, n.text = String, r.text(raw, end-len(raw))
	case '{', '[':
		n.kind, n.lazy = containerKind(kind), len(raw) > 2
		return n, r.checkDepth(raw, depth, end-len(raw))
	default:
		n.kind, n.text = Number, alias(raw)
	}
	return n, nil
}

func containerKind(k jsontext.Kind) Kind {
	if k == '{' {
		return Object
	}
	return Array
}

// fill reads the container that comes next into n.
func (r *jsonReader) fill(n *Node, depth, levels int) error {
	if _, err := r.dec.ReadToken(); err != nil {
		return err
	}
	n.start = int32(r.offset() - 1)
	if depth > r.doc.lim.Depth {
		return tooDeep(int(n.start), r.doc.lim.Depth)
	}
	var err error
	if n.kind == Object {
		err = r.object(n, depth, levels)
	} else {
		err = r.array(n, depth, levels)
	}
	if err != nil {
		return err
	}
	if _, err := r.dec.ReadToken(); err != nil {
		return err
	}
	n.end = int32(r.offset())
	return nil
}

func (r *jsonReader) object(n *Node, depth, levels int) error {
	mark := len(r.members)
	for r.dec.PeekKind() != '}' {
		raw, err := r.dec.ReadValue()
		if err != nil {
			return err
		}
		at := r.offset() - len(raw)
		m := Member{Key: r.text(raw, at), doc: r.doc, at: int32(at)}
		if m.Value, err = r.value(depth+1, levels-1); err != nil {
			return err
		}
		r.members = append(r.members, m)
	}
	if found := r.unique(r.members[mark:]); len(found) > 0 {
		n.kids = &kids{members: append(make([]Member, 0, len(found)), found...)}
	}
	clear(r.members[mark:])
	r.members = r.members[:mark]
	return nil
}

func (r *jsonReader) array(n *Node, depth, levels int) error {
	mark := len(r.items)
	for r.dec.PeekKind() != ']' {
		item, err := r.value(depth+1, levels-1)
		if err != nil {
			return err
		}
		r.items = append(r.items, item)
	}
	if found := r.items[mark:]; len(found) > 0 {
		n.kids = &kids{items: append(make([]*Node, 0, len(found)), found...)}
	}
	r.items = r.items[:mark]
	return nil
}

// rest fails when anything but blanks follows the value.
func (r *jsonReader) rest() error {
	for off := r.offset(); off < r.end; off++ {
		switch r.doc.data[off] {
		case ' ', '\t', '\r', '\n':
		default:
			return &restError{off}
		}
	}
	return nil
}

// restError says that something follows the document.
type restError struct{ off int }

func (e *restError) Error() string { return "text after the document" }

// unique drops the members whose key comes again later, reporting each.
func (r *jsonReader) unique(ms []Member) []Member {
	later := Duplicates(ms)
	if later == nil {
		return ms
	}
	out := ms[:0]
	for i := range ms {
		if j, dup := later[i]; dup {
			r.doc.reportDuplicate(&ms[i], &ms[j])
			continue
		}
		out = append(out, ms[i])
	}
	return out
}
