package judgement

import "slices"

// Cost is what being shown something costs a model, estimated.
type Cost struct {
	Name   string `json:"name"` // a tool, or an audience; "" is everybody
	Tools  int    `json:"tools,omitempty"`
	Tokens int    `json:"tokens"`
}

// Who names an audience in a sentence.
func (c Cost) Who() string {
	if c.Name == "" {
		return "everybody"
	}
	return c.Name
}

// ToolCosts gives what each tool costs, in the set's order; never nil.
func (j *Judge) ToolCosts() []Cost {
	out := []Cost{}
	for _, s := range j.subjects {
		out = append(out, Cost{Name: s.Tool.Name, Tokens: s.Tool.Tokens})
	}
	return out
}

// AudienceCosts gives what each audience is shown: its tools and the
// instructions. Without audiences there is one row, for everybody. What the
// runtime adds (get_job and the like) is not counted.
func (j *Judge) AudienceCosts() []Cost {
	names := sorted(j.built.Set.Audiences)
	if len(names) == 0 {
		names = []string{""}
	}
	out := []Cost{}
	for _, name := range names {
		cost := Cost{Name: name, Tokens: (len(j.built.Set.Instructions) + 3) / 4}
		for _, s := range j.subjects {
			if len(s.Tool.Audience) == 0 || slices.Contains(s.Tool.Audience, name) {
				cost.Tools++
				cost.Tokens += s.Tool.Tokens
			}
		}
		out = append(out, cost)
	}
	return out
}
