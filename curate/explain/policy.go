package explain

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
)

// policy explains who may call and how calls are run.
func (e *explainer) policy() {
	t := e.t
	for _, name := range t.Audience {
		e.stated("audience "+name, e.set.Audiences[name], "audience:"+name)
	}
	if len(t.Audience) == 0 {
		e.add(Policy, "audience", "every authenticated caller", FromUs)
	}
	e.stated("scopes", strings.Join(t.Scopes, " "), "scopes")
	for _, r := range t.Require {
		e.stated("require", r.When, "require")
	}
	for _, a := range t.Approval {
		when := a.When
		if when == "" {
			when = "always"
		}
		e.stated("approval by "+a.By, when, "approval")
	}
	e.command()
	e.job()
	timeout := "30s"
	switch {
	case t.Timeout != 0:
		timeout = t.Timeout.String()
	case t.Shape == tool.ShapeQuery:
		timeout = "10s"
	}
	e.stated("timeout", timeout, "timeout")
	e.stated("retry", retry(t.Retry), "retry")
	if t.Rate != nil {
		e.stated("rate", t.Rate.Limit+" per "+t.Rate.Per, "rate")
	}
	cap := "24576 bytes"
	if t.Result.MaxBytes != 0 {
		cap = fmt.Sprintf("%d bytes", t.Result.MaxBytes)
	}
	e.stated("max_bytes", cap, "result.max_bytes")
	e.page(t.Result.Page)
	if t.Query != nil && t.Query.Cache != nil {
		e.stated("cache", t.Query.Cache.TTL.String()+" per caller", "contract")
	}
	if t.Errors != nil {
		e.stated("errors", compact(t.Errors), "errors")
	}
	for _, on := range slices.Sorted(maps.Keys(t.Next)) {
		e.stated("next after "+on, strings.Join(t.Next[on], ", "), "next")
	}
	e.stated("middleware", strings.Join(t.With, ", "), "with")
	for _, key := range slices.Sorted(maps.Keys(t.Remember)) {
		e.stated("remember "+key, t.Remember[key].Value+" for the "+t.Remember[key].Scope, "remember")
	}
	if t.Replaces != nil {
		e.stated("replaces", t.Replaces.Name+" until "+t.Replaces.Sunset, "replaces")
	}
}

func retry(r *tool.Retry) string {
	if r == nil {
		return "3 attempts where shape and idempotency permit"
	}
	attempts := r.Attempts
	if attempts == 0 {
		attempts = 3
	}
	out := fmt.Sprintf("%d attempts where shape and idempotency permit", attempts)
	if r.Within != 0 {
		out += " within " + r.Within.String()
	}
	if len(r.On) > 0 {
		out += " on " + strings.Join(r.On, ", ")
	}
	return out
}

func (e *explainer) command() {
	c := e.t.Command
	if c == nil {
		return
	}
	e.stated("effect", string(c.Effect), "contract.effect", "contract")
	e.stated("dry run", string(c.DryRun.Kind), "contract.dry_run")
	e.stated("confirm", confirm(&c.Confirm), "contract.confirm")
	if c.Idempotency != nil {
		e.stated("idempotency", compact(c.Idempotency), "contract.idempotency")
	}
	if c.Verify != nil {
		e.stated("verify", c.Verify.Expect, "contract.verify", "contract")
	}
	e.stated("undo", c.Undo, "contract")
}

func confirm(c *tool.Confirm) string {
	if c.None != "" {
		return "never: " + c.None
	}
	ttl := c.TTL.String()
	if c.TTL == 0 {
		ttl = "10m"
	}
	out := "a token of a dry run, valid " + ttl
	if c.Unless != "" {
		out += ", unless " + c.Unless
	}
	if c.AfterUntrusted {
		out += "; always after untrusted text"
	}
	return out
}

func (e *explainer) job() {
	j := e.t.JobContract()
	if j == nil {
		if h := e.t.Handle; h != nil {
			e.stated("handle", compact(h), "contract")
		}
		return
	}
	if j.Idempotency != nil {
		e.stated("idempotency", compact(j.Idempotency), "contract.idempotency")
	}
	e.stated("states", compact(j.States), "contract.states")
	if j.Poll != nil {
		e.stated("poll", compact(j.Poll), "contract.poll")
	}
	if a := e.t.Agent; a != nil {
		e.stated("budget", compact(a.Budget), "contract.budget")
		e.stated("calls", a.Calls, "contract")
		e.stated("evidence", compact(a.Evidence), "contract.evidence")
	}
	if h := e.t.Human; h != nil {
		e.stated("asks", h.To, "contract")
	}
}

// requests explains what is sent where, with which credential.
func (e *explainer) requests() {
	for role, step := range e.t.Steps() {
		b := &step.Binding
		fields := []string{"operation"}
		if role != "main" {
			fields = []string{block(role), "contract"}
		}
		e.add(Sends, role, step.Op.Method+" "+e.set.Servers[b.Server].URL+step.Op.Path, FromOverlay, fields...)
		var uses []string
		optional := false
		for _, alternative := range b.Auth {
			if len(alternative) == 0 {
				optional = true
				continue
			}
			var all []string
			for _, use := range alternative {
				all = append(all, use.Scheme+" ("+e.set.Auth[use.Scheme].Type+")")
			}
			uses = append(uses, strings.Join(all, " and "))
		}
		if role == "main" {
			say := strings.Join(uses, " or ")
			switch {
			case say == "" && optional:
				say = "none: the API allows it, and none is bound"
			case say == "":
				say = "none"
			case optional:
				say += "; never none, though the API allows it"
			}
			e.add(Sends, "credential", say, FromSpec)
		}
	}
}
