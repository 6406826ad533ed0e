package command

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/oatools/oatools/compile/cond"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/answer"
	"github.com/oatools/oatools/runtime/shape"
)

// command changes something: planned, confirmed, executed once.
type command struct {
	env      *shape.Env
	tool     *tool.Tool
	contract *tool.Command
	shaper   *answer.Shaper
	preview  *answer.Shaper
	unless   *shape.Condition // nil: a token is always needed
	expect   *shape.Condition // nil: nothing is read back
	need     []string
	answers  shape.Contracts
}

// New gives the runner of a command. The error says what is wrong with its
// schemas or conditions.
func New(t *tool.Tool, env *shape.Env) (shape.Runner, error) {
	if t.Command == nil {
		return nil, fmt.Errorf("a command without its contract")
	}
	cmd := &command{env: env, tool: t, contract: t.Command}
	var err error
	if cmd.shaper, err = env.Shaper(t.Result); err != nil {
		return nil, err
	}
	if cmd.preview, err = env.Shaper(previewResult(t)); err != nil {
		return nil, err
	}
	switch t.Command.DryRun.Kind {
	case tool.DryRunPlan, "":
	case tool.DryRunNative, tool.DryRunValidate:
		if t.Command.DryRun.Preview == nil {
			return nil, fmt.Errorf("dry run %s without a step", t.Command.DryRun.Kind)
		}
	default:
		return nil, fmt.Errorf("dry run %q", t.Command.DryRun.Kind)
	}
	if src := t.Command.Confirm.Unless; src != "" {
		cmd.unless = shape.NewCondition(shape.Scope(cond.Scope{Args: t.Input, Caller: true}), src)
	}
	cmd.need = shape.RunKeys(t.Main, t.Command.Before, t.Command.DryRun.Preview)
	if v := t.Command.Verify; v != nil {
		cmd.expect = shape.NewCondition(shape.Scope(cond.Scope{Args: t.Input, Result: resultSchema(&v.Step), Caller: true}), v.Expect)
		cmd.need = shape.RunKeys(t.Main, t.Command.Before, t.Command.DryRun.Preview, &v.Step)
	}
	return cmd.run, nil
}

// previewResult says what of a preview's answer a model gets. A native preview
// is answered by the tool's own operation, so without a selection of its own the
// tool's applies: fields are named, or they stay hidden.
func previewResult(t *tool.Tool) tool.Result {
	r := tool.Result{Select: t.Command.DryRun.Select, Redact: t.Result.Redact, MaxBytes: t.Result.MaxBytes, Verbatim: t.Result.Verbatim}
	if len(r.Select) == 0 && t.Command.DryRun.Kind == tool.DryRunNative {
		r.Items, r.Select = t.Result.Items, t.Result.Select
	}
	return r
}

// resultSchema gives the schema of what a step answers when it succeeds.
func resultSchema(s *tool.Step) tool.Schema {
	if r := s.Answer(); r != nil {
		return r.Schema
	}
	return tool.Schema("true")
}

func (cmd *command) run(ctx context.Context, c *shape.Call) (*runtime.Result, error) {
	in, problem, err := cmd.env.Inputs(ctx, c, cmd.need)
	if err != nil {
		return nil, err
	}
	if problem != nil {
		return runtime.Failure(problem, runtime.EffectNone), nil
	}
	// The request is built first in every case: what cannot be sent must not be
	// planned, confirmed or recorded.
	request, problem, err := cmd.env.Upstream.Plan(cmd.tool.Main, cmd.planInputs(in))
	if err != nil {
		return nil, fmt.Errorf("tool %s: plan: %w", cmd.tool.Name, err)
	}
	if problem != nil {
		return runtime.Failure(problem, runtime.EffectNone), nil
	}
	if c.Control.DryRun {
		return cmd.dryRun(ctx, c, in, request)
	}
	if c.Control.ConfirmToken == "" && cmd.needsToken(ctx, c) {
		return cmd.planned(ctx, c, request, nil, runMe)
	}
	return cmd.execute(ctx, c, in)
}

// planInputs stands in for what a real run reads first, so that a plan can be
// shown without sending anything.
func (cmd *command) planInputs(in runtime.Inputs) runtime.Inputs {
	if cmd.contract.Before == nil {
		return in
	}
	in.Start = map[string]json.RawMessage{}
	for v := range shape.ValuesOf(cmd.tool.Main) {
		if v.Start != "" {
			in.Start[v.Start] = json.RawMessage(`"(read before sending)"`)
		}
	}
	return in
}

// needsToken reports whether c may run only with a confirm token. What cannot be
// decided needs one.
func (cmd *command) needsToken(ctx context.Context, c *shape.Call) bool {
	confirm := cmd.contract.Confirm
	switch {
	case confirm.None != "":
		return false
	case cmd.unless == nil:
		return true
	case confirm.AfterUntrusted && (cmd.env.Tainted == nil || cmd.env.Tainted(c)):
		return true
	}
	holds, err := cmd.unless.Holds(c.Values())
	if err != nil {
		cmd.env.Log.LogAttrs(ctx, slog.LevelWarn, "confirm.unless cannot be evaluated; a token is needed",
			slog.String("tool", cmd.tool.Name), slog.Any("error", err))
		return true
	}
	return !holds
}

// keyed reports whether the upstream honours an idempotency key.
func (cmd *command) keyed() bool {
	i := cmd.contract.Idempotency
	return i != nil && i.None == "" && (i.Header != "" || i.Query != "" || i.Body != "")
}

// sendOptions says how hard the upstream may be tried.
func (cmd *command) sendOptions() runtime.SendOptions {
	opts := runtime.SendOptions{Timeout: shape.Timeout(cmd.tool), Retry: cmd.tool.Retry, Errors: cmd.tool.Errors}
	if cmd.keyed() {
		opts.Idempotent, opts.Idempotency = true, cmd.contract.Idempotency
		return opts
	}
	// RFC 9110 §9.2.2: PUT and DELETE are idempotent, unless the overlay switches
	// that off.
	method := cmd.tool.Main.Binding.Method
	opts.Idempotent = cmd.contract.Idempotency == nil && cmd.tool.Hints.Idempotent && (method == http.MethodPut || method == http.MethodDelete)
	return opts
}

// key gives the idempotency key of an operation as it is sent.
func (cmd *command) key(operation string) string {
	i := cmd.contract.Idempotency
	switch {
	case i == nil || i.None != "":
		return ""
	case i.Format == "sf-string": // RFC 8941 §3.3.3
		return `"` + operation + `"`
	}
	return operation
}
