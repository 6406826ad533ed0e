package compile

import (
	"cmp"
	"slices"

	"github.com/oatools/oatools/compile/bind"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/media"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
)

// Bind binds op with fixed values only: a step of a contract. A path parameter
// without a value is an error.
func Bind(op *oas.Operation, fixed []Fixed, opts Options, diags *diag.List) *tool.Step {
	r := opts.request(op, media.Body(op, ""))
	r.Entries = entries(fixed)
	exact, _ := answers(op, tool.Result{}, opts, diags)
	step := r.Step(exact, diags)
	otherAnswers(op, step, tool.Result{}, opts)
	return step
}

// Preview binds op as Assemble would, with further fixed values in the place of
// what they overlay and without an idempotency key: a native dry run. Of its
// answers it keeps the schema of what picks name; nil: of what the tool keeps.
func Preview(op *oas.Operation, p *Plan, fixed []Fixed, picks []tool.Pick, opts Options, diags *diag.List) *tool.Step {
	var quiet diag.List // Assemble reports the same again
	r := newArguments(op, p, opts, &quiet).request(opts)
	r.Entries = append(r.Entries, entries(extraFixed(p))...)
	r.Entries = slices.DeleteFunc(r.Entries, func(e bind.Entry) bool {
		return e.Value.Gen == "idempotency-key" || slices.ContainsFunc(fixed, func(f Fixed) bool { return f.At == e.At })
	})
	r.Entries = append(r.Entries, entries(fixed)...)
	kept := tool.Result{Select: picks}
	if len(picks) == 0 {
		kept = tool.Result{Items: p.Result.Items, Select: p.Result.Select}
	}
	exact, _ := answers(op, kept, opts, diags)
	step := r.Step(exact, diags)
	otherAnswers(op, step, kept, opts)
	return step
}

// request starts the binding of op.
func (o Options) request(op *oas.Operation, m *oas.Media) *bind.Request {
	return &bind.Request{Op: op, Media: m, Source: o.Source, Server: cmp.Or(o.Server, o.Source), Auth: o.Auth, Added: o.Added}
}

func entries(fixed []Fixed) []bind.Entry {
	var list []bind.Entry
	for _, f := range fixed {
		list = append(list, bind.Entry{At: f.At, Value: f.Value})
	}
	return list
}

// extraFixed gives p's fixed places together with those that its result and
// contract ask for.
func extraFixed(p *Plan) []Fixed {
	list := slices.Clone(p.Fixed)
	add := func(at *tool.Locator, v tool.Value) {
		if at != nil && !slices.ContainsFunc(list, func(f Fixed) bool { return f.At == *at }) {
			list = append(list, Fixed{At: *at, Value: v})
		}
	}
	if page := p.Result.Page; page != nil {
		add(page.Param, tool.Value{Page: true})
		add(page.Size, tool.Value{Size: true})
	}
	if key := idempotency(p); key != nil {
		gen := tool.Value{Gen: "idempotency-key"}
		switch {
		case key.Header != "":
			add(&tool.Locator{In: tool.InHeader, Name: key.Header}, gen)
		case key.Query != "":
			add(&tool.Locator{In: tool.InQuery, Name: key.Query}, gen)
		case key.Body != "":
			add(&tool.Locator{In: tool.InBody, Name: key.Body}, gen)
		}
	}
	return list
}

func idempotency(p *Plan) *tool.Idempotency {
	switch c := p.Contract; {
	case c.Command != nil:
		return c.Command.Idempotency
	case c.Job != nil:
		return c.Job.Idempotency
	case c.Agent != nil:
		return c.Agent.Idempotency
	case c.Human != nil:
		return c.Human.Idempotency
	}
	return nil
}
