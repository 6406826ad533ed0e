package yaml

import (
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/oatools/oatools/compile/node"
)

const quotedStyle = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle

// scalar converts a scalar in a block that stands at the column.
func (c *converter) scalar(y *yaml.Node, column int) result {
	start := c.content(y)
	end := c.scalarEnd(y, start, column)
	kind, text := c.meaning(y)
	n := c.doc.NewScalar(kind, text, c.src.inFile(start), c.src.inFile(end))
	return result{node: n, end: end, size: 1}
}

// meaning gives the kind and text of a scalar by its style, tag and characters.
func (c *converter) meaning(y *yaml.Node) (node.Kind, string) {
	plain := y.Style&quotedStyle == 0
	if y.Style&yaml.TaggedStyle != 0 {
		switch y.Tag {
		case "!!str", "!!binary", "!!timestamp":
			return node.String, y.Value
		case "!!null", "!!bool", "!!int", "!!float":
			plain = true
		}
	}
	if !plain {
		return node.String, y.Value
	}
	switch y.Value {
	case "", "~", "null", "Null", "NULL":
		return node.Null, ""
	case "true", "True", "TRUE":
		return node.Bool, "true"
	case "false", "False", "FALSE":
		return node.Bool, "false"
	}
	if isNumber(y.Value) {
		return node.Number, y.Value
	}
	if number := withDigits(y.Value); y.Tag == "!!float" && isNumber(number) {
		return node.Number, number
	}
	if y.Tag == "!!int" || y.Tag == "!!float" {
		c.reportf(y, "yaml-number", "quote it if it is text, else write it in decimal digits",
			"%s is not a number in JSON; it is read as text", y.Value)
	}
	return node.String, y.Value
}

// isNumber reports whether s is a number by the grammar of JSON (RFC 8259 §6).
func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole := digits(s)
	if whole == 0 || whole > 1 && s[0] == '0' {
		return false
	}
	s = s[whole:]
	if strings.HasPrefix(s, ".") {
		n := digits(s[1:])
		if n == 0 {
			return false
		}
		s = s[1+n:]
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		n := digits(s)
		return n > 0 && n == len(s)
	}
	return s == ""
}

// withDigits writes a number like .5 or 1.e-8 as JSON does, with digits on both
// sides of the point or without it.
func withDigits(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	whole := digits(s)
	rest, point := strings.CutPrefix(s[whole:], ".")
	switch {
	case !point:
		return sign + s
	case whole > 0 && digits(rest) == 0:
		return sign + s[:whole] + rest
	case whole == 0 && digits(rest) > 0:
		return sign + "0" + s
	}
	return sign + s
}

// digits counts the digits at the start of s.
func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}
