package shape

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/answer"
	"github.com/oatools/oatools/runtime/shape/paging"
)

// allPages is the time of a call that reads several pages where neither its tool
// nor the upstream says what a call may take: under the usual minute of an
// agent's client.
const allPages = 45 * time.Second

// pagesWithin gives the time that all pages of one call share: what the attempts
// of one request may take together, so that no call gets slower than it could be
// with one page.
func pagesWithin(t *tool.Tool, up runtime.Upstream) time.Duration {
	if timed, ok := up.(interface {
		Within(s *tool.Step, retry *tool.Retry) time.Duration
	}); ok {
		return timed.Within(t.Main, t.Retry)
	}
	if t.Retry != nil && t.Retry.Within > 0 {
		return t.Retry.Within.Std()
	}
	return allPages
}

// walk joins the pages of one call. A page that fails ends it and takes nothing
// from what was read before.
type walk struct {
	*query
	call *Call
	in   runtime.Inputs
	list *answer.List

	pages   []span
	items   int             // of all pages
	seen    map[string]bool // the states of pages
	next    place           // the page that comes next; no state: there is none
	refused string          // why there is none, although there are more items
	failed  *runtime.Problem
}

// span is a page in the list: it starts at item from.
type span struct {
	at   place
	from int
}

// join makes one list of the page at here, which was read, and those after it.
func (q *query) join(ctx, later context.Context, c *Call, in runtime.Inputs, resp *runtime.Response, here place) (*runtime.Result, error) {
	most := q.auto.Items
	if c.Control.Limit > 0 {
		most = min(most, c.Control.Limit)
	}
	w := &walk{query: q, call: c, in: in, list: q.shaper.List(most), seen: map[string]bool{}}
	if problem := w.add(ctx, resp, here); problem != nil {
		return runtime.Failure(problem, runtime.EffectNone), nil
	}
	for w.more(ctx) {
		if err := w.read(ctx, later); err != nil {
			return nil, err
		}
	}
	return w.result(ctx, resp)
}

// more reports whether one more page is to be read.
func (w *walk) more(ctx context.Context) bool {
	if w.next.state == nil || w.failed != nil || w.list.Full() || len(w.pages) >= w.auto.Pages {
		return false
	}
	if w.seen[string(w.next.state)] {
		w.env.Log.LogAttrs(ctx, slog.LevelWarn, "an upstream's pages go round in a circle", slog.String("tool", w.tool.Name))
		w.next, w.refused = place{}, "The upstream names a page that was read already as its next one, so the listing ends here; there may be more items."
		return false
	}
	return true
}

// add takes in the page at here.
func (w *walk) add(ctx context.Context, resp *runtime.Response, here place) *runtime.Problem {
	next, refused, err := w.query.next(ctx, w.in, resp, paging.Page{State: here.state, Size: w.in.Size})
	if err != nil {
		// The page itself is good; only where it leads to cannot be said.
		w.env.Log.LogAttrs(ctx, slog.LevelError, "a next page cannot be planned", slog.String("tool", w.tool.Name), slog.Any("error", err))
		next, refused = nil, "There may be more items, but where they are cannot be read. Narrow the request instead."
	}
	n, problem := w.list.Add(resp.Body, here.skip)
	if problem != nil {
		return problem
	}
	w.pages = append(w.pages, span{here, w.items})
	w.items += n
	w.seen[string(here.state)] = true
	w.next, w.refused = place{next, 0}, refused
	return nil
}

// read reads the next page. The error is for a caller who has left, and ours.
func (w *walk) read(ctx, later context.Context) error {
	at := w.next
	var resp *runtime.Response
	page := func(ctx context.Context, _ *runtime.Call) (*runtime.Result, error) {
		var err error
		if err = ctx.Err(); err != nil { // no page is begun that cannot end
			return nil, err
		}
		if resp, err = w.listing.read(ctx, w.in, at.state); err != nil {
			return nil, err
		}
		if resp.Problem != nil {
			return w.env.Fail(resp, runtime.EffectNone), nil
		}
		return &runtime.Result{Status: runtime.StatusOK}, nil
	}
	r, err := w.env.again(later, w.call, page)
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return fmt.Errorf("tool %s: %w", w.tool.Name, ctx.Err())
	case later.Err() != nil && (err != nil || r.Error != nil):
		w.failed = runtime.NewProblem(runtime.CodeTimeout, "The time of one call is used up.")
	case err != nil:
		w.env.Log.LogAttrs(ctx, slog.LevelError, "a page cannot be read", slog.String("tool", w.tool.Name), slog.String("call", w.call.ID), slog.Any("error", err))
		w.failed = runtime.NewProblem(runtime.CodeInternal, "")
	case r.Error != nil:
		w.failed = r.Error
	default:
		w.failed = w.add(ctx, resp, at)
	}
	return nil
}

// result is the joined list, with the cursor to where it ends.
func (w *walk) result(ctx context.Context, first *runtime.Response) (*runtime.Result, error) {
	d := w.list.Data()
	r := w.env.Present(d, first)
	r.Pages = len(w.pages)
	at := w.next
	switch {
	case d.Kept < d.Items:
		at = w.unshown(d.Kept)
		if r.Truncated != nil {
			r.Truncated.How = "Call again with cursor set to next_cursor to see the rest."
		}
	case w.failed != nil:
		r.Truncated = &runtime.Truncated{Kept: d.Kept, What: answer.WhatItems, Code: w.failed.Code, How: w.incomplete()}
	case w.refused != "":
		r.Truncated = &runtime.Truncated{Kept: d.Kept, What: answer.WhatItems, How: w.refused}
	}
	if r.Truncated != nil && r.Truncated.How == "" {
		r.Truncated.How = w.narrow()
	}
	if at.state == nil && at.skip == 0 && d.Kept == d.Items {
		return r, nil
	}
	var err error
	// A deadline that ended the reading must not lose what was read.
	r.NextCursor, err = w.env.saveCursor(context.WithoutCancel(ctx), w.call, at)
	return r, err
}

// unshown gives the place of the first item that is not shown.
func (w *walk) unshown(kept int) place {
	i := len(w.pages) - 1
	for w.pages[i].from > kept {
		i--
	}
	at := w.pages[i].at
	at.skip += kept - w.pages[i].from
	return at
}

// incomplete says why the list ends before it should, and what to do.
func (w *walk) incomplete() string {
	wait := ""
	if s := w.failed.RetryAfterS; s > 0 {
		wait = fmt.Sprintf(" Wait %d s first.", s)
	}
	return fmt.Sprintf("Page %d of this call could not be read: %s The items before it are here. To go on with that page, call again with cursor set to next_cursor.%s",
		len(w.pages)+1, strings.TrimSpace(w.failed.Message), wait)
}

// sizeOf gives the page size to ask for. The model's limit is about all pages of
// a call, so no page is larger than the API gives; it stays the same for a whole
// listing, since counted pages depend on it.
func sizeOf(auto *tool.Auto, limit int) int {
	if auto != nil && auto.Size > 0 {
		return min(limit, auto.Size)
	}
	return limit
}

// again runs read, one more request of an admitted call, behind the policies that
// count calls.
func (e *Env) again(ctx context.Context, c *Call, read runtime.Handler) (*runtime.Result, error) {
	if e.Again == nil {
		return read(ctx, c.Call)
	}
	return e.Again(ctx, c, read)
}
