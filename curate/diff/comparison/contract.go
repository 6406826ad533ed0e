package comparison

import (
	"fmt"
	"slices"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/journal"
)

// contract compares what the shapes add. Where the shape is another, the parts
// that both have are compared, and the effect on the world.
func (c *comparison) contract() {
	c.effect()
	if o, n := c.o.Command, c.n.Command; o != nil && n != nil {
		c.command(o, n)
	}
	if o, n := c.o.Query, c.n.Query; o != nil && n != nil {
		journal.Value(c.Scope, "safe-reason", "/query/safe", "contract", "Why the operation is a query", o.Safe, n.Safe)
		journal.Value(c.Scope, "cache-changed", "/query/cache", "contract", "How answers are kept", deref(o.Cache), deref(n.Cache))
	}
	if o, n := c.o.JobContract(), c.n.JobContract(); o != nil && n != nil {
		c.job(o, n)
	}
	if o, n := c.o.Handle, c.n.Handle; o != nil && n != nil {
		c.handle(o, n)
	}
	if o, n := c.o.Agent, c.n.Agent; o != nil && n != nil {
		c.agent(o, n)
	}
	if o, n := c.o.Human, c.n.Human; o != nil && n != nil {
		c.human(o, n)
	}
}

// gravity ranks effects: nothing, create, update, then what takes things away
// or sends them out, then payments.
func gravity(t *tool.Tool) (rank int, name string) {
	if t.Command == nil {
		return 0, ""
	}
	switch t.Command.Effect {
	case tool.EffectCreate:
		rank = 1
	case tool.EffectUpdate:
		rank = 2
	case tool.EffectDelete, tool.EffectSend:
		rank = 3
	case tool.EffectPay:
		rank = 4
	}
	return rank, string(t.Command.Effect)
}

func (c *comparison) effect() {
	was, o := gravity(c.o)
	is, n := gravity(c.n)
	if o == n {
		return
	}
	rule := "effect-raised"
	if is < was {
		rule = "effect-lowered"
	}
	c.Add(rule, "/command/effect", "contract.effect", journal.Stated(o), journal.Stated(n), "%s", journal.Moved("The effect on the world", o, n))
}

func (c *comparison) command(o, n *tool.Command) {
	c.dryRun(&o.DryRun, &n.DryRun)
	c.confirm(&o.Confirm, &n.Confirm)
	c.idempotency("/command/idempotency", o.Idempotency, n.Idempotency)
	was, is := deref(o.Verify), deref(n.Verify)
	journal.Value(c.Scope, "verify-changed", "/command/verify/expect", "contract.verify", "What is expected when the effect is read back", was.Expect, is.Expect)
	journal.Value(c.Scope, "verify-changed", "/command/verify/within", "contract.verify", "The time for reading the effect back", was.Within, is.Within)
	journal.Value(c.Scope, "undo-changed", "/command/undo", "contract", "The tool that takes the effect back", o.Undo, n.Undo)
}

func (c *comparison) dryRun(o, n *tool.DryRun) {
	const ptr = "/command/dry_run"
	strength := []tool.DryRunKind{"", tool.DryRunPlan, tool.DryRunValidate, tool.DryRunNative}
	if o.Kind != n.Kind {
		rule := "dry-run-stronger"
		if slices.Index(strength, n.Kind) < slices.Index(strength, o.Kind) {
			rule = "dry-run-weaker"
		}
		journal.Value(c.Scope, rule, ptr+"/kind", "contract.dry_run", "What a dry run does", o.Kind, n.Kind)
	}
	journal.Value(c.Scope, "dry-run-text", ptr+"/text", "contract.dry_run", "What a dry run says", o.Text, n.Text)
	c.selection(ptr+"/select", o.Select, n.Select)
}

func (c *comparison) confirm(o, n *tool.Confirm) {
	const ptr, field = "/command/confirm", "contract.confirm"
	switch {
	case o.None == "" && n.None != "":
		c.Add("confirm-removed", ptr, field, nil, n.None, "No confirm token is ever needed any more: %s.", journal.Shown(n.None))
	case o.None != "" && n.None == "":
		c.Add("confirm-added", ptr, field, o.None, nil, "A confirm token is needed now: calls without one are only planned.")
	default:
		journal.Value(c.Scope, "confirm-reason", ptr+"/none", field, "Why no confirm token is needed", o.None, n.None)
	}
	switch {
	case o.Unless == n.Unless:
	case n.Unless == "":
		c.Add("confirm-added", ptr+"/unless", field, o.Unless, nil, "A confirm token is needed even when %s.", o.Unless)
	default:
		c.Add("confirm-removed", ptr+"/unless", field, journal.Stated(o.Unless), n.Unless, "No confirm token is needed when %s. %s",
			n.Unless, before(o.Unless, "Before, that was when %s; which is wider is not proved.")).Unproven = o.Unless != ""
	}
	switch {
	case o.AfterUntrusted && !n.AfterUntrusted:
		c.Add("confirm-removed", ptr+"/after_untrusted", field, true, false, "Untrusted text in the run does not ask for a confirm token any more.")
	case n.AfterUntrusted && !o.AfterUntrusted:
		c.Add("confirm-added", ptr+"/after_untrusted", field, false, true, "After untrusted text in the run a confirm token is needed.")
	}
	journal.Value(c.Scope, "confirm-ttl", ptr+"/ttl", field, "The life of a confirm token", orDefault(o.TTL, defaultConfirm), orDefault(n.TTL, defaultConfirm))
}

func orDefault(d, otherwise tool.Duration) tool.Duration {
	if d == 0 {
		return otherwise
	}
	return d
}

func before(was, text string) string {
	if was == "" {
		return "Before, one was always needed."
	}
	return fmt.Sprintf(text, was)
}

// idempotency compares how a write is kept from happening twice.
func (c *comparison) idempotency(ptr string, o, n *tool.Idempotency) {
	if journal.Equal(o, n) {
		return
	}
	was, is := deref(o), deref(n)
	field := "contract.idempotency"
	switch strong, now := keyStrength(was), keyStrength(is); {
	case now < strong:
		c.Add("idempotency-weaker", ptr, field, o, n, "A write is kept from happening twice by %s and was by %s.", means(is), means(was))
	case now > strong:
		c.Add("idempotency-stronger", ptr, field, o, n, "A write is kept from happening twice by %s and was by %s.", means(is), means(was))
	case now == 0:
		journal.Value(c.Scope, "idempotency-reason", ptr+"/none", field, "Why there is no idempotency key", was.None, is.None)
	}
	was.None, is.None = "", ""
	if keyStrength(was) != 0 && keyStrength(is) != 0 || !journal.Equal(was, is) && keyStrength(was) == keyStrength(is) {
		journal.Value(c.Scope, "idempotency-changed", ptr+"/means", field, "The means against writing twice", was, is)
	}
}

// keyStrength ranks the means: a key that the service keeps, a mark that we
// look for, nothing.
func keyStrength(i tool.Idempotency) int {
	switch {
	case i.Header != "" || i.Query != "" || i.Body != "":
		return 2
	case i.Marker != "":
		return 1
	}
	return 0
}

func means(i tool.Idempotency) string {
	switch {
	case i.Header != "":
		return "the header " + i.Header
	case i.Query != "":
		return "the query parameter " + i.Query
	case i.Body != "":
		return "the body's " + i.Body
	case i.Marker != "":
		return "the mark " + i.Marker
	}
	return "nothing"
}
