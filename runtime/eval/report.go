package eval

import (
	"encoding/json"
)

// Level is what a check is about.
type Level string

// The levels.
const (
	Contract  Level = "contract"  // what is taken, refused and sent
	Execution Level = "execution" // what comes of it upstream
	Task      Level = "task"      // what the model gets
)

// Verdict says how a check, a level or an eval ended.
type Verdict string

// The verdicts. A level that an eval does not judge has none.
const (
	Pass Verdict = "pass"
	Fail Verdict = "fail"
	Skip Verdict = "skip"
)

// Check is one thing that an eval judged.
type Check struct {
	Level   Level  `json:"level"`
	What    string `json:"what"`              // the key of the eval: sends, returns, error, …
	Problem string `json:"problem,omitempty"` // empty: it holds
}

// Outcome is one eval and what came of it.
type Outcome struct {
	N       int     `json:"n"` // from 1, in the order of the overlay
	Eval    string  `json:"eval"`
	Verdict Verdict `json:"verdict"`
	Why     string  `json:"why,omitempty"` // of a skip
	Checks  []Check `json:"checks,omitempty"`
	// Seen is what a passing eval would have to say in place of what this one
	// says; nil when nothing can be recorded.
	Seen *Seen `json:"-"`
}

// Seen is what a call sent and gave, of the parts that its eval states.
type Seen struct {
	Sends   string          // empty: not stated, or nothing was sent
	Body    json.RawMessage // nil: not stated, or none was sent
	Returns json.RawMessage // nil: not stated, or the call failed
}

// Level gives the verdict on one level; empty when nothing of it was judged.
func (o *Outcome) Level(l Level) Verdict {
	var v Verdict
	for _, c := range o.Checks {
		switch {
		case c.Level != l:
		case c.Problem != "":
			return Fail
		default:
			v = Pass
		}
	}
	return v
}

// ToolReport is what the evals of one tool gave.
type ToolReport struct {
	Name  string    `json:"name"`
	Shape string    `json:"shape"`
	Why   string    `json:"why,omitempty"` // why none of its evals ran
	Evals []Outcome `json:"evals"`
}

// Count is a number of passed and failed evals.
type Count struct {
	Passed int `json:"passed"`
	Failed int `json:"failed"`
}

// Totals sum a report up.
type Totals struct {
	Tools   int `json:"tools"`
	Lacking int `json:"tools_skipped"` // tools of which this runtime lacks something
	Bare    int `json:"tools_bare"`    // tools without an eval
	Count
	Skipped   int   `json:"skipped"`
	Contract  Count `json:"contract"`
	Execution Count `json:"execution"`
	Task      Count `json:"task"`
}

// Report is what the evals of a set gave, in the order of its tools.
type Report struct {
	Set    string       `json:"set"`
	Digest string       `json:"digest"`
	Tools  []ToolReport `json:"tools"`
	Totals Totals       `json:"totals"`
}

// Failed reports whether any eval failed.
func (r *Report) Failed() bool { return r.Totals.Failed > 0 }

// sum fills in the totals.
func (r *Report) sum() {
	t := Totals{Tools: len(r.Tools)}
	for i := range r.Tools {
		tr := &r.Tools[i]
		if tr.Why != "" {
			t.Lacking++
		}
		if len(tr.Evals) == 0 {
			t.Bare++
		}
		for j := range tr.Evals {
			t.add(&tr.Evals[j])
		}
	}
	r.Totals = t
}

func (t *Totals) add(o *Outcome) {
	if o.Verdict == Skip {
		t.Skipped++
		return
	}
	t.count(o.Verdict)
	t.Contract.count(o.Level(Contract))
	t.Execution.count(o.Level(Execution))
	t.Task.count(o.Level(Task))
}

func (c *Count) count(v Verdict) {
	switch v {
	case Pass:
		c.Passed++
	case Fail:
		c.Failed++
	}
}
