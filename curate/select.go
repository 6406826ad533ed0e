package curate

import (
	"slices"

	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/curate/source"
)

// pick is the operation that a selector names; op is nil where it was not found
// or is broken, which is reported.
type pick struct {
	source *source.Source
	op     *oas.Operation
}

// selectAll finds the operations of all tools and their steps, and reads those
// of one source in one go.
func (b *builder) selectAll() {
	b.picks = map[*overlay.Operation]pick{}
	refs := map[*source.Source][]oas.Ref{}
	users := map[*source.Source][]*overlay.Operation{}
	add := func(sel *overlay.Operation, prefer *source.Source) *source.Source {
		s, ref, ok := b.sources.Find(sel, prefer)
		if ok {
			refs[s] = append(refs[s], ref)
			users[s] = append(users[s], sel)
		}
		return s
	}
	for i := range b.overlay.Tools {
		t := &b.overlay.Tools[i]
		var own *source.Source
		switch {
		case !t.Operation.Pos.IsZero():
			own = add(&t.Operation, nil)
		case !isInbox(t):
			b.diags.Errorf(t.Name.Pos, "missing-key", "tool %s needs an operation", t.Name.V)
		}
		for _, step := range steps(t) {
			add(&step.Operation, own)
		}
	}
	for _, s := range b.sources.Sources {
		if len(refs[s]) == 0 {
			continue
		}
		unique := refs[s][:0:0]
		for _, ref := range refs[s] {
			if !slices.ContainsFunc(unique, func(r oas.Ref) bool { return source.Endpoint(r) == source.Endpoint(ref) }) {
				unique = append(unique, ref)
			}
		}
		ops := map[string]*oas.Operation{}
		for i, op := range s.Doc.Operations(unique, b.diags) {
			ops[source.Endpoint(unique[i])] = op
		}
		for i, sel := range users[s] {
			b.picks[sel] = pick{s, ops[source.Endpoint(refs[s][i])]}
		}
	}
}

// steps lists the stated steps of a tool's contract.
func steps(t *overlay.Tool) []*overlay.Step {
	var list []*overlay.Step
	for _, s := range []*overlay.Step{
		&t.Command.DryRun.Validate, &t.Command.Before, &t.Command.Verify.Step,
		&t.Job.Status, &t.Job.Fetch, &t.Job.Cancel,
		&t.Agent.Status, &t.Agent.Fetch, &t.Agent.Cancel, &t.Agent.Reply,
		&t.Human.Status, &t.Human.Fetch, &t.Human.Cancel,
	} {
		if !s.Operation.Pos.IsZero() {
			list = append(list, s)
		}
	}
	return list
}

// isInbox reports whether a tool asks through the built-in inbox.
func isInbox(t *overlay.Tool) bool {
	return t.Operation.Pos.IsZero() && t.Shape.V == "human"
}
