package review

import (
	"fmt"
	"strings"

	"github.com/oatools/oatools/compile/tool"
)

// sentences says what a tool's contract means, for people who do not read
// overlays.
func sentences(t *tool.Tool) []string {
	out := []string{who(t)}
	switch t.Shape {
	case tool.ShapeQuery:
		out = append(out, query(t)...)
	case tool.ShapeCommand:
		out = append(out, command(t.Command)...)
	case tool.ShapeJob:
		out = append(out, "Starts something long and answers at once; the state is read until it is done.")
	case tool.ShapeHandle:
		out = append(out, handle(t.Handle)...)
	case tool.ShapeAgent:
		out = append(out, agent(t.Agent)...)
	case tool.ShapeHuman:
		out = append(out, "Asks a person and waits for the answer.")
	}
	if j := t.JobContract(); j != nil {
		out = append(out, job(j)...)
	}
	for _, r := range t.Require {
		out = append(out, fmt.Sprintf("Refuses every call unless %s.", r.When))
	}
	for _, a := range t.Approval {
		when := "every call"
		if a.When != "" {
			when = "calls where " + a.When
		}
		out = append(out, fmt.Sprintf("For %s, somebody of %s has to approve.", when, a.By))
	}
	return append(out, execution(t)...)
}

func who(t *tool.Tool) string {
	s := "Every authenticated caller may call it"
	if len(t.Audience) > 0 {
		s = "Only " + strings.Join(t.Audience, " and ") + " may call it"
	}
	if len(t.Scopes) > 0 {
		s += ", with the rights " + strings.Join(t.Scopes, ", ")
	}
	return s + "."
}

func query(t *tool.Tool) []string {
	out := []string{"Reads and changes nothing."}
	if t.Query != nil && t.Query.Safe != "" {
		out = append(out, "Its method could change something; it does not, because: "+t.Query.Safe+".")
	}
	if p := t.Result.Page; p != nil && p.Auto != nil {
		out = append(out, fmt.Sprintf("One call reads up to %d pages, one after the other, and joins at most %d items; for rate and cost, each page is a call.", p.Auto.Pages, p.Auto.Items))
	}
	if t.Query != nil && t.Query.Cache != nil {
		out = append(out, "Answers are kept for "+t.Query.Cache.TTL.String()+", for each caller apart.")
	}
	return out
}

func command(c *tool.Command) []string {
	out := []string{fmt.Sprintf("Changes the world: %s.", c.Effect)}
	switch c.DryRun.Kind {
	case tool.DryRunNative:
		out = append(out, "A dry run asks the service itself, which changes nothing.")
	case tool.DryRunValidate:
		out = append(out, "A dry run asks another operation that checks.")
	case tool.DryRunPlan:
		out = append(out, "A dry run sends nothing: it only says what would be sent.")
	}
	switch {
	case c.Confirm.None != "":
		out = append(out, "Never asks for confirmation, because: "+c.Confirm.None+".")
	case c.Confirm.Unless != "":
		out = append(out, "Asks for confirmation unless "+c.Confirm.Unless+".")
	default:
		out = append(out, "Always asks for confirmation.")
	}
	if c.Confirm.AfterUntrusted {
		out = append(out, "After untrusted text in the run it always asks for confirmation.")
	}
	out = append(out, once(c.Idempotency)...)
	if c.Verify != nil {
		out = append(out, "Reads the effect back and expects "+c.Verify.Expect+".")
	} else {
		out = append(out, "Does not read the effect back.")
	}
	if c.Undo != "" {
		out = append(out, c.Undo+" takes the effect back.")
	}
	return out
}

// once says how a write is kept from happening twice.
func once(i *tool.Idempotency) []string {
	switch {
	case i == nil:
		return nil
	case i.None != "":
		return []string{"Is never sent twice: there is no idempotency key, because: " + i.None + "."}
	case i.Marker != "":
		return []string{"Marks " + i.Marker + " and looks for the mark before it is sent again."}
	}
	return []string{"May be sent again with the same key in " + i.Header + i.Query + i.Body + "; it happens once."}
}

func job(j *tool.Job) []string {
	out := once(j.Idempotency)
	if p := j.Poll; p != nil {
		s := "Looks at the state"
		if p.Else != 0 {
			s += " every " + p.Else.String()
		}
		if p.After != "" {
			s += ", or when the service says so"
		}
		if p.GiveUp != 0 {
			s += ", and gives up after " + p.GiveUp.String()
		}
		out = append(out, s+".")
	}
	if j.Cancel != nil {
		out = append(out, "Can be cancelled.")
	}
	return out
}

func handle(h *tool.Handle) []string {
	if h == nil {
		return nil
	}
	ttl := "1h"
	if h.TTL != 0 {
		ttl = h.TTL.String()
	}
	s := fmt.Sprintf("Reads something large and stores it for %s, for the caller alone; the model gets %d sample rows", ttl, h.Sample)
	if h.MaxBytes != 0 {
		s += fmt.Sprintf(", and no more than %d bytes are stored", h.MaxBytes)
	}
	return []string{s + "."}
}

func agent(a *tool.Agent) []string {
	out := []string{"Asks another agent, which works on its own."}
	var caps []string
	for _, c := range [...]struct {
		n    float64
		unit string
	}{{float64(a.Budget.Seconds), "seconds"}, {float64(a.Budget.Steps), "steps"}, {float64(a.Budget.Tokens), "tokens"}, {a.Budget.USD, "US dollars"}} {
		if c.n != 0 {
			caps = append(caps, fmt.Sprintf("%v %s", c.n, c.unit))
		}
	}
	if len(caps) > 0 {
		out = append(out, "It may spend "+strings.Join(caps, " and ")+".")
	} else {
		out = append(out, "It may spend without a limit.")
	}
	if a.Calls != "" {
		out = append(out, "It may be called "+a.Calls+".")
	}
	if a.Evidence != nil {
		out = append(out, fmt.Sprintf("Its answer needs at least %d pieces of evidence.", a.Evidence.Min))
	}
	return out
}

// execution says how calls run, whatever the shape.
func execution(t *tool.Tool) []string {
	timeout := "30s"
	switch {
	case t.Timeout != 0:
		timeout = t.Timeout.String()
	case t.Shape == tool.ShapeQuery:
		timeout = "10s"
	}
	s := "One attempt may take " + timeout
	if r := t.Retry; r != nil && r.Attempts != 0 {
		s += fmt.Sprintf("; up to %d attempts where a repetition is safe", r.Attempts)
	}
	out := []string{s + "."}
	if t.Rate != nil {
		out = append(out, fmt.Sprintf("At most %s per %s.", t.Rate.Limit, t.Rate.Per))
	}
	if len(t.Result.Redact) > 0 {
		out = append(out, "Removed from every answer: "+strings.Join(t.Result.Redact, ", ")+".")
	}
	if t.Replaces != nil {
		out = append(out, fmt.Sprintf("Answers to the old name %s until %s.", t.Replaces.Name, t.Replaces.Sunset))
	}
	return out
}
