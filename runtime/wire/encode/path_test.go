package encode

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/tool"
)

// refusedText stands for a refusal in the tables.
const refusedText = "refused"

func TestPathValues(t *testing.T) {
	tests := []struct {
		value, plain, encoded, segments string // by Param.Slash
	}{
		{"../admin", refusedText, refusedText, refusedText},
		{"..", refusedText, refusedText, refusedText},
		{".", refusedText, refusedText, refusedText},
		{"", refusedText, refusedText, refusedText},
		{"a/b", refusedText, "a%2Fb", "a/b"},
		{`a\b`, refusedText, "a%5Cb", refusedText},
		{`..\admin`, refusedText, refusedText, refusedText},
		{"%2e%2e", refusedText, refusedText, refusedText},
		{"%252e%252e", refusedText, refusedText, refusedText},
		{"..%2fadmin", refusedText, refusedText, refusedText},
		{"a%2Fb", refusedText, "a%252Fb", "a%252Fb"},
		{"a%252fb", refusedText, "a%25252fb", "a%25252fb"},
		{"..;x", refusedText, refusedText, refusedText},
		{"a/..;x/b", refusedText, refusedText, refusedText},
		{"a/./b", refusedText, refusedText, refusedText},
		{"/a", refusedText, "%2Fa", refusedText},
		{"a/", refusedText, "a%2F", refusedText},
		{"a//b", refusedText, "a%2F%2Fb", refusedText},
		{"...", "...", "...", "..."},
		{"a..b", "a..b", "a..b", "a..b"},
		{".git", ".git", ".git", ".git"},
		{"a?x=1", "a%3Fx%3D1", "a%3Fx%3D1", "a%3Fx%3D1"},
		{"a#f", "a%23f", "a%23f", "a%23f"},
		{"a;b", "a%3Bb", "a%3Bb", "a%3Bb"},
		{"100%", "100%25", "100%25", "100%25"},
		{"café", "caf%C3%A9", "caf%C3%A9", "caf%C3%A9"},
		{"a b", "a%20b", "a%20b", "a%20b"},
		{"a\x00b", refusedText, refusedText, refusedText},
		{"a\nb", refusedText, refusedText, refusedText},
		{"a%00b", refusedText, refusedText, refusedText},
		{"a%0d%0aX: y", refusedText, refusedText, refusedText},
		{"a%250a", refusedText, refusedText, refusedText},
		{"a%25250a", refusedText, refusedText, refusedText},
		{"a%20b", "a%2520b", "a%2520b", "a%2520b"},
		{"a\x7fb", refusedText, refusedText, refusedText},
		{"a\u0085b", refusedText, refusedText, refusedText},
		{"a\u202eb", refusedText, refusedText, refusedText},
		{"a\u2066b", refusedText, refusedText, refusedText},
		{"a\u2028b", refusedText, refusedText, refusedText},
		{"a\xffb", refusedText, refusedText, refusedText},
		{strings.Repeat("a", 1025), refusedText, refusedText, refusedText},
	}
	for _, tt := range tests {
		for slash, want := range map[string]string{"": tt.plain, "encode": tt.encoded, "segments": tt.segments} {
			p := &tool.Param{Name: "id", In: tool.InPath, Style: "simple", Slash: slash}
			got, r := AppendPath(nil, p, tt.value)
			text := string(got)
			if r != nil {
				text = refusedText
			}
			if text != want {
				t.Errorf("%.40q with slash %q = %q (%+v), want %q", tt.value, slash, text, r, want)
			}
		}
	}
}

func TestPathStylesMakeNoDotSegment(t *testing.T) {
	for _, tt := range []struct {
		style string
		value any
	}{
		{"label", "."},
		{"label", []any{"."}},
		{"label", []any{"", ""}},
		{"label", []any{""}},
		{"simple", []any{".."}},
		{"simple", []any{}},
		{"simple", nil},
		{"simple", map[string]any{}},
		{"simple", []any{nil}},
		{"simple", []any{"a/b"}},
		{"simple", map[string]any{"a/b": "c"}},
	} {
		p := &tool.Param{Name: "id", In: tool.InPath, Style: tt.style, Explode: true}
		if got, r := AppendPath(nil, p, tt.value); r == nil {
			t.Errorf("%s %v is written as %q, want a refusal", tt.style, tt.value, got)
		}
	}
}

// FuzzPath states: whatever the value, what is written stays one segment that
// every parser reads as one, is never a dot segment, and gives the value back.
func FuzzPath(f *testing.F) {
	for _, s := range []string{"a", "..", "%2e%2e%2f", "a/b", "a;b=c", "é ", "..;/", "%25252e"} {
		f.Add(s, "simple", "", false)
		f.Add(s, "label", "encode", true)
		f.Add(s, "matrix", "segments", false)
	}
	f.Fuzz(func(t *testing.T, value, style, slash string, reserved bool) {
		if style != "simple" && style != "label" && style != "matrix" || slash != "" && slash != "encode" && slash != "segments" {
			return
		}
		p := &tool.Param{Name: "id", In: tool.InPath, Style: style, Slash: slash, AllowReserved: reserved}
		got, r := AppendPath(nil, p, value)
		if r != nil {
			return
		}
		u, err := url.Parse("https://h/a/" + string(got) + "/z")
		if err != nil {
			t.Fatalf("%q: %v", got, err)
		}
		if u.Host != "h" || u.RawQuery != "" || u.Fragment != "" || u.EscapedPath() != "/a/"+string(got)+"/z" {
			t.Fatalf("%q leaves the path: %+v", got, u)
		}
		if slash != "segments" && strings.Contains(string(got), "/") {
			t.Fatalf("%q has a slash", got)
		}
		for s := range strings.SplitSeq(string(got), "/") {
			if d, err := url.PathUnescape(s); err != nil || d == "." || d == ".." {
				t.Fatalf("%q has a dot segment", got)
			}
		}
		back, _ := url.PathUnescape(string(got))
		prefix := map[string]string{"simple": "", "label": ".", "matrix": ";id="}[style]
		if value == "" && style == "matrix" {
			prefix = ";id"
		}
		if back != prefix+value || !utf8.ValidString(back) {
			t.Fatalf("%q reads back as %q", value, back)
		}
	})
}
