package explain

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/diag"
)

// maxValue bounds a value on its line.
const maxValue = 72

// Text writes the explanation for a terminal, one part a line.
func (e *Explanation) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", e.Tool, e.Shape)
	if e.Operation != "" {
		fmt.Fprintf(&b, ", %s of %s", diag.Visible(e.Operation), e.Source)
	}
	b.WriteByte('\n')
	if !e.Lines {
		b.WriteString("An artifact holds no lines: explain the overlay to see them.\n")
	}
	for _, g := range e.Groups {
		var rows strings.Builder
		w := tabwriter.NewWriter(&rows, 0, 0, 2, ' ', 0)
		n := 0
		for _, p := range e.Parts {
			if p.Group != g {
				continue
			}
			n++
			name := p.Name
			if p.Of != "" {
				name = "  " + name
			}
			fmt.Fprintf(w, "  %s\t%s\t%s\n", diag.Visible(name), diag.Visible(clip(p.Value)), origin(&p))
		}
		if n == 0 {
			continue
		}
		_ = w.Flush() // a strings.Builder takes everything
		fmt.Fprintf(&b, "\n%s\n%s", strings.ToUpper(string(g[:1]))+string(g[1:]), trimmed(rows.String()))
	}
	return b.String()
}

// origin says who stated a part and where.
func origin(p *Part) string {
	var at []string
	for _, pos := range []*diag.Pos{p.Spec, p.Overlay} {
		if pos != nil {
			at = append(at, diag.Visible(pos.String()))
		}
	}
	return strings.TrimSpace(string(p.Origin) + " " + strings.Join(at, " "))
}

// trimmed takes the blanks at the ends of lines away.
func trimmed(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func clip(s string) string {
	if utf8.RuneCountInString(s) <= maxValue {
		return s
	}
	return string([]rune(s)[:maxValue-1]) + "…"
}
