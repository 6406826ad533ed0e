package answer

import (
	"bytes"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/sanitise"
	"github.com/oatools/oatools/runtime/store"
)

// The media types of Lines.
const (
	MediaLines = "application/x-ndjson" // one item a line
	MediaJSON  = "application/json"
	MediaText  = "text/plain"
)

// Lines is a whole body, shaped for storing: of an array one item a line, so
// that any item can be read without the ones before it.
type Lines struct {
	Media  string
	Data   []byte
	Items  int     // -1: the body is no array
	Index  []int64 // offsets of every store.IndexStep-th item
	Total  *int64
	Counts sanitise.Counts
}

// Lines shapes body without a cap. Like Shape it may change body.
func (s *Shaper) Lines(body any) (Lines, *runtime.Problem) {
	s.Redact(body)
	l := Lines{Media: MediaJSON, Items: -1, Total: s.count(body)}
	w := &writer{mode: s.mode, counts: &l.Counts, scrub: s.Scrub}
	v, problem := s.root(body)
	if problem != nil {
		return l, problem
	}
	switch v := v.(type) {
	case []any:
		l.Media, l.Items = MediaLines, len(v)
		for _, item := range v {
			w.value(item, s.pick)
			w.buf = append(w.buf, '\n')
		}
		l.Index = indexLines(w.buf)
	case string:
		l.Media = MediaText
		w.buf = []byte(w.clean(v))
	default:
		w.value(v, s.pick)
	}
	l.Data = w.buf
	return l, nil
}

// Add appends the items of a further page.
func (l *Lines) Add(more Lines) {
	if l.Media == "" {
		*l = more
		return
	}
	l.Data = append(l.Data, more.Data...)
	l.Items += max(more.Items, 0)
	l.Index = indexLines(l.Data)
	l.Counts.Add(more.Counts)
}

// indexLines gives the offsets of every store.IndexStep-th line.
func indexLines(data []byte) []int64 {
	var index []int64
	for n, at := 0, 0; at < len(data); n++ {
		if n%store.IndexStep == 0 {
			index = append(index, int64(at))
		}
		end := bytes.IndexByte(data[at:], '\n')
		if end < 0 {
			break
		}
		at += end + 1
	}
	return index
}
