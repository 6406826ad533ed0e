package body

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime/wire/encode"
)

const refusedText = "refused"

// ordered decodes JSON and gives the layout that keeps its order of members.
func ordered(t testing.TB, text string) (any, *tool.Layout) {
	t.Helper()
	v, err := encode.DecodeValue([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if _, ok := v.(map[string]any); !ok {
		return v, nil
	}
	l := &tool.Layout{}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.Token()
	for dec.More() {
		key, _ := dec.Token()
		l.Order = append(l.Order, key.(string))
		var skip json.RawMessage
		if err := dec.Decode(&skip); err != nil {
			t.Fatal(err)
		}
	}
	return v, l
}

func TestForm(t *testing.T) {
	tests := []struct {
		name, value string
		parts       map[string]tool.Part
		want        string
	}{
		{"by content", `{"id":"f81d4fae","address":{"street":"12 Main St.","zip":"99999+1234"}}`, nil,
			"id=f81d4fae&address=%7B%22street%22%3A%2212+Main+St.%22%2C%22zip%22%3A%2299999%2B1234%22%7D"},
		{"a text as JSON", `{"id":"a b"}`, map[string]tool.Part{"id": {Media: "application/json"}}, "id=%22a+b%22"},
		{"base64 padding", `{"icon":"aGk="}`, nil, "icon=aGk%3D"},
		{"a list repeats its name", `{"note":"x y&z","tags":["a","b"]}`, nil, "note=x+y%26z&tags=a&tags=b"},
		{"objects in a list are JSON", `{"l":[{"a":1}]}`, nil, "l=%7B%22a%22%3A1%7D"},
		{"deepObject in brackets", `{"m":{"a":{"b":[1,2]}}}`, map[string]tool.Part{"m": {Style: "deepObject", Nested: "brackets"}}, "m%5Ba%5D%5Bb%5D%5B%5D=1&m%5Ba%5D%5Bb%5D%5B%5D=2"},
		{"deepObject by index", `{"m":{"a":[{"b":1}]}}`, map[string]tool.Part{"m": {Style: "deepObject", Nested: "indices"}}, "m%5Ba%5D%5B0%5D%5Bb%5D=1"},
		{"deepObject repeated", `{"m":{"a":[1,2]}}`, map[string]tool.Part{"m": {Style: "deepObject", Nested: "repeat"}}, "m%5Ba%5D=1&m%5Ba%5D=2"},
		{"a style without explode", `{"l":["a","b c"]}`, map[string]tool.Part{"l": {Style: "form"}}, "l=a,b+c"},
		{"a list of JSON texts", `{"l":["a","b"]}`, map[string]tool.Part{"l": {Media: "application/json"}}, "l=%22a%22&l=%22b%22"},
		{"lists in a list are JSON", `{"l":[[1],2]}`, nil, "l=%5B1%5D&l=2"},
		{"null is left out", `{"a":null,"b":""}`, nil, "b="},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v, l := ordered(t, tt.value)
			deepOrder(t, tt.value, l)
			got, r := Form(v, l, tt.parts)
			if r != nil || string(got) != tt.want {
				t.Errorf("got %s (%+v), want %s", got, r, tt.want)
			}
		})
	}
	if _, r := Form("x", nil, nil); r == nil {
		t.Error("a text is written as a form")
	}
}

// deepOrder keeps the order of the members one level down, too.
func deepOrder(t *testing.T, text string, l *tool.Layout) {
	var m map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &m) != nil || l == nil {
		return
	}
	l.Props = map[string]*tool.Layout{}
	for k, raw := range m {
		if raw[0] == '{' {
			_, l.Props[k] = ordered(t, string(raw))
		}
	}
}

func TestMultipart(t *testing.T) {
	v, l := ordered(t, `{"meta":{"k":1},"file":"iVBORw0KGgo=","note":"a\r\nb","tags":["x","y"],"rows":[{"a":1},[2]],"doc":{"text":"hi","name":"a.txt"}}`)
	parts := map[string]tool.Part{
		"meta": {Media: "application/json"},
		"file": {Media: "image/png", File: true, Headers: map[string]string{"X-Part": "1", "Content-Type": "ignored/one"}},
		"doc":  {File: true},
	}
	body, boundary, r := Multipart(v, l, parts, nil)
	if r != nil {
		t.Fatalf("refused: %+v", r)
	}
	again, _, _ := Multipart(v, l, parts, nil)
	if !bytes.Equal(body, again) {
		t.Error("two encodings differ")
	}
	type part struct{ Name, File, Media, Data string }
	var got []part
	for mr := multipart.NewReader(bytes.NewReader(body), boundary); ; {
		p, err := mr.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		data, _ := io.ReadAll(p)
		got = append(got, part{p.FormName(), p.FileName(), p.Header.Get("Content-Type"), string(data)})
	}
	want := []part{
		{"meta", "", "application/json", `{"k":1}`},
		{"file", "file", "image/png", "\x89PNG\r\n\x1a\n"},
		{"note", "", "text/plain", "a\r\nb"},
		{"tags", "", "text/plain", "x"},
		{"tags", "", "text/plain", "y"},
		{"rows", "", "application/json", `{"a":1}`},
		{"rows", "", "application/json", `[2]`},
		{"doc", "a.txt", "application/octet-stream", "hi"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestJoinedParts(t *testing.T) {
	for _, tt := range []struct{ style, value, want string }{
		{"form", `["a","b c",3]`, "a,b c,3"},
		{"spaceDelimited", `["a","b,c"]`, "a b,c"},
		{"pipeDelimited", `["a"]`, "a"},
		{"tabDelimited", `["a",null,"b"]`, "a\tb"},
		{"form", `[]`, ""},
		{"form", `["a,b"]`, refusedText},
		{"tabDelimited", `["a\tb"]`, refusedText},
		{"form", `[{"a":1}]`, refusedText},
	} {
		v, l := ordered(t, `{"n":1,"tags":`+tt.value+`}`)
		body, boundary, r := Multipart(v, l, map[string]tool.Part{"tags": {Style: tt.style}}, nil)
		got := ""
		if r != nil {
			got = refusedText
		}
		for mr := multipart.NewReader(bytes.NewReader(body), boundary); r == nil; {
			p, err := mr.NextPart()
			if err != nil {
				break
			}
			if data, _ := io.ReadAll(p); p.FormName() == "tags" {
				got += string(data)
			}
		}
		if got != tt.want {
			t.Errorf("%s %s = %q, want %q (%+v)", tt.style, tt.value, got, tt.want, r)
		}
	}
}

func TestFiles(t *testing.T) {
	find := Files(func(ref string) (File, string) {
		if ref == "h1" || ref == "h_1" || ref == "file:r.bin" {
			return File{Name: "r.bin", Data: []byte("kept")}, ""
		}
		return File{}, "is not there"
	})
	for _, tt := range []struct{ value, want string }{
		{`"aGk="`, "hi"},
		{`"aGk"`, refusedText},
		{`"not base64!"`, refusedText},
		{`"h_1"`, "kept"},
		{`"h_2"`, refusedText},
		{`"file:r.bin"`, "kept"},
		{`{"ref":"file:r.bin"}`, "kept"},
		{`"file:///etc/passwd"`, refusedText},
		{`"FILE:r.bin"`, refusedText},
		{`"/etc/passwd"`, refusedText},
		{`{"base64":"aGk="}`, "hi"},
		{`{"text":"hi"}`, "hi"},
		{`{"ref":"h1"}`, "kept"},
		{`{"ref":"h2"}`, refusedText},
		{`{"ref":"h1","text":"hi"}`, refusedText},
		{`{"path":"/etc/passwd"}`, refusedText},
		{`{"url":"http://169.254.169.254/"}`, refusedText},
		{`{"text":"hi","name":"../../x"}`, refusedText},
		{`{"name":"x"}`, refusedText},
		{`{}`, refusedText},
		{`7`, refusedText},
	} {
		v, _ := ordered(t, tt.value)
		got, r := Raw(v, tool.BodyBytes, find)
		text := string(got)
		if r != nil {
			text = refusedText
		}
		if text != tt.want {
			t.Errorf("%s = %q (%+v), want %q", tt.value, text, r, tt.want)
		}
	}
}

func TestTree(t *testing.T) {
	tests := []struct {
		name string
		puts []string // place, JSON
		want string
	}{
		{"in the order of the fields", []string{"/b", `1`, "/a", `2`}, `{"b":1,"a":2}`},
		{"nested places", []string{"/a/b", `1`, "/c", `2`, "/a/d", `null`}, `{"a":{"b":1,"d":null},"c":2}`},
		{"the whole body", []string{"", `[1,null]`}, `[1,null]`},
		{"a constant written into a value", []string{"", `{"x":1,"amount":{"cents":5}}`, "/amount/currency", `"EUR"`}, `{"amount":{"cents":5,"currency":"EUR"},"x":1}`},
		{"a later field wins", []string{"", `{"x":1}`, "/x", `2`}, `{"x":2}`},
		{"nothing below a text", []string{"/a", `"s"`, "/a/b", `1`}, refusedText},
		{"nothing below a list", []string{"", `[1]`, "/0", `1`}, refusedText},
		{"escaped tokens", []string{"/a~1b/c~0d", `1`}, `{"a/b":{"c~d":1}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var tree Tree
			got := ""
			var originals, copies []any
			for i := 0; i < len(tt.puts) && got == ""; i += 2 {
				v, _ := ordered(t, tt.puts[i+1])
				same, _ := ordered(t, tt.puts[i+1])
				originals, copies = append(originals, v), append(copies, same)
				at, _ := encode.Tokens(tt.puts[i])
				if tree.Put(at, v, nil) != nil {
					got = refusedText
				}
			}
			if got == "" {
				root, l := tree.Root()
				b, _ := encode.AppendJSON(nil, root, l)
				got = string(b)
			}
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if !reflect.DeepEqual(originals, copies) {
				t.Error("a value was changed")
			}
		})
	}
}

func TestTreeFollowsTheLayoutOfTheBody(t *testing.T) {
	tree := Tree{Layout: &tool.Layout{Order: []string{"a", "b", "c"}}}
	for _, name := range []string{"c", "x", "a", "b"} {
		tree.Put([]string{name}, name, nil)
	}
	root, l := tree.Root()
	got, _ := encode.AppendJSON(nil, root, l)
	if want := `{"a":"a","b":"b","c":"c","x":"x"}`; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// FuzzForm states: a form has the pairs that the object has, and no others.
func FuzzForm(f *testing.F) {
	f.Add("name", "a&b=c d+e")
	f.Fuzz(func(t *testing.T, name, value string) {
		b, r := Form(map[string]any{name: value, "fixed": "1"}, nil, nil)
		if r != nil || name == "fixed" {
			return
		}
		got, err := url.ParseQuery(string(b))
		if err != nil || len(got) != 2 || got.Get(name) != value || got.Get("fixed") != "1" {
			t.Fatalf("%s reads as %v (%v)", b, got, err)
		}
		if strings.ContainsAny(string(b), "\r\n #") {
			t.Fatalf("%s holds what a form may not", b)
		}
	})
}

// FuzzMultipart states: a reader finds the parts that were written, whatever
// they hold, and no others.
func FuzzMultipart(f *testing.F) {
	f.Add("name", "a\r\n--part-0123\r\n\r\nb", "file.txt")
	f.Add("a\"; filename=\"x", "--", "..")
	f.Fuzz(func(t *testing.T, name, value, file string) {
		object := map[string]any{name: value, "fixed": map[string]any{"text": value, "name": file}}
		b, boundary, r := Multipart(object, nil, map[string]tool.Part{"fixed": {File: true}}, nil)
		// Other control characters are written as they are, as browsers do, and this
		// reader refuses them.
		odd := strings.ContainsFunc(name, func(c rune) bool { return c != '\r' && c != '\n' && unicode.IsControl(c) })
		if r != nil || name == "fixed" || odd || !utf8.ValidString(name) {
			return
		}
		want := map[string]string{escaped(name): value, "fixed": value}
		got := map[string]string{}
		for mr := multipart.NewReader(bytes.NewReader(b), boundary); ; {
			p, err := mr.NextRawPart()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%q: %v", b, err)
			}
			data, err := io.ReadAll(p)
			if err != nil {
				t.Fatalf("%q: %v", b, err)
			}
			_, params, _ := strings.Cut(p.Header.Get("Content-Disposition"), `name="`)
			got[params[:strings.IndexByte(params, '"')]] = string(data)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("parts of %q (-want +got):\n%s", b, diff)
		}
	})
}

// escaped is what a browser writes for a name.
func escaped(name string) string {
	for from, to := range map[string]string{"\n": "%0A", "\r": "%0D", `"`: "%22"} {
		name = strings.ReplaceAll(name, from, to)
	}
	return name
}
