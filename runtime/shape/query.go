package shape

import (
	"context"
	"encoding/json"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/answer"
	"github.com/oatools/oatools/runtime/shape/paging"
)

// query reads. Its calls change nothing, so they may be repeated.
type query struct {
	*listing
	shaper *answer.Shaper
	auto   *tool.Auto    // nil: a call reads one page
	within time.Duration // of all pages of a call
}

// NewQuery gives the runner of a query. The error says what is wrong with its
// schemas.
func NewQuery(t *tool.Tool, env *Env) (Runner, error) {
	shaper, err := env.Shaper(t.Result)
	if err != nil {
		return nil, err
	}
	l, err := newListing(t, env)
	if err != nil {
		return nil, err
	}
	q := &query{listing: l, shaper: shaper}
	if t.Result.Page != nil && t.Result.Page.Auto != nil {
		q.auto, q.within = t.Result.Page.Auto, pagesWithin(t, env.Upstream)
	}
	return q.run, nil
}

func (q *query) run(ctx context.Context, c *Call) (*runtime.Result, error) {
	in, problem, err := q.env.Inputs(ctx, c, q.need)
	if err != nil {
		return nil, err
	}
	if problem != nil {
		return runtime.Failure(problem, runtime.EffectNone), nil
	}
	in.Size = sizeOf(q.auto, c.Control.Limit)
	later, cancel := ctx, func() {}
	if q.auto != nil { // the first page may take what one page may take
		later, cancel = context.WithTimeout(ctx, q.within)
	}
	defer cancel()
	at, skip := paging.Page{Size: in.Size}, 0
	if q.pager != nil {
		at.State = q.pager.First()
	}
	if c.Cursor != nil {
		skip = c.Cursor.Skip
		if c.Cursor.State != nil {
			at.State = c.Cursor.State
		}
	}
	resp, err := q.read(ctx, in, at.State)
	if err != nil {
		return nil, err
	}
	if resp.Problem != nil {
		return q.env.Fail(resp, runtime.EffectNone), nil
	}
	if data, ok := resp.Body.([]byte); ok {
		return q.env.Park(ctx, c, resp, data)
	}
	if err := q.env.Remember(ctx, c, resp); err != nil {
		return nil, err
	}
	if q.auto != nil && q.shaper.Lists(resp.Body) {
		return q.join(ctx, later, c, in, resp, place{at.State, skip})
	}
	next, refused, err := q.next(ctx, in, resp, at)
	if err != nil {
		return nil, err
	}
	d, problem := q.shaper.Shape(resp.Body, skip)
	if problem != nil {
		return runtime.Failure(problem, runtime.EffectNone), nil
	}
	r := q.env.Present(d, resp)
	if d.JSON == nil { // say at least that the upstream was content
		r.Receipt = &runtime.Receipt{UpstreamStatus: resp.Status, Attempts: resp.Attempts}
	}
	if d.Truncated != nil && q.pager == nil && q.env.ReadResult != "" {
		return r, q.keepRest(ctx, c, r, resp.Body)
	}
	return r, q.goOn(ctx, c, r, d, place{at.State, skip}, place{next, 0}, refused)
}

// place is where a listing goes on: a page, and what of it was shown.
type place struct {
	state json.RawMessage
	skip  int
}

// keepRest stores the whole result, of which r shows the start.
func (q *query) keepRest(ctx context.Context, c *Call, r *runtime.Result, body any) error {
	whole, problem := q.shaper.Lines(body)
	if problem != nil {
		r.Truncated.How = q.narrow()
		return nil
	}
	ok, err := q.env.store(ctx, c, r, parcel{media: whole.Media, data: whole.Data, index: whole.Index, items: whole.Items, ttl: handleTTL})
	if !ok {
		r.Truncated.How = q.narrow()
		return err
	}
	r.Truncated.How = "The whole result is stored: read the rest with " + q.env.ReadResult + "."
	return nil
}

// goOn adds how to see the rest: what did not fit, or the next page.
func (q *query) goOn(ctx context.Context, c *Call, r *runtime.Result, d answer.Data, here, next place, refused string) error {
	cut := d.Truncated
	var err error
	switch {
	case q.pager == nil:
	case cut != nil && cut.What == answer.WhatItems && d.Kept < d.Items:
		here.skip += d.Kept
		r.NextCursor, err = q.env.saveCursor(ctx, c, here)
		cut.How = "Call again with cursor set to next_cursor to see the rest."
	case refused != "":
		r.Truncated = &runtime.Truncated{Kept: d.Kept, What: answer.WhatItems, How: refused}
	case next.state != nil:
		r.NextCursor, err = q.env.saveCursor(ctx, c, next)
	}
	if cut != nil && cut.How == "" {
		cut.How = q.narrow()
	}
	return err
}

// narrow says what helps when a result is too large and has no next page.
func (q *query) narrow() string {
	if q.pager != nil && q.tool.Result.Page.Size != nil {
		return "Ask for fewer items with limit, or narrow the request with other arguments."
	}
	return "Narrow the request with other arguments; this tool cannot show more at once."
}
