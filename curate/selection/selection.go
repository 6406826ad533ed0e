package selection

import (
	"slices"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/curate/source"
)

// Pick is the operation that a selector names. Op is nil where it is broken,
// which is reported; the zero Pick is that of a selector that names none.
type Pick struct {
	Source *source.Source
	Op     *oas.Operation
}

// Picks are the operations of an overlay by the selectors that name them.
type Picks map[*overlay.Operation]Pick

// Of finds the operations of all tools of o and their steps, and reads those of
// one source in one go. Selectors that name nothing are reported once, and so is
// what is wrong with the operations.
func Of(o *overlay.Overlay, sources *source.Set, diags *diag.List) Picks {
	picks := Picks{}
	refs := map[*source.Source][]oas.Ref{}
	users := map[*source.Source][]*overlay.Operation{}
	add := func(sel *overlay.Operation, prefer *source.Source) *source.Source {
		s, ref, ok := sources.Find(sel, prefer)
		if ok {
			refs[s] = append(refs[s], ref)
			users[s] = append(users[s], sel)
		}
		return s
	}
	for i := range o.Tools {
		t := &o.Tools[i]
		var own *source.Source
		switch {
		case !t.Operation.Pos.IsZero():
			own = add(&t.Operation, nil)
		case !Inbox(t):
			diags.Errorf(t.Name.Pos, "missing-key", "tool %s needs an operation", t.Name.V)
		}
		for _, step := range Steps(t) {
			add(&step.Operation, own)
		}
	}
	for _, s := range sources.Sources {
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
		for i, op := range s.Doc.Operations(unique, diags) {
			ops[source.Endpoint(unique[i])] = op
		}
		for i, sel := range users[s] {
			op := ops[source.Endpoint(refs[s][i])]
			picks[sel] = Pick{s, op}
			if op != nil && op.Deprecated {
				diags.Warnf(sel.Pos, "deprecated-operation", "%s %s is deprecated", op.Method, op.Path)
				diags.Hint("look in the description for what replaces it")
				diags.Relate(op.Pos, "the operation")
			}
		}
	}
	return picks
}

// Steps lists the stated steps of a tool's contract.
func Steps(t *overlay.Tool) []*overlay.Step {
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

// Inbox reports whether a tool asks through the built-in inbox.
func Inbox(t *overlay.Tool) bool {
	return t.Operation.Pos.IsZero() && t.Shape.V == "human"
}
