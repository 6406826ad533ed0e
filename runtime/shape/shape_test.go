package shape

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

func TestNewKnowsAllShapes(t *testing.T) {
	for _, s := range tool.Shapes() {
		tl := &tool.Tool{Name: "x", Shape: s, Main: &tool.Step{}, Command: &tool.Command{}, Input: tool.Schema(`{"type":"object"}`)}
		_, err := New(tl, &Env{Set: &tool.Set{}})
		later := s == tool.ShapeJob || s == tool.ShapeAgent || s == tool.ShapeHuman
		if later && (err == nil || !strings.Contains(err.Error(), string(s))) || !later && err != nil {
			t.Errorf("New of a %s: %v", s, err)
		}
	}
}

func TestEvaluate(t *testing.T) {
	resp := &runtime.Response{Status: 201, Header: http.Header{"Location": {"/x"}}, Body: map[string]any{"id": json.Number("7"), "a": map[string]any{"b": []any{"c"}}, "n": nil}}
	for _, tt := range []struct{ expr, want string }{
		{"$statusCode", "201"},
		{"$response.header.location", `"/x"`},
		{"$response.header.nope", ""},
		{"$response.body#/id", "7"},
		{"$response.body#/a/b/0", `"c"`},
		{"$response.body#/nope", ""},
		{"$response.body#/n", ""},
		{"$response.body#nope", ""},
		{"$response.body", `{"a":{"b":["c"]},"id":7,"n":null}`},
		{"$request.body", ""},
		{"", ""},
	} {
		got, ok := Evaluate(tt.expr, resp)
		if string(got) != tt.want || ok != (tt.want != "") {
			t.Errorf("Evaluate(%q) = %s, %v, want %s", tt.expr, got, ok, tt.want)
		}
	}
}

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

// No address of an upstream leads to another server or changes what is fixed.
func FuzzCheckAddress(f *testing.F) {
	for _, s := range []string{"?after=4", "/things?after=4&key=x", "https://evil.test/", "//evil.test", "https://api.test@evil.test/", "https://api.test\\@evil.test", "HTTPS://API.TEST/?a=1&a=2", "?key=1&%6Bey=2", "?a=%zz"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, target string) {
		const asked = "https://api.test/things?key=secret"
		got, err := checkAddress(asked, runtime.AppendString(nil, strings.ToValidUTF8(target, "")), map[string]bool{"key": true})
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

func TestFill(t *testing.T) {
	args := map[string]any{"cents": json.Number("5"), "to": "{cents}", "list": []any{"a"}}
	if got, want := Fill("{cents} to {to} {list} {nope}", args), `5 to {cents} ["a"] {nope}`; got != want {
		t.Errorf("Fill = %q, want %q", got, want)
	}
}

func TestTakeControl(t *testing.T) {
	args := map[string]any{"dry_run": true, "confirm_token": "x", "cursor": "c", "limit": json.Number("5"), "a": 1}
	tl := &tool.Tool{Shape: tool.ShapeCommand, Command: &tool.Command{}, Result: tool.Result{Page: &tool.Page{Size: &tool.Locator{}}}}
	got := TakeControl(tl, args)
	if (got != Control{DryRun: true, ConfirmToken: "x", Cursor: "c", Limit: 5}) || len(args) != 1 {
		t.Errorf("TakeControl = %+v, left %v", got, args)
	}
	// A query may have arguments of these names that are its own.
	args = map[string]any{"dry_run": true, "confirm_token": "x"}
	if got := TakeControl(&tool.Tool{Shape: tool.ShapeQuery}, args); got != (Control{}) || len(args) != 2 {
		t.Errorf("TakeControl of a query = %+v, left %v", got, args)
	}
}
