package credential

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// minScrub is the shortest value that is looked for: replacing shorter ones
// would tear ordinary words apart.
const minScrub = 6

// Scrubber takes known secret values out of texts: the last line of defence
// before anything leaves the process. It knows each value raw, URL-encoded,
// JSON-escaped, in base64 and in hex. The zero Scrubber knows nothing. It is
// safe for concurrent use.
type Scrubber struct {
	replacer atomic.Pointer[strings.Replacer]

	mu    sync.Mutex
	known map[string]bool // every form of every value
}

// Add makes s known. Values that are too short to be told from words are not.
func (b *Scrubber) Add(s Secret) {
	if len(s.value) < minScrub {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.known[s.value] {
		return
	}
	if b.known == nil {
		b.known = map[string]bool{}
	}
	for _, form := range forms(s.value) {
		b.known[form] = true
	}
	// Longest first, so that no shorter form leaves a rest of a longer one.
	list := make([]string, 0, len(b.known))
	for form := range b.known {
		list = append(list, form)
	}
	slices.SortFunc(list, func(x, y string) int {
		if len(x) != len(y) {
			return len(y) - len(x)
		}
		return strings.Compare(x, y)
	})
	pairs := make([]string, 0, 2*len(list))
	for _, form := range list {
		pairs = append(pairs, form, Redacted)
	}
	b.replacer.Store(strings.NewReplacer(pairs...))
}

// Scrub gives text without the known values.
func (b *Scrubber) Scrub(text string) string {
	if r := b.replacer.Load(); r != nil {
		return r.Replace(text)
	}
	return text
}

// forms gives the ways in which a value may come back.
func forms(v string) []string {
	raw := []byte(v)
	list := []string{v, url.QueryEscape(v), url.PathEscape(v), strings.ReplaceAll(url.QueryEscape(v), "+", "%20"), hex.EncodeToString(raw), strings.ToUpper(hex.EncodeToString(raw))}
	if quoted, err := json.Marshal(v); err == nil {
		list = append(list, string(quoted[1:len(quoted)-1]))
	}
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
	slices.Sort(list)
	return slices.Compact(list)
}
