package yaml

import (
	"bytes"

	"gopkg.in/yaml.v3"
)

// The parser tells where values start, counting the anchor or tag before them,
// and not where they end. What follows finds both in the text, which is known to
// be well-formed. It never looks beyond the text: a wrong answer would be a wrong
// range, not a failure.

// content gives the offset at which the value of y starts, after its anchor and
// tag.
func (c *converter) content(y *yaml.Node) int {
	start := c.start(y)
	if y.Anchor == "" && y.Style&yaml.TaggedStyle == 0 {
		return start
	}
	text, off := c.src.text, start
	for off < len(text) && (text[off] == '&' || text[off] == '!') {
		for off < len(text) && !isBlank(text[off]) {
			off++
		}
		start = off
		off = c.skipBlanks(off)
	}
	if y.Kind == yaml.ScalarNode && y.Value == "" && y.Style&quotedStyle == 0 {
		return start // nothing follows
	}
	return off
}

// skipBlanks gives the offset of the next character that belongs to neither
// blanks nor comments.
func (c *converter) skipBlanks(off int) int {
	text := c.src.text
	for off < len(text) {
		switch {
		case isBlank(text[off]):
			off++
		case text[off] == '#' && (off == 0 || isBlank(text[off-1])):
			if i := bytes.IndexByte(text[off:], '\n'); i >= 0 {
				off += i
			} else {
				off = len(text)
			}
		default:
			return off
		}
	}
	return off
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// closing gives the end of a collection whose last value ends at off.
func (c *converter) closing(y *yaml.Node, start, off int) int {
	if y.Style&yaml.FlowStyle == 0 {
		return off
	}
	if len(y.Content) == 0 {
		off = start + 1
	}
	text := c.src.text
	for off < len(text) {
		off = c.skipBlanks(off)
		if off < len(text) && (text[off] == ',' || text[off] == ':') {
			off++ // after the last value, or after a key without one
			continue
		}
		break
	}
	if off < len(text) && (text[off] == '}' || text[off] == ']') {
		off++
	}
	return min(off, len(text))
}

// scalarEnd gives the end of a scalar that starts at start in a block that
// stands at the column.
func (c *converter) scalarEnd(y *yaml.Node, start, column int) int {
	switch text := c.src.text; {
	case start >= len(text):
		return len(text)
	case y.Style&yaml.DoubleQuotedStyle != 0:
		return quotedEnd(text, start, '"')
	case y.Style&yaml.SingleQuotedStyle != 0:
		return quotedEnd(text, start, '\'')
	case y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return blockEnd(text, start, column)
	default:
		return plainEnd(text, start, y.Value)
	}
}

func quotedEnd(text []byte, start int, quote byte) int {
	for i := start + 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && quote == '"':
			i++
		case text[i] != quote:
		case quote == '\'' && i+1 < len(text) && text[i+1] == quote:
			i++
		default:
			return i + 1
		}
	}
	return len(text)
}

// plainEnd follows the value through the text, where a line break with the
// blanks around it stands for a blank or for line breaks.
func plainEnd(text []byte, start int, value string) int {
	if end := start + len(value); end <= len(text) && string(text[start:end]) == value {
		return end
	}
	off := start
	for i := 0; i < len(value) && off < len(text); {
		if isBlank(value[i]) && isBlank(text[off]) {
			for i < len(value) && isBlank(value[i]) {
				i++
			}
			for off < len(text) && isBlank(text[off]) {
				off++
			}
			continue
		}
		if value[i] != text[off] {
			return off // cannot be
		}
		i++
		off++
	}
	return off
}

// blockEnd finds the last line of a block scalar that is not blank: the lines
// indented as much as the first one, or as much as the header says.
func blockEnd(text []byte, start, column int) int {
	end := lineEnd(text, start)
	header := text[start:end]
	indent := 0
	for _, b := range header[1:min(3, len(header))] {
		if '1' <= b && b <= '9' {
			indent = max(0, column-1) + int(b-'0')
		}
	}
	end = start + len(bytes.TrimRight(header, " \t\r"))
	for off := lineEnd(text, start) + 1; off < len(text); off = lineEnd(text, off) + 1 {
		line := bytes.TrimRight(text[off:lineEnd(text, off)], " \t\r")
		if len(line) == 0 {
			continue
		}
		spaces := len(line) - len(bytes.TrimLeft(line, " "))
		if indent == 0 {
			indent = max(spaces, column, 1) // a line before that is not of the scalar
		}
		if spaces < indent {
			break
		}
		end = off + len(line)
	}
	return end
}

// lineEnd gives the offset of the line feed that ends the line of off.
func lineEnd(text []byte, off int) int {
	if i := bytes.IndexByte(text[off:], '\n'); i >= 0 {
		return off + i
	}
	return len(text)
}
