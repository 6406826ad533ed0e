package encode

import (
	"net/http"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/tool"
)

func TestHeaderValues(t *testing.T) {
	for _, tt := range []struct{ value, want string }{
		{`"plain"`, "plain"},
		{`"a,b;c=\"d\""`, `a,b;c="d"`},
		{`""`, ""},
		{`"a\r\nX-Admin: 1"`, refusedText},
		{`"a\nb"`, refusedText},
		{`"a\u0000b"`, refusedText},
		{`"a\tb"`, refusedText},
		{`"a\u007fb"`, refusedText},
		{`" a"`, refusedText},
		{`"a "`, refusedText},
		{`"é"`, refusedText},
		{`9007199254740993`, "9007199254740993"},
		{`["a\nb"]`, refusedText},
		{`{"a\nb":1}`, refusedText},
		{`["a,b"]`, refusedText},
	} {
		v, l := ordered(t, tt.value)
		p := &tool.Param{Name: "X", In: tool.InHeader, Style: "simple", Layout: l}
		got, _, r := Header(p, v)
		if r != nil {
			got = refusedText
		}
		if got != tt.want {
			t.Errorf("%s = %q (%+v), want %q", tt.value, got, r, tt.want)
		}
	}
	got, _, r := Header(&tool.Param{Name: "X", Media: "application/json"}, map[string]any{"a": "é\n\U0001F600"})
	if want := `{"a":"\u00e9\n\ud83d\ude00"}`; r != nil || got != want {
		t.Errorf("JSON in a header = %s (%+v), want %s", got, r, want)
	}
}

func TestControlledHeaders(t *testing.T) {
	for _, name := range []string{"Host", "content-length", "Transfer-Encoding", "Connection", "TE", "Proxy-Authorization", "Cookie", "X-Forwarded-For", "Forwarded", "Expect", "Upgrade", "Trailer"} {
		if !Controlled(name) {
			t.Errorf("%s may be set", name)
		}
	}
	for _, name := range []string{"X-Tenant", "If-Match", "Accept-Language"} {
		if Controlled(name) {
			t.Errorf("%s may not be set", name)
		}
	}
}

func TestCookieValues(t *testing.T) {
	for _, tt := range []struct {
		style, value string
		explode      bool
		want         string
	}{
		{"form", `"a; b"`, false, "c=a%3B%20b"},
		{"form", `["a","b"]`, true, "c=a; c=b"},
		{"form", `{"x":1,"y":"z;"}`, true, "x=1; y=z%3B"},
		{"form", `{"session":1}`, true, refusedText},
		{"cookie", `"a;b"`, false, refusedText},
		{"cookie", `"a\nb"`, false, refusedText},
		{"cookie", `"a,b"`, false, refusedText},
		{"cookie", `"é"`, false, refusedText},
		{"cookie", `"a=b"`, false, "c=a=b"},
		{"cookie", `"a b"`, false, "c=a b"},
		{"cookie", `" a"`, false, refusedText},
		{"cookie", `["a","b"]`, false, "c=a,b"},
		{"cookie", `["a","b;"]`, false, refusedText},
		{"cookie", `["a","b;"]`, true, refusedText},
		{"cookie", `{"a":"b;"}`, true, refusedText},
		{"form", `["a,b","c;"]`, false, "c=a%2Cb,c%3B"},
		{"form", `{"x":"y"}`, false, "c=x,y"},
		{"form", `{"x; y":1}`, true, "x%3B%20y=1"},
		{"form", `{"x":{"y":1}}`, true, refusedText},
		{"form", `null`, false, ""},
		{"form", `[]`, false, ""},
	} {
		v, l := ordered(t, tt.value)
		p := &tool.Param{Name: "c", In: tool.InCookie, Style: tt.style, Explode: tt.explode, Layout: l}
		b, r := AppendCookie(nil, p, v, namesOf("session"))
		got := string(b)
		if r != nil {
			got = refusedText
		}
		if got != tt.want {
			t.Errorf("%s %s = %q (%+v), want %q", tt.style, tt.value, got, r, tt.want)
		}
	}
}

func TestCookieContent(t *testing.T) {
	p := &tool.Param{Name: "c", In: tool.InCookie, Media: "application/json"}
	got, r := AppendCookie([]byte("a=b"), p, map[string]any{"x": "y;\r\n"}, namesOf())
	if want := "a=b; c=%7B%22x%22%3A%22y%3B%5Cr%5Cn%22%7D"; r != nil || string(got) != want {
		t.Errorf("%s (%+v), want %s", got, r, want)
	}
	p.Media = "text/plain"
	if got, r := AppendCookie(nil, p, []any{"a"}, namesOf()); r == nil {
		t.Errorf("a list as a text: %s", got)
	}
}

// FuzzHeader states: what is admitted arrives as it was, in one header.
func FuzzHeader(f *testing.F) {
	f.Add("a")
	f.Add("a\r\nb: c")
	f.Add(" x ")
	f.Fuzz(func(t *testing.T, value string) {
		got, present, r := Header(&tool.Param{Name: "X", Style: "simple"}, value)
		if r != nil || !present {
			return
		}
		var b strings.Builder
		if err := (http.Header{"X": {got}}).Write(&b); err != nil {
			t.Fatal(err)
		}
		if b.String() != "X: "+value+"\r\n" {
			t.Fatalf("%q is sent as %q", value, b.String())
		}
	})
}

// FuzzCookie states: a value never starts another cookie or another header.
func FuzzCookie(f *testing.F) {
	f.Add("a", "form")
	f.Add("a; admin=1", "cookie")
	f.Fuzz(func(t *testing.T, value, style string) {
		b, r := AppendCookie(nil, &tool.Param{Name: "c", In: tool.InCookie, Style: style}, value, nil)
		if r != nil || len(b) == 0 {
			return
		}
		if s := string(b); strings.ContainsAny(s, ";\r\n\x00") || !strings.HasPrefix(s, "c=") {
			t.Fatalf("%q is sent as %q", value, s)
		}
	})
}
