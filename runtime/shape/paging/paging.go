// Package paging reads where a listing of an upstream goes on, in every style
// that APIs have: a value for a parameter, a count, or an address to follow.
//
// It looks at answers and builds states; it sends nothing and remembers nothing.
// Start at New.
package paging

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/answer"
)

// The styles of paging. The first five hand a value to a parameter; the others
// follow an address that the upstream gives.
const (
	pageCursor  = "cursor"
	pageToken   = "token"
	pageNumber  = "page"
	pageOffset  = "offset"
	pageKeyset  = "keyset"
	pageLink    = "link"
	pageNextURL = "next_url"
	pageOData   = "odata"
)

// Pager reads where a listing goes on. The zero Pager has one page.
type Pager struct {
	style    string
	next     []string // where the state stands in the body, or in the last item
	stated   bool     // next was stated by the author
	start    int64
	size     int  // pinned page size; 0: unknown
	required bool // the upstream wants the state on the first page too
}

func New(t *tool.Tool) (*Pager, error) {
	page := t.Result.Page
	if page == nil {
		return nil, nil
	}
	p := &Pager{style: page.Style, start: int64(page.Start), stated: page.Next != "", size: page.Pinned}
	next := page.Next
	switch page.Style {
	case pageKeyset:
		if next == "" {
			next = "/id"
		}
	case pageOData:
		if next == "" {
			next = "/@odata.nextLink"
		}
	case pageNumber:
		p.start = max(p.start, 0)
	case pageCursor, pageToken, pageNextURL:
		if next == "" {
			return nil, fmt.Errorf("paging style %s without next", page.Style)
		}
	case pageOffset, pageLink:
	default:
		return nil, fmt.Errorf("paging style %q", page.Style)
	}
	var err error
	if p.next, err = answer.ParsePath(next); err != nil {
		return nil, fmt.Errorf("paging next: %w", err)
	}
	for i := range t.Main.Binding.Params {
		param := &t.Main.Binding.Params[i]
		if param.Value.Page {
			p.required = param.Required
		}
	}
	return p, nil
}

// First gives the state of the first page; nil: nothing is sent.
func (p *Pager) First() json.RawMessage {
	if p.required && (p.style == pageNumber || p.style == pageOffset) {
		return json.RawMessage(strconv.FormatInt(p.start, 10))
	}
	return nil
}

// Page is a page that was read.
type Page struct {
	State json.RawMessage // its own state; nil: the first page
	Size  int             // page size that was asked for; 0: none
	Items []any           // its items, before selection
}

// Following gives the state of the page after at, or nil when at is the last.
// For the styles that follow an address the state is that address, unchecked.
func (p *Pager) Following(resp *runtime.Response, at Page) json.RawMessage {
	switch p.style {
	case pageCursor, pageToken:
		if ended(resp.Body) {
			return nil
		}
		v, _ := answer.Lookup(resp.Body, p.next)
		return scalar(v)
	case pageKeyset:
		return p.afterLast(resp.Body, at)
	case pageNumber:
		return p.counted(resp.Body, at, 1)
	case pageOffset:
		return p.counted(resp.Body, at, int64(len(at.Items)))
	case pageLink:
		return text(nextLink(resp.Header.Values("Link")))
	}
	v, _ := answer.Lookup(resp.Body, p.next)
	if m, ok := v.(map[string]any); ok { // HAL and JSON:API write {"href": …}
		v = m["href"]
	}
	s, _ := v.(string)
	return text(s)
}

// scalar gives a state that the upstream wrote, unless it says "no more".
func scalar(v any) json.RawMessage {
	switch v := v.(type) {
	case string:
		return text(v)
	case json.Number:
		if n, ok := answer.Integer(v); ok && n <= 0 {
			return nil
		}
		return json.RawMessage(v)
	}
	return nil
}

func text(s string) json.RawMessage {
	if s == "" {
		return nil
	}
	return runtime.AppendString(nil, s)
}

// afterLast is the key of the last item, unless the body says that there is no
// more.
func (p *Pager) afterLast(body any, at Page) json.RawMessage {
	if len(at.Items) == 0 || p.short(at) || ended(body) {
		return nil
	}
	v, ok := answer.Lookup(at.Items[len(at.Items)-1], p.next)
	if !ok && p.stated {
		v, _ = answer.Lookup(body, p.next)
	}
	return scalar(v)
}

// ended reports whether a body says that there is no more: some upstreams repeat
// the last cursor beside it.
func ended(body any) bool {
	for _, name := range []string{"has_more", "hasMore"} {
		if more, ok := answer.Lookup(body, []string{name}); ok && more == false {
			return true
		}
	}
	return false
}

// counted adds step to the state, unless the body, a short page or an empty one
// says that there is no more.
func (p *Pager) counted(body any, at Page, step int64) json.RawMessage {
	now := p.start
	if at.State != nil {
		if n, ok := answer.Integer(json.Number(at.State)); ok {
			now = n
		}
	}
	next := now + step
	if p.stated {
		v, ok := answer.Lookup(body, p.next)
		switch v := v.(type) {
		case bool: // has_more
			if !v {
				return nil
			}
		case json.Number, string: // the next page or offset itself
			n, isInt := answer.Integer(v)
			if !isInt || n <= now {
				return nil
			}
			next = n
		default:
			if !ok || v == nil {
				return nil
			}
		}
	}
	if len(at.Items) == 0 || !p.stated && p.short(at) {
		return nil
	}
	return json.RawMessage(strconv.FormatInt(next, 10))
}

// short reports whether a page is shorter than what was asked for: the last.
func (p *Pager) short(at Page) bool {
	size := at.Size
	if size == 0 {
		size = p.size
	}
	return size > 0 && len(at.Items) < size
}

// Addressed reports whether the state is an address.
func (p *Pager) Addressed() bool {
	return p.style == pageLink || p.style == pageNextURL || p.style == pageOData
}
