package expenses

import (
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"
)

type report struct {
	tenant   string
	progress progress

	ID          string    `json:"id"`
	Month       string    `json:"month"`
	Format      string    `json:"format"`
	State       string    `json:"state"`
	Progress    float64   `json:"progress"`
	DownloadURL string    `json:"download_url,omitempty"`
	Error       string    `json:"error,omitempty"`
	CreatedAt   time.Time `json:"created_at"`
}

func (r *report) ended() bool { return r.State != "queued" && r.State != "running" }

func (s *Server) startReport(c *call) *reply {
	body, bad := c.object()
	if bad != nil {
		return bad
	}
	month := body.Text("month", true, 0, 7)
	if _, err := time.Parse("2006-01", month); err != nil {
		if body.Sound() {
			body.Fail("month", "must be a month such as 2026-05")
		}
	} else if month > c.now.Format("2006-01") {
		body.Fail("month", "must not be in the future")
	}
	format := "csv"
	if body.Has("format") {
		format = body.OneOf("format", false, []string{"csv", "pdf"})
	}
	if bad := reject(body); bad != nil {
		return bad
	}
	r := &report{
		tenant:    c.tenant,
		progress:  progress{started: c.now},
		ID:        fmt.Sprintf("rep_%d", s.next()),
		Month:     month,
		Format:    format,
		State:     "queued",
		CreatedAt: c.now,
	}
	s.reports[r.ID] = r
	s.executed(c)
	return answer(http.StatusAccepted, r).
		with("Location", basePath+"/reports/"+r.ID).
		with("Retry-After", s.retryAfter())
}

func (s *Server) report(c *call) (*report, *reply) {
	r, ok := s.reports[c.PathValue("id")]
	if !ok || r.tenant != c.tenant {
		return nil, notFound("report")
	}
	return r, nil
}

func (s *Server) getReport(c *call) *reply {
	r, missing := s.report(c)
	if missing != nil {
		return missing
	}
	if !r.ended() {
		r.progress.reads++
		s.advanceReport(r, c.now)
	}
	out := answer(200, r)
	if !r.ended() {
		out.with("Retry-After", s.retryAfter())
	}
	return out
}

// advanceReport brings the state in line with the steps taken. A month without
// expenses fails, so that the failing end of a job can be shown too.
func (s *Server) advanceReport(r *report, now time.Time) {
	steps := s.steps(r.progress, now)
	if steps == 0 || r.ended() {
		return
	}
	r.State = "running"
	r.Progress = math.Round(float64(steps)/float64(s.opts.JobSteps)*100) / 100
	if steps < s.opts.JobSteps {
		return
	}
	if len(s.ofMonth(r.tenant, r.Month)) == 0 {
		r.State, r.Error = "failed", "There are no expenses in "+r.Month+"."
		return
	}
	r.State, r.DownloadURL = "done", BaseURL+"/reports/"+r.ID+"/file"
}

func (s *Server) cancelReport(c *call) *reply {
	r, missing := s.report(c)
	if missing != nil {
		return missing
	}
	s.advanceReport(r, c.now)
	switch {
	case r.State == "cancelled":
	case r.ended():
		return conflict("report_ended", "A report that is "+r.State+" cannot be cancelled.")
	default:
		r.State = "cancelled"
		s.executed(c)
	}
	return answer(http.StatusNoContent, nil)
}

// ofMonth returns the expenses of a month as they were filed, oldest first.
func (s *Server) ofMonth(tenant, month string) []*expense {
	var out []*expense
	for _, e := range s.expenses {
		if e.tenant == tenant && e.DeletedAt == nil && strings.HasPrefix(e.Date, month+"-") {
			out = append(out, e)
		}
	}
	return out
}
