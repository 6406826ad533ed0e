package render

import (
	"fmt"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/curate/diff/change"
	"github.com/oatools/oatools/curate/wording"
)

// defaultLimit keeps a part below the 65,536 characters of a comment on GitHub,
// with room for what a workflow adds.
const defaultLimit = 60_000

// maxEntry bounds one change, so that a part can always be cut between two.
const maxEntry = 2_000

// block is what is never torn apart if it fits: the changes of one class in one
// tool.
type block struct {
	heading string
	entries []string
}

// writeMarkdown gives comments: one for a set, more when one would be too long.
// Each starts with a marker by which it is found again and edited in place.
func writeMarkdown(d *Document, opts Options) [][]byte {
	limit := opts.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	var out [][]byte
	if len(d.Problems) > 0 {
		out = append(out, problemsMarkdown(d, limit))
	}
	for _, r := range d.Sets {
		out = append(out, setMarkdown(r, limit)...)
	}
	return out
}

func problemsMarkdown(d *Document, limit int) []byte {
	var b strings.Builder
	b.WriteString("<!-- oatools:problems -->\n### The toolset does not compile\n")
	for i, p := range d.Problems {
		line := fmt.Sprintf("- %s: **%s** %s", escape(p.Pos.String()), p.Severity, escape(clip(p.Message, maxEntry/2)))
		if p.Hint != "" {
			line += " " + escape(clip(p.Hint, maxEntry/4))
		}
		if b.Len()+len(line) > limit-200 {
			fmt.Fprintf(&b, "- and %d more\n", len(d.Problems)-i)
			break
		}
		b.WriteString(line + "\n")
	}
	return []byte(b.String())
}

func setMarkdown(r *change.Report, limit int) [][]byte {
	head := headMarkdown(r)
	var parts []string
	part := head
	heading := ""
	flush := func() {
		parts = append(parts, part)
		part, heading = "", ""
	}
	room := limit - 200 // for markers, titles and closing tags
	for _, bl := range blocks(r) {
		if len(part)+bl.size() > room && part != head && part != "" && bl.size() <= room {
			part += closing(heading)
			flush()
		}
		for _, e := range bl.entries {
			if len(part)+len(e)+len(bl.heading) > room && part != "" {
				part += closing(heading)
				flush()
			}
			if heading != bl.heading {
				part += closing(heading) + bl.heading
				heading = bl.heading
			}
			part += e
		}
	}
	part += closing(heading)
	flush()
	out := make([][]byte, len(parts))
	for i, p := range parts {
		number := ""
		if len(parts) > 1 {
			number = fmt.Sprintf(" %d/%d", i+1, len(parts))
		}
		out[i] = fmt.Appendf(nil, "<!-- oatools:%s%s -->\n### %s%s\n%s", commentSafe(r.Set), number, escape(title(r)), number, p)
	}
	return out
}

func (b block) size() int {
	n := len(b.heading) + 20
	for _, e := range b.entries {
		n += len(e)
	}
	return n
}

// closing ends what a heading opened.
func closing(heading string) string {
	if strings.Contains(heading, "<details>") {
		return "\n</details>\n"
	}
	return ""
}

func headMarkdown(r *change.Report) string {
	var b strings.Builder
	if r.Version.What != "" {
		fmt.Fprintf(&b, "\n**Version:** %s\n", escape(r.Version.What))
	}
	if r.Empty() {
		b.WriteString("\nNo difference.\n")
		return b.String()
	}
	b.WriteString("\n| | tools | tokens |")
	for _, c := range change.Classes() {
		if c != change.None {
			fmt.Fprintf(&b, " %s |", strings.ToLower(string(c)))
		}
	}
	b.WriteString("\n|---|---|---|---|---|---|---|---|\n| ")
	old, new := side(r.Old), side(r.New)
	fmt.Fprintf(&b, "%s | %s | %s |", "before → after", arrow(old.Tools, new.Tools, ""), arrow(old.Tokens, new.Tokens, "~"))
	for _, c := range change.Classes() {
		if c == change.None {
			continue
		}
		n := fmt.Sprint(r.Count(c))
		if (c == change.Breaking || c == change.Exposure) && n != "0" {
			n = "**" + n + "**"
		}
		fmt.Fprintf(&b, " %s |", n)
	}
	b.WriteByte('\n')
	if stale := stale(r); len(stale) > 0 {
		fmt.Fprintf(&b, "\nEvals are stale for %s: what the model reads changed.\n", enough(stale, 10))
	}
	return b.String()
}

func side(s *change.Side) change.Side {
	if s == nil {
		return change.Side{}
	}
	return *s
}

func arrow(a, b int, sign string) string {
	if a == b {
		return fmt.Sprintf("%s%d", sign, a)
	}
	return fmt.Sprintf("%s%d → %s%d", sign, a, sign, b)
}

func stale(r *change.Report) []string {
	var out []string
	for _, t := range r.Tools {
		if t.Stale {
			out = append(out, "`"+t.Name+"`")
		}
	}
	return out
}

func enough(list []string, n int) string {
	if len(list) <= n {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:n], ", "), len(list)-n)
}

// blocks gives the changes by class and tool: what concerns most comes first,
// what concerns least is folded.
func blocks(r *change.Report) []block {
	var out []block
	for _, class := range [...]change.Class{change.Exposure, change.Breaking, change.Prompt, change.Behaviour, change.Additive, change.None} {
		n := r.Count(class)
		if n == 0 {
			continue
		}
		name := string(class[:1]) + strings.ToLower(string(class[1:]))
		heading := "\n**" + name + "**\n"
		if class == change.Behaviour || class == change.Additive || class == change.None {
			if class == change.None {
				name = "Without effect"
			}
			heading = fmt.Sprintf("\n<details><summary>%s (%d)</summary>\n\n", name, n)
		}
		tool := "\x00"
		for i := range r.Changes {
			c := &r.Changes[i]
			if c.Class != class {
				continue
			}
			if c.Tool != tool {
				tool = c.Tool
				out = append(out, block{heading: heading})
			}
			last := &out[len(out)-1]
			last.entries = append(last.entries, entry(c))
		}
	}
	return out
}

// entry is one change as an item of a list.
func entry(c *change.Change) string {
	who := "the set"
	if c.Tool != "" {
		who = "`" + strings.ReplaceAll(c.Tool, "`", "") + "`"
	}
	tail := " · `" + c.Fingerprint + "`"
	if at := place(c); !at.IsZero() {
		tail += " · " + escape(shortPlace(at))
	}
	out := "- " + who + " " + escape(clip(c.What, maxEntry/2)) + tail + "\n"
	spans := wordsOf(c)
	if spans == nil {
		return out
	}
	quote := "  > "
	for _, s := range spans {
		text := escape(clip(s.Text(" "), maxEntry/4))
		switch s.Op {
		case wording.Gone:
			text = "~~" + text + "~~"
		case wording.Come:
			text = "**" + text + "**"
		}
		if len(quote)+len(text) > maxEntry/2 {
			quote += "…"
			break
		}
		quote += text + " "
	}
	return out + strings.TrimRight(quote, " ") + "\n"
}

func shortPlace(p diag.Pos) string { p.Col = 0; return p.String() }

// escape writes text that Markdown and HTML take literally and that calls
// nobody.
func escape(s string) string {
	var b strings.Builder
	for _, r := range diag.Visible(s) {
		switch {
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '&':
			b.WriteString("&amp;")
		case r == '@':
			b.WriteString("@\u200b")
		case strings.ContainsRune("\\`*_{}[]()#|~!", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// commentSafe keeps a name from ending an HTML comment.
func commentSafe(s string) string {
	return strings.NewReplacer("--", "- -", ">", "", "<", "", "\n", " ").Replace(s)
}

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n] + "…"
}
