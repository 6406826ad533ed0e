package paging

import "strings"

// nextLink finds rel="next" in Link headers (RFC 8288).
func nextLink(headers []string) string {
	for _, h := range headers {
		for len(h) > 0 {
			open := strings.IndexByte(h, '<')
			if open < 0 {
				break
			}
			shut := strings.IndexByte(h[open:], '>')
			if shut < 0 {
				break
			}
			target := h[open+1 : open+shut]
			h = h[open+shut+1:]
			end := paramsEnd(h)
			if relNext(h[:end]) {
				return target
			}
			h = h[end:]
		}
	}
	return ""
}

// paramsEnd gives where the parameters of one link end: at a comma outside
// quotes.
func paramsEnd(s string) int {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case quoted && s[i] == '\\':
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == ',' && !quoted:
			return i
		}
	}
	return len(s)
}

func relNext(params string) bool {
	for p := range strings.SplitSeq(params, ";") {
		name, value, ok := strings.Cut(strings.TrimSpace(p), "=")
		if !ok || !strings.EqualFold(strings.TrimSpace(name), "rel") {
			continue
		}
		for rel := range strings.FieldsSeq(strings.Trim(strings.TrimSpace(value), `"`)) {
			if strings.EqualFold(rel, "next") {
				return true
			}
		}
	}
	return false
}
