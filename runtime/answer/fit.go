package answer

import (
	"encoding/json"
	"slices"

	"github.com/oatools/oatools/runtime"
)

// What a truncation left out.
const (
	WhatItems      = "items"
	WhatCharacters = "characters"
	WhatFields     = "fields"
)

// fitItems writes as many whole items as fit into max bytes, at least one.
func (w *writer) fitItems(items []any, p *pick, max int) (json.RawMessage, int, *runtime.Truncated) {
	w.buf = append(make([]byte, 0, 512), '[')
	for i, item := range items {
		before := len(w.buf)
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		w.value(item, p)
		if len(w.buf) < max {
			continue
		}
		if i > 0 {
			out := append(w.buf[:before], ']')
			return out, i, &runtime.Truncated{Kept: i, Dropped: len(items) - i, What: WhatItems}
		}
		return w.fitFirst(items, p, max)
	}
	return append(w.buf, ']'), len(items), nil
}

// fitFirst keeps the first item alone, shortened, because not even it fits.
func (w *writer) fitFirst(items []any, p *pick, max int) (json.RawMessage, int, *runtime.Truncated) {
	one, cut := w.fitValue(items[0], p, max-2)
	out := slices.Concat([]byte{'['}, one, []byte{']'})
	if len(items) > 1 || cut == nil {
		cut = &runtime.Truncated{Kept: 1, Dropped: len(items) - 1, What: WhatItems}
	}
	return out, 1, cut
}

// steps are tried in turn until a value fits: shorter strings first, because
// they lose detail and not facts, then shorter arrays.
var steps = [...]struct{ runes, items int }{
	{2000, 0}, {500, 0}, {500, 100}, {200, 20}, {100, 5}, {50, 2},
}

// fitValue writes v, shortened as little as makes it fit into max bytes.
func (w *writer) fitValue(v any, p *pick, max int) (json.RawMessage, *runtime.Truncated) {
	if s, ok := v.(string); ok && p == nil {
		return w.fitText(s, max)
	}
	w.buf, w.maxRunes, w.maxItems = nil, 0, 0
	w.value(v, p)
	if len(w.buf) <= max {
		return w.buf, nil
	}
	whole := *w.counts
	defer func() { *w.counts = whole }() // what later tries removed again counts once
	for _, step := range steps {
		w.buf, w.maxRunes, w.maxItems, w.cutRunes, w.cutItems = w.buf[:0], step.runes, step.items, 0, 0
		w.value(v, p)
		if len(w.buf) > max {
			continue
		}
		if w.cutItems > 0 {
			return w.buf, &runtime.Truncated{Kept: countItems(w.buf), Dropped: w.cutItems, What: WhatItems}
		}
		return w.buf, &runtime.Truncated{Kept: len(w.buf), Dropped: w.cutRunes, What: WhatCharacters}
	}
	return w.fitFields(max)
}

// fitFields keeps the first fields (or items) of the last try that fit.
func (w *writer) fitFields(max int) (json.RawMessage, *runtime.Truncated) {
	open, shut := w.buf[0], w.buf[len(w.buf)-1]
	if open != '{' && open != '[' {
		return json.RawMessage("null"), &runtime.Truncated{Dropped: 1, What: WhatFields}
	}
	ends := members(w.buf)
	kept, end := 0, 1
	for _, e := range ends {
		if e+1 > max {
			break
		}
		kept, end = kept+1, e
	}
	out := append(slices.Clone(w.buf[:end]), shut)
	return out, &runtime.Truncated{Kept: kept, Dropped: len(ends) - kept, What: WhatFields}
}

// members gives where each member of the JSON object or array b ends.
func members(b []byte) []int {
	var ends []int
	for i, depth := range runtime.Structure(b) {
		switch {
		case depth != 1:
		case b[i] == ',', i > 1 && (b[i] == '}' || b[i] == ']'):
			ends = append(ends, i)
		}
	}
	return ends
}

// countItems counts what the arrays of the JSON text b still hold.
func countItems(b []byte) int {
	n := 0
	var open []byte // the containers that are open, by what opens them
	for i, depth := range runtime.Structure(b) {
		switch c := b[i]; c {
		case '[', '{':
			open = append(open[:depth-1], c)
			if c == '[' && b[i+1] != ']' {
				n++
			}
		case ',':
			if open[depth-1] == '[' {
				n++
			}
		}
	}
	return n
}

// fitText writes a text, cut so that its JSON form fits into max bytes.
func (w *writer) fitText(s string, max int) (json.RawMessage, *runtime.Truncated) {
	s = w.clean(s)
	out := runtime.AppendString(nil, s)
	if len(out) <= max {
		return out, nil
	}
	runes := []rune(s)
	lo, hi := 0, len(runes)
	for lo < hi { // the longest start that fits: its encoded length grows with it
		mid := (lo + hi + 1) / 2
		if len(runtime.AppendString(nil, string(runes[:mid])))+16 <= max {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	w.maxRunes, w.cutRunes = lo, 0
	if lo == 0 {
		return json.RawMessage(`""`), &runtime.Truncated{Dropped: len(runes), What: WhatCharacters}
	}
	out = runtime.AppendString(nil, w.cut(s))
	return out, &runtime.Truncated{Kept: lo, Dropped: len(runes) - lo, What: WhatCharacters}
}
