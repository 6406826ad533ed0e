package node_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

func TestReadJSON(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
		diags          string
	}{
		{name: "every kind", in: ` {"a":[null,true,false,0,-1.50e+3,"x",{},[]]} `, want: `{"a":[null,true,false,0,-1.50e+3,"x",{},[]]}`},
		{name: "order of keys", in: `{"z":1,"a":2,"m":3}`, want: `{"z":1,"a":2,"m":3}`},
		{name: "numbers keep their digits", in: `[9007199254740993,1.10,1E400,-0]`, want: `[9007199254740993,1.10,1E400,-0]`},
		{name: "scalar document", in: `"x"`, want: `"x"`},
		{name: "escapes", in: `["\/ \ud83d\udc4d \u0041 \n \" \\"]`, want: `["/ 👍 A \n \" \\"]`},
		{name: "escaped key", in: `{"\u0061\/b":1}`, want: `{"a/b":1}`},
		{name: "no escapes for the web", in: `["<a href='x'>&</a>\u2028"]`, want: "[\"<a href='x'>&</a>\u2028\"]"},
		{name: "byte order mark", in: "\ufeff{\"a\":1}", want: `{"a":1}`},
		{name: "empty key", in: `{"":1}`, want: `{"":1}`},
		{name: "long key", in: `{"` + strings.Repeat("k", 5000) + `":1}`, want: `{"` + strings.Repeat("k", 5000) + `":1}`},
		{name: "tabs between tokens", in: "{\t\"a\":\t1\t}\r\n", want: `{"a":1}`},
		{
			name: "duplicate keys", in: `{"a":1,"b":2,"a":{"c":3},"a":4}`, want: `{"b":2,"a":4}`,
			diags: `f.json:1:26: warning: duplicate key "a"; the last one counts [duplicate-key]
	f.json:1:2: also defined here
`,
		},
		{
			name: "lone surrogate", in: `{"a":"x\ud800y","b":"\udc00\ud800"}`, want: `{"a":"x�y","b":"��"}`,
			diags: `f.json:1:6: warning: half of a \u surrogate pair stands alone in a string; it is read as U+FFFD [lone-surrogate]
	hint: write characters beyond U+FFFF as they are, or as two \u escapes
f.json:1:21: warning: half of a \u surrogate pair stands alone in a string; it is read as U+FFFD [lone-surrogate]
	hint: write characters beyond U+FFFF as they are, or as two \u escapes
`,
		},
		{
			name: "invalid UTF-8", in: "{\"a\":\"x\xff\xfey\",\n\"\xc3\":\"é\"}", want: `{"a":"x��y","�":"é"}`,
			diags: `f.json:1:8: warning: byte 0xFF is not UTF-8 (and 2 more); it is read as U+FFFD [invalid-utf8]
	hint: save the file as UTF-8
`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var diags diag.List
			n := node.ReadJSON("f.json", []byte(tt.in), node.Limits{}, &diags)
			if got := string(n.AppendJSON(nil)); got != tt.want {
				t.Errorf("ReadJSON(%q) = %s, want %s", tt.in, got, tt.want)
			}
			if d := cmp.Diff(tt.diags, diags.String()); d != "" {
				t.Errorf("diagnostics (-want +got):\n%s", d)
			}
		})
	}
}

func TestReadJSONRefuses(t *testing.T) {
	deep := func(s string, n int) string { return strings.Repeat(s, n) }
	for _, tt := range []struct {
		name, in, want string
		lim            node.Limits
	}{
		{name: "empty", in: "", want: "f.json:1:1: error: the file is empty [empty-document]"},
		{name: "blank", in: " \n\t", want: "f.json:1:1: error: the file is empty [empty-document]"},
		{name: "nothing but a byte order mark", in: "\ufeff", want: "f.json:1:1: error: the file is empty [empty-document]"},
		{name: "UTF-16 little endian", in: "\xff\xfe{\x00}\x00", want: "f.json:1:1: error: the file is in UTF-16 (or UTF-32), which is not read [utf-16]\n\thint: save the file as UTF-8"},
		{name: "a page", in: "\n<!DOCTYPE html><html>", want: "f.json:1:1: error: the file is HTML or XML, not JSON or YAML [markup]\n\thint: a page was saved in place of the file that it shows; save that one"},
		{name: "gzip", in: "\x1f\x8b\b\x00", want: "f.json:1:1: error: the file is packed with gzip or zip [packed]\n\thint: unpack it first"},
		{name: "UTF-16 without mark", in: "\x00{\x00}", want: "f.json:1:1: error: the file is in UTF-16 (or UTF-32), which is not read [utf-16]\n\thint: save the file as UTF-8"},
		{name: "UTF-32", in: "\x00\x00\x00{\x00\x00\x00}", want: "f.json:1:1: error: the file is in UTF-16 (or UTF-32), which is not read [utf-16]\n\thint: save the file as UTF-8"},
		{name: "trailing comma in an object", in: "{\n  \"a\": 1,\n}", want: "f.json:2:9: error: a comma stands before the closing bracket [json-trailing-comma]\n\thint: JSON has no trailing commas; remove it"},
		{name: "trailing comma in an array", in: `[1, ]`, want: "f.json:1:3: error: a comma stands before the closing bracket [json-trailing-comma]\n\thint: JSON has no trailing commas; remove it"},
		{name: "text after the document", in: "{}\n x", want: "f.json:2:2: error: unexpected \"x\" after the end of the document [json-syntax]"},
		{name: "second document", in: "{}\n{}", want: "f.json:2:1: error: unexpected \"{\" after the end of the document [json-syntax]\n\thint: a file holds one JSON document"},
		{name: "bracket too many", in: "{}}", want: "f.json:1:3: error: unexpected \"}\" after the end of the document [json-syntax]\n\thint: a bracket is closed that was never opened"},
		{name: "missing comma", in: "{\"a\": 1\n \"b\": 2}", want: "f.json:2:2: error: unexpected \"\\\"\" [json-syntax]\n\thint: a comma or a colon is missing before it"},
		{name: "missing colon", in: `{"a" 1}`, want: "f.json:1:6: error: unexpected \"1\" [json-syntax]\n\thint: a comma or a colon is missing before it"},
		{name: "missing value", in: `{"a": }`, want: "f.json:1:7: error: unexpected closing \"}\" [json-syntax]\n\thint: the value after the colon is missing"},
		{name: "wrong bracket", in: `{"a": [1}`, want: "f.json:1:9: error: unexpected closing \"}\" [json-syntax]\n\thint: the bracket that is open is of the other kind"},
		{name: "never closed", in: "{\n  \"a\": [1,\n", want: "f.json:2:11: error: the document ends too early [json-syntax]\n\thint: \"[\" of line 2, column 8 is never closed"},
		{name: "string never closed", in: "{\"a\": \"x", want: "f.json:1:9: error: the document ends too early [json-syntax]\n\thint: \"\\\"\" of line 1, column 7 is never closed"},
		{name: "line break in a string", in: "[\"a\nb\"]", want: "f.json:1:4: error: control character U+000A in a string [json-control-character]\n\thint: write it as an escape (\\n for a line break, \\t for a tab); or a quote is missing before it"},
		{name: "bad escape", in: `["a\qb"]`, want: "f.json:1:4: error: invalid escape sequence in a string [json-syntax]\n\thint: escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits"},
		{name: "unquoted key", in: `{a: 1}`, want: "f.json:1:2: error: unexpected \"a\" [json-syntax]\n\thint: keys and strings stand in double quotes in JSON"},
		{name: "single quotes", in: `{'a': 1}`, want: "f.json:1:2: error: unexpected \"'\" [json-syntax]\n\thint: strings stand in double quotes in JSON"},
		{name: "number as key", in: `{1: 1}`, want: "f.json:1:2: error: unexpected \"1\" [json-syntax]\n\thint: keys and strings stand in double quotes in JSON"},
		{name: "comment", in: "{\n// x\n}", want: "f.json:2:1: error: unexpected \"/\" [json-syntax]\n\thint: JSON has no comments"},
		{name: "leading zero", in: `[01]`, want: "f.json:1:3: error: unexpected \"1\" [json-syntax]\n\thint: a comma or a colon is missing before it"},
		{name: "plus sign", in: `[+1]`, want: "f.json:1:2: error: unexpected \"+\" [json-syntax]\n\thint: numbers start with a digit or a minus sign in JSON"},
		{name: "NaN", in: `[NaN]`, want: "f.json:1:2: error: unexpected \"N\" [json-syntax]\n\thint: the only words in JSON are true, false and null"},
		{name: "cut word", in: `[tru]`, want: "f.json:1:2: error: unknown word \"tru\" [json-syntax]\n\thint: the only words in JSON are true, false and null"},
		{name: "strange blank", in: "{\u2003}", want: "f.json:1:2: error: unexpected \"\\u2003\" [json-syntax]\n\thint: JSON knows no blanks but space, tab and line break; strings stand in double quotes"},
		{name: "deep and well-formed", in: deep("[", 600) + deep("]", 600), want: "f.json:1:501: error: more than 500 objects and arrays are nested in each other [too-deep]"},
		{name: "deep objects", in: deep(`{"a":`, 600) + "1" + deep("}", 600), want: "f.json:1:2501: error: more than 500 objects and arrays are nested in each other [too-deep]"},
		{name: "ten million brackets", in: deep("[", 10_000_000), want: "f.json:1:501: error: more than 500 objects and arrays are nested in each other [too-deep]"},
		{name: "deep where it is skipped at first", in: `{"pad":"` + deep("x", 20_000) + `","a":{"b":{"c":{"d":` + deep("[", 500) + deep("]", 500) + `}}}}`, want: "f.json:1:20526: error: more than 500 objects and arrays are nested in each other [too-deep]"},
		{name: "own limit on depth", in: `[[["]"]]]`, lim: node.Limits{Depth: 2}, want: "f.json:1:3: error: more than 2 objects and arrays are nested in each other [too-deep]"},
		{name: "own limit on bytes", in: `[1,2,3]`, lim: node.Limits{Bytes: 6}, want: "f.json: error: the file has 7 bytes; at most 6 are read [too-many-bytes]"},
		{name: "own limit on nodes", in: `[1,2,3]`, lim: node.Limits{Nodes: 3}, want: "f.json:1:6: error: the document has more than 3 values [too-many-nodes]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var diags diag.List
			if n := node.ReadJSON("f.json", []byte(tt.in), tt.lim, &diags); n != nil {
				t.Errorf("ReadJSON gives a node")
			}
			if d := cmp.Diff(tt.want+"\n", diags.String()); d != "" {
				t.Errorf("diagnostics (-want +got):\n%s", d)
			}
		})
	}
}

func TestStrictJSON(t *testing.T) {
	var diags diag.List
	in := `{"a":{"b":{"c":{"d":{"e":{"x":1,"x":2}}}}},"pad":"` + strings.Repeat("x", 20_000) + `"}`
	if n := node.ReadJSON("f.json", []byte(in), node.Limits{Strict: true}, &diags); n == nil {
		t.Error("a duplicate key takes the tree away, and with it the other mistakes of the author")
	}
	want := "f.json:1:33: error: duplicate key \"x\" [duplicate-key]\n\tf.json:1:27: also defined here\n"
	if d := cmp.Diff(want, diags.String()); d != "" {
		t.Errorf("diagnostics (-want +got):\n%s", d)
	}
}

// deepText is a document so large that what lies deep in it is read later.
func deepText(inner string) []byte {
	return []byte("{\"pad\": \"" + strings.Repeat("x", 20_000) + "\",\n\"a\": {\"b\": {\"c\": {\"d\":\n" + inner + "}}}}")
}

func TestReadLater(t *testing.T) {
	var diags diag.List
	root := node.ReadJSON("f.json", deepText(`{"k": [1, {"x": "\ud800"}], "k": [2, {"y": 3, "y": 4}]}`), node.Limits{}, &diags)
	if diags.Len() != 0 {
		t.Fatalf("found before it is looked at: %s", diags.String())
	}
	moved := root.At("a", "b", "c", "d").MovedTo(root)
	for range 2 {
		if got, want := string(root.At("a", "b").AppendJSON(nil)), `{"c":{"d":{"k":[2,{"y":4}]}}}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		moved.AppendJSON(nil)
	}
	want := `f.json:3:17: warning: half of a \u surrogate pair stands alone in a string; it is read as U+FFFD [lone-surrogate]
	hint: write characters beyond U+FFFF as they are, or as two \u escapes
f.json:3:29: warning: duplicate key "k"; the last one counts [duplicate-key]
	f.json:3:2: also defined here
f.json:3:47: warning: duplicate key "y"; the last one counts [duplicate-key]
	f.json:3:39: also defined here
`
	if d := cmp.Diff(want, diags.String()); d != "" {
		t.Errorf("diagnostics (-want +got):\n%s", d)
	}
	if diags.Len() != 3 {
		t.Errorf("%d diagnostics, want each once", diags.Len())
	}
}

func TestReadLaterMeetsLimit(t *testing.T) {
	var diags diag.List
	root := node.ReadJSON("f.json", deepText("[1,2,3,4,5,6,7,8,9]"), node.Limits{Nodes: 10}, &diags)
	d := root.At("a", "b", "c", "d")
	if got := string(d.AppendJSON(nil)); got != "[]" {
		t.Errorf("got %s, want an empty array", got)
	}
	want := "f.json:3:10: error: the document has more than 10 values [too-many-nodes]\n"
	if d := cmp.Diff(want, diags.String()); d != "" {
		t.Errorf("diagnostics (-want +got):\n%s", d)
	}
}

func TestManyDuplicates(t *testing.T) {
	var diags diag.List
	in := "{" + strings.Repeat(`"a":1,`, 5000) + `"a":2}`
	n := node.ReadJSON("f.json", []byte(in), node.Limits{}, &diags)
	if got := string(n.AppendJSON(nil)); got != `{"a":2}` {
		t.Errorf("got %s", got)
	}
	if got := diags.Len(); got != node.MostRepairs+1 {
		t.Errorf("%d diagnostics, want %d", got, node.MostRepairs+1)
	}
}

func TestPlaces(t *testing.T) {
	for _, bom := range []string{"", "\ufeff"} {
		text := bom + "{\"é\": {\"k\" : [1,\r\n  \"ü\\n\", null ]},\n\n\"z\":true}"
		var diags diag.List
		root := node.ReadJSON("f.json", []byte(text), node.Limits{}, &diags)
		var got []string
		root.Walk(func(path node.Pointer, n *node.Node) bool {
			start, end := n.Range()
			got = append(got, fmt.Sprintf("%s %s %q", path, n.Pos(), text[start:end]))
			for i := range n.Members() {
				m := &n.Members()[i]
				start, end := m.Range()
				got = append(got, fmt.Sprintf("key %s %s %q", m.Key, m.Pos(), text[start:end]))
			}
			return true
		})
		want := []string{
			` f.json:1:1 "{\"é\": {\"k\" : [1,\r\n  \"ü\\n\", null ]},\n\n\"z\":true}"`,
			`key é f.json:1:2 "\"é\": {\"k\" : [1,\r\n  \"ü\\n\", null ]}"`,
			`key z f.json:4:1 "\"z\":true"`,
			`/é f.json:1:8 "{\"k\" : [1,\r\n  \"ü\\n\", null ]}"`,
			`key k f.json:1:9 "\"k\" : [1,\r\n  \"ü\\n\", null ]"`,
			`/é/k f.json:1:15 "[1,\r\n  \"ü\\n\", null ]"`,
			`/é/k/0 f.json:1:16 "1"`,
			`/é/k/1 f.json:2:3 "\"ü\\n\""`,
			`/é/k/2 f.json:2:11 "null"`,
			`/z f.json:4:5 "true"`,
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("places (-want +got):\n%s", d)
		}
	}
}

func TestPlacesReadLater(t *testing.T) {
	text := deepText("{\"e\":\n [1,{\"f\":2}]}")
	root := node.ReadJSON("f.json", text, node.Limits{}, nil)
	f := root.At("a", "b", "c", "d", "e").Index(1).Member("f")
	start, end := f.Value.Range()
	if got := fmt.Sprint(f.Pos(), " ", f.Value.Pos(), " ", string(text[start:end])); got != "f.json:4:6 f.json:4:10 2" {
		t.Errorf("got %s", got)
	}
}

func TestLargeObject(t *testing.T) {
	var b strings.Builder
	b.WriteString("{")
	for i := range 1000 {
		fmt.Fprintf(&b, "\"k%d\":%d,", i, i)
	}
	b.WriteString(`"k7":"last"}`)
	var diags diag.List
	n := node.ReadJSON("f.json", []byte(b.String()), node.Limits{}, &diags)
	if got := n.Get("k999").Text(); got != "999" {
		t.Errorf("Get(k999) = %q", got)
	}
	if got := n.Get("k7").Text(); got != "last" {
		t.Errorf("Get(k7) = %q", got)
	}
	if n.Has("k1000") {
		t.Error("has a key that is not there")
	}
	if got := len(n.Members()); got != 1000 {
		t.Errorf("%d members", got)
	}
	if n.With("k5", node.NewInt(-1)).Get("k5").Text() != "-1" || n.Without("k5").Has("k5") || n.Get("k5").Text() != "5" {
		t.Error("With and Without do not copy")
	}
}
