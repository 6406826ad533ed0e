package bind

import (
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
)

// partHeaders gives the headers of a part that have one value only. No argument
// sets the others: they are told, since the part goes without them.
func (b *binder) partHeaders(part string, headers []oas.Header) map[string]string {
	var out map[string]string
	for _, h := range headers {
		if strings.EqualFold(h.Name, "Content-Type") {
			continue // OpenAPI, "Encoding Object": contentType says it
		}
		core, _ := place.Unwrap(place.Resolver(b.Op), h.Schema)
		value, fixed := only(core)
		switch {
		case strings.EqualFold(h.Name, "Content-Disposition"):
			b.diags.Infof(h.Pos, "part-header", "the header %s of part %s is not taken from the description: it names the part", h.Name, part)
		case fixed && isToken(h.Name) && isPrintable(value):
			if out == nil {
				out = map[string]string{}
			}
			out[h.Name] = value
		case fixed:
			b.diags.Warnf(h.Pos, "part-header", "the header %s of part %s is not sent: no header can be written so", h.Name, part)
		case h.Required:
			b.diags.Warnf(h.Pos, "part-header", "part %s requires the header %s, which is not sent: it has no fixed value", part, h.Name)
			b.diags.Hint("patch the description: give its schema a const or a default")
		default:
			b.diags.Infof(h.Pos, "part-header", "the header %s of part %s is not sent: it has no fixed value", h.Name, part)
		}
	}
	return out
}

// only gives the one value that a schema allows, or else its default, as text.
func only(n *node.Node) (string, bool) {
	v := n.Get("const")
	if enum := n.Get("enum").Items(); v == nil && len(enum) == 1 {
		v = enum[0]
	}
	if v == nil {
		v = n.Get("default")
	}
	switch v.Kind() {
	case node.String, node.Number, node.Bool:
		return v.Text(), true
	}
	return "", false
}

// isToken reports whether s may name a header (RFC 9110 §5.6.2).
func isToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r <= ' ' || r >= 0x7F || strings.ContainsRune("\"(),/:;<=>?@[\\]{}", r)
	})
}

// isPrintable reports whether s can stand in a header as it is.
func isPrintable(s string) bool {
	return s == strings.Trim(s, " ") && len(s) <= 1024 && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r >= 0x7F })
}
