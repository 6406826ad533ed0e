package shape

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/answer"
	"github.com/oatools/oatools/runtime/shape/paging"
)

// listing reads what a query or a handle reads, page by page.
type listing struct {
	env     *Env
	tool    *tool.Tool
	pager   *paging.Pager // nil: there is one page
	items   []string
	need    []string
	follow  *tool.Step      // reads the page of an address
	fixed   map[string]bool // names that an address may not set
	max     int             // of one body; 0: what the upstream takes by default
	answers Contracts
}

func newListing(t *tool.Tool, env *Env) (*listing, error) {
	pager, err := paging.New(t)
	if err != nil {
		return nil, err
	}
	items, err := answer.ParsePointer(t.Result.Items)
	if err != nil {
		return nil, err
	}
	l := &listing{env: env, tool: t, pager: pager, items: items, need: RunKeys(t.Main)}
	if pager != nil && pager.Addressed() {
		l.follow, l.fixed = paging.FollowingStep(t.Main), paging.FixedNames(t.Main, env.Set)
	}
	return l, nil
}

// read reads the page of a state; nil is the first one.
func (l *listing) read(ctx context.Context, in runtime.Inputs, state json.RawMessage) (*runtime.Response, error) {
	step := l.tool.Main
	if state != nil && l.follow != nil {
		step = l.follow
	}
	in.Page = state
	resp, err := l.env.Upstream.Do(ctx, step, in, runtime.SendOptions{
		ReadOnly: true, Idempotent: true, Timeout: Timeout(l.tool), Retry: l.tool.Retry, Errors: l.tool.Errors, MaxBytes: l.max,
	})
	if err != nil {
		return nil, fmt.Errorf("tool %s: %w", l.tool.Name, err)
	}
	if resp.Problem == nil {
		resp.Problem = l.answers.Look(ctx, l.env, l.tool, resp)
	}
	return resp, nil
}

// next gives the state of the page after at; nil: at is the last one. refused is
// a sentence for the model when there is a next page that may not be read. The
// body must not have been changed yet.
func (l *listing) next(ctx context.Context, in runtime.Inputs, resp *runtime.Response, at paging.Page) (state json.RawMessage, refused string, err error) {
	if l.pager == nil {
		return nil, "", nil
	}
	body, _ := answer.Lookup(resp.Body, l.items)
	at.Items, _ = body.([]any)
	state = l.pager.Following(resp, at)
	if state != nil && l.follow != nil {
		if state, refused, err = l.check(ctx, in, state); refused != "" || err != nil {
			return nil, refused, err
		}
	}
	if state != nil && bytes.Equal(state, at.State) {
		l.env.Log.LogAttrs(ctx, slog.LevelWarn, "an upstream's next page is the same page again", slog.String("tool", l.tool.Name))
		return nil, "The upstream names this very page as its next one, so the listing ends here; there may be more items.", nil
	}
	return state, "", nil
}

// check holds the address of a next page against the one that was asked.
func (l *listing) check(ctx context.Context, in runtime.Inputs, address json.RawMessage) (json.RawMessage, string, error) {
	plan, problem, err := l.env.Upstream.Plan(l.tool.Main, in)
	if err == nil && problem != nil {
		err = fmt.Errorf("%s: %s", problem.Code, problem.Message)
	}
	if err != nil {
		return nil, "", fmt.Errorf("tool %s: plan the next page: %w", l.tool.Name, err)
	}
	state, refused := paging.CheckAddress(plan.URL, address, l.fixed)
	if refused != nil {
		l.env.Log.LogAttrs(ctx, slog.LevelWarn, "a next page is not followed", slog.String("tool", l.tool.Name),
			slog.String("code", string(runtime.CodeBlockedDestination)), slog.Any("reason", refused))
		return nil, "There are more items, but " + refused.Error() + ", which is not followed. Narrow the request instead.", nil
	}
	return state, "", nil
}
