package expenses

import (
	"strconv"
	"time"
)

// progress is how far a long-running piece of work has come. It moves when its
// status is read, and with the clock where Options.JobStep says so; so a test
// needs to wait for nothing.
type progress struct {
	started time.Time
	reads   int
}

func (s *Server) steps(p progress, now time.Time) int {
	steps := p.reads
	if s.opts.JobStep > 0 {
		steps += int(now.Sub(p.started) / s.opts.JobStep)
	}
	return max(0, min(steps, s.opts.JobSteps))
}

// retryAfter asks for one step of patience, in whole seconds.
func (s *Server) retryAfter() string {
	seconds := (s.opts.JobStep + time.Second - 1) / time.Second
	return strconv.Itoa(max(1, int(seconds)))
}
