package expenses_test

import (
	"encoding/csv"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/specs/expenses"
)

// poll reads a resource n times and returns one member each time.
func poll(c *client, n int, path, member string) (states []string, last result) {
	c.t.Helper()
	for range n {
		last = c.want(200, "GET", path, "")
		states = append(states, last.body[member].(string))
	}
	return states, last
}

func TestReportByReading(t *testing.T) {
	c := newClient(t, expenses.Options{})
	start := c.want(202, "POST", "/reports", `{"month":"2026-05"}`)
	path := "/reports/" + start.id()
	if start.body["state"] != "queued" || start.header.Get("Retry-After") == "" || start.header.Get("Location") != "/v2"+path {
		t.Errorf("start = %s %v", start.raw, start.header)
	}
	if running := c.want(200, "GET", path, ""); running.header.Get("Retry-After") != "1" || running.body["progress"] != 0.33 {
		t.Errorf("running = %s %v", running.raw, running.header)
	}
	c.want(409, "GET", path+"/file", "")
	states, last := poll(c, 3, path, "state")
	if diff := cmp.Diff([]string{"running", "done", "done"}, states); diff != "" {
		t.Error(diff)
	}
	if last.header.Get("Retry-After") != "" || last.body["download_url"] != expenses.BaseURL+path+"/file" {
		t.Errorf("done = %s %v", last.raw, last.header)
	}
	rows, err := csv.NewReader(strings.NewReader(c.want(200, "GET", path+"/file", "").raw)).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Errorf("file has %d rows, error %v", len(rows), err)
	}
	c.want(409, "DELETE", path, "")
	c.with("X-Tenant", "birch").want(404, "GET", path, "")
}

func TestReportByTheClock(t *testing.T) {
	now := newClock()
	c := newClient(t, expenses.Options{Now: now.now, JobSteps: 100, JobStep: 1500 * time.Millisecond})
	path := "/reports/" + c.want(202, "POST", "/reports", `{"month":"2026-05","format":"pdf"}`).id()
	if got := c.want(200, "GET", path, ""); got.body["state"] != "running" || got.header.Get("Retry-After") != "2" {
		t.Errorf("at once: %s", got.raw)
	}
	now.at = now.at.Add(150 * time.Second)
	if got := c.want(200, "GET", path, ""); got.body["state"] != "done" {
		t.Errorf("later: %s", got.raw)
	}
	if file := c.want(200, "GET", path+"/file", ""); !strings.HasPrefix(file.raw, "%PDF-") || !strings.Contains(file.raw, "exp_") {
		t.Errorf("file = %q", file.raw)
	}
}

func TestReportEndsOtherwise(t *testing.T) {
	c := newClient(t, expenses.Options{JobSteps: 2})
	empty := "/reports/" + c.want(202, "POST", "/reports", `{"month":"2019-01"}`).id()
	states, last := poll(c, 2, empty, "state")
	if diff := cmp.Diff([]string{"running", "failed"}, states); diff != "" || last.body["error"] == nil {
		t.Error(diff, last.raw)
	}
	stopped := "/reports/" + c.want(202, "POST", "/reports", `{"month":"2026-05"}`).id()
	c.want(204, "DELETE", stopped, "")
	c.want(204, "DELETE", stopped, "")
	if states, _ := poll(c, 2, stopped, "state"); states[1] != "cancelled" {
		t.Errorf("states = %v", states)
	}
	if n := c.server.Executions("cancelReport"); n != 1 {
		t.Errorf("cancelled %d times, want 1", n)
	}
}

func TestLedgerIsLargeAndEnds(t *testing.T) {
	c := newClient(t, expenses.Options{})
	rows := c.want(200, "GET", "/ledger/export?year=2025", "").body["rows"].([]any)
	if len(rows) != 365*13 {
		t.Errorf("%d rows", len(rows))
	}
	if row := rows[17].(map[string]any); !strings.HasPrefix(row["iban"].(string), "DE") {
		t.Errorf("row = %v", row)
	}
	if rows := c.want(200, "GET", "/ledger/export?year=2027", "").body["rows"].([]any); len(rows) != 0 {
		t.Errorf("a year to come has %d rows", len(rows))
	}
}

func TestReconciliation(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		reads      int
		phases     []string
	}{
		{"answers", `{"goal":"Explain 6650 in May, a task of 120 EUR"}`, 4, []string{"working", "working", "completed", "completed"}},
		{"needs a person", `{"goal":"Ask me if in doubt"}`, 4, []string{"working", "needs_input", "needs_input", "needs_input"}},
		{"out of money", `{"goal":"Explain 6650","limits":{"max_usd":0.07,"max_seconds":5}}`, 2, []string{"working", "failed"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := newClient(t, expenses.Options{})
			start := c.want(202, "POST", "/reconciliations", tt.body)
			path := "/reconciliations/" + start.id()
			if start.body["phase"] != "queued" {
				t.Errorf("start = %s", start.raw)
			}
			phases, last := poll(c, tt.reads, path, "phase")
			if diff := cmp.Diff(tt.phases, phases); diff != "" {
				t.Error(diff)
			}
			if last.body["phase"] == "needs_input" {
				if last.body["question"] == nil || last.header.Get("Retry-After") != "" {
					t.Errorf("needs input: %s", last.raw)
				}
				c.want(202, "POST", path+"/messages", `{"text":"They do not."}`)
				phases, last = poll(c, 1, path, "phase")
			}
			if phases[len(phases)-1] == "completed" {
				checkEvidence(c, last)
			}
			c.want(409, "POST", path+"/messages", `{"text":"late"}`)
		})
	}
}

func checkEvidence(c *client, run result) {
	c.t.Helper()
	list, _ := run.body["evidence"].([]any)
	if len(list) < 2 || run.body["answer"] == nil {
		c.t.Fatalf("completed = %s", run.raw)
	}
	for _, item := range list {
		url := item.(map[string]any)["url"].(string)
		c.want(200, "GET", strings.Split(strings.TrimPrefix(url, expenses.BaseURL), "#")[0], "")
	}
}

func TestQuestion(t *testing.T) {
	const ask = `{"assignee":"maria","text":"May we?","options":["approve","reject"],"due_hours":24}`
	t.Run("answers after some reads", func(t *testing.T) {
		c := newClient(t, expenses.Options{}).with("X-Tenant", "")
		path := "/questions/" + c.want(201, "POST", "/questions", ask).id()
		states, last := poll(c, 4, path, "state")
		if diff := cmp.Diff([]string{"open", "open", "answered", "answered"}, states); diff != "" {
			t.Error(diff)
		}
		if last.body["answer"] != "approve" || last.body["answered_by"] != "maria" {
			t.Errorf("answered = %s", last.raw)
		}
	})
	t.Run("answers when told to", func(t *testing.T) {
		c := newClient(t, expenses.Options{AnswerAfter: -1})
		id := c.want(201, "POST", "/questions", ask).id()
		poll(c, 5, "/questions/"+id, "state")
		if err := c.server.Answer(id, "perhaps", "li"); err == nil {
			t.Error("an answer that is no option was taken")
		}
		if err := c.server.Answer(id, "reject", "li"); err != nil {
			t.Error(err)
		}
		if err := c.server.Answer(id, "reject", "li"); !errors.Is(err, expenses.ErrQuestionClosed) {
			t.Errorf("second answer: %v", err)
		}
		if err := c.server.Answer("que_0", "reject", "li"); !errors.Is(err, expenses.ErrNoQuestion) {
			t.Errorf("unknown question: %v", err)
		}
		if got := c.want(200, "GET", "/questions/"+id, ""); got.body["answer"] != "reject" || got.body["answered_by"] != "li" {
			t.Errorf("answered = %s", got.raw)
		}
	})
	t.Run("expires", func(t *testing.T) {
		now := newClock()
		c := newClient(t, expenses.Options{Now: now.now})
		id := c.want(201, "POST", "/questions", ask).id()
		now.at = now.at.Add(24 * time.Hour)
		if got := c.want(200, "GET", "/questions/"+id, ""); got.body["state"] != "expired" {
			t.Errorf("later: %s", got.raw)
		}
		if err := c.server.Answer(id, "reject", "li"); !errors.Is(err, expenses.ErrQuestionClosed) {
			t.Errorf("late answer: %v", err)
		}
	})
}
