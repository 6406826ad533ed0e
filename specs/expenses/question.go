package expenses

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// ErrNoQuestion says that there is no question with this id.
var ErrNoQuestion = errors.New("no such question")

// ErrQuestionClosed says that a question was answered already or has expired.
var ErrQuestionClosed = errors.New("question is closed")

type question struct {
	reads int

	ID         string    `json:"id"`
	State      string    `json:"state"`
	Assignee   string    `json:"assignee"`
	Text       string    `json:"text"`
	Options    []string  `json:"options"`
	DueAt      time.Time `json:"due_at"`
	Answer     string    `json:"answer,omitempty"`
	AnsweredBy string    `json:"answered_by,omitempty"`
}

func (q *question) expire(now time.Time) {
	if q.State == "open" && !now.Before(q.DueAt) {
		q.State = "expired"
	}
}

func (s *Server) askPerson(c *call) *reply {
	body, bad := c.object()
	if bad != nil {
		return bad
	}
	q := &question{
		State:    "open",
		Assignee: body.Text("assignee", true, 1, 200),
		Text:     body.Text("text", true, 1, 2000),
	}
	if body.Has("options") {
		q.Options = body.Texts("options", true, 6, 80)
		switch {
		case q.Options != nil && len(q.Options) == 0:
			body.Fail("options", "must not be empty")
		case repeats(q.Options):
			body.Fail("options", "must not repeat an answer")
		case slices.Contains(q.Options, ""):
			body.Fail("options", "must not hold an empty answer")
		}
	} else {
		body.Fail("options", "is required")
	}
	hours := int64(72)
	if body.Has("due_hours") {
		hours = body.Integer("due_hours", false, 1, 720)
	}
	if bad := reject(body); bad != nil {
		return bad
	}
	q.ID = fmt.Sprintf("que_%d", s.next())
	q.DueAt = c.now.Add(time.Duration(hours) * time.Hour)
	s.questions[q.ID] = q
	s.executed(c)
	return answer(http.StatusCreated, q).with("Location", basePath+"/questions/"+q.ID)
}

func repeats(list []string) bool {
	sorted := slices.Sorted(slices.Values(list))
	return len(slices.Compact(sorted)) < len(list)
}

func (s *Server) getQuestion(c *call) *reply {
	q, ok := s.questions[c.PathValue("id")]
	if !ok {
		return notFound("question")
	}
	q.expire(c.now)
	if q.State == "open" {
		q.reads++
		if s.opts.AnswerAfter > 0 && q.reads >= s.opts.AnswerAfter {
			q.State, q.Answer, q.AnsweredBy = "answered", q.Options[0], q.Assignee
		}
	}
	return answer(200, q)
}

// Answer answers an open question on behalf of the person by. The text must be
// one of the question's options. The error is [ErrNoQuestion],
// [ErrQuestionClosed], or tells the options.
func (s *Server) Answer(id, text, by string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	q, ok := s.questions[id]
	if !ok {
		return fmt.Errorf("answer %s: %w", id, ErrNoQuestion)
	}
	q.expire(s.opts.Now().UTC())
	if q.State != "open" {
		return fmt.Errorf("answer %s: %w: it is %s", id, ErrQuestionClosed, q.State)
	}
	if !slices.Contains(q.Options, text) {
		return fmt.Errorf("answer %s: %q is not one of: %s", id, text, strings.Join(q.Options, ", "))
	}
	q.State, q.Answer, q.AnsweredBy = "answered", text, by
	return nil
}
