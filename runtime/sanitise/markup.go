package sanitise

import "strings"

// cleanMarkup takes out what would act or hide when shown, and breaks markers
// that frame a conversation. The stages run in this order because none of them
// can make something that an earlier one would change: what is taken out leaves
// a blank or braces, which belong to no pattern.
func cleanMarkup(s string, c *Counts) string {
	if strings.IndexByte(s, '<') >= 0 {
		s = dropHidden(s, c)
		s = defuseMarkers(s, '<', c)
	}
	if strings.IndexByte(s, '[') >= 0 {
		s = defuseMarkers(s, '[', c)
		s = dropImages(s, c)
	}
	return dropData(s, c)
}

// hidden are the elements that a reader of the page would not see.
var hidden = [...]struct{ open, end string }{
	{"<!--", "-->"},
	{"<script", "</script"},
	{"<style", "</style"},
}

// dropHidden replaces comments and scripts by a blank. One that is not closed
// stays.
func dropHidden(s string, c *Counts) string {
	var out strings.Builder
	var closed [len(hidden)]bool // no further end of this kind: do not search again
	start := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '<' {
			continue
		}
		for k, h := range hidden {
			if closed[k] || !prefixFold(s[i:], h.open) {
				continue
			}
			end := indexFold(s[i+len(h.open):], h.end)
			if end < 0 {
				closed[k] = true
				continue
			}
			stop := i + len(h.open) + end + len(h.end)
			if h.end[0] == '<' && stop < len(s) && s[stop] == '>' {
				stop++
			}
			out.WriteString(s[start:i])
			out.WriteByte(' ')
			start, i = stop, stop-1
			c.Markup++
			break
		}
	}
	if start == 0 {
		return s
	}
	out.WriteString(s[start:])
	return out.String()
}

// dropImages turns ![words](address) into {words}: showing an image tells its
// address to a stranger. The innermost image comes first; a line ends all.
func dropImages(s string, c *Counts) string {
	if !strings.Contains(s, "![") {
		return s
	}
	out := make([]byte, 0, len(s))
	var open []int // places in out where an image starts
	stop := -1     // place in s of the next ) or line end, when it lies ahead
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\n':
			open = open[:0]
		case strings.HasPrefix(s[i:], "!["):
			open = append(open, len(out))
			out = append(out, "!["...)
			i++
			continue
		case len(open) > 0 && strings.HasPrefix(s[i:], "]("):
			if stop < i {
				n := strings.IndexAny(s[i:], ")\n")
				if n < 0 {
					n = len(s) - i
				}
				stop = i + n
			}
			if stop == len(s) || s[stop] == '\n' {
				break
			}
			at := open[len(open)-1]
			open = open[:len(open)-1]
			out[at] = '{'
			out = append(out[:at+1], out[at+2:]...)
			out = append(out, '}')
			i = stop
			c.Markup++
			continue
		}
		out = append(out, s[i])
	}
	return string(out)
}

// dropData empties data: addresses; their type stays.
func dropData(s string, c *Counts) string {
	var out strings.Builder
	start := 0
	for i := 4; i < len(s); i++ {
		if s[i] != ':' || !prefixFold(s[i-4:], "data:") {
			continue
		}
		from := i + 1 + dataType(s[i+1:])
		if from == i+1 {
			continue
		}
		end := strings.IndexAny(s[from:], " \t\n\"'`<>()[]{}\\")
		if end < 0 {
			end = len(s) - from
		}
		if end == 0 {
			continue
		}
		out.WriteString(s[start:from])
		start, i = from+end, from+end-1
		c.Markup++
	}
	if start == 0 {
		return s
	}
	out.WriteString(s[start:])
	return out.String()
}

// dataType gives the length of "type/subtype;parameters," at the start of s, or
// 0 (RFC 2397, with a media type).
func dataType(s string) int {
	const longest = 200
	slash := false
	for i := 0; i < len(s) && i < longest; i++ {
		switch b := s[i]; {
		case b == ',':
			if slash {
				return i + 1
			}
			return 0
		case b == '/':
			slash = i > 0
		case lower(b) >= 'a' && lower(b) <= 'z', b >= '0' && b <= '9', strings.IndexByte("!#$&^_.+-;=", b) >= 0:
		default:
			return 0
		}
	}
	return 0
}

func lower(b byte) byte {
	if b >= 'A' && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}

// prefixFold reports whether s starts with prefix, ASCII case ignored.
func prefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && equalFold(s[:len(prefix)], prefix)
}

func equalFold(a, b string) bool {
	for i := 0; i < len(a); i++ {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

// indexFold is strings.Index, ASCII case ignored.
func indexFold(s, sub string) int {
	for i := 0; i+len(sub) <= len(s); i++ {
		j := strings.IndexByte(s[i:], sub[0])
		if j < 0 {
			return -1
		}
		i += j
		if prefixFold(s[i:], sub) {
			return i
		}
	}
	return -1
}
