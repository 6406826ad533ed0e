package render

import (
	"fmt"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/curate/diff/change"
)

// writeGitHub gives workflow commands, from which GitHub Actions makes
// annotations. Changes without effect are left out.
func writeGitHub(d *Document, opts Options) []byte {
	var b strings.Builder
	for _, p := range d.Problems {
		level := map[diag.Severity]string{diag.Error: "error", diag.Warning: "warning"}[p.Severity]
		if level == "" {
			level = "notice"
		}
		annotate(&b, level, p.Pos, p.Code, p.Message)
	}
	for _, r := range d.Sets {
		if r.Version.Small {
			level := "warning"
			if opts.Gate.Version {
				level = "error"
			}
			annotate(&b, level, diag.Pos{File: r.File}, "version of "+r.Set, r.Version.What)
		}
		for i := range r.Changes {
			c := &r.Changes[i]
			if c.Class == change.None {
				continue
			}
			at := place(c)
			if at.IsZero() {
				at = diag.Pos{File: r.File}
			}
			annotate(&b, level(c.Class, opts.Gate, "error", "warning", "notice"), at,
				string(c.Class)+" "+who(r, c), c.What+" ["+c.Rule+" "+c.Fingerprint+"]")
		}
	}
	return []byte(b.String())
}

func who(r *change.Report, c *change.Change) string {
	if c.Tool == "" {
		return r.Set
	}
	return c.Tool
}

// level maps a class: what the gate stops, what somebody should look at, and
// the rest.
func level(c change.Class, g Gate, stop, look, rest string) string {
	switch {
	case g.stops(c):
		return stop
	case c == change.Additive || c == change.None:
		return rest
	}
	return look
}

func annotate(b *strings.Builder, level string, at diag.Pos, title, message string) {
	var props []string
	if at.File != "" {
		props = append(props, "file="+property(at.File))
	}
	if at.Line > 0 {
		props = append(props, fmt.Sprintf("line=%d", at.Line))
	}
	if at.Col > 0 {
		props = append(props, fmt.Sprintf("col=%d", at.Col))
	}
	props = append(props, "title="+property(diag.Visible(title)))
	fmt.Fprintf(b, "::%s %s::%s\n", level, strings.Join(props, ","), data(diag.Visible(message)))
}

// data escapes a message of a workflow command.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// property escapes a property of a workflow command.
func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(s))
}
