package command

import (
	"context"
	"log/slog"
	"time"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/shape"
)

// The waits between two reads of a verification.
const (
	verifyFirst = 200 * time.Millisecond
	verifyMost  = 2 * time.Second
)

// met reads the effect back until the expectation holds or its time is over.
func (cmd *command) met(ctx context.Context, c *shape.Call, in runtime.Inputs, resp *runtime.Response) bool {
	v := cmd.contract.Verify
	start, missing := shape.StartValues(resp, &v.Step)
	if missing != "" {
		return false
	}
	in.Start, in.Key = start, ""
	within := max(v.Within.Std(), time.Millisecond)
	ctx, cancel := context.WithTimeout(ctx, within+shape.Timeout(cmd.tool).Std())
	defer cancel()
	began, waited := cmd.env.Now(), time.Duration(0)
	for wait := verifyFirst; ; wait = min(2*wait, verifyMost) {
		read, err := cmd.env.Upstream.Do(ctx, &v.Step, in, runtime.SendOptions{ReadOnly: true, Idempotent: true, Timeout: shape.Timeout(cmd.tool)})
		if err == nil && read.Problem == nil {
			values := c.Values()
			values.Result = read.Body
			var holds bool
			if holds, err = cmd.expect.Holds(values); holds && err == nil {
				return true
			}
		}
		if err != nil {
			cmd.env.Log.LogAttrs(ctx, slog.LevelWarn, "verification", slog.String("tool", cmd.tool.Name), slog.Any("error", err))
		}
		if max(cmd.env.Now().Sub(began), waited)+wait > within || sleep(ctx, cmd.env, wait) != nil {
			return false
		}
		waited += wait
	}
}

// sleep waits for d, or until ctx ends.
func sleep(ctx context.Context, e *shape.Env, d time.Duration) error {
	if e.Sleep != nil {
		return e.Sleep(ctx, d)
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
