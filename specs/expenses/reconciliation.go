package expenses

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"
)

const stepCost = 0.05 // USD the agent spends on one step

type evidence struct {
	Kind string `json:"kind"`
	URL  string `json:"url"`
	Note string `json:"note,omitempty"`
}

type message struct {
	From string `json:"from"`
	Text string `json:"text"`
}

type agentRun struct {
	tenant     string
	progress   progress
	asks       bool // has a question left
	maxUSD     float64
	maxSeconds int64

	ID       string     `json:"id"`
	Phase    string     `json:"phase"`
	Goal     string     `json:"goal"`
	Question string     `json:"question,omitempty"`
	Answer   string     `json:"answer,omitempty"`
	Evidence []evidence `json:"evidence,omitempty"`
	Messages []message  `json:"messages,omitempty"`
	SpentUSD float64    `json:"spent_usd"`
	Error    string     `json:"error,omitempty"`
}

func (r *agentRun) ended() bool { return r.Phase == "completed" || r.Phase == "failed" }

func (s *Server) startReconciliation(c *call) *reply {
	body, bad := c.object()
	if bad != nil {
		return bad
	}
	r := &agentRun{
		tenant:     c.tenant,
		progress:   progress{started: c.now},
		maxUSD:     2,
		maxSeconds: 600,
		Phase:      "queued",
		Goal:       body.Text("goal", true, 1, 4000),
	}
	if limits, ok := body.Child("limits", false); ok {
		if limits.Has("max_seconds") {
			r.maxSeconds = limits.Integer("max_seconds", false, 1, 3600)
		}
		if limits.Has("max_usd") {
			r.maxUSD = limits.Positive("max_usd", 20)
		}
		limits.Done()
	}
	if bad := reject(body); bad != nil {
		return bad
	}
	r.asks = mentionsAsking(r.Goal)
	r.ID = fmt.Sprintf("rec_%d", s.next())
	s.runs[r.ID] = r
	s.executed(c)
	return answer(http.StatusAccepted, r).
		with("Location", basePath+"/reconciliations/"+r.ID).
		with("Retry-After", s.retryAfter())
}

// mentionsAsking is how a caller makes the agent come back with a question of
// its own: the goal has a word that begins with "ask".
func mentionsAsking(goal string) bool {
	words := strings.FieldsFunc(strings.ToLower(goal), func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "ask") })
}

func (s *Server) run(c *call) (*agentRun, *reply) {
	r, ok := s.runs[c.PathValue("id")]
	if !ok || r.tenant != c.tenant {
		return nil, notFound("reconciliation")
	}
	return r, nil
}

func (s *Server) getReconciliation(c *call) *reply {
	r, missing := s.run(c)
	if missing != nil {
		return missing
	}
	if !r.ended() && r.Phase != "needs_input" { // a question stops the agent
		r.progress.reads++
		s.advanceRun(r, c.now)
	}
	out := answer(200, r)
	if r.Phase == "queued" || r.Phase == "working" {
		out.with("Retry-After", s.retryAfter())
	}
	return out
}

func (s *Server) advanceRun(r *agentRun, now time.Time) {
	steps := s.steps(r.progress, now)
	if steps == 0 || r.ended() || r.Phase == "needs_input" {
		return
	}
	r.Phase = "working"
	r.SpentUSD = math.Round(float64(steps)*stepCost*100) / 100
	switch {
	case r.SpentUSD > r.maxUSD:
		r.Phase, r.Error = "failed", "The budget is used up."
	case now.Sub(r.progress.started) > time.Duration(r.maxSeconds)*time.Second:
		r.Phase, r.Error = "failed", "The time is used up."
	case r.asks && steps >= max(1, s.opts.JobSteps-1):
		r.asks = false
		r.Phase, r.Question = "needs_input", "Do internal transfers count as part of the difference?"
		r.Messages = append(r.Messages, message{From: "agent", Text: r.Question})
	case steps >= s.opts.JobSteps:
		s.completeRun(r)
	}
}

// completeRun answers out of the tenant's own data, so that each link of the
// evidence leads somewhere.
func (s *Server) completeRun(r *agentRun) {
	r.Phase = "completed"
	var cents int64
	for _, e := range slices.Backward(s.expenses) {
		if e.tenant != r.tenant || e.DeletedAt != nil || e.Amount.Currency != "EUR" {
			continue
		}
		cents += e.Amount.Cents
		r.Evidence = append(r.Evidence, evidence{Kind: "expense", URL: BaseURL + "/expenses/" + *e.ID, Note: e.Merchant})
		if len(r.Evidence) == 2 {
			break
		}
	}
	for i, m := range r.Messages {
		if m.From == "caller" {
			url := fmt.Sprintf("%s/reconciliations/%s#/messages/%d", BaseURL, r.ID, i)
			r.Evidence = append(r.Evidence, evidence{Kind: "message", URL: url})
		}
	}
	r.Answer = fmt.Sprintf("The difference of %d cents comes from two expenses that were filed but not booked yet.", cents)
}

func (s *Server) replyReconciliation(c *call) *reply {
	r, missing := s.run(c)
	if missing != nil {
		return missing
	}
	body, bad := c.object()
	if bad != nil {
		return bad
	}
	text := body.Text("text", true, 1, 4000)
	if bad := reject(body); bad != nil {
		return bad
	}
	if r.ended() {
		return conflict("run_ended", "A run that is "+r.Phase+" takes no messages.")
	}
	r.Messages = append(r.Messages, message{From: "caller", Text: text})
	if r.Phase == "needs_input" {
		r.Phase, r.Question = "working", ""
	}
	s.executed(c)
	return answer(http.StatusAccepted, nil)
}
