package paging

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

func TestNextLink(t *testing.T) {
	for _, tt := range []struct {
		name, header, want string
	}{
		{"plain", `<https://a/x?p=2>; rel="next"`, "https://a/x?p=2"},
		{"among others", `<https://a/1>; rel="prev", <https://a/3>; rel="next", <https://a/9>; rel="last"`, "https://a/3"},
		{"several relations", `<https://a/3>; rel="last next"`, "https://a/3"},
		{"no quotes, upper case", `<https://a/3>;REL=Next`, "https://a/3"},
		{"a comma in a title", `<https://a/1>; title="a, <b>; rel=\"next\""; rel="prev", <https://a/3>; rel=next`, "https://a/3"},
		{"a comma in the address", `<https://a/3?x=1,2>; rel="next"`, "https://a/3?x=1,2"},
		{"none", `<https://a/1>; rel="prev"`, ""},
		{"another relation that ends so", `<https://a/1>; rel="notnext"`, ""},
		{"broken", `<https://a/1; rel="next"`, ""},
		{"empty", ``, ""},
	} {
		if got := nextLink([]string{tt.header}); got != tt.want {
			t.Errorf("%s: nextLink(%s) = %q, want %q", tt.name, tt.header, got, tt.want)
		}
	}
}

// Where a listing goes on, and where it ends. A place that does not move on ends
// it: it would be read for ever.
func TestFollowing(t *testing.T) {
	items := func(n int) []any { return make([]any, n) }
	body := func(text string) any {
		dec := json.NewDecoder(strings.NewReader(text))
		dec.UseNumber()
		var v any
		if err := dec.Decode(&v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, tt := range []struct {
		name string
		page tool.Page
		body string
		at   Page
		want string // empty: the end
	}{
		{"a cursor", tool.Page{Style: "cursor", Next: "/next"}, `{"next":"abc"}`, Page{}, `"abc"`},
		{"a cursor that is a number", tool.Page{Style: "cursor", Next: "/next"}, `{"next":9007199254740993}`, Page{}, `9007199254740993`},
		{"a cursor that says no more", tool.Page{Style: "cursor", Next: "/next"}, `{"next":0}`, Page{}, ""},
		{"an empty cursor", tool.Page{Style: "cursor", Next: "/next"}, `{"next":""}`, Page{}, ""},
		{"no cursor", tool.Page{Style: "cursor", Next: "/next"}, `{"next":null}`, Page{}, ""},
		{"a cursor beside the word that there is no more", tool.Page{Style: "cursor", Next: "/next"}, `{"next":"abc","has_more":false}`, Page{}, ""},
		{"the next page by counting", tool.Page{Style: "page", Start: 1}, `{}`, Page{Items: items(2)}, "2"},
		{"… from a page", tool.Page{Style: "page", Start: 1}, `{}`, Page{State: json.RawMessage("7"), Items: items(2)}, "8"},
		{"… after a short one", tool.Page{Style: "page", Start: 1}, `{}`, Page{Size: 3, Items: items(2)}, ""},
		{"… after an empty one", tool.Page{Style: "page", Start: 1}, `{}`, Page{}, ""},
		{"a flag that there is more", tool.Page{Style: "page", Start: 1, Next: "/more"}, `{"more":true}`, Page{Size: 3, Items: items(2)}, "2"},
		{"a flag that there is none", tool.Page{Style: "page", Start: 1, Next: "/more"}, `{"more":false}`, Page{Size: 2, Items: items(2)}, ""},
		{"the number of the next page", tool.Page{Style: "page", Start: 1, Next: "/next"}, `{"next":5}`, Page{Items: items(2)}, "5"},
		{"… as a text", tool.Page{Style: "page", Start: 1, Next: "/next"}, `{"next":"5"}`, Page{Items: items(2)}, "5"},
		{"… that is this one", tool.Page{Style: "page", Start: 1, Next: "/next"}, `{"next":4}`, Page{State: json.RawMessage("4"), Items: items(2)}, ""},
		{"… that is an earlier one, as a text", tool.Page{Style: "page", Start: 1, Next: "/next"}, `{"next":"3"}`, Page{State: json.RawMessage("4"), Items: items(2)}, ""},
		{"… that is no number", tool.Page{Style: "page", Start: 1, Next: "/next"}, `{"next":"soon"}`, Page{Items: items(2)}, ""},
		{"… that is not there", tool.Page{Style: "page", Start: 1, Next: "/next"}, `{}`, Page{Items: items(2)}, ""},
		{"an offset", tool.Page{Style: "offset"}, `{}`, Page{State: json.RawMessage("10"), Items: items(3)}, "13"},
		{"the next offset", tool.Page{Style: "offset", Next: "/next"}, `{"next":20}`, Page{State: json.RawMessage("10"), Items: items(3)}, "20"},
		{"the key of the last item", tool.Page{Style: "keyset"}, `{}`, Page{Items: []any{body(`{"id":1}`), body(`{"id":"z"}`)}}, `"z"`},
		{"… of a short page", tool.Page{Style: "keyset", Pinned: 3}, `{}`, Page{Items: []any{body(`{"id":1}`)}}, ""},
		{"… that stands in the body", tool.Page{Style: "keyset", Next: "/last"}, `{"last":"y"}`, Page{Items: []any{body(`{"id":1}`)}}, `"y"`},
		{"an address", tool.Page{Style: "next_url", Next: "/links/next"}, `{"links":{"next":"/x?p=2"}}`, Page{}, `"/x?p=2"`},
		{"an address in an object", tool.Page{Style: "next_url", Next: "/links/next"}, `{"links":{"next":{"href":"/x?p=2"}}}`, Page{}, `"/x?p=2"`},
		{"an address that is null", tool.Page{Style: "next_url", Next: "/links/next"}, `{"links":{"next":null}}`, Page{}, ""},
		{"OData", tool.Page{Style: "odata"}, `{"@odata.nextLink":"https://a/x"}`, Page{}, `"https://a/x"`},
	} {
		p, err := New(&tool.Tool{Main: &tool.Step{}, Result: tool.Result{Page: &tt.page}})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Following(&runtime.Response{Body: body(tt.body)}, tt.at); string(got) != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	for _, page := range []tool.Page{{Style: "cursor"}, {Style: "next_url"}, {Style: "guess"}} {
		if _, err := New(&tool.Tool{Main: &tool.Step{}, Result: tool.Result{Page: &page}}); err == nil {
			t.Errorf("%+v was taken", page)
		}
	}
}

// No address of an upstream leads to another server or changes what is fixed.
func FuzzCheckAddress(f *testing.F) {
	for _, s := range []string{"?after=4", "/things?after=4&key=x", "https://evil.test/", "//evil.test", "https://api.test@evil.test/", "https://api.test\\@evil.test", "HTTPS://API.TEST/?a=1&a=2", "?key=1&%6Bey=2", "?a=%zz"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, target string) {
		const asked = "https://api.test/things?key=secret"
		got, err := CheckAddress(asked, runtime.AppendString(nil, strings.ToValidUTF8(target, "")), map[string]bool{"key": true})
		if err != nil {
			return
		}
		base, _ := url.Parse(asked)
		next, err := base.Parse(strings.ToValidUTF8(target, ""))
		if err != nil || next.Hostname() != "api.test" && !strings.EqualFold(next.Hostname(), "api.test") || next.Scheme != "https" || next.Port() != "" {
			t.Fatalf("%q passed as %v", target, next)
		}
		var query map[string]any
		if err := json.Unmarshal(got, &query); err != nil {
			t.Fatalf("%q gives %s: %v", target, got, err)
		}
		if _, leaked := query["key"]; leaked {
			t.Fatalf("%q sets what is fixed: %s", target, got)
		}
	})
}

func FuzzNextLink(f *testing.F) {
	f.Add(`<https://a/x?p=2>; rel="next", <b>; rel=prev`)
	f.Add(`<<>>;;,,"\`)
	f.Fuzz(func(t *testing.T, header string) {
		if got := nextLink([]string{header}); got != "" && !strings.Contains(header, "<"+got+">") {
			t.Fatalf("nextLink(%q) = %q", header, got)
		}
	})
}
