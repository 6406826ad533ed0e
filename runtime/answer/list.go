package answer

import (
	"encoding/json"

	"github.com/oatools/oatools/runtime"
)

// List shapes the items of several bodies, one after the other, into one array
// under one cap: what Shape would give for the whole. It belongs to one
// goroutine.
type List struct {
	shaper *Shaper
	out    writer
	most   int
	data   Data
	full   bool // the next item is one too many
}

// List starts a list of at most most items.
func (s *Shaper) List(most int) *List {
	l := &List{shaper: s, most: most}
	l.out = writer{buf: append(make([]byte, 0, 512), '['), mode: s.mode, counts: &l.data.Counts, scrub: s.Scrub}
	return l
}

// Lists reports whether body holds an array where the result is read from.
func (s *Shaper) Lists(body any) bool {
	v, problem := s.root(body)
	_, ok := v.([]any)
	return ok && problem == nil
}

// Add appends the items of body, which it may change, without the first skip. It
// gives how many items that are, shown or not. A body without a list is a
// problem, and nothing is added.
func (l *List) Add(body any, skip int) (int, *runtime.Problem) {
	l.shaper.Redact(body)
	v, problem := l.shaper.root(body)
	if problem != nil {
		return 0, problem
	}
	items, ok := v.([]any)
	if !ok {
		return 0, runtime.NewProblem(runtime.CodeResponseContract, "The upstream's answer is not the list that a page of this tool is.")
	}
	if l.data.Total == nil {
		l.data.Total = l.shaper.count(body)
	}
	items = items[min(skip, len(items)):]
	l.data.Items += len(items)
	for i, item := range items {
		if l.full = l.full || l.data.Kept >= l.most; l.full {
			break
		}
		l.append(item, len(items)-i)
	}
	if cut := l.data.Truncated; cut != nil && cut.What == WhatItems {
		cut.Kept, cut.Dropped = l.data.Kept, l.data.Items-l.data.Kept
	}
	return len(items), nil
}

// append writes one item if it fits; left counts it and those after it.
func (l *List) append(item any, left int) {
	before := len(l.out.buf)
	if l.data.Kept > 0 {
		l.out.buf = append(l.out.buf, ',')
	}
	l.out.value(item, l.shaper.pick)
	switch {
	case len(l.out.buf) < l.shaper.max:
		l.data.Kept++
	case l.data.Kept > 0:
		l.out.buf, l.full = l.out.buf[:before], true
		l.data.Truncated = &runtime.Truncated{What: WhatItems}
	default: // not even the first one fits whole
		one, _, cut := l.out.fitFirst([]any{item}, l.shaper.pick, l.shaper.max)
		if left > 1 {
			cut = &runtime.Truncated{What: WhatItems}
		}
		l.out.buf, l.full = one[:len(one)-1], true
		l.data.Kept, l.data.Truncated = 1, cut
	}
}

// Full reports whether a further page is not worth reading: no item is wanted
// any more, or none of the usual size fits.
func (l *List) Full() bool {
	n := l.data.Kept
	return l.full || n >= l.most || n > 0 && len(l.out.buf)+len(l.out.buf)/n >= l.shaper.max
}

// Data ends the list and gives it. Items counts what all bodies hold and Kept what is shown
// of it. Truncated stands for the cap alone, not for most.
func (l *List) Data() Data {
	d := l.data
	d.JSON = json.RawMessage(append(l.out.buf, ']'))
	return d
}
