package tool

import (
	"regexp"
	"strings"
	"testing"
)

func TestPointerToken(t *testing.T) {
	for name, want := range map[string]string{"": "", "a": "a", "a/b": "a~1b", "~": "~0", "~1": "~01", "/~/": "~1~0~1"} {
		if got := PointerToken(name); got != want {
			t.Errorf("PointerToken(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestValidName holds the rule that is written out to the one that is told.
func TestValidName(t *testing.T) {
	form := regexp.MustCompile(toolName)
	for _, name := range []string{"", "a", "A", "_a", "a_", "1a", "a1", "a-b", "a b", "é", "a\n", strings.Repeat("a", 64), strings.Repeat("a", 65)} {
		if got, want := ValidName(name), form.MatchString(name); got != want {
			t.Errorf("ValidName(%q) = %t, want %t", name, got, want)
		}
	}
}

func TestParseLocator(t *testing.T) {
	for text, want := range map[string]Locator{
		"path:id": {InPath, "id"}, "query:a:b": {InQuery, "a:b"}, "header:X-A": {InHeader, "X-A"}, "cookie:c": {InCookie, "c"},
		"querystring:": {InQueryString, ""}, "body:": {InBody, ""}, "body:/a/b": {InBody, "/a/b"},
	} {
		if got, ok := ParseLocator(text); !ok || got != want || got.String() != text {
			t.Errorf("ParseLocator(%q) = %v, %t", text, got, ok)
		}
	}
	for _, text := range []string{"", "id", "query:", "path:", "body:a", "form:a", "Query:a"} {
		if got, ok := ParseLocator(text); ok {
			t.Errorf("ParseLocator(%q) = %v", text, got)
		}
	}
}

func TestDurationText(t *testing.T) {
	for text, want := range map[string]string{"8s": "8s", "60s": "1m", "90s": "1m30s", "60m": "1h", "1h30m": "1h30m0s", "1500ms": "1.5s", "0s": "0s"} {
		var d Duration
		if err := d.UnmarshalText([]byte(text)); err != nil || d.String() != want {
			t.Errorf("%s reads as %s, %v, want %s", text, d, err, want)
		}
		var again Duration
		if err := again.UnmarshalText([]byte(d.String())); err != nil || again != d {
			t.Errorf("%s reads back as %s, %v", d, again, err)
		}
	}
	for _, text := range []string{"", "8", "-8s", "8 s", "eight"} {
		var d Duration
		if err := d.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q reads as %s", text, d)
		}
	}
}
