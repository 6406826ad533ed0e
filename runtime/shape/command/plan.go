package command

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/shape"
	"github.com/oatools/oatools/runtime/store"
)

// tokenTTL is the life of a confirm token where the contract says nothing.
const tokenTTL = 10 * time.Minute

// What a plan says about running it.
const (
	runMe      = "Nothing was sent: this call needs a confirm_token. To run exactly this plan, call again with the same arguments, dry_run false and this confirm_token."
	runLater   = "Nothing was changed. To run exactly this plan, call again with the same arguments, dry_run false and this confirm_token."
	runWithout = "Nothing was changed. To run this plan, call again with the same arguments and dry_run false."
)

// dryRun shows what a call would do, and lets the upstream check it where it
// can.
func (cmd *command) dryRun(ctx context.Context, c *shape.Call, in runtime.Inputs, request *runtime.Request) (*runtime.Result, error) {
	note := runLater
	if cmd.contract.Confirm.None != "" {
		note = runWithout
	}
	step := cmd.contract.DryRun.Preview
	if step == nil {
		return cmd.planned(ctx, c, request, nil, note)
	}
	if cmd.contract.DryRun.Kind == tool.DryRunNative {
		// A dry run that is not different from the real call would be the real call.
		same, problem, err := cmd.previewActs(in, request, step)
		if err != nil {
			return nil, err
		}
		if problem == nil && same {
			problem = runtime.NewProblem(runtime.CodeConfigurationError, "The dry run of this tool would really act, so nothing was sent. Tell the operator.")
		}
		if problem != nil {
			return runtime.Failure(problem, runtime.EffectNone), nil
		}
	}
	resp, err := cmd.env.Upstream.Do(ctx, step, in, runtime.SendOptions{
		ReadOnly: true, Idempotent: true, Timeout: shape.Timeout(cmd.tool), Retry: cmd.tool.Retry, Errors: cmd.tool.Errors,
	})
	if err != nil {
		return nil, fmt.Errorf("tool %s: preview: %w", cmd.tool.Name, err)
	}
	if resp.Problem != nil {
		return cmd.env.Fail(resp, runtime.EffectNone), nil
	}
	return cmd.planned(ctx, c, request, resp, note)
}

func (cmd *command) previewActs(in runtime.Inputs, real *runtime.Request, step *tool.Step) (bool, *runtime.Problem, error) {
	shown, problem, err := cmd.env.Upstream.Plan(step, in)
	if err != nil {
		return false, nil, fmt.Errorf("tool %s: plan the preview: %w", cmd.tool.Name, err)
	}
	if problem != nil {
		return false, problem, nil
	}
	return shown.Method == real.Method && shown.URL == real.URL && string(shown.Body) == string(real.Body) && maps.Equal(shown.Header, real.Header), nil, nil
}

// planned gives the plan, and a token that permits to run it once.
func (cmd *command) planned(ctx context.Context, c *shape.Call, request *runtime.Request, preview *runtime.Response, note string) (*runtime.Result, error) {
	r := &runtime.Result{Status: runtime.StatusPlanned, SideEffect: runtime.EffectNone}
	r.Plan = &runtime.Plan{Summary: cmd.summary(c) + note, Request: shortened(c, request)}
	if preview != nil && preview.Body != nil {
		d, problem := cmd.preview.Shape(preview.Body, 0)
		if problem != nil {
			return runtime.Failure(problem, runtime.EffectNone), nil
		}
		r.Removed(d.Counts)
		if d.Truncated != nil {
			d.Truncated.How = "This is only the preview; what was left out does not change the plan."
		}
		r.Plan.Preview, r.Truncated = d.JSON, d.Truncated
		r.Untrusted, r.DataSource = true, preview.Host
	}
	if cmd.contract.Confirm.None != "" {
		return r, nil
	}
	ttl := cmd.contract.Confirm.TTL.Std()
	if ttl <= 0 {
		ttl = tokenTTL
	}
	now := cmd.env.Now()
	t := store.Token{
		ID: cmd.env.NewID(store.PrefixToken), Tool: cmd.tool.Name, Principal: c.Principal.Key(), Args: c.Hash(),
		Created: now, Expires: now.Add(ttl),
	}
	if err := cmd.env.Store.PutToken(ctx, t); err != nil {
		return nil, fmt.Errorf("tool %s: keep the plan: %w", cmd.tool.Name, err)
	}
	r.ConfirmToken, r.ExpiresAt = t.ID, shape.Stamp(t.Expires)
	return r, nil
}

// plannedMax bounds the body that a plan shows. A body may hold files of many
// megabytes, which a plan must not pour into a conversation.
const plannedMax = 16 << 10

// shortened gives r with a description in place of a body that is too large, or
// that holds a file of the operator's: who may send it may not therefore read it.
func shortened(c *shape.Call, r *runtime.Request) *runtime.Request {
	if r == nil || len(r.Body) <= plannedMax && !c.HoldsFiles() {
		return r
	}
	short := *r
	short.Body = runtime.AppendString(nil, fmt.Sprintf("(not shown: %d bytes, sha256 %x)", len(r.Body), sha256.Sum256(r.Body)))
	return &short
}

// summary gives the author's words about the plan, with arguments filled in.
func (cmd *command) summary(c *shape.Call) string {
	text := cmd.contract.DryRun.Text
	if text == "" {
		return ""
	}
	return shape.Fill(text, c.Args) + " "
}

// useToken spends the token that c brought for operation. A result says why it
// cannot be spent.
func (cmd *command) useToken(ctx context.Context, c *shape.Call, operation string) (*runtime.Result, error) {
	id := c.Control.ConfirmToken
	if words := store.CheckID(store.PrefixToken, "confirm_token", id); words != "" {
		return badToken(words), nil
	}
	ok, err := cmd.env.Store.UseToken(ctx, store.TokenUse{ID: id, Principal: c.Principal.Key(), Args: c.Hash(), Operation: operation})
	if err != nil {
		return nil, fmt.Errorf("tool %s: use the confirm token: %w", cmd.tool.Name, err)
	}
	if ok {
		return nil, nil
	}
	return cmd.explainToken(ctx, c, id)
}

// explainToken says why a well-formed token cannot be used. It tells nothing
// about a token of somebody else.
func (cmd *command) explainToken(ctx context.Context, c *shape.Call, id string) (*runtime.Result, error) {
	t, ok, err := cmd.env.Store.Token(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("tool %s: read the confirm token: %w", cmd.tool.Name, err)
	}
	const again = " Nothing was sent. Call with dry_run true to get a new plan and token."
	switch {
	case !ok || t.Principal != c.Principal.Key():
		return badToken("The confirm_token is unknown or has expired." + again), nil
	case !t.Used.IsZero():
		return cmd.usedToken(ctx, t)
	case !cmd.env.Now().Before(t.Expires):
		return badToken("The confirm_token expired at " + shape.Stamp(t.Expires) + "." + again), nil
	case t.Tool != cmd.tool.Name:
		return badToken("The confirm_token belongs to another tool, " + t.Tool + "." + again), nil
	}
	return badToken("The confirm_token belongs to a plan with other arguments. Nothing was sent. Repeat exactly the arguments of the plan, or call with dry_run true to plan anew."), nil
}

// usedToken says what became of the one execution that a token permitted.
func (cmd *command) usedToken(ctx context.Context, t store.Token) (*runtime.Result, error) {
	op, ok, err := cmd.env.Store.Operation(ctx, t.Operation)
	if err != nil {
		return nil, fmt.Errorf("tool %s: read the operation: %w", cmd.tool.Name, err)
	}
	outcome := "its outcome is not recorded"
	if ok {
		switch {
		case op.State == store.OperationStarted && cmd.env.Now().Before(op.Lease):
			outcome = "it is still running"
		case op.State == store.OperationSucceeded:
			outcome = "it succeeded"
		case op.State == store.OperationFailed:
			outcome = "it failed and changed nothing"
		default: // also where whoever sent it is gone
			outcome = "its outcome is unknown: check before you plan it again"
		}
	}
	r := badToken(fmt.Sprintf("The confirm_token was used already, by operation %s at %s; %s. Nothing was sent now. To do the same thing once more, plan it again with dry_run true.", t.Operation, shape.Stamp(t.Used), outcome))
	if ok && cmd.env.GetOperation != "" {
		r.AllowedNextActions = []runtime.NextAction{{Tool: cmd.env.GetOperation, Args: map[string]any{shape.ArgOperation: t.Operation}, Why: "reads what it answered"}}
	}
	return r, nil
}

func badToken(words string) *runtime.Result {
	return runtime.Failure(shape.BadReference(tool.ArgConfirmToken, words), runtime.EffectNone)
}

// shapeData shapes the answer of a command that was executed.
func (cmd *command) shapeData(ctx context.Context, c *shape.Call, resp *runtime.Response) (*runtime.Result, error) {
	if data, ok := resp.Body.([]byte); ok {
		return cmd.env.Park(ctx, c, resp, data)
	}
	d, problem := cmd.shaper.Shape(resp.Body, 0)
	if problem != nil {
		return runtime.Failure(problem, runtime.EffectApplied), nil
	}
	if d.Truncated != nil {
		d.Truncated.How = "The change was made. Read the resource with another tool to see all of it."
	}
	return cmd.env.Present(d, resp), nil
}
