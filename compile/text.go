package compile

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/tool"
)

// Limits of what a model reads, in characters. Several endpoints refuse tool
// descriptions of more than 1,024.
const (
	titleMax       = 80
	describeMax    = 1024
	specTextMax    = 700 // of a description taken from a document, so that our sentences fit too
	argTextMax     = 400
	confirmDefault = 10 * time.Minute
)

// describe makes a description of what the document says about op.
func describe(op *oas.Operation, diags *diag.List) string {
	summary := clean(op.Summary, specTextMax, op.Pos, diags)
	text := clean(op.Description, specTextMax, op.Pos, diags)
	switch {
	case text == "":
		text = summary
	case summary == "", strings.HasPrefix(strings.ToLower(text), strings.ToLower(strings.TrimRight(summary, "."))):
	default:
		text = trim(sentence(summary)+" "+text, specTextMax)
	}
	if text == "" {
		text = op.Method + " " + op.Path
	}
	return sentence(text)
}

// sentence gives text an end.
func sentence(text string) string {
	if text == "" || strings.ContainsRune(".!?:…)", rune(text[len(text)-1])) || strings.HasSuffix(text, "…") {
		return text
	}
	return text + "."
}

// clean makes a text of a document fit for a prompt: one paragraph, without
// characters that people cannot see, at most limit characters long. What it
// removes for being invisible is a warning, since a reviewer would not see it.
func clean(text string, limit int, pos diag.Pos, diags *diag.List) string {
	if text == "" {
		return ""
	}
	shown, hidden := keyword.Visible(text)
	if len(hidden) > 0 {
		diags.Warnf(pos, "text-hidden", "characters that nobody sees are removed from a description, such as U+%04X", hidden[0])
	}
	one := strings.Join(strings.Fields(shown), " ")
	out := trim(one, limit)
	if out != one {
		diags.Infof(pos, "text-trimmed", "a description of %d characters is cut to %d", utf8.RuneCountInString(one), limit)
	}
	return out
}

// trim cuts text to limit characters, at the end of a sentence if that keeps
// half of it, else between words.
func trim(text string, limit int) string {
	rs := []rune(text)
	if len(rs) <= limit {
		return text
	}
	head := string(rs[:limit-1])
	if i := strings.LastIndex(head, ". "); i >= len(head)/2 {
		return head[:i+1]
	}
	if i := strings.LastIndexByte(head, ' '); i > len(head)/2 {
		head = head[:i]
	}
	return strings.TrimRight(head, " ,;:-") + "…"
}

// protocol is what a model must know to use a tool of its shape: the one place
// where these sentences are written.
func protocol(t *tool.Tool, opts Options) string {
	name := func(companion string) string { return cmp.Or(opts.Companions[companion].Name, companion) }
	var say []string
	switch t.Shape {
	case tool.ShapeCommand:
		say = append(say, commandSentence(t.Command))
	case tool.ShapeJob:
		say = append(say, fmt.Sprintf("Answers at once with job_id; ask %s with it until the job is done.", name("get_job")))
		if t.Job.Cancel != nil {
			say = append(say, fmt.Sprintf("%s stops it.", name("cancel_job")))
		}
	case tool.ShapeHandle:
		say = append(say, fmt.Sprintf("Returns a handle, a count and a sample; read the rest with %s.", name("read_result")))
	case tool.ShapeAgent:
		say = append(say, fmt.Sprintf("Another agent works on it: answers at once with job_id; ask %s with it until it is done.", name("get_job")))
		if t.Agent.Reply != nil {
			say = append(say, fmt.Sprintf("When it asks something back, answer with %s.", name("reply_job")))
		}
	case tool.ShapeHuman:
		say = append(say, fmt.Sprintf("A person answers later: returns a ticket; read the answer with %s.", name("get_ticket")))
	}
	if t.Result.Page != nil {
		// The runtime takes the cursor alone. The schema still requires what the
		// first page needs, since few clients understand "this or that", and
		// strict ones check it: so the model is told the way that always works.
		say = append(say, "When next_cursor comes back there is more: call again with it as cursor and the other arguments unchanged.")
	}
	return strings.Join(say, " ")
}

func commandSentence(c *tool.Command) string {
	try := "it shows what would happen and changes nothing"
	if c.DryRun.Kind == tool.DryRunNative || c.DryRun.Kind == tool.DryRunValidate {
		try = "the service checks the call and changes nothing"
	}
	if c.Confirm.None != "" {
		return "With dry_run true " + try + "; with dry_run false it is done."
	}
	ttl := tool.Duration(cmp.Or(c.Confirm.TTL.Std(), confirmDefault))
	token := "that token"
	if c.Confirm.Unless != "" {
		token = "that token if one is needed"
	}
	return fmt.Sprintf("Call with dry_run true first: %s, and you get a confirm_token (valid %s). Then call with dry_run false, the same arguments and %s.", try, ttl, token)
}

// controlText is what a model reads about the control arguments.
func controlText(name string, t *tool.Tool) string {
	switch name {
	case tool.ArgDryRun:
		if t.Command != nil && t.Command.Confirm.None != "" {
			return "true: show what would happen. false: do it."
		}
		return "true: show what would happen and get a confirm_token. false: do it."
	case tool.ArgConfirmToken:
		return "Token of the dry run with the same arguments."
	case tool.ArgCursor:
		return "next_cursor of the previous answer; leave out for the first page."
	case tool.ArgLimit:
		return "Most items to return."
	}
	return ""
}
