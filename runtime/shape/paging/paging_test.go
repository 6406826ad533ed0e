package paging

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

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
