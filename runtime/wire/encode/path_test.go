package encode

import (
	"encoding/json"
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

// A value that a media type describes, or in which reserved characters stay as
// they are, is kept in its segment like any other.
func TestPathContentAndReserved(t *testing.T) {
	text, object := tool.Param{Media: "text/plain"}, tool.Param{Media: "application/json"}
	kept := tool.Param{Style: "simple", AllowReserved: true}
	slash := func(p tool.Param, slash string) tool.Param { p.Slash = slash; return p }
	for _, tt := range []struct {
		param tool.Param
		value any
		want  string
	}{
		{text, "a b", "a%20b"},
		{text, json.Number("7"), "7"},
		{text, "..", refusedText},
		{text, "%252e.", refusedText},
		{text, "a/b", refusedText},
		{slash(text, "encode"), "a/b", "a%2Fb"},
		{slash(text, "encode"), "a/../b", refusedText},
		{text, "", refusedText},
		{text, []any{"a"}, refusedText},
		{object, map[string]any{"a": json.Number("1")}, "%7B%22a%22%3A1%7D"},
		{object, map[string]any{"a": ".."}, "%7B%22a%22%3A%22..%22%7D"},
		{object, map[string]any{"a": "/"}, refusedText},
		{kept, "a:b@c;d=e,f", "a:b@c;d=e,f"},
		{kept, "a?b#c", "a%3Fb%23c"},
		{kept, "..;a", refusedText},
		{kept, "a/b", refusedText},
		{kept, []any{"a,b", "c"}, "a%2Cb,c"},
		{tool.Param{Style: "label", AllowReserved: true}, "a:b", ".a%3Ab"},
	} {
		tt.param.Name, tt.param.In = "id", tool.InPath
		got, r := AppendPath(nil, &tt.param, tt.value)
		text := string(got)
		if r != nil {
			text = refusedText
		}
		if text != tt.want {
			t.Errorf("%v by %+v = %q (%+v), want %q", tt.value, tt.param, text, r, tt.want)
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
