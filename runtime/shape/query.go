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

// query reads. Its calls change nothing, so they may be repeated.
type query struct {
	env     *Env
	tool    *tool.Tool
	shaper  *answer.Shaper
	pager   *paging.Pager
	items   []string
	need    []string
	follow  *tool.Step      // reads the page of an address
	fixed   map[string]bool // names that an address may not set
	answers contracts
}

func newQuery(t *tool.Tool, env *Env) (Runner, error) {
	q, err := buildQuery(t, env)
	if err != nil {
		return nil, err
	}
	return q.run, nil
}

func buildQuery(t *tool.Tool, env *Env) (*query, error) {
	shaper, err := answer.Compile(t.Result)
	if err != nil {
		return nil, err
	}
	pager, err := paging.New(t)
	if err != nil {
		return nil, err
	}
	items, err := answer.ParsePointer(t.Result.Items)
	if err != nil {
		return nil, err
	}
	q := &query{env: env, tool: t, shaper: shaper, pager: pager, items: items, need: runKeys(t.Main)}
	if pager != nil && pager.Addressed() {
		q.follow, q.fixed = paging.FollowingStep(t.Main), paging.FixedNames(t.Main, env.Set)
	}
	return q, nil
}

func (q *query) run(ctx context.Context, c *Call) (*runtime.Result, error) {
	resp, at, problem, err := q.fetch(ctx, c)
	if err != nil {
		return nil, err
	}
	if problem != nil {
		return runtime.Failure(problem, runtime.EffectNone), nil
	}
	if resp.Problem != nil {
		return fail(resp, runtime.EffectNone), nil
	}
	q.answers.look(ctx, q.env, q.tool, resp)
	if data, ok := resp.Body.([]byte); ok {
		return q.env.park(ctx, c, resp, data)
	}
	if err := q.env.remember(ctx, c, resp); err != nil {
		return nil, err
	}
	var next json.RawMessage
	skip := 0
	if q.pager != nil {
		at.Items = itemsOf(resp.Body, q.items)
		next = q.pager.Following(resp, at)
		if c.Cursor != nil {
			skip = c.Cursor.Skip
		}
	}
	body := resp.Body
	d, problem := q.shaper.Shape(body, skip)
	if problem != nil {
		return runtime.Failure(problem, runtime.EffectNone), nil
	}
	q.env.noteRemoved(ctx, c, d)
	r := q.env.present(d, resp)
	if d.Truncated != nil && q.pager == nil && q.env.ReadResult != "" {
		return r, q.keepRest(ctx, c, r, body)
	}
	return r, q.goOn(ctx, c, r, d, at, next, skip)
}

// keepRest stores the whole result, of which r shows the start.
func (q *query) keepRest(ctx context.Context, c *Call, r *runtime.Result, body any) error {
	whole, problem := q.shaper.Lines(body)
	if problem != nil {
		r.Truncated.How = q.narrow()
		return nil
	}
	q.env.scrubLines(&whole)
	ok, err := q.env.store(ctx, c, r, parcel{media: whole.Media, data: whole.Data, index: whole.Index, items: whole.Items, ttl: handleTTL})
	if !ok {
		r.Truncated.How = q.narrow()
		return err
	}
	r.Truncated.How = "The whole result is stored: read the rest with " + q.env.ReadResult + "."
	return nil
}

// fetch reads the page that c stands at.
func (q *query) fetch(ctx context.Context, c *Call) (*runtime.Response, paging.Page, *runtime.Problem, error) {
	in, problem, err := q.env.inputs(ctx, c, q.need)
	if problem != nil || err != nil {
		return nil, paging.Page{}, problem, err
	}
	step, at := q.tool.Main, paging.Page{Size: c.Control.Limit}
	if q.pager != nil {
		at.State = q.pager.First()
		if c.Cursor != nil && c.Cursor.State != nil {
			at.State = c.Cursor.State
		}
		if at.State != nil && q.follow != nil {
			step = q.follow
		}
		in.Page = at.State
	}
	resp, err := q.env.Upstream.Do(ctx, step, in, runtime.SendOptions{
		ReadOnly: true, Idempotent: true, Timeout: timeout(q.tool), Retry: q.tool.Retry, Errors: q.tool.Errors,
	})
	if err != nil {
		return nil, at, nil, fmt.Errorf("tool %s: %w", q.tool.Name, err)
	}
	return resp, at, nil, nil
}

// goOn adds how to see the rest: the next page, or what did not fit.
func (q *query) goOn(ctx context.Context, c *Call, r *runtime.Result, d answer.Data, at paging.Page, next json.RawMessage, skip int) error {
	cut := d.Truncated
	if q.pager == nil {
		if cut != nil {
			cut.How = q.narrow()
		}
		return nil
	}
	var err error
	switch {
	case cut != nil && cut.What == answer.WhatItems && d.Kept < d.Items:
		r.NextCursor, err = q.env.saveCursor(ctx, c, at.State, skip+d.Kept)
		cut.How = "Call again with cursor set to next_cursor to see the rest."
	case next != nil && bytes.Equal(next, at.State):
		q.env.Log.LogAttrs(ctx, slog.LevelWarn, "an upstream's next page is the same page again", slog.String("tool", q.tool.Name))
	case next != nil:
		err = q.nextPage(ctx, c, r, next)
	}
	if cut != nil && cut.How == "" {
		cut.How = q.narrow()
	}
	return err
}

// nextPage records the next page, if its address may be followed.
func (q *query) nextPage(ctx context.Context, c *Call, r *runtime.Result, next json.RawMessage) error {
	if q.pager.Addressed() {
		in, _, err := q.env.inputs(ctx, c, q.need)
		if err != nil {
			return err
		}
		plan, problem, err := q.env.Upstream.Plan(q.tool.Main, in)
		if err != nil {
			return fmt.Errorf("tool %s: plan the next page: %w", q.tool.Name, err)
		}
		if problem != nil {
			return fmt.Errorf("tool %s: plan the next page: %s", q.tool.Name, problem.Message)
		}
		checked, refused := paging.CheckAddress(plan.URL, next, q.fixed)
		if refused != nil {
			q.env.Log.LogAttrs(ctx, slog.LevelWarn, "next page not followed", slog.String("tool", q.tool.Name), slog.Any("reason", refused))
			r.Truncated = &runtime.Truncated{What: answer.WhatItems, How: "There are more items, but " + refused.Error() + ", which is not followed. Narrow the request instead."}
			return nil
		}
		next = checked
	}
	var err error
	r.NextCursor, err = q.env.saveCursor(ctx, c, next, 0)
	return err
}

// narrow says what helps when a result is too large and has no next page.
func (q *query) narrow() string {
	if q.pager != nil && q.tool.Result.Page.Size != nil {
		return "Ask for fewer items with limit, or narrow the request with other arguments."
	}
	return "Narrow the request with other arguments; this tool cannot show more at once."
}

// itemsOf gives the items of a body before selection.
func itemsOf(body any, path []string) []any {
	v, _ := answer.Lookup(body, path)
	items, _ := v.([]any)
	return items
}
