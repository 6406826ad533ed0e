package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/middleware"
	"github.com/oatools/oatools/runtime/wire"
)

// shop is a real server with ten things in pages of at most four, in one style of
// paging. It counts what reaches it.
type shop struct {
	*httptest.Server
	style string

	mu   sync.Mutex                              // guards what follows
	fail func(n int, w http.ResponseWriter) bool // the n-th request, from 1; nil: none fails
	log  []string                                // query, or body of a POST
}

const shopMost = 4

func newShop(t testing.TB, style string) *shop {
	s := &shop{style: style}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *shop) failing(f func(int, http.ResponseWriter) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = f
}

func (s *shop) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.log)
}

func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	state, size, sent := s.asked(r)
	s.mu.Lock()
	s.log = append(s.log, sent)
	n, fail := len(s.log), s.fail
	s.mu.Unlock()
	if fail != nil && fail(n, w) {
		return
	}
	from := state
	switch s.style {
	case "page", "counted", "pinned":
		from = max(state-1, 0) * size
	case "page0":
		from = state * size
	}
	end := min(from+size, pageTotal)
	if s.style == "token" && from == 4 { // a page may be empty before the end (AIP-158)
		s.write(w, map[string]any{"data": []any{}, "next": "40"}, "")
		return
	}
	if s.style == "token" && from == 40 {
		from, end = 4, 8
	}
	body, more := map[string]any{"data": list(from+1, max(0, end-from))}, end < pageTotal
	address := fmt.Sprintf("/other/name?after=%d&size=%d&q=x&pinned=evil&api_key=evil", end, size)
	link := ""
	switch {
	case s.style == "keyset" || s.style == "page" || s.style == "page0" || s.style == "offset":
		body["has_more"] = more
	case !more:
		body["next"] = nil
	case s.style == "cursor" || s.style == "token" || s.style == "body":
		body["next"] = strconv.Itoa(end)
	case s.style == "link":
		link = `<` + s.URL + address + `>; rel="next"`
	case s.style == "next_url":
		body["next"] = s.URL + address
	case s.style == "hal":
		body["next"] = map[string]any{"href": address}
	case s.style == "odata":
		body["@odata.nextLink"] = s.URL + address
	}
	s.write(w, body, link)
}

// asked reads the state and the page size of a request.
func (s *shop) asked(r *http.Request) (state, size int, sent string) {
	if r.Method == http.MethodPost {
		data, _ := io.ReadAll(r.Body)
		var in struct {
			After string
			Size  int
		}
		_ = json.Unmarshal(data, &in)
		state, _ = strconv.Atoi(in.After)
		return state, shopSize(in.Size), string(data)
	}
	q := r.URL.Query()
	state, _ = strconv.Atoi(q.Get("after"))
	size, _ = strconv.Atoi(q.Get("size"))
	return state, shopSize(size), r.URL.RawQuery
}

func shopSize(n int) int {
	if n <= 0 {
		return shopMost
	}
	return min(n, shopMost)
}

func (s *shop) write(w http.ResponseWriter, body any, link string) {
	w.Header().Set("Content-Type", "application/json")
	if link != "" {
		w.Header().Set("Link", link)
	}
	_ = json.NewEncoder(w).Encode(body)
}

// shopSet is a set over the server: find, which joins pages.
func (s *shop) set(page tool.Page, change ...func(*tool.Tool)) *tool.Set {
	find := pagedTool(page)
	find.Main.Binding.Path = []tool.Seg{{Lit: "/things"}}
	find.Main.Results = []tool.Response{{Status: "200", Media: "application/json", Decode: tool.DecodeJSON, Success: true}}
	for i := range find.Main.Binding.Params {
		find.Main.Binding.Params[i].Style, find.Main.Binding.Params[i].Explode = "form", true
	}
	if s.style == "body" {
		find.Main.Binding.Method, find.Main.Binding.Params = "POST", nil
		find.Main.Binding.Body = &tool.Body{Media: "application/json", Mode: tool.BodyJSON, Fields: []tool.Field{
			{To: "/q", Value: tool.Value{Arg: "/q"}}, {To: "/after", Value: tool.Value{Page: true}}, {To: "/size", Value: tool.Value{Size: true}},
		}}
	}
	for _, f := range change {
		f(&find)
	}
	set := setOf(find)
	set.Servers["api"] = tool.Server{URL: s.URL, Network: "loopback"}
	set.Auth = map[string]tool.AuthScheme{"key": {Type: "apiKey", In: "query", Name: "api_key"}}
	return set
}

// styles are the ways in which the server has pages.
func styles() map[string]tool.Page {
	return map[string]tool.Page{
		"cursor": {Style: "cursor", Next: "/next"}, "token": {Style: "token", Next: "/next"}, "body": {Style: "cursor", Next: "/next"},
		"page": {Style: "page", Start: 1, Next: "/has_more"}, "page0": {Style: "page", Next: "/has_more"}, "offset": {Style: "offset", Next: "/has_more"},
		"counted": {Style: "page", Start: 1}, "pinned": {Style: "page", Start: 1, Pinned: shopMost}, "keyset": {Style: "keyset"},
		"link": {Style: "link"}, "next_url": {Style: "next_url", Next: "/next"}, "hal": {Style: "next_url", Next: "/next"}, "odata": {Style: "odata"},
	}
}

// readAll follows cursors to the end. It gives the ids of each call, and the
// pages that the envelopes tell of.
func readAll(t *testing.T, e *Engine, args string) (calls [][]int, pages int) {
	t.Helper()
	for range 20 {
		r := callReal(t, e, "find", args)
		wantOK(t, r)
		var items []struct{ ID int }
		if err := json.Unmarshal([]byte(dataOf(r)), &items); err != nil {
			t.Fatal(err)
		}
		ids := []int{}
		for _, item := range items {
			ids = append(ids, item.ID)
		}
		calls, pages = append(calls, ids), pages+r.Pages
		if r.Truncated != nil && (r.NextCursor == "" || r.Truncated.How == "" || r.Truncated.Dropped < 1) {
			t.Errorf("truncated %+v, cursor %q", r.Truncated, r.NextCursor)
		}
		if r.NextCursor == "" {
			return calls, pages
		}
		args = `{"cursor":"` + r.NextCursor + `"}`
	}
	t.Fatal("the listing does not end")
	return nil, 0
}

// upTo gives the numbers from low to high.
func upTo(low, high int) []int {
	out := []int{}
	for ; low <= high; low++ {
		out = append(out, low)
	}
	return out
}

// Every style of paging, joined: no item is lost or told twice, whatever ends a
// call, and no more is sent than is said.
func TestAutoEveryStyle(t *testing.T) {
	for _, tt := range []struct {
		name     string
		auto     tool.Auto
		limit    int
		max      int
		calls    [][]int
		requests int
	}{
		{"all at once", tool.Auto{Pages: 5, Items: 100}, 0, 0, [][]int{upTo(1, 10)}, 3},
		{"exactly the pages there are", tool.Auto{Pages: 3, Items: 100}, 0, 0, [][]int{upTo(1, 10)}, 3},
		{"pages end it", tool.Auto{Pages: 2, Items: 100}, 0, 0, [][]int{upTo(1, 8), upTo(9, 10)}, 3},
		{"items end it inside a page, which is read again", tool.Auto{Pages: 5, Items: 6}, 0, 0, [][]int{upTo(1, 6), upTo(7, 10)}, 4},
		{"items end it between pages", tool.Auto{Pages: 5, Items: 8}, 0, 0, [][]int{upTo(1, 8), upTo(9, 10)}, 3},
		{"items end it inside the first page", tool.Auto{Pages: 5, Items: 3}, 0, 0, [][]int{upTo(1, 3), upTo(4, 6), upTo(7, 9), {10}}, 6},
		{"the model's limit ends it", tool.Auto{Pages: 5, Items: 100, Size: shopMost}, 7, 0, [][]int{upTo(1, 7), upTo(8, 10)}, 4},
		{"a limit of less than a page", tool.Auto{Pages: 5, Items: 100, Size: shopMost}, 2, 0, [][]int{upTo(1, 2), upTo(3, 4), upTo(5, 6), upTo(7, 8), upTo(9, 10)}, 5},
		{"bytes end it inside a page", tool.Auto{Pages: 5, Items: 100}, 0, 55, [][]int{upTo(1, 6), upTo(7, 10)}, 4}, // {"id":1} and a comma are 9 bytes
		{"bytes end it between pages", tool.Auto{Pages: 5, Items: 100}, 0, 76, [][]int{upTo(1, 8), upTo(9, 10)}, 3},
	} {
		for style, page := range styles() {
			if style == "pinned" && tt.limit > 0 {
				continue // what is pinned has no limit
			}
			t.Run(tt.name+"/"+style, func(t *testing.T) {
				s := newShop(t, style)
				page.Auto = &tt.auto
				e := openReal(t, s.set(page, func(f *tool.Tool) { f.Result.MaxBytes = tt.max }))
				args := `{"q":"x"}`
				if tt.limit > 0 {
					args = fmt.Sprintf(`{"q":"x","limit":%d}`, tt.limit)
				}
				calls, pages := readAll(t, e, args)
				log := s.requests()
				if style == "token" || style == "counted" { // these have one page more, an empty one
					if diff := cmp.Diff(upTo(1, 10), slices.Concat(calls...)); diff != "" {
						t.Errorf("items (-want +got):\n%s", diff)
					}
				} else {
					if diff := cmp.Diff(tt.calls, calls); diff != "" {
						t.Errorf("items of the calls (-want +got):\n%s", diff)
					}
					if len(log) != tt.requests {
						t.Errorf("%d requests, want %d:\n%s", len(log), tt.requests, strings.Join(log, "\n"))
					}
				}
				if pages != len(log) {
					t.Errorf("the envelopes tell of %d pages, the server of %d", pages, len(log))
				}
				for _, sent := range log {
					if strings.Contains(sent, "evil") {
						t.Errorf("an address set what is fixed: %s", sent)
					}
					if want := fmt.Sprint(min(tt.limit, shopMost)); tt.limit > 0 && !strings.Contains(sent, "size="+want) && !strings.Contains(sent, `"size":`+want) {
						t.Errorf("the size of a page is not %s: %s", want, sent)
					}
				}
			})
		}
	}
}

// status makes a server fail with a status at some requests.
func status(code int, at ...int) func(int, http.ResponseWriter) bool {
	return func(n int, w http.ResponseWriter) bool {
		if slices.Contains(at, n) {
			w.WriteHeader(code)
		}
		return slices.Contains(at, n)
	}
}

func TestAutoWhenAPageFails(t *testing.T) {
	for _, tt := range []struct {
		name     string
		fail     func(int, http.ResponseWriter) bool
		code     runtime.Code // why the list is incomplete; empty: the call fails
		first    string
		requests int // of the first call; 0: not told
	}{
		{"the first page is the error of the call", status(503, 1, 2, 3), "", "", 3},
		{"a page is tried again as any request", status(503, 2, 3), "", "[1 2 3 4 5 6 7 8 9 10]", 5},
		{"the second page", status(503, 2, 3, 4), runtime.CodeDependencyUnavailable, "[1 2 3 4]", 4},
		{"the third page", status(500, 3, 4, 5), runtime.CodeDependencyError, "[1 2 3 4 5 6 7 8]", 4},
		{"one that is not tried again", status(403, 2), runtime.CodeForbidden, "[1 2 3 4]", 2},
		{"silence", func(n int, _ http.ResponseWriter) bool {
			if n > 1 {
				panic(http.ErrAbortHandler)
			}
			return false
		}, runtime.CodeDependencyUnavailable, "[1 2 3 4]", 0}, // net/http sends some reads once more itself
		{"no list", func(n int, w http.ResponseWriter) bool {
			if n == 2 {
				w.Header().Set("Content-Type", "application/json")
				io.WriteString(w, `"maintenance"`)
			}
			return n == 2
		}, runtime.CodeResponseContract, "[1 2 3 4]", 2},
	} {
		for style, page := range styles() {
			if style == "token" || style == "counted" {
				continue // these have one page more
			}
			t.Run(tt.name+"/"+style, func(t *testing.T) {
				s := newShop(t, style)
				s.failing(tt.fail)
				page.Auto = &tool.Auto{Pages: 5, Items: 100}
				e := openReal(t, s.set(page, func(f *tool.Tool) { f.Query.Cache = &tool.Cache{TTL: tool.Duration(time.Hour)} }))
				r := callReal(t, e, "find", `{"q":"x"}`)
				if n := len(s.requests()); n != tt.requests && tt.requests > 0 {
					t.Errorf("%d requests, want %d", n, tt.requests)
				}
				if tt.first == "" {
					wantCode(t, r, runtime.CodeDependencyUnavailable, "")
					if r.Data != nil || r.NextCursor != "" {
						t.Errorf("result %+v", r)
					}
					return
				}
				wantOK(t, r)
				if got := fmt.Sprint(idsOf(t, r)); got != tt.first {
					t.Fatalf("items %s, want %s", got, tt.first)
				}
				if tt.code == "" {
					if r.Truncated != nil || r.NextCursor != "" {
						t.Errorf("truncated %+v, cursor %q", r.Truncated, r.NextCursor)
					}
					return
				}
				cut := r.Truncated
				if cut == nil || cut.Code != tt.code || cut.Kept != len(idsOf(t, r)) || !strings.Contains(cut.How, fmt.Sprintf("Page %d of this call could not be read", r.Pages+1)) {
					t.Fatalf("truncated %+v of %d pages", cut, r.Pages)
				}
				// What is incomplete is not kept, and the cursor goes on at that page.
				seen := idsOf(t, r)
				s.failing(nil)
				rest, _ := readAll(t, e, `{"cursor":"`+r.NextCursor+`"}`)
				if diff := cmp.Diff(upTo(1, 10), append(seen, slices.Concat(rest...)...)); diff != "" {
					t.Errorf("items (-want +got):\n%s", diff)
				}
				before := len(s.requests())
				if again := callReal(t, e, "find", `{"q":"x"}`); again.Truncated != nil || len(s.requests()) != before+3 {
					t.Errorf("the incomplete answer was kept: %+v", again)
				}
				if again := callReal(t, e, "find", `{"q":"x"}`); again.Pages != 3 || len(s.requests()) != before+3 {
					t.Errorf("the whole answer was not kept: %+v after %d requests", again, len(s.requests())-before)
				}
			})
		}
	}
}

func idsOf(t testing.TB, r *runtime.Result) []int {
	t.Helper()
	var items []struct{ ID int }
	if err := json.Unmarshal([]byte(dataOf(r)), &items); err != nil {
		t.Fatalf("%s: %v", dataOf(r), err)
	}
	ids := []int{}
	for _, item := range items {
		ids = append(ids, item.ID)
	}
	return ids
}

// An upstream whose pages go round in a circle is read once round.
func TestAutoLoop(t *testing.T) {
	for _, tt := range []struct {
		name  string
		next  map[string]string // state → next state
		items string
	}{
		{"the same page again", map[string]string{`""`: "c1", `"c1"`: "c1"}, "[1 2]"},
		{"two pages in turn", map[string]string{`""`: "c1", `"c1"`: "c2", `"c2"`: "c1"}, "[1 2 3]"},
		{"a longer circle", map[string]string{`""`: "c1", `"c1"`: "c2", `"c2"`: "c3", `"c3"`: "c2"}, "[1 2 3 4]"},
	} {
		find := pagedTool(tool.Page{Style: "cursor", Next: "/next", Auto: &tool.Auto{Pages: 20, Items: 1000}})
		d := open(t, setOf(find))
		n := 0
		d.up.answer = func(_ *tool.Step, in runtime.Inputs) *runtime.Response {
			n++
			state := string(in.Page)
			if state == "" {
				state = `""`
			}
			return ok(map[string]any{"data": list(n, 1), "next": tt.next[state]})
		}
		r := d.call("find", `{"q":"x"}`)
		wantOK(t, r)
		if got := fmt.Sprint(idsOf(t, r)); got != tt.items || r.Pages != n {
			t.Errorf("%s: items %s of %d pages, want %s", tt.name, got, r.Pages, tt.items)
		}
		if r.NextCursor != "" || r.Truncated == nil || !strings.Contains(r.Truncated.How, "the listing ends here") {
			t.Errorf("%s: cursor %q, truncated %+v", tt.name, r.NextCursor, r.Truncated)
		}
	}
}

// Every page is held to the server that was asked.
func TestAutoStaysOnItsServer(t *testing.T) {
	d := open(t, setOf(pagedTool(tool.Page{Style: "next_url", Next: "/next", Auto: &tool.Auto{Pages: 20, Items: 1000}})))
	d.up.answer = func(_ *tool.Step, in runtime.Inputs) *runtime.Response {
		if in.Page == nil {
			return ok(map[string]any{"data": list(1, 2), "next": "https://api.test/things?after=2"})
		}
		return ok(map[string]any{"data": list(3, 2), "next": "https://evil.test/things?after=4"})
	}
	r := d.call("find", `{"q":"x"}`)
	wantOK(t, r)
	if got := fmt.Sprint(idsOf(t, r)); got != "[1 2 3 4]" || len(d.up.sent()) != 2 || r.NextCursor != "" || !strings.Contains(r.Truncated.How, "leads to another server") {
		t.Errorf("items %s after %d requests, cursor %q, truncated %+v", got, len(d.up.sent()), r.NextCursor, r.Truncated)
	}
}

// What counts calls counts pages, and the audit tells how many there were.
func TestAutoCounts(t *testing.T) {
	find := pagedTool(tool.Page{Style: "offset", Auto: &tool.Auto{Pages: 20, Items: 1000}})
	find.Rate = &tool.Rate{Per: "caller", Limit: "2/h"}
	costly := pagedTool(tool.Page{Style: "offset", Auto: &tool.Auto{Pages: 20, Items: 1000}})
	costly.Cost = &tool.Cost{USD: 0.4}
	for _, tt := range []struct {
		tool tool.Tool
		code runtime.Code
		how  string
	}{{find, runtime.CodeRateLimited, "Wait 1800 s first."}, {costly, runtime.CodeBudgetExhausted, "more than is left for this run"}} {
		var log records
		d := open(t, setOf(tt.tool), func(o *Options) { o.Costs, o.Audit = middleware.CostLimits{RunUSD: 1}, &log })
		d.up.answer = pages("offset")
		r := d.call("find", `{"q":"x","limit":100}`)
		wantOK(t, r)
		// The upstream of this test gives four items whatever it is asked for, and a
		// short page is the last one: so no size is asked for.
		r = open(t, setOf(tt.tool), func(o *Options) { o.Costs, o.Audit, o.Upstream = middleware.CostLimits{RunUSD: 1}, &log, d.up }).call("find", `{"q":"x"}`)
		wantOK(t, r)
		if len(idsOf(t, r)) != 8 || r.Pages != 2 || r.NextCursor == "" || r.Truncated == nil || r.Truncated.Code != tt.code || !strings.Contains(r.Truncated.How, tt.how) {
			t.Errorf("%d items of %d pages, truncated %+v", len(idsOf(t, r)), r.Pages, r.Truncated)
		}
		last := log[len(log)-1]
		if last.Pages != 2 || last.Code != tt.code || last.Status != runtime.StatusOK {
			t.Errorf("audit %+v", last)
		}
	}
}

type records []*middleware.Record

func (l *records) Record(_ context.Context, r *middleware.Record) error {
	*l = append(*l, r)
	return nil
}

// slow answers each request after a while, in simulated time.
type slow struct {
	takes time.Duration
	sent  int
}

func (s *slow) RoundTrip(r *http.Request) (*http.Response, error) {
	s.sent++
	select {
	case <-time.After(s.takes):
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
	body, _ := json.Marshal(map[string]any{"data": list(s.sent*2-1, 2), "next": "c" + itoa(s.sent)})
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(string(body))), ContentLength: int64(len(body)), Request: r}, nil
}

// All pages share the time of one request, and what was read before it ended is
// kept.
func TestAutoDeadline(t *testing.T) {
	for _, tt := range []struct {
		name   string
		takes  time.Duration
		retry  *tool.Retry
		leaves time.Duration // the caller's deadline; 0: none
		cap    time.Duration // the operator's, of all attempts; 0: none
		pages  int
		took   time.Duration
	}{
		{"what the tool says", 4 * time.Second, &tool.Retry{Within: tool.Duration(10 * time.Second)}, 0, 0, 2, 10 * time.Second},
		{"45 seconds where it says nothing", 8 * time.Second, nil, 0, 0, 5, 45 * time.Second},
		{"the caller's own deadline", 4 * time.Second, nil, 9 * time.Second, 0, 2, 9 * time.Second},
		{"the operator's cap", 4 * time.Second, &tool.Retry{Within: tool.Duration(30 * time.Second)}, 0, 13 * time.Second, 3, 13 * time.Second},
		{"a page that cannot end in time", 5 * time.Second, &tool.Retry{Within: tool.Duration(12 * time.Second)}, 0, 0, 2, 12 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &shop{style: "cursor", Server: &httptest.Server{URL: "https://api.test"}}
				set := s.set(tool.Page{Style: "cursor", Next: "/next", Auto: &tool.Auto{Pages: 20, Items: 1000}}, func(f *tool.Tool) { f.Retry = tt.retry })
				set.Servers["api"] = tool.Server{URL: s.URL}
				up := &slow{takes: tt.takes}
				client, err := wire.NewClient(set, wire.Config{Isolated: true, Transport: up, Upstreams: map[string]wire.UpstreamConfig{"api": {Total: tt.cap}}})
				if err != nil {
					t.Fatal(err)
				}
				e, err := New(set, Options{Upstream: client})
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithCancel(t.Context())
				if tt.leaves > 0 {
					ctx, cancel = context.WithTimeout(t.Context(), tt.leaves)
				}
				defer cancel()
				began := time.Now()
				r, err := e.Handler()(ctx, &runtime.Call{ID: "c", Tool: "find", Args: json.RawMessage(`{"q":"x"}`), Principal: ada})
				if err != nil {
					t.Fatal(err)
				}
				wantOK(t, r)
				if took := time.Since(began); took != tt.took {
					t.Errorf("took %s, want %s", took, tt.took)
				}
				if r.Pages != tt.pages || len(idsOf(t, r)) != 2*tt.pages || r.Truncated == nil || r.Truncated.Code != runtime.CodeTimeout || r.NextCursor == "" {
					t.Errorf("%d pages, %d items, truncated %+v, cursor %q", r.Pages, len(idsOf(t, r)), r.Truncated, r.NextCursor)
				}
			})
		})
	}
}

// A caller who has left gets nothing, and nothing more is sent.
func TestAutoCallerLeaves(t *testing.T) {
	d := open(t, setOf(pagedTool(tool.Page{Style: "offset", Auto: &tool.Auto{Pages: 20, Items: 1000}})))
	ctx, cancel := context.WithCancel(t.Context())
	d.up.answer = func(s *tool.Step, in runtime.Inputs) *runtime.Response {
		if in.Page != nil {
			cancel()
		}
		return pages("offset")(s, in)
	}
	r, err := d.Handler()(ctx, &runtime.Call{ID: "c", Tool: "find", Args: json.RawMessage(`{"q":"x"}`), Principal: ada})
	if err != nil {
		t.Fatal(err)
	}
	wantCode(t, r, runtime.CodeCancelled, "")
	if n := len(d.up.sent()); n != 2 {
		t.Errorf("%d requests, want 2", n)
	}
}

// However an upstream cuts its pages and whatever ends a call, following cursors
// gives every item once, in order.
func FuzzAuto(f *testing.F) {
	f.Add([]byte{4, 4, 2}, 5, 100, 0, 100)
	f.Add([]byte{0, 3, 0, 0, 9, 1}, 2, 4, 3, 30)
	f.Add([]byte{15, 1, 1, 1}, 20, 1000, 0, 16)
	f.Fuzz(func(t *testing.T, sizes []byte, most, items, limit, bytes int) {
		if len(sizes) == 0 || len(sizes) > 30 || most < 2 || most > tool.AutoPages || items < 1 || items > tool.AutoItems || limit < 0 || limit > 100 || bytes < 16 || bytes > 1<<16 {
			return
		}
		total, starts := 0, []int{}
		for i := range sizes {
			sizes[i] %= 16
			starts = append(starts, total)
			total += int(sizes[i])
		}
		find := pagedTool(tool.Page{Style: "cursor", Next: "/next", Auto: &tool.Auto{Pages: most, Items: items}})
		find.Result.MaxBytes = bytes
		d := open(t, setOf(find))
		d.up.answer = func(_ *tool.Step, in runtime.Inputs) *runtime.Response {
			at, _ := strconv.Atoi(strings.Trim(string(in.Page), `"c`))
			body := map[string]any{"data": list(starts[at]+1, int(sizes[at]))}
			if at+1 < len(sizes) {
				body["next"] = "c" + itoa(at+1)
			}
			return ok(body)
		}
		args, seen := `{"q":"x"}`, []int{}
		if limit > 0 {
			args = fmt.Sprintf(`{"q":"x","limit":%d}`, limit)
		}
		for calls := 0; ; calls++ {
			if calls > total+len(sizes) {
				t.Fatal("the listing does not end")
			}
			r := d.call("find", args)
			wantOK(t, r)
			ids := idsOf(t, r)
			if len(dataOf(r)) > bytes || len(ids) > items || limit > 0 && len(ids) > limit || r.Pages > most {
				t.Fatalf("%d items, %d bytes, %d pages", len(ids), len(dataOf(r)), r.Pages)
			}
			if seen = append(seen, ids...); r.NextCursor == "" {
				break
			}
			args = `{"cursor":"` + r.NextCursor + `"}`
		}
		if diff := cmp.Diff(upTo(1, total), seen); diff != "" {
			t.Fatalf("items (-want +got):\n%s", diff)
		}
	})
}
