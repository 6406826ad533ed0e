package shape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"

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

// pager reads where a listing goes on. The zero pager has one page.
type pager struct {
	style    string
	next     []string // where the state stands in the body, or in the last item
	stated   bool     // next was stated by the author
	start    int64
	size     int  // pinned page size; 0: unknown
	required bool // the upstream wants the state on the first page too
}

func newPager(t *tool.Tool) (*pager, error) {
	page := t.Result.Page
	if page == nil {
		return nil, nil
	}
	p := &pager{style: page.Style, start: int64(page.Start), stated: page.Next != ""}
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
		if page.Size != nil && param.In == page.Size.In && param.Name == page.Size.Name {
			n, _ := answer.Integer(json.Number(param.Value.Const))
			p.size = int(n)
		}
	}
	return p, nil
}

// first gives the state of the first page; nil: nothing is sent.
func (p *pager) first() json.RawMessage {
	if p.required && (p.style == pageNumber || p.style == pageOffset) {
		return json.RawMessage(strconv.FormatInt(p.start, 10))
	}
	return nil
}

// where is a page that was read.
type where struct {
	state json.RawMessage // its own state; nil: the first page
	size  int             // page size that was asked for; 0: none
	items []any           // its items, before selection
}

// following gives the state of the page after at, or nil when at is the last.
// For the styles that follow an address the state is that address, unchecked.
func (p *pager) following(resp *runtime.Response, at where) json.RawMessage {
	switch p.style {
	case pageCursor, pageToken:
		v, _ := answer.Lookup(resp.Body, p.next)
		return scalar(v)
	case pageKeyset:
		return p.afterLast(resp.Body, at)
	case pageNumber:
		return p.counted(resp.Body, at, 1)
	case pageOffset:
		return p.counted(resp.Body, at, int64(len(at.items)))
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
func (p *pager) afterLast(body any, at where) json.RawMessage {
	if len(at.items) == 0 || p.short(at) {
		return nil
	}
	for _, name := range []string{"has_more", "hasMore"} {
		if more, ok := answer.Lookup(body, []string{name}); ok && more == false {
			return nil
		}
	}
	v, ok := answer.Lookup(at.items[len(at.items)-1], p.next)
	if !ok && p.stated {
		v, _ = answer.Lookup(body, p.next)
	}
	return scalar(v)
}

// counted adds step to the state, unless the body, a short page or an empty one
// says that there is no more.
func (p *pager) counted(body any, at where, step int64) json.RawMessage {
	now := p.start
	if at.state != nil {
		if n, ok := answer.Integer(json.Number(at.state)); ok {
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
		case json.Number: // the next page or offset itself
			n, isInt := answer.Integer(v)
			if !isInt || n <= now {
				return nil
			}
			next = n
		case string:
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
	if len(at.items) == 0 || !p.stated && p.short(at) {
		return nil
	}
	return json.RawMessage(strconv.FormatInt(next, 10))
}

// short reports whether a page is shorter than what was asked for: the last.
func (p *pager) short(at where) bool {
	size := at.size
	if size == 0 {
		size = p.size
	}
	return size > 0 && len(at.items) < size
}

// addressed reports whether the state is an address.
func (p *pager) addressed() bool {
	return p.style == pageLink || p.style == pageNextURL || p.style == pageOData
}

// nextLink finds rel="next" in Link headers (RFC 8288).
func nextLink(headers []string) string {
	for _, h := range headers {
		for len(h) > 0 {
			open := strings.IndexByte(h, '<')
			if open < 0 {
				break
			}
			shut := strings.IndexByte(h[open:], '>')
			if shut < 0 {
				break
			}
			target := h[open+1 : open+shut]
			h = h[open+shut+1:]
			end := paramsEnd(h)
			if relNext(h[:end]) {
				return target
			}
			h = h[end:]
		}
	}
	return ""
}

// paramsEnd gives where the parameters of one link end: at a comma outside
// quotes.
func paramsEnd(s string) int {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case quoted && s[i] == '\\':
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == ',' && !quoted:
			return i
		}
	}
	return len(s)
}

func relNext(params string) bool {
	for p := range strings.SplitSeq(params, ";") {
		name, value, ok := strings.Cut(strings.TrimSpace(p), "=")
		if !ok || !strings.EqualFold(strings.TrimSpace(name), "rel") {
			continue
		}
		for rel := range strings.FieldsSeq(strings.Trim(strings.TrimSpace(value), `"`)) {
			if strings.EqualFold(rel, "next") {
				return true
			}
		}
	}
	return false
}

// checkAddress turns the address of the next page into its query, a JSON object.
// It must stay on the server that was asked; its path is not used, ours is: some
// upstreams link to another name of the same collection. Names that are fixed
// are left out.
func checkAddress(asked string, state json.RawMessage, fixed map[string]bool) (json.RawMessage, error) {
	base, err := url.Parse(asked)
	if err != nil {
		return nil, fmt.Errorf("parse the planned address: %w", err)
	}
	var target string
	if err := json.Unmarshal(state, &target); err != nil {
		return nil, fmt.Errorf("parse the next address: %w", err)
	}
	next, err := base.Parse(target)
	if err != nil {
		return nil, fmt.Errorf("the upstream's address of the next page cannot be read")
	}
	if next.Scheme != base.Scheme || !strings.EqualFold(next.Host, base.Host) || next.User != nil {
		return nil, fmt.Errorf("the upstream's address of the next page leads to another server")
	}
	query := map[string]any{}
	for name, values := range next.Query() {
		switch {
		case name == "" || fixed[name]:
		case len(values) == 1:
			query[name] = values[0]
		default:
			query[name] = values
		}
	}
	return json.Marshal(query)
}

// followingStep is the step that reads the page of an address: the query that
// the address gave stands in place of the one that the arguments give. What the
// model may not choose stays as it is bound.
func followingStep(s *tool.Step) *tool.Step {
	out := *s
	out.Binding.Params = []tool.Param{{In: tool.InQueryString, Media: "application/x-www-form-urlencoded", Value: tool.Value{Page: true}}}
	for _, p := range s.Binding.Params {
		if !chosen(p) {
			out.Binding.Params = append(out.Binding.Params, p)
		}
	}
	return &out
}

// chosen reports whether p is a part of the query that varies with the call.
func chosen(p tool.Param) bool {
	return p.In == tool.InQueryString || p.In == tool.InQuery && (p.Value.Arg != "" || p.Value.Page || p.Value.Size)
}

// fixedNames lists the query parameters that an address may not set: pinned,
// injected and secret ones, and those that carry credentials.
func fixedNames(s *tool.Step, set *tool.Set) map[string]bool {
	names := map[string]bool{}
	for _, p := range s.Binding.Params {
		if p.In == tool.InQuery && !chosen(p) {
			names[p.Name] = true
		}
	}
	for _, a := range set.Auth {
		if a.In == string(tool.InQuery) && a.Name != "" {
			names[a.Name] = true
		}
	}
	return names
}

// itemsOf gives the items of a body before selection.
func itemsOf(body any, path []string) []any {
	v, _ := answer.Lookup(body, path)
	items, _ := v.([]any)
	return items
}

func sameJSON(a, b json.RawMessage) bool { return bytes.Equal(a, b) }
