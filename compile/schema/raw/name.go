package raw

import (
	"net/url"
	"slices"
	"strings"
)

// BaseName gives a readable name for the target with this key: its last part,
// in characters that need no escape anywhere.
func BaseName(key string) string {
	parts := strings.FieldsFunc(key, func(r rune) bool { return r == '/' || r == '#' })
	if len(parts) == 0 {
		return "schema"
	}
	last := parts[len(parts)-1]
	if s, err := url.PathUnescape(last); err == nil {
		last = s
	}
	last = strings.NewReplacer("~1", "_", "~0", "_").Replace(last)
	last = SafeChars(last)
	if last == "" || slices.Contains([]string{"schema", "items"}, last) && len(parts) > 1 {
		return SafeChars(parts[max(0, len(parts)-2)] + "_" + last)
	}
	return last
}

// SafeChars replaces runs of characters outside [A-Za-z0-9_.-] by _ and bounds
// the length.
func SafeChars(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range s {
		if r < 0x80 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '.' || r == '-') {
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			gap = false
			b.WriteRune(r)
			continue
		}
		gap = true
	}
	out := b.String()
	if len(out) > 64 {
		out = out[:64]
	}
	return out
}
