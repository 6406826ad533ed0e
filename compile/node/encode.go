package node

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// AppendJSON appends n as compact JSON: keys in their order, numbers as they
// were written, always valid UTF-8, nothing escaped that JSON does not demand.
// A nil node is null.
func (n *Node) AppendJSON(dst []byte) []byte { return n.append(dst, false) }

// AppendCanonical is AppendJSON with keys sorted by their bytes.
func (n *Node) AppendCanonical(dst []byte) []byte { return n.append(dst, true) }

func (n *Node) append(dst []byte, sorted bool) []byte {
	switch n.Kind() {
	case Bool, Number:
		return append(dst, n.text...)
	case String:
		return appendQuoted(dst, n.text)
	case Array:
		dst = append(dst, '[')
		for i, item := range n.Items() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = item.append(dst, sorted)
		}
		return append(dst, ']')
	case Object:
		members := n.Members()
		if sorted && !slices.IsSortedFunc(members, compareKeys) {
			members = slices.Clone(members)
			slices.SortStableFunc(members, compareKeys)
		}
		dst = append(dst, '{')
		for i := range members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendQuoted(dst, members[i].Key), ':')
			dst = members[i].Value.append(dst, sorted)
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}

func compareKeys(a, b Member) int { return strings.Compare(a.Key, b.Key) }

func appendQuoted(dst []byte, s string) []byte {
	plain := 0
	for plain < len(s) && s[plain] >= ' ' && s[plain] < utf8.RuneSelf && s[plain] != '"' && s[plain] != '\\' {
		plain++
	}
	if plain == len(s) { // most strings, and what follows is slower
		return append(append(append(dst, '"'), s...), '"')
	}
	// The error only says that invalid UTF-8 was replaced, which is what we want.
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}
