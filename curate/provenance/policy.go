package provenance

import (
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/curate/overlay"
)

// policies records where the policies of the tool come from: its own lines
// or those of the defaults. What neither states is a default of ours and has no
// origin.
func (m *Made) policies(add func(field string, spec, at diag.Pos, note string)) {
	d, defaults := m.Decl, m.Defaults
	own := func(field string, at diag.Pos) {
		if !at.IsZero() {
			add(field, diag.Pos{}, at, "")
		}
	}
	either := func(field string, at, otherwise diag.Pos) {
		if at.IsZero() && !otherwise.IsZero() {
			add(field, diag.Pos{}, otherwise, "defaults")
			return
		}
		own(field, at)
	}
	either("retry", d.Retry.Pos, defaults.Retry.Pos)
	either("rate", d.Rate.Pos, defaults.Rate.Pos)
	either("result.max_bytes", d.Result.MaxBytes.Pos, defaults.Result.MaxBytes.Pos)
	either("redact", first(d.Redact), first(defaults.Redact))
	own("page", d.Result.Page.Pos)
	own("page.auto", d.Result.Page.Auto.Pos)
	own("scopes", first(d.Scopes))
	own("with", first(d.With))
	own("errors", d.Errors.Pos)
	own("cost", d.Cost.Pos)
	own("replaces", d.Replaces.Pos)
	own("version", d.Version.Pos)
	own("hints", d.Hints.Pos)
	if len(d.Require) > 0 {
		own("require", d.Require[0].When.Pos)
	}
	if len(d.Approval) > 0 {
		own("approval", d.Approval[0].Pos)
	}
	if len(d.Next) > 0 {
		own("next", d.Next[0].On.Pos)
	}
	if len(d.Remember) > 0 {
		own("remember", d.Remember[0].Key.Pos)
	}
	if len(d.Evals) > 0 {
		own("evals", d.Evals[0].Pos)
	}
	contractOrigins(d, own)
}

// contractOrigins records the parts of the contract block.
func contractOrigins(d *overlay.Tool, own func(field string, at diag.Pos)) {
	own("contract.effect", d.Command.Effect.Pos)
	own("contract.dry_run", d.Command.DryRun.Pos)
	own("contract.confirm", d.Command.Confirm.Pos)
	own("contract.idempotency", d.Command.Idempotency.Pos)
	own("contract.verify", d.Command.Verify.Pos)
	for _, job := range [...]*overlay.Job{&d.Job, &d.Agent.Job, &d.Human.Job} {
		own("contract.idempotency", job.Idempotency.Pos)
		own("contract.states", job.StatesPos)
		own("contract.poll", job.Poll.Pos)
	}
	if len(d.Agent.Budget) > 0 {
		own("contract.budget", d.Agent.Budget[0].Of.Pos)
	}
	own("contract.evidence", d.Agent.Evidence.Pos)
}

// first gives the place of a list's first value.
func first[T any](list []overlay.Val[T]) diag.Pos {
	if len(list) == 0 {
		return diag.Pos{}
	}
	return list[0].Pos
}
