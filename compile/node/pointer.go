package node

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Pointer is a JSON Pointer (RFC 6901) as its decoded reference tokens. The nil
// Pointer means the whole document.
type Pointer []string

// ParsePointer reads the string form: empty, or tokens that each follow a slash,
// in which ~1 stands for a slash and ~0 for a tilde.
func ParsePointer(s string) (Pointer, error) {
	if s == "" {
		return nil, nil
	}
	if s[0] != '/' {
		return nil, fmt.Errorf("JSON pointer %q does not start with a slash", s)
	}
	p := make(Pointer, 0, strings.Count(s, "/"))
	for token := range strings.SplitSeq(s[1:], "/") {
		decoded, err := unescape(token)
		if err != nil {
			return nil, fmt.Errorf("JSON pointer %q: %w", s, err)
		}
		p = append(p, decoded)
	}
	return p, nil
}

func unescape(token string) (string, error) {
	if strings.IndexByte(token, '~') < 0 {
		return token, nil
	}
	for i := 0; i < len(token); i++ {
		if token[i] == '~' && (i+1 == len(token) || token[i+1] != '0' && token[i+1] != '1') {
			return "", fmt.Errorf("after ~ stands neither 0 nor 1")
		}
	}
	// ~1 first, so that ~01 gives ~1 (RFC 6901 §4).
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~"), nil
}

// ParseFragment reads the URI fragment form (RFC 6901 §6), in which characters
// may be percent-encoded. The # before it may be there or not.
func ParseFragment(s string) (Pointer, error) {
	decoded, err := url.PathUnescape(strings.TrimPrefix(s, "#"))
	if err != nil {
		return nil, fmt.Errorf("JSON pointer %q: %w", s, err)
	}
	return ParsePointer(decoded)
}

// String gives the string form.
func (p Pointer) String() string {
	var b strings.Builder
	for _, token := range p {
		b.WriteByte('/')
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1"))
	}
	return b.String()
}

// Fragment gives the URI fragment form, with the # before it.
func (p Pointer) Fragment() string {
	const hex = "0123456789ABCDEF"
	s := p.String()
	out := append(make([]byte, 0, len(s)+1), '#')
	for i := 0; i < len(s); i++ {
		if isFragment(s[i]) {
			out = append(out, s[i])
		} else {
			out = append(out, '%', hex[s[i]>>4], hex[s[i]&15])
		}
	}
	return string(out)
}

// isFragment tells the characters that may stand in a fragment as they are (RFC
// 3986 §3.5).
func isFragment(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		strings.IndexByte("-._~!$&'()*+,;=:@/?", c) >= 0
}

// With gives a pointer to what lies at the tokens below p. It does not share
// memory with p.
func (p Pointer) With(tokens ...string) Pointer { return slices.Concat(p, tokens) }

// Lookup gives the node to which p points below root, or nil. Tokens for arrays
// are indexes without leading zeros; "-" points to nothing.
func (p Pointer) Lookup(root *Node) *Node {
	n := root
	for _, token := range p {
		switch n.Kind() {
		case Object:
			n = n.Get(token)
		case Array:
			i, err := strconv.Atoi(token)
			if err != nil || strconv.Itoa(i) != token {
				return nil
			}
			n = n.Index(i)
		default:
			return nil
		}
	}
	return n
}
