package command

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/answer"
	"github.com/oatools/oatools/runtime/sanitise"
	"github.com/oatools/oatools/runtime/shape"
	"github.com/oatools/oatools/runtime/store"
)

const (
	// ledgerTTL is how long the outcome of a write is remembered.
	ledgerTTL = 24 * time.Hour
	// leaseSlack is added to the time that a write may take before its process is
	// believed dead.
	leaseSlack = time.Minute
	// recordedMax bounds the data of a recorded result.
	recordedMax = 8 << 10
	// repeatedMax bounds arguments that are written out for a model once more.
	repeatedMax = 2 << 10
)

// execute runs the command for real. The order keeps two promises: a token is
// spent before anything is sent, and the ledger knows of a write before its
// first byte.
func (cmd *command) execute(ctx context.Context, c *shape.Call, in runtime.Inputs) (*runtime.Result, error) {
	operation := cmd.env.NewID(store.PrefixOperation)
	if cmd.contract.Before != nil {
		refused, err := cmd.readBefore(ctx, &in)
		if refused != nil || err != nil {
			return refused, err
		}
	}
	if c.Control.ConfirmToken != "" {
		refused, err := cmd.useToken(ctx, c, operation)
		if refused != nil || err != nil {
			return refused, err
		}
	}
	if err := cmd.open(ctx, c, operation); err != nil {
		return nil, err
	}
	in.Key = cmd.key(operation)
	resp, err := cmd.env.Upstream.Do(ctx, cmd.tool.Main, in, cmd.sendOptions())
	// From here on the caller may be gone, but what happened must be recorded.
	ctx = context.WithoutCancel(ctx)
	r := cmd.outcome(ctx, c, in, resp, err)
	r.OperationID = operation
	if c.Control.ConfirmToken != "" && r.Error != nil && r.SideEffect == runtime.EffectNone {
		r.AllowedNextActions = append(r.AllowedNextActions, cmd.planAgain(c))
	}
	cmd.close(ctx, operation, r)
	return r, nil
}

// planAgain is how a call whose token was spent on a try that changed nothing is
// made once more.
func (cmd *command) planAgain(c *shape.Call) runtime.NextAction {
	args := maps.Clone(c.Args)
	if args == nil {
		args = map[string]any{}
	}
	args[tool.ArgDryRun] = true
	next := runtime.NextAction{Tool: cmd.tool.Name, Args: args, Why: "The confirm_token was spent on this try; to make another one, plan it again with dry_run true."}
	if b, err := json.Marshal(args); err != nil || len(b) > repeatedMax {
		next.Args = nil // the model has them
	}
	return next
}

// readBefore reads the current state; its ETag becomes a condition of the write.
func (cmd *command) readBefore(ctx context.Context, in *runtime.Inputs) (*runtime.Result, error) {
	resp, err := cmd.env.Upstream.Do(ctx, cmd.contract.Before, *in, runtime.SendOptions{
		ReadOnly: true, Idempotent: true, Timeout: shape.Timeout(cmd.tool), Retry: cmd.tool.Retry, Errors: cmd.tool.Errors,
	})
	if err != nil {
		return nil, fmt.Errorf("tool %s: read before: %w", cmd.tool.Name, err)
	}
	if resp.Problem != nil {
		return cmd.env.Fail(resp, runtime.EffectNone), nil
	}
	values, missing := shape.StartValues(resp, cmd.tool.Main)
	if missing != "" {
		return runtime.Failure(runtime.NewProblem(runtime.CodeResponseContract, "The current state was read, but it lacks "+missing+", which the write needs. Nothing was sent."), runtime.EffectNone), nil
	}
	in.Start = values
	return nil, nil
}

// open records the operation and asks whoever must know of it first.
func (cmd *command) open(ctx context.Context, c *shape.Call, operation string) error {
	now := cmd.env.Now()
	attempts := 3
	if cmd.tool.Retry != nil && cmd.tool.Retry.Attempts > 0 {
		attempts = cmd.tool.Retry.Attempts
	}
	ok, err := cmd.env.Store.StartOperation(ctx, store.Operation{
		ID: operation, Tool: cmd.tool.Name, Principal: c.Principal.Key(), Args: c.Hash(), Run: c.RunID, Call: c.ID,
		Owner: cmd.env.Owner, Lease: now.Add(time.Duration(attempts)*shape.Timeout(cmd.tool).Std() + leaseSlack), Expires: now.Add(ledgerTTL),
	})
	if err != nil {
		return fmt.Errorf("tool %s: record the operation: %w", cmd.tool.Name, err)
	}
	if !ok {
		return fmt.Errorf("tool %s: operation %s exists", cmd.tool.Name, operation)
	}
	if cmd.env.Intend == nil {
		return nil
	}
	if err := cmd.env.Intend(ctx, c, operation); err != nil {
		cmd.close(context.WithoutCancel(ctx), operation, runtime.Failure(runtime.NewProblem(runtime.CodeInternal, ""), runtime.EffectNone))
		return fmt.Errorf("tool %s: record the intent: %w", cmd.tool.Name, err)
	}
	return nil
}

// close records the outcome. A failure to do so does not change what happened,
// so the model still learns that.
func (cmd *command) close(ctx context.Context, operation string, r *runtime.Result) {
	f := store.Finish{ID: operation, From: store.OperationStarted, Owner: cmd.env.Owner, To: store.OperationSucceeded, Effect: r.SideEffect}
	switch r.SideEffect {
	case runtime.EffectNone:
		f.To = store.OperationFailed
	case runtime.EffectUnknown:
		f.To = store.OperationUnknown
	}
	if r.Error != nil {
		f.Code = r.Error.Code
	}
	kept := *r
	if data, ok := kept.Data.(json.RawMessage); ok && len(data) > recordedMax {
		kept.Data = nil
		kept.Truncated = &runtime.Truncated{Dropped: len(data), What: answer.WhatCharacters, How: "The data was too large to be recorded. Read the resource with another tool."}
	}
	var err error
	if f.Result, err = json.Marshal(&kept); err == nil {
		_, err = cmd.env.Store.FinishOperation(ctx, f)
	}
	if err != nil {
		cmd.env.Log.LogAttrs(ctx, slog.LevelError, "the outcome of a write is not recorded",
			slog.String("tool", cmd.tool.Name), slog.String("operation", operation), slog.String("effect", string(r.SideEffect)), slog.Any("error", err))
	}
}

// outcome turns what is known of a write into a result.
func (cmd *command) outcome(ctx context.Context, c *shape.Call, in runtime.Inputs, resp *runtime.Response, err error) *runtime.Result {
	if err != nil || resp == nil {
		cmd.env.Log.LogAttrs(ctx, slog.LevelError, "a write failed on our side", slog.String("tool", cmd.tool.Name), slog.String("call", c.ID), slog.Any("error", err))
		effect := runtime.EffectUnknown
		if resp != nil {
			effect = resp.Effect
		}
		return runtime.Failure(runtime.NewProblem(runtime.CodeInternal, ""), effect)
	}
	if resp.Problem != nil {
		if resp.Effect == runtime.EffectUnknown && cmd.expect != nil && cmd.met(ctx, c, in, resp) {
			r := &runtime.Result{Status: runtime.StatusOK, SideEffect: runtime.EffectApplied}
			r.Receipt = cmd.receipt(resp, true)
			return r
		}
		r := cmd.env.Fail(resp, resp.Effect)
		if resp.Effect == runtime.EffectUnknown {
			r.AllowedNextActions = append(r.AllowedNextActions, shape.FindOut())
		}
		return r
	}
	return cmd.applied(ctx, c, in, resp)
}

// applied is the result of a write that the upstream accepted.
func (cmd *command) applied(ctx context.Context, c *shape.Call, in runtime.Inputs, resp *runtime.Response) *runtime.Result {
	if err := cmd.env.Remember(ctx, c, resp); err != nil {
		cmd.env.Log.LogAttrs(ctx, slog.LevelError, "a value is not remembered", slog.String("tool", cmd.tool.Name), slog.Any("error", err))
	}
	broken := cmd.answers.Look(ctx, cmd.env, cmd.tool, resp)
	verified := cmd.expect == nil || cmd.met(ctx, c, in, resp)
	cmd.shaper.Redact(resp.Body)
	receipt := cmd.receipt(resp, cmd.expect != nil && verified)
	r, err := cmd.shapeData(ctx, c, resp)
	if broken != nil {
		r, err = runtime.Failure(broken, runtime.EffectApplied), nil
	}
	if err != nil {
		cmd.env.Log.LogAttrs(ctx, slog.LevelError, "the answer of a write is lost", slog.String("tool", cmd.tool.Name), slog.Any("error", err))
		r = runtime.Failure(runtime.NewProblem(runtime.CodeResultIncomplete, ""), runtime.EffectApplied)
	}
	r.SideEffect, r.Receipt = runtime.EffectApplied, receipt
	switch {
	case !verified:
		r.Status, r.SideEffect, r.Error = runtime.StatusError, runtime.EffectUnknown, runtime.NewProblem(runtime.CodeEffectUnverified, "")
		r.AllowedNextActions = append(r.AllowedNextActions, runtime.NextAction{Why: "Read the resource again before acting on it."})
	case resp.Partial && resp.Status == 207 && r.Error == nil:
		r.Status, r.Error = runtime.StatusError, runtime.NewProblem(runtime.CodePartialSuccess, "")
	}
	return r
}

// receipt says what a write left behind. The body must be redacted already.
func (cmd *command) receipt(resp *runtime.Response, verified bool) *runtime.Receipt {
	rec := &runtime.Receipt{
		UpstreamStatus: resp.Status, UpstreamRequestID: cmd.short(resp.RequestID), Attempts: resp.Attempts, At: shape.Stamp(cmd.env.Now()),
		Version: cmd.short(resp.Header.Get("ETag")),
	}
	if verified {
		rec.Verified = &verified
	}
	if resp.Status == http.StatusCreated { // RFC 9110 §15.3.2
		// The path alone: a query may hold a secret, and other hosts are not ours.
		if u, err := url.Parse(resp.Header.Get("Location")); err == nil && u.Opaque == "" {
			rec.Location = cmd.short(u.EscapedPath())
		}
	}
	switch id, _ := answer.Lookup(resp.Body, []string{"id"}); id := id.(type) {
	case string:
		rec.ResourceID = cmd.short(id)
	case json.Number:
		rec.ResourceID = cmd.short(string(id))
	}
	return rec
}

// short cleans a foreign word for the receipt.
func (cmd *command) short(s string) string { return cmd.env.Cleaned(s, new(sanitise.Counts)) }
