package render

import (
	"fmt"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/curate/diff/change"
	"github.com/oatools/oatools/curate/wording"
)

// paint are the escape sequences of a terminal; the zero value paints nothing.
type paint struct{ on bool }

func (p paint) wrap(code, s string) string {
	if !p.on || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (p paint) class(c change.Class, s string) string {
	switch c {
	case change.Breaking:
		return p.wrap("1;31", s)
	case change.Exposure:
		return p.wrap("1;33", s)
	case change.Prompt:
		return p.wrap("1;35", s)
	case change.Behaviour:
		return p.wrap("1;36", s)
	case change.Additive:
		return p.wrap("1;32", s)
	}
	return p.wrap("2", s)
}

func writeText(d *Document, opts Options) []byte {
	p := paint{opts.Colour}
	var b strings.Builder
	for _, problem := range d.Problems {
		for line := range strings.SplitSeq(problem.String(), "\n") {
			b.WriteString(diag.Visible(strings.ReplaceAll(line, "\t", "  ")) + "\n")
		}
	}
	for i, r := range d.Sets {
		if i > 0 {
			b.WriteByte('\n')
		}
		setText(&b, p, r)
	}
	return []byte(b.String())
}

func setText(b *strings.Builder, p paint, r *change.Report) {
	fmt.Fprintf(b, "%s: %s\n", p.wrap("1", diag.Visible(title(r))), counts(r))
	if r.Old != nil && r.New != nil && (r.Old.Tools != r.New.Tools || r.Old.Tokens != r.New.Tokens) {
		fmt.Fprintf(b, "  %d → %d tools, ~%d → ~%d tokens\n", r.Old.Tools, r.New.Tools, r.Old.Tokens, r.New.Tokens)
	}
	for _, class := range change.Classes() {
		if r.Count(class) == 0 {
			continue
		}
		fmt.Fprintf(b, "\n%s\n", p.class(class, string(class)))
		for i := range r.Changes {
			if r.Changes[i].Class == class {
				changeText(b, p, &r.Changes[i])
			}
		}
	}
	if r.Version.What != "" {
		fmt.Fprintf(b, "\n%s %s\n", p.wrap("1;31", "VERSION"), diag.Visible(r.Version.What))
	}
}

func changeText(b *strings.Builder, p paint, c *change.Change) {
	who := c.Tool
	if who == "" {
		who = "the set"
	}
	fmt.Fprintf(b, "  %s: %s\n", p.wrap("1", diag.Visible(who)), diag.Visible(c.What))
	if spans := wordsOf(c); spans != nil {
		b.WriteString("    ")
		for i, s := range spans {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(p.span(s))
		}
		b.WriteByte('\n')
	}
	tail := c.Rule + " " + c.Fingerprint
	if at := place(c); !at.IsZero() {
		tail += " " + at.String()
	}
	fmt.Fprintf(b, "    %s\n", p.wrap("2", diag.Visible(tail)))
}

func (p paint) span(r wording.Run) string {
	text := diag.Visible(r.Text(" "))
	switch {
	case r.Op == wording.Kept:
		return text
	case r.Op == wording.Gone && p.on:
		return p.wrap("9;31", text)
	case p.on:
		return p.wrap("32", text)
	case r.Op == wording.Gone:
		return "[-" + text + "-]"
	}
	return "{+" + text + "+}"
}
