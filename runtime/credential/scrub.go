package credential

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// maxKnown bounds the values that are known: tokens come and go. Where there are
// more, the older half is forgotten; a credential that is used becomes known
// again each time.
const maxKnown = 10_000

// minScrub is the shortest value that is looked for: replacing shorter ones
// would tear ordinary words apart.
const minScrub = 6

// Scrubber takes known secret values out of texts: the last line of defence
// before anything leaves the process. It knows each value as it is, in base64
// and in hex, and finds these where they are URL-encoded, JSON-escaped,
// HTML-escaped or mixed with characters that nobody sees, also twice over. The
// zero Scrubber knows nothing. It is safe for concurrent use.
type Scrubber struct {
	most int // values that are known at most; 0: maxKnown

	mu    sync.RWMutex
	order []string                    // every value, oldest first
	known map[string]bool             // every value
	forms map[[minScrub]byte][]string // by their first bytes; longest first
	pairs [1 << 16 / 64]uint64        // the first two bytes of all forms
}

// Add makes s known. Values that are too short to be told from words are not.
func (b *Scrubber) Add(s Secret) {
	value := s.Reveal()
	if len(value) < minScrub {
		return
	}
	b.mu.RLock()
	known := b.known[value]
	b.mu.RUnlock()
	if known {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.known[value] {
		return
	}
	values := []string{value}
	if most := cmp.Or(b.most, maxKnown); b.known == nil || len(b.order) >= most {
		values = append(slices.Clone(b.order[len(b.order)/2:]), value)
		b.order, b.known, b.forms = nil, map[string]bool{}, map[[minScrub]byte][]string{}
		clear(b.pairs[:])
	}
	for _, v := range values {
		b.learn(v)
	}
}

// learn enters a value. The caller holds mu.
func (b *Scrubber) learn(value string) {
	b.order, b.known[value] = append(b.order, value), true
	for _, form := range forms(value) {
		key := [minScrub]byte([]byte(form[:minScrub]))
		list := b.forms[key] // of tokens that begin alike, it is long
		i, _ := slices.BinarySearchFunc(list, len(form), func(x string, n int) int { return n - len(x) })
		b.forms[key] = slices.Insert(list, i, form)
		pair := int(form[0])<<8 | int(form[1])
		b.pairs[pair/64] |= 1 << (pair % 64)
	}
}

// Scrub gives text without the known values.
func (b *Scrubber) Scrub(text string) string {
	if len(text) < minScrub {
		return text
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	if len(b.known) == 0 {
		return text
	}
	var found []extent
	b.search(reading{text: text}, maxLayers, &found)
	if len(found) == 0 {
		return text
	}
	slices.SortFunc(found, func(x, y extent) int { return x.start - y.start })
	var out strings.Builder
	at := 0
	for _, e := range found {
		if e.end <= at {
			continue
		}
		if e.start >= at {
			out.WriteString(text[at:e.start])
			out.WriteString(Redacted)
		}
		at = e.end
	}
	out.WriteString(text[at:])
	return out.String()
}

// extent is a part of the text that has to go.
type extent struct{ start, end int }

// search finds the forms in a reading and in what comes of it when a layer of
// encoding is taken off. The caller holds mu.
func (b *Scrubber) search(r reading, layers int, found *[]extent) {
	text := r.text
	for i := 0; i+minScrub <= len(text); i++ {
		pair := int(text[i])<<8 | int(text[i+1])
		if b.pairs[pair/64]&(1<<(pair%64)) == 0 {
			continue
		}
		for _, form := range b.forms[[minScrub]byte([]byte(text[i:i+minScrub]))] {
			if strings.HasPrefix(text[i:], form) {
				*found = append(*found, extent{r.source(i), r.source(i + len(form))})
				break
			}
		}
	}
	if layers == 0 {
		return
	}
	for _, take := range []func(string) (string, []int32){unquoted, unescaped, unmarked, visible} {
		if inner, at := take(text); at != nil {
			b.search(r.within(inner, at), layers-1, found)
		}
	}
}

// forms gives the ways in which a value is written where its characters are no
// longer to be seen one by one.
func forms(v string) []string {
	list := []string{v, strings.ReplaceAll(v, " ", "+")}
	for _, plain := range []string{v, url.QueryEscape(v), url.PathEscape(v)} {
		raw := []byte(plain)
		list = append(list, hex.EncodeToString(raw), strings.ToUpper(hex.EncodeToString(raw)))
		for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			// Inside a longer base64 text, the value may begin at any of three offsets;
			// the characters that depend on its neighbours are left out.
			for skip := range 3 {
				whole := enc.EncodeToString(append(make([]byte, skip), raw...))
				first := (skip*8 + 5) / 6
				last := (skip + len(raw)) * 8 / 6
				if last-first >= minScrub {
					list = append(list, whole[first:last])
				}
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
