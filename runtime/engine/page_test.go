package engine

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/answer"
	"github.com/oatools/oatools/runtime/store"
)

const pageSize, pageTotal = 4, 10

// pages answers every style of paging over ten things.
func pages(style string) func(s *tool.Step, in runtime.Inputs) *runtime.Response {
	return func(s *tool.Step, in runtime.Inputs) *runtime.Response {
		from := 0
		state, _ := answer.Integer(json.Number(strings.Trim(string(in.Page), `"`)))
		switch style {
		case "page":
			from = int(max(state-1, 0)) * pageSize
		case "page0":
			from = int(state) * pageSize
		case "keyset":
			from = int(state)
		case "link", "next_url", "hal", "odata":
			var query struct{ After json.Number }
			if json.Unmarshal(in.Page, &query) == nil {
				n, _ := query.After.Int64()
				from = int(n)
			}
		default:
			from = int(state)
		}
		n := max(0, min(pageSize, pageTotal-from))
		body := map[string]any{"data": list(from+1, n)}
		r := ok(body)
		more, next := from+n < pageTotal, from+n
		address := fmt.Sprintf("/things?q=x%%20y&after=%d&api_key=leak&pinned=evil", next)
		switch {
		case style == "keyset":
			body["has_more"] = more
		case !more:
			body["next"] = nil
		case style == "cursor", style == "token":
			body["next"] = fmt.Sprint(next)
		case style == "link":
			r.Header = http.Header{"Link": {`<https://api.test/first>; rel="first", <https://api.test` + address + `>; title="a, b"; rel="prev next"`}}
		case style == "next_url":
			body["next"] = "https://API.test" + address
		case style == "hal":
			body["next"] = map[string]any{"href": address}
		case style == "odata":
			body["@odata.nextLink"] = "https://api.test" + address
		}
		return r
	}
}

func pagedTool(page tool.Page) tool.Tool {
	find := findTool()
	page.Size = &tool.Locator{In: tool.InQuery, Name: "size"}
	find.Result.Page = &page
	find.Main.Binding.Params = append(find.Main.Binding.Params,
		tool.Param{Name: "pinned", In: tool.InQuery, Value: tool.Value{Const: json.RawMessage(`"good"`)}},
		tool.Param{Name: "size", In: tool.InQuery, Value: tool.Value{Size: true}})
	return find
}

func TestEveryStyleOfPaging(t *testing.T) {
	for _, tt := range []struct {
		style string
		page  tool.Page
		max   int
	}{
		{"cursor", tool.Page{Style: "cursor", Next: "/next"}, 0},
		{"token", tool.Page{Style: "token", Next: "/next"}, 0},
		{"page", tool.Page{Style: "page", Start: 1}, 0},
		{"page0", tool.Page{Style: "page"}, 0},
		{"offset", tool.Page{Style: "offset"}, 0},
		{"keyset", tool.Page{Style: "keyset"}, 0},
		{"link", tool.Page{Style: "link"}, 0},
		{"next_url", tool.Page{Style: "next_url", Next: "/next"}, 0},
		{"hal", tool.Page{Style: "next_url", Next: "/next"}, 0},
		{"odata", tool.Page{Style: "odata"}, 0},
		{"offset", tool.Page{Style: "offset"}, 20}, // two items fit
		{"link", tool.Page{Style: "link"}, 20},
		{"keyset", tool.Page{Style: "keyset"}, 20},
	} {
		t.Run(fmt.Sprint(tt.style, tt.max), func(t *testing.T) {
			find := pagedTool(tt.page)
			find.Result.MaxBytes = tt.max
			set := setOf(find)
			set.Auth = map[string]tool.AuthScheme{"key": {Type: "apiKey", In: "query", Name: "api_key"}}
			d := open(t, set)
			d.up.answer = pages(tt.style)
			var seen []string
			args := fmt.Sprintf(`{"q":"x y","limit":%d}`, pageSize)
			for calls := 0; ; calls++ {
				if calls > pageTotal {
					t.Fatal("the listing does not end")
				}
				r := d.call("find", args)
				wantOK(t, r)
				var items []struct{ ID json.Number }
				if err := json.Unmarshal([]byte(dataOf(r)), &items); err != nil {
					t.Fatal(err)
				}
				for _, item := range items {
					seen = append(seen, string(item.ID))
				}
				if r.Truncated != nil && (r.NextCursor == "" || r.Truncated.Kept+r.Truncated.Dropped < 1 || r.Truncated.How == "") {
					t.Errorf("truncated %+v, cursor %q", r.Truncated, r.NextCursor)
				}
				if r.NextCursor == "" {
					break
				}
				args = `{"cursor":"` + r.NextCursor + `"}`
			}
			want := []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}
			if diff := cmp.Diff(want, seen); diff != "" {
				t.Errorf("items (-want +got):\n%s", diff)
			}
			for _, s := range d.up.sent() {
				if page := string(s.In.Page); strings.Contains(page, "leak") || strings.Contains(page, "evil") {
					t.Errorf("an address set what is fixed: %s", page)
				}
				if s.In.Size != pageSize {
					t.Errorf("page size %d", s.In.Size)
				}
			}
		})
	}
}

func TestCursorsAreBound(t *testing.T) {
	other := pagedTool(tool.Page{Style: "offset"})
	other.Name = "other"
	d := open(t, setOf(pagedTool(tool.Page{Style: "offset"}), other))
	d.up.answer = pages("offset")
	cursor := d.call("find", `{"q":"x","limit":4}`).NextCursor
	if cursor == "" || len(cursor) > 40 {
		t.Fatalf("cursor %q", cursor)
	}
	slip := cursor[:5] + "0" + cursor[6:]
	if slip == cursor {
		slip = cursor[:5] + "1" + cursor[6:]
	}
	for _, tt := range []struct {
		name, tool, args string
		who              runtime.Principal
		words            string
	}{
		{"other arguments", "find", `{"q":"y","cursor":"` + cursor + `"}`, ada, "other arguments"},
		{"another limit", "find", `{"limit":5,"cursor":"` + cursor + `"}`, ada, "other arguments"},
		{"an argument more", "find", `{"n":1,"cursor":"` + cursor + `"}`, ada, "other arguments"},
		{"another tool", "other", `{"cursor":"` + cursor + `"}`, ada, "belongs to another tool"},
		{"another caller", "find", `{"cursor":"` + cursor + `"}`, runtime.Principal{ID: "eve", Tenant: "acme"}, "unknown or has expired"},
		{"a copying mistake", "find", `{"cursor":"` + slip + `"}`, ada, "not copied correctly"},
		{"cut off", "find", `{"cursor":"` + cursor[:10] + `"}`, ada, "not copied correctly"},
		{"a token", "find", `{"cursor":"` + store.NewID(store.PrefixToken) + `"}`, ada, "another kind"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := d.callAs(tt.who, tt.tool, tt.args)
			wantCode(t, r, runtime.CodeInvalidReference, tt.words)
			if len(r.Error.Fields) == 0 || r.Error.Fields[0].Arg != "/cursor" {
				t.Errorf("fields %+v do not name the cursor", r.Error.Fields)
			}
		})
	}
	for _, args := range []string{
		`{"cursor":"` + cursor + `"}`, `{"q":"x","cursor":"` + cursor + `"}`, `{"q":"x","limit":4.0,"cursor":"` + cursor + `"}`,
	} {
		r := d.call("find", args)
		wantOK(t, r)
		if got := dataOf(r); got != `[{"id":5},{"id":6},{"id":7},{"id":8}]` {
			t.Errorf("%s gives %s", args, got)
		}
	}
	wantOK(t, d.call("find", `{"q":"x","cursor":""}`))
	d.clock.advance(time.Hour)
	wantCode(t, d.call("find", `{"cursor":"`+cursor+`"}`), runtime.CodeInvalidReference, "expired")
}

// A default is not an argument that somebody gave.
func TestCursorWithDefaults(t *testing.T) {
	find := pagedTool(tool.Page{Style: "offset"})
	find.Main.Binding.Params = append(find.Main.Binding.Params, tool.Param{Name: "n", In: tool.InQuery, Value: tool.Value{Arg: "/n", Default: json.RawMessage("1")}})
	d := open(t, setOf(find))
	d.up.answer = pages("offset")
	for _, args := range []string{`{"q":"x","n":2,"limit":4}`, `{"q":"x","limit":4}`} {
		r := d.call("find", args)
		r = d.call("find", `{"cursor":"`+r.NextCursor+`"}`)
		wantOK(t, r)
		sent := d.up.sent()
		if first, second := sent[len(sent)-2].In.Args["n"], sent[len(sent)-1].In.Args["n"]; first != second || first == nil {
			t.Errorf("%s: n is %v, then %v", args, first, second)
		}
	}
}

func TestAddressOfAnotherServerIsNotFollowed(t *testing.T) {
	for _, target := range []string{"https://evil.test/things?after=4", "http://api.test/things", "https://api.test:8443/x", "//evil.test/", "https://u:p@api.test/", "https://api.test\\@evil.test/"} {
		d := open(t, setOf(pagedTool(tool.Page{Style: "next_url", Next: "/next"})))
		d.up.answer = func(*tool.Step, runtime.Inputs) *runtime.Response {
			return ok(map[string]any{"data": list(1, 4), "next": target})
		}
		r := d.call("find", `{"q":"x"}`)
		wantOK(t, r)
		if r.NextCursor != "" || r.Truncated == nil || !strings.Contains(r.Truncated.How, "not followed") {
			t.Errorf("%s: cursor %q, truncated %+v", target, r.NextCursor, r.Truncated)
		}
	}
}

func TestRepeatedCursorEndsTheListing(t *testing.T) {
	d := open(t, setOf(pagedTool(tool.Page{Style: "cursor", Next: "/next"})))
	d.up.answer = func(_ *tool.Step, in runtime.Inputs) *runtime.Response {
		switch string(in.Page) {
		case "":
			return ok(map[string]any{"data": list(1, 2), "next": "c1"})
		case `"c1"`:
			return ok(map[string]any{"data": list(3, 1), "next": "c2"})
		}
		return ok(map[string]any{"data": []any{}, "next": "c2"})
	}
	args, got := `{"q":"x"}`, ""
	for range 3 {
		r := d.call("find", args)
		wantOK(t, r)
		got += dataOf(r)
		args = `{"cursor":"` + r.NextCursor + `"}`
		if r.NextCursor == "" && (r.Truncated == nil || !strings.Contains(r.Truncated.How, "the listing ends here")) {
			t.Errorf("truncated = %+v", r.Truncated)
		}
	}
	if got != `[{"id":1},{"id":2}][{"id":3}][]` || args != `{"cursor":""}` {
		t.Errorf("read %s, then %s", got, args)
	}
}

func TestAnswersAreHeldAgainstTheirDescription(t *testing.T) {
	declared := &tool.Response{Status: "200", Success: true, Schema: tool.Schema(`{"type":"object","properties":{"price":{"type":"number"}}}`)}
	for _, strict := range []bool{false, true} {
		find := findTool()
		find.Result = tool.Result{}
		var log strings.Builder
		d := open(t, setOf(find, payTool()), func(o *Options) {
			o.Strict, o.Log = strict, slog.New(slog.NewTextHandler(&log, nil))
		})
		d.up.answer = func(*tool.Step, runtime.Inputs) *runtime.Response {
			r := ok(map[string]any{"price": "secret text"})
			r.Declared = declared
			return r
		}
		query := d.call("find", `{"q":"x"}`)
		write := d.call("pay", confirm(d.plan(payDry).ConfirmToken))
		if strict {
			wantCode(t, query, runtime.CodeResponseContract, "/price")
			wantCode(t, write, runtime.CodeResponseContract, "/price")
		} else {
			wantOK(t, query)
			wantOK(t, write)
		}
		if write.SideEffect != runtime.EffectApplied || query.SideEffect == runtime.EffectApplied {
			t.Errorf("side effects %q and %q", query.SideEffect, write.SideEffect)
		}
		if !strings.Contains(log.String(), "/price") || strings.Contains(log.String(), "secret") {
			t.Errorf("log: %s", log.String())
		}
	}
}

func TestNoContent(t *testing.T) {
	d := open(t, setOf(findTool()))
	d.up.answer = func(*tool.Step, runtime.Inputs) *runtime.Response {
		r := ok(nil)
		r.Status = 204
		return r
	}
	find := findTool()
	find.Result = tool.Result{}
	d.Engine = open(t, setOf(find), func(o *Options) { o.Upstream = d.up }).Engine
	r := d.call("find", `{"q":"x"}`)
	wantOK(t, r)
	if r.Data != nil || r.Untrusted || r.Receipt == nil || r.Receipt.UpstreamStatus != 204 {
		t.Errorf("result %+v", r)
	}
}

func TestHandle(t *testing.T) {
	export := findTool()
	export.Name, export.Shape, export.Query = "export", tool.ShapeHandle, nil
	export.Handle = &tool.Handle{Sample: 2}
	export.Result.Page = nil
	export.Input = object(`"q":{"type":"string"}`, "q")
	d := open(t, setOf(export))
	if diff := cmp.Diff([]string{"export", "read_result"}, names(d.Tools(ada))); diff != "" {
		t.Fatalf("tools (-want +got):\n%s", diff)
	}
	const total = 5000
	d.up.answer = func(*tool.Step, runtime.Inputs) *runtime.Response {
		return ok(map[string]any{"data": list(1, total)})
	}
	r := d.call("export", `{"q":"x"}`)
	wantOK(t, r)
	var h struct {
		ID, Media string
		Items     int
		ReadWith  string `json:"read_with"`
	}
	if err := json.Unmarshal(r.Handle, &h); err != nil || h.Items != total || h.ReadWith != "read_result" {
		t.Fatalf("handle %s: %v", r.Handle, err)
	}
	if dataOf(r) != `[{"id":1},{"id":2}]` || r.Total == nil || *r.Total != total || r.ExpiresAt == "" {
		t.Errorf("sample %s of %v", dataOf(r), r.Total)
	}
	next, calls := 0, 0
	for from := 0; ; from = next {
		page := d.call("read_result", fmt.Sprintf(`{"handle":%q,"from":%d,"count":1000}`, h.ID, from))
		wantOK(t, page)
		if !page.Untrusted || page.DataSource != "api.test" {
			t.Errorf("a stored result is untrusted %v, from %q", page.Untrusted, page.DataSource)
		}
		var items []struct{ ID int }
		if err := json.Unmarshal([]byte(dataOf(page)), &items); err != nil {
			t.Fatal(err)
		}
		for i, item := range items {
			if item.ID != from+i+1 {
				t.Fatalf("from %d: item %d has id %d", from, i, item.ID)
			}
		}
		next, calls = from+len(items), calls+1
		if len(page.AllowedNextActions) == 0 {
			break
		}
		if calls > 50 {
			t.Fatal("reading does not end")
		}
	}
	if next != total {
		t.Errorf("%d items were read, want %d", next, total)
	}
	wantCode(t, d.callAs(runtime.Principal{ID: "eve"}, "read_result", `{"handle":"`+h.ID+`"}`), runtime.CodeInvalidReference, "unknown or has expired")
	wantCode(t, d.call("read_result", `{"handle":"h_1"}`), runtime.CodeInvalidReference, "not copied correctly")
	d.clock.advance(time.Hour)
	wantCode(t, d.call("read_result", `{"handle":"`+h.ID+`"}`), runtime.CodeInvalidReference, "unknown or has expired")
}

func TestHandleCollectsPages(t *testing.T) {
	for _, style := range []string{"offset", "cursor", "link"} {
		export := pagedTool(tool.Page{Style: style, Next: map[string]string{"cursor": "/next"}[style]})
		export.Name, export.Shape, export.Query = "export", tool.ShapeHandle, nil
		export.Handle = &tool.Handle{Sample: 1}
		d := open(t, setOf(export))
		d.up.answer = pages(style)
		r := d.call("export", `{"q":"x"}`)
		wantOK(t, r)
		if r.Total == nil || *r.Total != pageTotal || dataOf(r) != `[{"id":1}]` || r.NextCursor != "" || r.Truncated != nil {
			t.Errorf("%s: total %v, sample %s, truncated %+v", style, r.Total, dataOf(r), r.Truncated)
		}
		export.Handle = &tool.Handle{Sample: 1, MaxBytes: 60}
		d = open(t, setOf(export))
		d.up.answer = pages(style)
		r = d.call("export", `{"q":"x"}`)
		wantOK(t, r)
		if r.Truncated == nil || r.Truncated.Kept != pageSize || *r.Total != pageSize {
			t.Errorf("%s with a bound: total %v, truncated %+v", style, r.Total, r.Truncated)
		}
	}
}

func TestTextAndBytesBehindHandles(t *testing.T) {
	fetch := findTool()
	fetch.Name, fetch.Result = "fetch", tool.Result{MaxBytes: 200}
	fetch.Input = object(`"q":{"type":"string"}`, "q")
	fetch.Main.Results = []tool.Response{{Status: "200", Success: true, Decode: tool.DecodeBytes}}
	d := open(t, setOf(fetch))
	long := strings.Repeat("zeile ü ", 5000)
	d.up.answer = func(*tool.Step, runtime.Inputs) *runtime.Response { return ok(long) }
	r := d.call("fetch", `{"q":"x"}`)
	wantOK(t, r)
	if r.Truncated == nil || !strings.Contains(r.Truncated.How, "read_result") || len(dataOf(r)) > 210 {
		t.Fatalf("truncated %+v, data %s", r.Truncated, dataOf(r))
	}
	var h struct{ ID string }
	if err := json.Unmarshal(r.Handle, &h); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for args := map[string]any{"handle": h.ID}; args != nil; {
		b, _ := json.Marshal(args)
		page := d.call("read_result", string(b))
		wantOK(t, page)
		var part string
		if err := json.Unmarshal([]byte(dataOf(page)), &part); err != nil {
			t.Fatal(err)
		}
		got.WriteString(part)
		args = nil
		if len(page.AllowedNextActions) > 0 {
			args = page.AllowedNextActions[0].Args
		}
	}
	if got.String() != long {
		t.Errorf("read %d bytes, want %d", got.Len(), len(long))
	}
	d.up.answer = func(*tool.Step, runtime.Inputs) *runtime.Response {
		r := ok([]byte{0xff, 0xd8, 0})
		r.Media = "image/jpeg"
		return r
	}
	r = d.call("fetch", `{"q":"y"}`)
	wantOK(t, r)
	if !strings.Contains(string(r.Handle), `"media":"image/jpeg"`) || r.Data != nil || len(r.Files) != 1 || r.Files[0].Media != "image/jpeg" {
		t.Errorf("handle %s, data %v, files %v", r.Handle, r.Data, r.Files)
	}
}
