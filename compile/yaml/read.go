// Package yaml reads YAML into the tree of package node: the same nodes that
// JSON gives, with places and byte ranges in the YAML file. Start at Read, or at
// ReadAny where a file may be JSON as well.
//
// It is the only home of gopkg.in/yaml.v3, of which it uses the parser alone; what
// a scalar means, which keys may repeat and how far aliases go is decided here.
// It knows nothing about what documents say.
//
// # Rough edges
//
// Invalid UTF-8 is replaced before parsing, since the parser refuses it; ranges
// still count the bytes of the file as it is. The parser tells the line of a
// mistake, sometimes that of the block around it, and never the column; problem.go
// finds better places.
package yaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// Options say how a file is judged. The zero value is for API descriptions.
type Options struct {
	// Strict is for files that people review: one document, unique keys, and no
	// anchors, aliases, merge keys or tags. Each breach is an error, all of them
	// are reported, and there is a tree nevertheless, so that the other mistakes
	// in the file come out in the same run. Otherwise duplicate keys and further
	// documents are warnings (the last key and the first document count), and
	// aliases and merge keys are followed.
	Strict bool

	// Limits bound size, depth and number of values; zero fields mean defaults.
	Limits node.Limits
}

// ReadAny reads a file that is JSON or YAML. What starts with a bracket is read
// as JSON (RFC 8259), since a YAML parser refuses some of it. Where that fails, the
// file is read as YAML if its name does not end in .json; if it does, only when
// the mistake is one that means the same in YAML (a comma before the closing
// bracket, a control character in a string), which is then a warning; an error
// when opts.Strict.
func ReadAny(file string, data []byte, opts Options, diags *diag.List) *node.Node {
	if diags == nil {
		diags = new(diag.List)
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\ufeff")), " \t\r\n")
	isJSON := strings.EqualFold(path.Ext(file), ".json")
	if !isJSON && (len(text) == 0 || text[0] != '{' && text[0] != '[') {
		return Read(file, data, opts, diags)
	}
	lim := opts.Limits
	lim.Strict = lim.Strict || opts.Strict
	n, mistake := node.TryJSON(file, data, lim, diags)
	if mistake == nil {
		return n
	}
	if isJSON && (lim.Strict || mistake.Code == node.CodeSyntax) {
		diags.Add(*mistake)
		return nil
	}
	var asYAML diag.List
	if n = Read(file, data, opts, &asYAML); isJSON {
		if n == nil {
			diags.Add(*mistake)
			return nil
		}
		mistake.Severity = diag.Warning
		mistake.Message += "; the file is read as YAML, which allows it"
		diags.Add(*mistake)
	}
	diags.Append(&asYAML)
	return n
}

// Read reads the first document of a YAML file. It gives nil after it has added
// an error from which there is no recovery: bad syntax, a limit passed, an alias
// that contains itself or multiplies too far.
//
// Scalars mean what YAML 1.2 says they mean. Numbers keep their literal, but .5
// and 5. become 0.5 and 5. What else may be meant as a number and is none in JSON
// (0x1F, 010, 1_000, +1, .inf) is a String and a warning; dates and words like
// yes and on are Strings. Keys are always their text. An alias gives the very
// node of its anchor, with the place of the anchor.
//
// The range of a scalar is its text in the file: with its quotes; for block
// scalars from | or > to the end of the last line that is not blank; without
// anchor and tag. The range of a block collection ends with its last value. A
// value that is left out has an empty range after the colon or dash.
func Read(file string, data []byte, opts Options, diags *diag.List) *node.Node {
	if diags == nil {
		diags = new(diag.List)
	}
	opts.Strict = opts.Strict || opts.Limits.Strict
	opts.Limits = opts.Limits.WithDefaults()
	if !node.Admit(file, data, opts.Limits, diags) {
		return nil
	}
	c := &converter{
		src:   newSource(data),
		doc:   node.NewDoc(file, data),
		opts:  opts,
		diags: diags,
		read:  map[*yaml.Node]result{},
		open:  map[*yaml.Node]bool{},
	}
	c.reportInvalid()
	first, second, err := parse(bytes.NewReader(c.src.text))
	switch {
	case errors.Is(err, io.EOF):
		diags.Errorf(c.doc.Pos(0), "empty-document", "the file holds nothing but comments")
		return nil
	case err != nil:
		c.reportSyntax(err)
		return nil
	case second != nil:
		c.judgeSecond(second)
	}
	got, ok := c.value(first.Content[0], 1, 0)
	if !ok {
		return nil
	}
	return got.node
}

// parse gives the first two documents; the second is nil when there is none. The
// error is io.EOF when there is not even one. A panic of the parser is an error
// too, since it reads what strangers wrote.
func parse(r io.Reader) (first, second *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("yaml: the parser failed: %v", p)
		}
	}()
	dec := yaml.NewDecoder(r)
	first, second = new(yaml.Node), new(yaml.Node)
	if err = dec.Decode(first); err != nil {
		return nil, nil, err
	}
	if first.Kind != yaml.DocumentNode || len(first.Content) != 1 {
		return nil, nil, io.EOF
	}
	if err = dec.Decode(second); errors.Is(err, io.EOF) {
		return first, nil, nil
	}
	return first, second, err
}

// judgeSecond reports the second document. An empty one at the end, made by a
// last ---, is nothing to warn of.
func (c *converter) judgeSecond(doc *yaml.Node) {
	d := diag.Diagnostic{
		Pos: c.pos(doc), Code: "several-documents",
		Message: "the file holds a second document, which is not read",
		Hint:    "keep one document in a file; the line --- starts another",
	}
	if content := doc.Content; !c.opts.Strict && len(content) == 1 && content[0].Tag == "!!null" && content[0].Value == "" {
		return
	}
	c.report(d)
}

// report adds a problem that does not end reading; it is an error when strict,
// else a warning.
func (c *converter) report(d diag.Diagnostic) {
	d.Severity = c.severity()
	c.repairs++
	switch {
	case c.repairs <= node.MostRepairs:
		c.diags.Add(d)
	case c.repairs == node.MostRepairs+1:
		c.diags.Add(node.TooManyRepairs(d.Pos, d.Severity))
	}
}

func (c *converter) severity() diag.Severity {
	if c.opts.Strict {
		return diag.Error
	}
	return diag.Warning
}

// reportInvalid reports bytes that are not UTF-8.
func (c *converter) reportInvalid() {
	if len(c.src.replaced) == 0 {
		return
	}
	off := c.src.replaced[0]
	more := ""
	if n := len(c.src.replaced); n > 1 {
		more = fmt.Sprintf(" (and %d more)", n-1)
	}
	c.report(diag.Diagnostic{
		Pos: c.doc.Pos(off), Code: "invalid-utf8",
		Message: fmt.Sprintf("byte 0x%02X is not UTF-8%s; it is read as U+FFFD", c.src.file[off], more),
		Hint:    "save the file as UTF-8",
	})
}
