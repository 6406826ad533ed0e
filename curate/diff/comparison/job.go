package comparison

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/change"
	"github.com/oatools/oatools/curate/diff/journal"
)

// job compares what jobs, agents and humans share.
func (c *comparison) job(o, n *tool.Job) {
	s := c.Scope
	const ptr, field = "/job", "contract"
	c.idempotency(ptr+"/idempotency", o.Idempotency, n.Idempotency)
	journal.Value(s, "job-changed", ptr+"/location", field, "That the state is read at the Location of the answer", o.Location, n.Location)
	journal.Value(s, "job-changed", ptr+"/state", field, "The place of the state", o.State, n.State)
	journal.Value(s, "job-changed", ptr+"/progress", field, "The place of the progress", o.Progress, n.Progress)
	journal.Value(s, "job-changed", ptr+"/error", field, "The place of the error", o.Error, n.Error)
	journal.Value(s, "job-changed", ptr+"/inline_wait", field, "The time that a call waits for the end", o.InlineWait, n.InlineWait)
	was, is := deref(o.Poll), deref(n.Poll)
	journal.Value(s, "job-changed", ptr+"/poll/after", "contract.poll", "When the state is read again", was.After, is.After)
	journal.Value(s, "job-changed", ptr+"/poll/else", "contract.poll", "The pause between two looks at the state", was.Else, is.Else)
	journal.Value(s, "job-changed", ptr+"/poll/give_up", "contract.poll", "The time after which a job is given up", was.GiveUp, is.GiveUp)
	journal.Value(s, "states-changed", ptr+"/states/running", "contract.states", "The states that mean running", o.States.Running, n.States.Running)
	journal.Value(s, "states-changed", ptr+"/states/blocked", "contract.states", "The states that mean blocked", o.States.Blocked, n.States.Blocked)
	journal.Value(s, "states-changed", ptr+"/states/done", "contract.states", "The states that mean done", o.States.Done, n.States.Done)
	journal.Value(s, "states-changed", ptr+"/states/failed", "contract.states", "The states that mean failed", o.States.Failed, n.States.Failed)
	journal.Value(s, "states-changed", ptr+"/states/cancelled", "contract.states", "The states that mean cancelled", o.States.Cancelled, n.States.Cancelled)
	before := len(s.Report.Changes)
	c.result(ptr+"/result", "result", &o.Result, &n.Result)
	c.dropTold(before, ptr)
}

// dropTold drops the changes after the first n that are told of the tool
// without the prefix of their pointer, too: what the defaults of an overlay say
// holds for the start of a job and for its result.
func (c *comparison) dropTold(n int, prefix string) {
	told := c.Report.Changes[c.first:n]
	fresh := slices.DeleteFunc(c.Report.Changes[n:], func(c change.Change) bool {
		rest, ok := strings.CutPrefix(c.Pointer, prefix)
		return ok && slices.ContainsFunc(told, func(t change.Change) bool {
			return t.Rule == c.Rule && t.Pointer == rest && string(t.Old) == string(c.Old) && string(t.New) == string(c.New)
		})
	})
	c.Report.Changes = c.Report.Changes[:n+len(fresh)]
}

func (c *comparison) handle(o, n *tool.Handle) {
	const ptr, field = "/handle", "contract"
	journal.Value(c.Scope, "handle-changed", ptr+"/ttl", field, "The life of a stored result", orDefault(o.TTL, defaultHandle), orDefault(n.TTL, defaultHandle))
	journal.Value(c.Scope, "handle-changed", ptr+"/sample", field, "The number of sample rows", o.Sample, n.Sample)
	if was, is := journal.Or(o.Scope, "caller"), journal.Or(n.Scope, "caller"); was != is {
		c.Add("handle-scope", ptr+"/scope", field, was, is, "%s", journal.Moved("Who may read a stored result", was, is))
	}
	if o.MaxBytes != n.MaxBytes {
		rule := "max-bytes-changed"
		if n.MaxBytes > 2*o.MaxBytes || n.MaxBytes == 0 {
			rule = "max-bytes-raised"
		}
		journal.Value(c.Scope, rule, ptr+"/max_bytes", field, "The cap of a stored result", o.MaxBytes, n.MaxBytes)
	}
}

func (c *comparison) agent(o, n *tool.Agent) {
	s := c.Scope
	const ptr, field = "/agent", "contract"
	c.budget(ptr+"/budget/seconds", "seconds", float64(o.Budget.Seconds), float64(n.Budget.Seconds))
	c.budget(ptr+"/budget/steps", "steps", float64(o.Budget.Steps), float64(n.Budget.Steps))
	c.budget(ptr+"/budget/tokens", "tokens", float64(o.Budget.Tokens), float64(n.Budget.Tokens))
	c.budget(ptr+"/budget/usd", "US dollars", o.Budget.USD, n.Budget.USD)
	c.rate(ptr+"/calls", field, tool.Rate{Limit: o.Calls}, tool.Rate{Limit: n.Calls})
	journal.Value(s, "job-changed", ptr+"/answer", field, "The place of the answer", o.Answer, n.Answer)
	s.Members("upstream-scope-added", "upstream-scope-removed", ptr+"/scopes", field,
		"The agent gets the right %s, too.", "The agent does not get the right %s any more.", o.Scopes, n.Scopes)
	s.Order("job-changed", ptr+"/scopes", field, "The order of the agent's rights", o.Scopes, n.Scopes)
	c.evidence(ptr+"/evidence", o.Evidence, n.Evidence)
}

// budget compares one cap of an agent; zero is no cap.
func (c *comparison) budget(ptr, unit string, o, n float64) {
	if o == n {
		return
	}
	rule := "budget-lowered"
	if n == 0 || o != 0 && n > o {
		rule = "budget-raised"
	}
	journal.Value(c.Scope, rule, ptr, "contract.budget", "The agent's cap of "+unit, o, n)
}

func (c *comparison) evidence(ptr string, o, n *tool.Evidence) {
	switch {
	case o == nil && n == nil:
		return
	case o == nil:
		c.Add("evidence-stronger", ptr, "contract.evidence", nil, n, "An answer needs evidence now.")
		return
	case n == nil:
		c.Add("evidence-weaker", ptr, "contract.evidence", o, nil, "An answer needs no evidence any more.")
		return
	}
	if o.Min != n.Min {
		rule := "evidence-stronger"
		if n.Min < o.Min {
			rule = "evidence-weaker"
		}
		journal.Value(c.Scope, rule, ptr+"/min", "contract.evidence", "The least number of pieces of evidence", o.Min, n.Min)
	}
	journal.Value(c.Scope, "result-items", ptr+"/items", "contract.evidence", "The place of the evidence", o.Items, n.Items)
	c.selection(ptr+"/select", o.Select, n.Select)
}

func (c *comparison) human(o, n *tool.Human) {
	s := c.Scope
	const ptr, field = "/human", "contract"
	journal.Value(s, "human-changed", ptr+"/answer", field, "The place of the answer", o.Answer, n.Answer)
	journal.Value(s, "human-changed", ptr+"/by", field, "The place of who answered", o.By, n.By)
	journal.Value(s, "human-changed", ptr+"/question", field, "The argument that is the question", o.Question, n.Question)
	journal.Value(s, "human-changed", ptr+"/options", field, "The argument that holds the fixed answers", o.Options, n.Options)
	journal.Value(s, "human-changed", ptr+"/ttl", field, "The time to answer", o.TTL, n.TTL)
	journal.Value(s, "human-asked", ptr+"/to", field, "Who is asked", o.To, n.To)
}
