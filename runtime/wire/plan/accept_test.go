package plan

import (
	"testing"

	"github.com/oatools/oatools/compile/tool"
)

// What is asked for is what the operation declares for a success, JSON first, and
// JSON or anything where it declares nothing.
func TestAccept(t *testing.T) {
	ok := func(media ...string) []tool.Response {
		var list []tool.Response
		for _, m := range media {
			list = append(list, tool.Response{Success: true, Media: m})
		}
		return list
	}
	for _, tt := range []struct {
		stated  []string
		results []tool.Response
		want    string
	}{
		{nil, nil, "application/json, */*;q=0.5"},
		{nil, ok(""), "application/json, */*;q=0.5"},
		{nil, []tool.Response{{Media: "application/problem+json"}}, "application/json, */*;q=0.5"},
		{nil, ok("image/png", "text/csv", "application/hal+json", "Application/JSON; charset=utf-8", "text/csv"), "Application/JSON; charset=utf-8, application/hal+json, text/csv, image/png"},
		{nil, ok("text/b", "text/a"), "text/b, text/a"},
		{nil, ok("text/plain\r\nX-Admin: 1", "text/csv"), "text/csv"},
		{[]string{"text/csv", "application/json"}, ok("image/png"), "text/csv, application/json"},
	} {
		if got := accept(&tool.Step{Binding: tool.Binding{Accept: tt.stated}, Results: tt.results}); got != tt.want {
			t.Errorf("accept(%q, %+v) = %q, want %q", tt.stated, tt.results, got, tt.want)
		}
	}
}
