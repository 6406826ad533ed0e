package tool

import "iter"

// ArgText is the one argument of an agent's reply step.
const ArgText = "text"

// Steps yields every operation that t may send, with the name of its role:
// main, preview, before, verify, status, fetch, cancel, reply.
func (t *Tool) Steps() iter.Seq2[string, *Step] {
	return func(yield func(string, *Step) bool) {
		var list []namedStep
		list = append(list, namedStep{"main", t.Main})
		if c := t.Command; c != nil {
			list = append(list, namedStep{"preview", c.DryRun.Preview}, namedStep{"before", c.Before})
			if c.Verify != nil {
				list = append(list, namedStep{"verify", &c.Verify.Step})
			}
		}
		if j := t.JobContract(); j != nil {
			list = append(list, namedStep{"status", j.Status}, namedStep{"fetch", j.Fetch}, namedStep{"cancel", j.Cancel})
		}
		if t.Agent != nil {
			list = append(list, namedStep{"reply", t.Agent.Reply})
		}
		for _, s := range list {
			if s.step != nil && !yield(s.name, s.step) {
				return
			}
		}
	}
}

type namedStep struct {
	name string
	step *Step
}

// JobContract gives the part that jobs, agents and humans share; nil for other
// shapes.
func (t *Tool) JobContract() *Job {
	switch {
	case t.Job != nil:
		return t.Job
	case t.Agent != nil:
		return &t.Agent.Job
	case t.Human != nil:
		return &t.Human.Job
	}
	return nil
}
