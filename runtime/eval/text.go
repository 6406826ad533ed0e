package eval

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
)

// WriteText writes a report for people: every eval in a line, problems below it,
// sums at the end.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	for i := range r.Tools {
		r.Tools[i].write(&b)
	}
	t := r.Totals
	fmt.Fprintf(&b, "%s: %s of %s: %d passed, %d failed, %d skipped\n", r.Set, plural(t.Passed+t.Failed+t.Skipped, "eval"), plural(t.Tools, "tool"), t.Passed, t.Failed, t.Skipped)
	fmt.Fprintf(&b, "  contract %s, execution %s, task %s\n", t.Contract, t.Execution, t.Task)
	if t.Lacking > 0 {
		fmt.Fprintf(&b, "  %s skipped: this runtime lacks what they need\n", plural(t.Lacking, "tool"))
	}
	if t.Bare > 0 {
		fmt.Fprintf(&b, "  %s without evals\n", plural(t.Bare, "tool"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// String gives "passed/judged".
func (c Count) String() string { return fmt.Sprintf("%d/%d", c.Passed, c.Passed+c.Failed) }

func (t *ToolReport) write(b *strings.Builder) {
	fmt.Fprintf(b, "%s (%s)", t.Name, t.Shape)
	switch {
	case t.Why != "":
		fmt.Fprintf(b, ": skipped, %s\n", t.Why)
		return
	case len(t.Evals) == 0:
		b.WriteString(": no evals\n")
		return
	}
	b.WriteByte('\n')
	for i := range t.Evals {
		t.Evals[i].write(b)
	}
}

func (o *Outcome) write(b *strings.Builder) {
	word := map[Verdict]string{Pass: "ok  ", Fail: "FAIL", Skip: "skip"}[o.Verdict]
	fmt.Fprintf(b, "  %s %2d %s", word, o.N, diag.Visible(o.Eval))
	if o.Why != "" {
		b.WriteString(": " + diag.Visible(o.Why))
	}
	b.WriteByte('\n')
	for _, c := range o.Checks {
		if c.Problem == "" {
			continue
		}
		lines := strings.Split(c.Problem, "\n")
		fmt.Fprintf(b, "          %s: %s: %s\n", c.Level, c.What, diag.Visible(lines[0]))
		for _, line := range lines[1:] {
			fmt.Fprintf(b, "            %s\n", diag.Visible(line))
		}
	}
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// describe gives an eval in a line.
func describe(e *tool.Eval) string {
	if e.Say != "" {
		return "say " + fmt.Sprintf("%q", clip(e.Say, 60))
	}
	words := []string{clip(tight(e.Call), 72)}
	add := func(key, value string) {
		if value != "" {
			words = append(words, key+" "+clip(value, 40))
		}
	}
	add("as", tight(e.As))
	add("upstream", upstreamWord(e))
	if e.Twice {
		words = append(words, "twice")
	}
	var want []string
	for _, part := range []struct {
		name string
		is   bool
	}{{"sends", e.Sends != ""}, {"body", len(e.Body) > 0}, {"headers", len(e.Headers) > 0}, {"returns", len(e.Returns) > 0}} {
		if part.is {
			want = append(want, part.name)
		}
	}
	if e.Error != "" {
		want = append(want, strings.TrimSpace("error "+e.Error+" "+e.At))
	}
	if e.Attempts > 0 {
		want = append(want, fmt.Sprintf("attempts %d", e.Attempts))
	}
	if e.Executions > 0 || e.Twice && len(want) == 0 {
		want = append(want, fmt.Sprintf("executions %d", e.Executions))
	}
	return strings.Join(words, ", ") + " → " + strings.Join(want, ", ")
}

func upstreamWord(e *tool.Eval) string {
	if len(e.Upstream) == 0 {
		return ""
	}
	v, ok := decode(e.Upstream)
	if obj, isObj := v.(map[string]any); ok && isObj {
		return string(plain(obj["status"]))
	}
	return strings.Trim(string(e.Upstream), `"`)
}

func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// tight gives JSON text without blanks, in the order of its author.
func tight(text json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return string(text)
	}
	return b.String()
}
