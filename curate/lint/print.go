package lint

import (
	"fmt"
	"io"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/curate/lint/rule"
)

// WriteText writes the findings a line each, then what the audiences are shown,
// and how many findings there are.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	for _, f := range r.Findings {
		b.WriteString(f.Diagnostic.String() + "\n")
	}
	for _, a := range r.Audiences {
		fmt.Fprintf(&b, "%s: %s, ~%d tokens\n", a.Who(), count(a.Tools, "tool"), a.Tokens)
	}
	fmt.Fprintf(&b, "%s, %s, %d waived (profile %s)\n",
		count(r.Count(diag.Error), "error"), count(r.Count(diag.Warning), "warning"), len(r.Waived), r.Profile)
	_, err := io.WriteString(w, b.String())
	return err
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// WriteRules writes the table of rules as Markdown that reads well as text.
func WriteRules(w io.Writer, rules []rule.Rule) error {
	var b strings.Builder
	b.WriteString("# Lint rules\n\nSeverities are those of the profiles draft, team and regulated. *Fixed* rules can be neither lowered nor waived.\n")
	for _, group := range rule.Groups() {
		fmt.Fprintf(&b, "\n## %s\n\n", group)
		for i := range rules {
			if rules[i].Group == group {
				writeRule(&b, &rules[i])
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeRule(b *strings.Builder, r *rule.Rule) {
	fmt.Fprintf(b, "- **%s** (%s", r.ID, severities(r.Levels))
	if r.Raised != "" {
		fmt.Fprintf(b, "; %s: %s", r.RaisedIf, severities(r.Raised))
	}
	if r.Fixed {
		b.WriteString("; fixed")
	}
	if r.Build {
		b.WriteString("; compiler")
	}
	fmt.Fprintf(b, ")\n  %s %s\n  Evidence: %s.\n  Example: `%s`\n", r.What, r.Why, r.Evidence, strings.ReplaceAll(r.Example, "`", "'"))
}

// severities spells levels out: "off, warning, error", or one word where they
// are the same.
func severities(l rule.Levels) string {
	var words []string
	same := true
	for _, p := range rule.Profiles() {
		s := string(l.Of(p))
		if s == "" {
			s = "off"
		}
		words = append(words, s)
		same = same && s == words[0]
	}
	if same {
		return words[0]
	}
	return strings.Join(words, ", ")
}
