package judgement

import (
	"strings"
	"time"

	"github.com/oatools/oatools/compile/cond"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/guess"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/lint/subject"
	"github.com/oatools/oatools/curate/overlay"
)

// Limits on time.
const (
	syncLong    = 10 * time.Second
	retriesLong = 45 * time.Second // most clients give up at 60
)

// guessed gives what the description suggests of a kind.
func guessed(s *subject.Tool, what string) (guess.Guess, bool) {
	for _, g := range guess.Of(s.Op) {
		if g.What == what {
			return g, true
		}
	}
	return guess.Guess{}, false
}

func shapeMethod(c *check, s *subject.Tool) {
	switch g, doubt := guessed(s, "command"); {
	case s.Tool.Shape == tool.ShapeQuery && doubt:
		c.report(s.Where("shape"), true, "it is a query, but of the operation %s", g.Reason).hint("make it a command, if it does").relate(s.Op.Pos, "the operation")
	case s.Tool.Shape == tool.ShapeCommand && guess.Shape(s.Op.Method) == tool.ShapeQuery:
		c.report(s.Where("shape"), false, "it is a command on %s, which proxies and caches take for safe to repeat", s.Op.Method).relate(s.Op.Pos, "the operation")
	}
}

// irreversible reports whether an effect cannot be taken back by the same means.
func irreversible(e tool.Effect) bool {
	return e == tool.EffectDelete || e == tool.EffectPay || e == tool.EffectSend
}

func unconfirmedEffect(c *check, s *subject.Tool) {
	cmd := s.Tool.Command
	if cmd != nil && cmd.Confirm.Unless != "" && (cmd.Effect == tool.EffectDelete || cmd.Effect == tool.EffectPay) {
		pos := s.Contract()
		if s.Decl != nil {
			pos = s.Decl.Command.Confirm.Unless.Pos
		}
		c.report(pos, false, "unless lets a command that can %s run without having been shown first", cmd.Effect)
	}
}

func irreversibleUnapproved(c *check, s *subject.Tool) {
	if cmd := s.Tool.Command; cmd != nil && irreversible(cmd.Effect) && cmd.Undo == "" && len(s.Tool.Approval) == 0 {
		c.report(s.Contract(), false, "nobody approves it and nothing takes it back, though it can %s", cmd.Effect).
			hint("add approval: [{by: AUDIENCE}], or name the tool that takes it back: undo")
	}
}

func approvalAlways(c *check, s *subject.Tool) {
	if s.Tool.Shape == tool.ShapeHuman || s.Tool.Command != nil && irreversible(s.Tool.Command.Effect) {
		return
	}
	for i, a := range s.Tool.Approval {
		if a.When == "" {
			pos := s.Pos
			if s.Decl != nil {
				pos = s.Decl.Approval[i].Pos
			}
			c.report(pos, false, "every single call needs a person; people who are always asked stop reading").hint("say when: args.cents > 50000")
		}
	}
}

// idempotency gives what keeps the start of a tool from happening twice.
func idempotency(s *subject.Tool) *tool.Idempotency {
	switch j := s.Tool.JobContract(); {
	case s.Tool.Command != nil:
		return s.Tool.Command.Idempotency
	case j != nil:
		return j.Idempotency
	}
	return nil
}

func noIdempotency(c *check, s *subject.Tool) {
	i := idempotency(s)
	if own := s.Decl.Retry.Attempts; own.V > 1 && i != nil && i.None != "" {
		c.report(own.Pos, false, "it asks for %d attempts, but nothing keeps it from happening twice: it is never repeated", own.V)
	}
}

func weakPreview(c *check, s *subject.Tool) {
	if s.Tool.Command == nil || s.Tool.Command.DryRun.Kind != tool.DryRunPlan {
		return
	}
	if g, ok := guessed(s, "dry_run"); ok {
		c.report(s.Contract(), false, "its dry run sends nothing, though the API can check: %s", g.Reason).
			hint("dry_run: {native: {%q: true}}", strings.TrimRight(strings.Split(g.Value, "=")[0], "="))
	}
}

func nativePreview(c *check, s *subject.Tool) {
	if cmd := s.Tool.Command; cmd != nil && cmd.DryRun.Kind == tool.DryRunPlan && (cmd.Effect == tool.EffectDelete || cmd.Effect == tool.EffectPay) {
		c.report(s.Contract(), false, "it can %s, and its dry run is a sentence that nobody checks", cmd.Effect).hint("dry_run: {native: …} or {validate: …}")
	}
}

func noVerify(c *check, s *subject.Tool) {
	if cmd := s.Tool.Command; cmd != nil && cmd.Verify == nil {
		c.report(s.Contract(), cmd.Effect == tool.EffectPay || cmd.Effect == tool.EffectDelete, "nothing reads the effect back").
			hint("verify: {operation: …, bind: …, expect: …}")
	}
}

// selfApproval finds approvals that whoever may ask may also give: two people
// of one group wave each other's calls through.
func selfApproval(c *check, s *subject.Tool) {
	for i, a := range s.Tool.Approval {
		all := len(s.Tool.Audience) == 0
		same := !all
		for _, name := range s.Tool.Audience {
			same = same && (name == a.By || c.built.Set.Audiences[name] == c.built.Set.Audiences[a.By])
		}
		if !same && !(all && c.open(a.By)) {
			continue
		}
		pos := s.Pos
		if s.Decl != nil {
			pos = s.Decl.Approval[i].By.Pos
		}
		c.report(pos, false, "everybody who may call it is also one of the approvers, %s", a.By).hint("let another audience approve")
	}
}

// open reports whether an audience admits a caller of whom nothing is known.
func (j *Judge) open(name string) bool {
	env, err := cond.New(cond.Scope{Caller: true})
	if err != nil {
		return false
	}
	condition, problems := env.Compile(j.built.Set.Audiences[name])
	if len(problems) > 0 {
		return false
	}
	yes, err := condition.Holds(cond.Values{})
	return err == nil && yes
}

func audienceAll(c *check, s *subject.Tool) {
	if s.Tool.Shape == tool.ShapeQuery || s.Tool.Shape == tool.ShapeHandle || s.Tool.Main == nil {
		return
	}
	if len(s.Tool.Audience) == 0 {
		c.report(s.Pos, s.Tool.Shape == tool.ShapeCommand, "everybody who can log in may call it").hint("add audience, or defaults.audience")
		return
	}
	for _, name := range s.Tool.Audience {
		if c.open(name) {
			c.report(s.Where("audience:"+name), s.Tool.Shape == tool.ShapeCommand, "the audience %s admits everybody", name)
		}
	}
}

func syncTooLong(c *check, s *subject.Tool) {
	if s.Tool.Shape != tool.ShapeQuery && s.Tool.Shape != tool.ShapeCommand {
		return
	}
	switch d := time.Duration(s.Tool.Timeout); {
	case d > syncLong:
		c.report(s.Where("timeout"), false, "a model and a person wait up to %s", d).hint("make it a job or a handle, or lower the timeout to %s", syncLong)
	case s.Tool.Cost != nil && time.Duration(s.Tool.Cost.Latency) > syncLong:
		c.report(s.Pos, false, "its usual latency is %s", time.Duration(s.Tool.Cost.Latency)).hint("make it a job or a handle")
	}
}

// timeout gives the time of one attempt.
func timeout(s *subject.Tool) time.Duration {
	switch {
	case s.Tool.Timeout > 0:
		return time.Duration(s.Tool.Timeout)
	case s.Tool.Shape == tool.ShapeQuery:
		return 10 * time.Second
	}
	return 30 * time.Second
}

func retryOverrun(c *check, s *subject.Tool) {
	r := s.Tool.Retry
	if r == nil || s.Tool.Main == nil {
		return
	}
	if i := idempotency(s); i != nil && i.None != "" {
		return // never repeated
	}
	attempts := r.Attempts
	if attempts == 0 {
		attempts = 3
	}
	limit, what := retriesLong, "most clients give up at 60s"
	if r.Within > 0 {
		limit, what = time.Duration(r.Within), "within is "+time.Duration(r.Within).String()
	}
	if total := time.Duration(attempts) * timeout(s); attempts > 1 && total > limit {
		c.report(c.retryPos(s), false, "%d attempts of %s take up to %s; %s", attempts, timeout(s), total, what).hint("lower timeout or attempts")
	}
}

func (j *Judge) retryPos(s *subject.Tool) diag.Pos {
	switch {
	case s.Decl == nil:
		return s.Pos
	case !s.Decl.Retry.Pos.IsZero():
		return s.Decl.Retry.Pos
	case s.Decl.Timeout.Set:
		return s.Decl.Timeout.Pos
	}
	return j.built.Overlay.Defaults.Retry.Pos
}

func pollUnbounded(c *check, s *subject.Tool) {
	j := s.Tool.JobContract()
	if j == nil || s.Tool.Main == nil || j.Poll != nil && j.Poll.GiveUp > 0 {
		return
	}
	if s.Tool.Agent != nil && s.Tool.Agent.Budget.Seconds > 0 || s.Tool.Human != nil && s.Tool.Human.TTL > 0 {
		return
	}
	c.report(s.Contract(), s.Tool.Shape == tool.ShapeJob, "nothing ends the wait for an upstream that never finishes").hint("poll: {give_up: 30m}")
}

func agentUnbounded(c *check, s *subject.Tool) {
	if a := s.Tool.Agent; a != nil {
		if a.Budget == (tool.AgentBudget{}) {
			c.report(s.Contract(), false, "nothing bounds what a run may cost").hint("budget: {seconds: 300, usd: 0.5}")
		}
		if a.Evidence == nil {
			c.report(s.Contract(), false, "an answer needs no evidence, so nobody can check it").hint("evidence: {items: /…, min: 1}")
		}
	}
}

func humanFreeAnswer(c *check, s *subject.Tool) {
	if h := s.Tool.Human; h != nil && s.Tool.Main == nil && h.Options == "" {
		c.report(s.Contract(), false, "people may answer anything; a model reads more into it than they wrote").hint("add an argument with the fixed answers, and options: /NAME")
	}
}

// hintConflict finds hints that contradict each other or the contract.
func hintConflict(c *check, s *subject.Tool) {
	h, at := s.Tool.Hints, func(v overlay.Val[bool]) diag.Pos {
		if v.Pos.IsZero() {
			return s.Pos
		}
		return v.Pos
	}
	var own overlay.Hints
	if s.Decl != nil {
		own = s.Decl.Hints
	}
	if h.ReadOnly && h.Destructive {
		c.report(at(own.Destructive), false, "it is both read-only and destructive")
	}
	if cmd := s.Tool.Command; cmd != nil {
		switch {
		case h.ReadOnly:
			c.report(at(own.ReadOnly), false, "it is a command and read-only")
		case !h.Destructive && irreversible(cmd.Effect) && cmd.Effect != tool.EffectSend:
			c.report(at(own.Destructive), false, "it can %s, and is said to destroy nothing", cmd.Effect)
		case h.Idempotent && cmd.Effect == tool.EffectCreate && cmd.Idempotency != nil && cmd.Idempotency.None != "":
			c.report(at(own.Idempotent), false, "it is said to be idempotent, but a second call creates a second one")
		}
	}
}
