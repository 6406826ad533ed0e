package yaml

import (
	"bytes"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/diag"
)

// CodeSyntax is the code of the diagnostic that says that a text is not YAML.
const CodeSyntax = "yaml-syntax"

// reportSyntax adds what the parser says, at the best place that can be found.
func (c *converter) reportSyntax(err error) {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 0
	if rest, ok := strings.CutPrefix(message, "line "); ok {
		if number, text, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(number); err == nil {
				line, message = n, text
			}
		}
	}
	at := c.place(message, line)
	if strings.HasPrefix(message, "exceeded max depth") {
		c.diags.Errorf(c.doc.Pos(c.src.inFile(at)), "too-deep", "more than %d mappings and sequences are nested in each other", c.opts.Limits.Depth)
		return
	}
	d := diag.Diagnostic{
		Pos: c.doc.Pos(c.src.inFile(at)), Severity: diag.Error, Code: CodeSyntax,
		Message: message, Hint: c.hint(message, at),
	}
	if isParserMessage(message) {
		// The parser counts the line of the block in which it was from 0.
		block := c.firstOnLine(min(line+1, len(c.src.lines)))
		if pos := c.doc.Pos(c.src.inFile(block)); pos.Line != d.Pos.Line {
			d.Related = []diag.Related{{Pos: pos, Message: "in what starts here"}}
		}
	}
	c.diags.Add(d)
}

// isParserMessage tells messages about the order of tokens from those about a
// single one.
func isParserMessage(message string) bool {
	for _, end := range []string{"key", "'-' indicator", "',' or ']'", "',' or '}'", "node content", "<document start>"} {
		if message == "did not find expected "+end {
			return true
		}
	}
	return false
}

// place gives the offset in text of the mistake of which the parser told the line
// (counted from 1; 0 when it told none).
func (c *converter) place(message string, line int) int {
	text := c.src.text
	if name, ok := strings.CutPrefix(message, "unknown anchor '"); ok {
		name, _, _ = strings.Cut(name, "'")
		if at := regexp.MustCompile(`(^|[\s\[,:{-])(\*` + regexp.QuoteMeta(name) + `)([\s\],}]|$)`).FindSubmatchIndex(text); at != nil {
			return at[4]
		}
	}
	if strings.HasPrefix(message, "control characters") {
		for i, b := range text {
			if b < ' ' && b != '\t' && b != '\n' && b != '\r' || b == 0x7F {
				return i
			}
		}
	}
	seen := c.readTo()
	switch {
	case strings.HasPrefix(message, "exceeded max depth"):
		return len(bytes.TrimRight(text[:seen], " \t\r\n"))
	// The scanner has looked at three more characters than the one it refuses.
	case strings.HasPrefix(message, "mapping values are not allowed") && seen >= 4 && text[seen-4] == ':',
		message == "found character that cannot start any token" && seen >= 4 && strings.IndexByte("\t@`%", text[seen-4]) >= 0:
		return seen - 4
	case strings.Contains(message, "tab"):
		start := c.firstOnLine(line)
		for i := start; i >= 0 && i < len(text) && (i == start || text[i] != '\n'); i-- {
			if text[i] == '\t' {
				return i
			}
		}
		return start
	case line > 0 && !isParserMessage(message):
		return c.firstOnLine(line)
	}
	if message == "did not find expected node content" {
		return c.firstOnLine(line + 1)
	}
	return c.firstOnLine(c.earliest(message, c.lineOf(len(bytes.TrimRight(text[:seen], " \t\r\n")))))
}

// earliest gives the first of the few lines before the given one after which
// the parser says the same of the text so far: it reads on a little before it
// refuses a token.
func (c *converter) earliest(message string, line int) int {
	const few = 3
	for range few {
		if line < 2 {
			break
		}
		_, _, err := parse(bytes.NewReader(c.src.text[:c.src.lines[line-1]]))
		if err == nil || !strings.HasSuffix(err.Error(), message) {
			break
		}
		line--
	}
	return line
}

// lineOf gives the number, from 1, of the line that holds the offset.
func (c *converter) lineOf(off int) int {
	line := 1
	for line < len(c.src.lines) && c.src.lines[line] < off {
		line++
	}
	return line
}

// firstOnLine gives the offset of the first character of a line that is not
// blank.
func (c *converter) firstOnLine(line int) int {
	off := c.src.lines[max(0, min(line, len(c.src.lines))-1)]
	for off < len(c.src.text) && (c.src.text[off] == ' ' || c.src.text[off] == '\t') {
		off++
	}
	return off
}

// readTo gives the offset up to which the parser reads before it fails, which is
// a few characters behind the mistake.
func (c *converter) readTo() int {
	t := &trickle{text: c.src.text}
	_, _, _ = parse(t)
	return t.off
}

// trickle is a reader that gives one byte at a time, so that the parser cannot
// read ahead.
type trickle struct {
	text []byte
	off  int
}

func (t *trickle) Read(p []byte) (int, error) {
	if t.off >= len(t.text) {
		return 0, io.EOF
	}
	if len(p) == 0 {
		return 0, nil
	}
	p[0] = t.text[t.off]
	t.off++
	return 1, nil
}

// hint says what to do about the messages that authors meet.
func (c *converter) hint(message string, at int) string {
	line := c.src.text[c.src.lines[c.lineOf(at+1)-1]:]
	line = line[:lineEnd(line, 0)]
	if blanks := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]; bytes.IndexByte(blanks, '\t') >= 0 {
		return "YAML is indented with spaces; replace the tab"
	}
	for _, known := range hints() {
		if strings.Contains(message, known.part) {
			return known.hint
		}
	}
	return ""
}

type knownMessage struct{ part, hint string }

func hints() []knownMessage {
	return []knownMessage{
		{"tab", "YAML is indented with spaces; replace the tab"},
		{"mapping values are not allowed", "quote the text if it holds a colon, or correct the indentation"},
		{"could not find expected ':'", "a colon is missing after the key, or a line of text is not indented"},
		{"did not find expected key", "look for wrong indentation and for quotes inside of quotes"},
		{"did not find expected '-'", "the items of a list start with - at the same column"},
		{"',' or", "a bracket is never closed, or a comma is missing"},
		{"node content", "a bracket is closed that was never opened, or a value is missing"},
		{"unexpected end of stream", "a quote is never closed"},
		{"cannot start any token", "text that starts with @, % or ` must be quoted"},
		{"unknown escape", `double the backslash, or use single quotes`},
		{"unknown anchor", "text that starts with * must be quoted; else define the anchor before it"},
		{"control characters", "remove it, or write it as an escape in double quotes"},
		{"undefined tag handle", "text that starts with ! must be quoted"},
		{"document start", "the file goes on after its only value; look for wrong indentation"},
	}
}
