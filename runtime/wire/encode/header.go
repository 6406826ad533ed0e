package encode

import (
	"strings"

	"github.com/oatools/oatools/compile/tool"
)

// Header gives the value of a header parameter; present is false for null and
// for an empty list. OpenAPI says that header values pass through unchanged, so
// nothing is escaped, and what a header cannot carry is refused.
func Header(p *tool.Param, v any) (value string, present bool, r *Refusal) {
	if v == nil {
		return "", false, nil
	}
	if p.Media != "" {
		if value, r = content(p, v, true); r == nil {
			r = HeaderText(value)
		}
		return value, r == nil, r
	}
	f, r := flatten(p, v)
	if r != nil || len(f.texts) == 0 {
		return "", false, r
	}
	if f.shape == one {
		value = f.texts[0]
	} else {
		if r := f.without(",", "cannot hold a comma: commas separate the items"); r != nil {
			return "", false, r
		}
		value = joinHeader(f, p.Explode)
	}
	if r := HeaderText(value); r != nil {
		return "", false, r
	}
	return value, true, nil
}

func joinHeader(f flat, explode bool) string {
	var b strings.Builder
	for i, text := range f.texts {
		switch {
		case i == 0:
		case f.shape == record && explode && i%2 == 1:
			b.WriteByte('=')
		default:
			b.WriteByte(',')
		}
		b.WriteString(text)
	}
	return b.String()
}

// maxHeaderText caps one header value; most servers stop at 8 KiB for all.
const maxHeaderText = 4096

// HeaderText refuses what a header value cannot carry: control characters,
// which could start another header, blanks at the ends, which are cut off on the
// way, and anything but ASCII, whose reading is anybody's guess.
func HeaderText(s string) *Refusal {
	if len(s) > maxHeaderText {
		return Refuse("must be shorter than 4096 bytes: it is sent in a header")
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < 0x20 || c == 0x7F:
			return Refuse("must not hold line breaks or control characters: it is sent in a header")
		case c >= 0x80:
			return Refuse("must hold ASCII characters only: it is sent in a header")
		}
	}
	if s != strings.Trim(s, " ") {
		return Refuse("must not begin or end with a blank: it is sent in a header")
	}
	return nil
}

// HeaderName reports whether s may name a header: RFC 9110 §5.6.2, token.
func HeaderName(s string) bool {
	if s == "" {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !unreserved(c) && !strings.ContainsRune("!#$%&'*+^`|", rune(c)) {
			return false
		}
	}
	return true
}

// Controlled reports whether a header is set by the transport, a proxy or the
// engine itself and so is never a parameter, whoever chose the value.
func Controlled(name string) bool {
	switch name := strings.ToLower(name); name {
	case "host", "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "te", "trailer", "cookie", "forwarded", "expect":
		return true
	default:
		return strings.HasPrefix(name, "proxy-") || strings.HasPrefix(name, "x-forwarded-")
	}
}
