package lint

import (
	"strings"
	"time"

	"github.com/oatools/oatools/compile/cond"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/guess"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// Limits on time.
const (
	syncLong    = 10 * time.Second
	retriesLong = 45 * time.Second // most clients give up at 60
)

// guessed gives what the description suggests of a kind.
func (s *subject) guessed(what string) (guess.Guess, bool) {
	for _, g := range guess.Of(s.op) {
		if g.What == what {
			return g, true
		}
	}
	return guess.Guess{}, false
}

func shapeMethod(c *check, s *subject) {
	switch g, doubt := s.guessed("command"); {
	case s.t.Shape == tool.ShapeQuery && doubt:
		c.report(s.where("shape"), true, "it is a query, but of the operation %s", g.Reason).hint("make it a command, if it does").relate(s.op.Pos, "the operation")
	case s.t.Shape == tool.ShapeCommand && guess.Shape(s.op.Method) == tool.ShapeQuery:
		c.report(s.where("shape"), false, "it is a command on %s, which proxies and caches take for safe to repeat", s.op.Method).relate(s.op.Pos, "the operation")
	}
}

// irreversible reports whether an effect cannot be taken back by the same means.
func irreversible(e tool.Effect) bool {
	return e == tool.EffectDelete || e == tool.EffectPay || e == tool.EffectSend
}

func unconfirmedEffect(c *check, s *subject) {
	cmd := s.t.Command
	if cmd != nil && cmd.Confirm.Unless != "" && (cmd.Effect == tool.EffectDelete || cmd.Effect == tool.EffectPay) {
		pos := s.contract()
		if s.decl != nil {
			pos = s.decl.Command.Confirm.Unless.Pos
		}
		c.report(pos, false, "unless lets a command that can %s run without having been shown first", cmd.Effect)
	}
}

func irreversibleUnapproved(c *check, s *subject) {
	if cmd := s.t.Command; cmd != nil && irreversible(cmd.Effect) && cmd.Undo == "" && len(s.t.Approval) == 0 {
		c.report(s.contract(), false, "nobody approves it and nothing takes it back, though it can %s", cmd.Effect).
			hint("add approval: [{by: AUDIENCE}], or name the tool that takes it back: undo")
	}
}

func approvalAlways(c *check, s *subject) {
	if s.t.Shape == tool.ShapeHuman || s.t.Command != nil && irreversible(s.t.Command.Effect) {
		return
	}
	for i, a := range s.t.Approval {
		if a.When == "" {
			pos := s.pos
			if s.decl != nil {
				pos = s.decl.Approval[i].Pos
			}
			c.report(pos, false, "every single call needs a person; people who are always asked stop reading").hint("say when: args.cents > 50000")
		}
	}
}

// idempotency gives what keeps the start of a tool from happening twice.
func (s *subject) idempotency() *tool.Idempotency {
	switch j := s.t.JobContract(); {
	case s.t.Command != nil:
		return s.t.Command.Idempotency
	case j != nil:
		return j.Idempotency
	}
	return nil
}

func noIdempotency(c *check, s *subject) {
	i := s.idempotency()
	if own := s.decl.Retry.Attempts; own.V > 1 && i != nil && i.None != "" {
		c.report(own.Pos, false, "it asks for %d attempts, but nothing keeps it from happening twice: it is never repeated", own.V)
	}
}

func weakPreview(c *check, s *subject) {
	if s.t.Command == nil || s.t.Command.DryRun.Kind != tool.DryRunPlan {
		return
	}
	if g, ok := s.guessed("dry_run"); ok {
		c.report(s.contract(), false, "its dry run sends nothing, though the API can check: %s", g.Reason).
			hint("dry_run: {native: {%q: true}}", strings.TrimRight(strings.Split(g.Value, "=")[0], "="))
	}
}

func nativePreview(c *check, s *subject) {
	if cmd := s.t.Command; cmd != nil && cmd.DryRun.Kind == tool.DryRunPlan && (cmd.Effect == tool.EffectDelete || cmd.Effect == tool.EffectPay) {
		c.report(s.contract(), false, "it can %s, and its dry run is a sentence that nobody checks", cmd.Effect).hint("dry_run: {native: …} or {validate: …}")
	}
}

func noVerify(c *check, s *subject) {
	if cmd := s.t.Command; cmd != nil && cmd.Verify == nil {
		c.report(s.contract(), cmd.Effect == tool.EffectPay || cmd.Effect == tool.EffectDelete, "nothing reads the effect back").
			hint("verify: {operation: …, bind: …, expect: …}")
	}
}

// selfApproval finds approvals that whoever may ask may also give: two people
// of one group wave each other's calls through.
func selfApproval(c *check, s *subject) {
	for i, a := range s.t.Approval {
		all := len(s.t.Audience) == 0
		same := !all
		for _, name := range s.t.Audience {
			same = same && (name == a.By || c.built.Set.Audiences[name] == c.built.Set.Audiences[a.By])
		}
		if !same && !(all && c.open(a.By)) {
			continue
		}
		pos := s.pos
		if s.decl != nil {
			pos = s.decl.Approval[i].By.Pos
		}
		c.report(pos, false, "everybody who may call it is also one of the approvers, %s", a.By).hint("let another audience approve")
	}
}

// open reports whether an audience admits a caller of whom nothing is known.
func (l *linter) open(name string) bool {
	env, err := cond.New(cond.Scope{Caller: true})
	if err != nil {
		return false
	}
	condition, problems := env.Compile(l.built.Set.Audiences[name])
	if len(problems) > 0 {
		return false
	}
	yes, err := condition.Holds(cond.Values{})
	return err == nil && yes
}

func audienceAll(c *check, s *subject) {
	if s.t.Shape == tool.ShapeQuery || s.t.Shape == tool.ShapeHandle || s.t.Main == nil {
		return
	}
	if len(s.t.Audience) == 0 {
		c.report(s.pos, s.t.Shape == tool.ShapeCommand, "everybody who can log in may call it").hint("add audience, or defaults.audience")
		return
	}
	for _, name := range s.t.Audience {
		if c.open(name) {
			c.report(s.where("audience:"+name), s.t.Shape == tool.ShapeCommand, "the audience %s admits everybody", name)
		}
	}
}

func syncTooLong(c *check, s *subject) {
	if s.t.Shape != tool.ShapeQuery && s.t.Shape != tool.ShapeCommand {
		return
	}
	switch d := time.Duration(s.t.Timeout); {
	case d > syncLong:
		c.report(s.where("timeout"), false, "a model and a person wait up to %s", d).hint("make it a job or a handle, or lower the timeout to %s", syncLong)
	case s.t.Cost != nil && time.Duration(s.t.Cost.Latency) > syncLong:
		c.report(s.pos, false, "its usual latency is %s", time.Duration(s.t.Cost.Latency)).hint("make it a job or a handle")
	}
}

// timeout gives the time of one attempt.
func (s *subject) timeout() time.Duration {
	switch {
	case s.t.Timeout > 0:
		return time.Duration(s.t.Timeout)
	case s.t.Shape == tool.ShapeQuery:
		return 10 * time.Second
	}
	return 30 * time.Second
}

func retryOverrun(c *check, s *subject) {
	r := s.t.Retry
	if r == nil || s.t.Main == nil {
		return
	}
	if i := s.idempotency(); i != nil && i.None != "" {
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
	if total := time.Duration(attempts) * s.timeout(); attempts > 1 && total > limit {
		c.report(c.retryPos(s), false, "%d attempts of %s take up to %s; %s", attempts, s.timeout(), total, what).hint("lower timeout or attempts")
	}
}

func (l *linter) retryPos(s *subject) diag.Pos {
	switch {
	case s.decl == nil:
		return s.pos
	case !s.decl.Retry.Pos.IsZero():
		return s.decl.Retry.Pos
	case s.decl.Timeout.Set:
		return s.decl.Timeout.Pos
	}
	return l.built.Overlay.Defaults.Retry.Pos
}

func pollUnbounded(c *check, s *subject) {
	j := s.t.JobContract()
	if j == nil || s.t.Main == nil || j.Poll != nil && j.Poll.GiveUp > 0 {
		return
	}
	if s.t.Agent != nil && s.t.Agent.Budget.Seconds > 0 || s.t.Human != nil && s.t.Human.TTL > 0 {
		return
	}
	c.report(s.contract(), s.t.Shape == tool.ShapeJob, "nothing ends the wait for an upstream that never finishes").hint("poll: {give_up: 30m}")
}

func agentUnbounded(c *check, s *subject) {
	if a := s.t.Agent; a != nil {
		if a.Budget == (tool.AgentBudget{}) {
			c.report(s.contract(), false, "nothing bounds what a run may cost").hint("budget: {seconds: 300, usd: 0.5}")
		}
		if a.Evidence == nil {
			c.report(s.contract(), false, "an answer needs no evidence, so nobody can check it").hint("evidence: {items: /…, min: 1}")
		}
	}
}

func humanFreeAnswer(c *check, s *subject) {
	if h := s.t.Human; h != nil && s.t.Main == nil && h.Options == "" {
		c.report(s.contract(), false, "people may answer anything; a model reads more into it than they wrote").hint("add an argument with the fixed answers, and options: /NAME")
	}
}

// hintConflict finds hints that contradict each other or the contract.
func hintConflict(c *check, s *subject) {
	h, at := s.t.Hints, func(v overlay.Val[bool]) diag.Pos {
		if v.Pos.IsZero() {
			return s.pos
		}
		return v.Pos
	}
	var own overlay.Hints
	if s.decl != nil {
		own = s.decl.Hints
	}
	if h.ReadOnly && h.Destructive {
		c.report(at(own.Destructive), false, "it is both read-only and destructive")
	}
	if cmd := s.t.Command; cmd != nil {
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
