package diff

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/change"
)

// contract compares what the shapes add. Where the shape is another, the parts
// that both have are compared, and the effect on the world.
func (c *comparison) contract() {
	c.effect()
	if o, n := c.o.Command, c.n.Command; o != nil && n != nil {
		c.command(o, n)
	}
	if o, n := c.o.Query, c.n.Query; o != nil && n != nil {
		value(c.scope, "safe-reason", "/query/safe", "contract", "Why the operation is a query", o.Safe, n.Safe)
		value(c.scope, "cache-changed", "/query/cache", "contract", "How answers are kept", deref(o.Cache), deref(n.Cache))
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
	c.add(rule, "/command/effect", "contract.effect", stated(o), stated(n), "%s", moved("The effect on the world", o, n))
}

func (c *comparison) command(o, n *tool.Command) {
	c.dryRun(&o.DryRun, &n.DryRun)
	c.confirm(&o.Confirm, &n.Confirm)
	c.scope.idempotency("/command/idempotency", o.Idempotency, n.Idempotency)
	was, is := deref(o.Verify), deref(n.Verify)
	value(c.scope, "verify-changed", "/command/verify/expect", "contract.verify", "What is expected when the effect is read back", was.Expect, is.Expect)
	value(c.scope, "verify-changed", "/command/verify/within", "contract.verify", "The time for reading the effect back", was.Within, is.Within)
	value(c.scope, "undo-changed", "/command/undo", "contract", "The tool that takes the effect back", o.Undo, n.Undo)
}

func (c *comparison) dryRun(o, n *tool.DryRun) {
	const ptr = "/command/dry_run"
	strength := []tool.DryRunKind{"", tool.DryRunPlan, tool.DryRunValidate, tool.DryRunNative}
	if o.Kind != n.Kind {
		rule := "dry-run-stronger"
		if slices.Index(strength, n.Kind) < slices.Index(strength, o.Kind) {
			rule = "dry-run-weaker"
		}
		value(c.scope, rule, ptr+"/kind", "contract.dry_run", "What a dry run does", o.Kind, n.Kind)
	}
	value(c.scope, "dry-run-text", ptr+"/text", "contract.dry_run", "What a dry run says", o.Text, n.Text)
	c.selection(ptr+"/select", o.Select, n.Select)
}

func (c *comparison) confirm(o, n *tool.Confirm) {
	const ptr, field = "/command/confirm", "contract.confirm"
	switch {
	case o.None == "" && n.None != "":
		c.add("confirm-removed", ptr, field, nil, n.None, "No confirm token is ever needed any more: %s.", shown(n.None))
	case o.None != "" && n.None == "":
		c.add("confirm-added", ptr, field, o.None, nil, "A confirm token is needed now: calls without one are only planned.")
	default:
		value(c.scope, "confirm-reason", ptr+"/none", field, "Why no confirm token is needed", o.None, n.None)
	}
	switch {
	case o.Unless == n.Unless:
	case n.Unless == "":
		c.add("confirm-added", ptr+"/unless", field, o.Unless, nil, "A confirm token is needed even when %s.", o.Unless)
	default:
		c.add("confirm-removed", ptr+"/unless", field, stated(o.Unless), n.Unless, "No confirm token is needed when %s. %s",
			n.Unless, before(o.Unless, "Before, that was when %s; which is wider is not proved.")).Unproven = o.Unless != ""
	}
	switch {
	case o.AfterUntrusted && !n.AfterUntrusted:
		c.add("confirm-removed", ptr+"/after_untrusted", field, true, false, "Untrusted text in the run does not ask for a confirm token any more.")
	case n.AfterUntrusted && !o.AfterUntrusted:
		c.add("confirm-added", ptr+"/after_untrusted", field, false, true, "After untrusted text in the run a confirm token is needed.")
	}
	value(c.scope, "confirm-ttl", ptr+"/ttl", field, "The life of a confirm token", orDefault(o.TTL, defaultConfirm), orDefault(n.TTL, defaultConfirm))
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
	return sentence(text, was)
}

// idempotency compares how a write is kept from happening twice.
func (s *scope) idempotency(ptr string, o, n *tool.Idempotency) {
	if equal(o, n) {
		return
	}
	was, is := deref(o), deref(n)
	field := "contract.idempotency"
	switch strong, now := keyStrength(was), keyStrength(is); {
	case now < strong:
		s.add("idempotency-weaker", ptr, field, o, n, "A write is kept from happening twice by %s and was by %s.", means(is), means(was))
	case now > strong:
		s.add("idempotency-stronger", ptr, field, o, n, "A write is kept from happening twice by %s and was by %s.", means(is), means(was))
	case now == 0:
		value(s, "idempotency-reason", ptr+"/none", field, "Why there is no idempotency key", was.None, is.None)
	}
	was.None, is.None = "", ""
	if keyStrength(was) != 0 && keyStrength(is) != 0 || !equal(was, is) && keyStrength(was) == keyStrength(is) {
		value(s, "idempotency-changed", ptr+"/means", field, "The means against writing twice", was, is)
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

// job compares what jobs, agents and humans share.
func (c *comparison) job(o, n *tool.Job) {
	s := c.scope
	const ptr, field = "/job", "contract"
	s.idempotency(ptr+"/idempotency", o.Idempotency, n.Idempotency)
	value(s, "job-changed", ptr+"/location", field, "That the state is read at the Location of the answer", o.Location, n.Location)
	value(s, "job-changed", ptr+"/state", field, "The place of the state", o.State, n.State)
	value(s, "job-changed", ptr+"/progress", field, "The place of the progress", o.Progress, n.Progress)
	value(s, "job-changed", ptr+"/error", field, "The place of the error", o.Error, n.Error)
	value(s, "job-changed", ptr+"/inline_wait", field, "The time that a call waits for the end", o.InlineWait, n.InlineWait)
	was, is := deref(o.Poll), deref(n.Poll)
	value(s, "job-changed", ptr+"/poll/after", "contract.poll", "When the state is read again", was.After, is.After)
	value(s, "job-changed", ptr+"/poll/else", "contract.poll", "The pause between two looks at the state", was.Else, is.Else)
	value(s, "job-changed", ptr+"/poll/give_up", "contract.poll", "The time after which a job is given up", was.GiveUp, is.GiveUp)
	value(s, "states-changed", ptr+"/states/running", "contract.states", "The states that mean running", o.States.Running, n.States.Running)
	value(s, "states-changed", ptr+"/states/blocked", "contract.states", "The states that mean blocked", o.States.Blocked, n.States.Blocked)
	value(s, "states-changed", ptr+"/states/done", "contract.states", "The states that mean done", o.States.Done, n.States.Done)
	value(s, "states-changed", ptr+"/states/failed", "contract.states", "The states that mean failed", o.States.Failed, n.States.Failed)
	value(s, "states-changed", ptr+"/states/cancelled", "contract.states", "The states that mean cancelled", o.States.Cancelled, n.States.Cancelled)
	before := len(s.report.Changes)
	s.result(ptr+"/result", "result", &o.Result, &n.Result)
	s.dropTold(before, ptr)
}

// dropTold drops the changes after the first n that are told of the tool
// without the prefix of their pointer, too: what the defaults of an overlay say
// holds for the start of a job and for its result.
func (s *scope) dropTold(n int, prefix string) {
	told := s.report.Changes[s.first:n]
	fresh := slices.DeleteFunc(s.report.Changes[n:], func(c change.Change) bool {
		rest, ok := strings.CutPrefix(c.Pointer, prefix)
		return ok && slices.ContainsFunc(told, func(t change.Change) bool {
			return t.Rule == c.Rule && t.Pointer == rest && string(t.Old) == string(c.Old) && string(t.New) == string(c.New)
		})
	})
	s.report.Changes = s.report.Changes[:n+len(fresh)]
}

func (c *comparison) handle(o, n *tool.Handle) {
	const ptr, field = "/handle", "contract"
	value(c.scope, "handle-changed", ptr+"/ttl", field, "The life of a stored result", orDefault(o.TTL, defaultHandle), orDefault(n.TTL, defaultHandle))
	value(c.scope, "handle-changed", ptr+"/sample", field, "The number of sample rows", o.Sample, n.Sample)
	if was, is := orWord(o.Scope, "caller"), orWord(n.Scope, "caller"); was != is {
		c.add("handle-scope", ptr+"/scope", field, was, is, "%s", moved("Who may read a stored result", was, is))
	}
	if o.MaxBytes != n.MaxBytes {
		rule := "max-bytes-changed"
		if n.MaxBytes > 2*o.MaxBytes || n.MaxBytes == 0 {
			rule = "max-bytes-raised"
		}
		value(c.scope, rule, ptr+"/max_bytes", field, "The cap of a stored result", o.MaxBytes, n.MaxBytes)
	}
}

func (c *comparison) agent(o, n *tool.Agent) {
	s := c.scope
	const ptr, field = "/agent", "contract"
	s.budget(ptr+"/budget/seconds", "seconds", float64(o.Budget.Seconds), float64(n.Budget.Seconds))
	s.budget(ptr+"/budget/steps", "steps", float64(o.Budget.Steps), float64(n.Budget.Steps))
	s.budget(ptr+"/budget/tokens", "tokens", float64(o.Budget.Tokens), float64(n.Budget.Tokens))
	s.budget(ptr+"/budget/usd", "US dollars", o.Budget.USD, n.Budget.USD)
	s.rate(ptr+"/calls", field, tool.Rate{Limit: o.Calls}, tool.Rate{Limit: n.Calls})
	value(s, "job-changed", ptr+"/answer", field, "The place of the answer", o.Answer, n.Answer)
	s.members("upstream-scope-added", "upstream-scope-removed", ptr+"/scopes", field,
		"The agent gets the right %s, too.", "The agent does not get the right %s any more.", o.Scopes, n.Scopes)
	s.order("job-changed", ptr+"/scopes", field, "The order of the agent's rights", o.Scopes, n.Scopes)
	c.evidence(ptr+"/evidence", o.Evidence, n.Evidence)
}

// budget compares one cap of an agent; zero is no cap.
func (s *scope) budget(ptr, unit string, o, n float64) {
	if o == n {
		return
	}
	rule := "budget-lowered"
	if n == 0 || o != 0 && n > o {
		rule = "budget-raised"
	}
	value(s, rule, ptr, "contract.budget", "The agent's cap of "+unit, o, n)
}

func (c *comparison) evidence(ptr string, o, n *tool.Evidence) {
	switch {
	case o == nil && n == nil:
		return
	case o == nil:
		c.add("evidence-stronger", ptr, "contract.evidence", nil, n, "An answer needs evidence now.")
		return
	case n == nil:
		c.add("evidence-weaker", ptr, "contract.evidence", o, nil, "An answer needs no evidence any more.")
		return
	}
	if o.Min != n.Min {
		rule := "evidence-stronger"
		if n.Min < o.Min {
			rule = "evidence-weaker"
		}
		value(c.scope, rule, ptr+"/min", "contract.evidence", "The least number of pieces of evidence", o.Min, n.Min)
	}
	value(c.scope, "result-items", ptr+"/items", "contract.evidence", "The place of the evidence", o.Items, n.Items)
	c.selection(ptr+"/select", o.Select, n.Select)
}

func (c *comparison) human(o, n *tool.Human) {
	s := c.scope
	const ptr, field = "/human", "contract"
	value(s, "human-changed", ptr+"/answer", field, "The place of the answer", o.Answer, n.Answer)
	value(s, "human-changed", ptr+"/by", field, "The place of who answered", o.By, n.By)
	value(s, "human-changed", ptr+"/question", field, "The argument that is the question", o.Question, n.Question)
	value(s, "human-changed", ptr+"/options", field, "The argument that holds the fixed answers", o.Options, n.Options)
	value(s, "human-changed", ptr+"/ttl", field, "The time to answer", o.TTL, n.TTL)
	value(s, "human-asked", ptr+"/to", field, "Who is asked", o.To, n.To)
}
