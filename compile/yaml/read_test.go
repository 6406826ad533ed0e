package yaml_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/yaml"
)

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
		diags          string
	}{
		{name: "kinds of scalars", in: "[null, ~, Null, true, False, TRUE, 1, -2.50e+3, x, 'y', \"z\\n\", '', ]", want: `[null,null,null,true,false,true,1,-2.50e+3,"x","y","z\n",""]`},
		{name: "words of YAML 1.1 are text", in: "[yes, No, on, off, y, n, tRUE, nULL]", want: `["yes","No","on","off","y","n","tRUE","nULL"]`},
		{name: "dates are text", in: "[2020-01-01, 2020-01-01T00:00:00Z, 12:30:45, 1:20]", want: `["2020-01-01","2020-01-01T00:00:00Z","12:30:45","1:20"]`},
		{name: "numbers keep their digits", in: "[1.10, 9007199254740993, 1e400, -0, 0.0]", want: `[1.10,9007199254740993,1e400,-0,0.0]`},
		{name: "quoted numbers are text", in: "['1', \"2\"]", want: `["1","2"]`},
		{name: "keys are their text", in: "200: a\n1.10: b\non: c\n2020-01-01: d\n~: e\n'q': f\n0x1F: g\ntrue: h\n", want: `{"200":"a","1.10":"b","on":"c","2020-01-01":"d","~":"e","q":"f","0x1F":"g","true":"h"}`},
		{name: "null items stay", in: "- a\n-\n- b\n- null\n", want: `["a",null,"b",null]`},
		{name: "empty values", in: "a:\nb: {c: , d}\ne: []\n", want: `{"a":null,"b":{"c":null,"d":null},"e":[]}`},
		{name: "block scalars", in: "a: |\n  x\n   y\n\n  z\nb: >-\n  p\n  q\n\nc: |+\n  r\n\n", want: `{"a":"x\n y\n\nz\n","b":"p q","c":"r\n\n"}`},
		{name: "order of keys", in: "z: 1\na: 2\nm: 3\n", want: `{"z":1,"a":2,"m":3}`},
		{name: "Windows line ends", in: "a: 1\r\nb: |\r\n  x\r\n", want: `{"a":1,"b":"x\n"}`},
		{name: "byte order mark", in: "\ufeffa: 1\n", want: `{"a":1}`},
		{name: "scalar document", in: "--- x\n", want: `"x"`},
		{name: "null document", in: "---\n", want: `null`},
		{name: "closed document", in: "---\na: 1\n...\n", want: `{"a":1}`},
		{name: "empty document after a last ---", in: "a: 1\n---\n", want: `{"a":1}`},
		{name: "core tags", in: "[!!str 1, !!int '2', !!bool \"true\", !!null '', !!float 1.50]", want: `["1",2,true,null,1.50]`},
		{name: "numbers without digits beside the point", in: "[.5, -.5e3, 5., -1.e-8, 0.]", want: `[0.5,-0.5e3,5,-1e-8,0]`},
		{
			name: "numbers that JSON cannot write", in: "[0x1F, 010, 0o10, 1_000, .inf, -.INF, .NaN, +1, 00.5, 0b1, +.5]",
			want: `["0x1F","010","0o10","1_000",".inf","-.INF",".NaN","+1","00.5","0b1","+.5"]`,
			diags: func() string {
				var b strings.Builder
				for _, s := range []string{"2: warning: 0x1F", "8: warning: 010", "13: warning: 0o10", "19: warning: 1_000", "26: warning: .inf", "32: warning: -.INF", "39: warning: .NaN", "45: warning: +1", "49: warning: 00.5", "55: warning: 0b1", "60: warning: +.5"} {
					b.WriteString("f.yaml:1:" + s + " is not a number in JSON; it is read as text [yaml-number]\n\thint: quote it if it is text, else write it in decimal digits\n")
				}
				return b.String()
			}(),
		},
		{
			name: "duplicate keys", in: "a: 1\nb: 2\n'a': 3\n", want: `{"b":2,"a":3}`,
			diags: "f.yaml:3:1: warning: duplicate key \"a\"; the last one counts [duplicate-key]\n\tf.yaml:1:1: also defined here\n",
		},
		{
			name: "keys that are equal as text", in: "200: a\n'200': b\n", want: `{"200":"b"}`,
			diags: "f.yaml:2:1: warning: duplicate key \"200\"; the last one counts [duplicate-key]\n\tf.yaml:1:1: also defined here\n",
		},
		{
			name: "second document", in: "a: 1\n---\nb: 2\n", want: `{"a":1}`,
			diags: "f.yaml:2:1: warning: the file holds a second document, which is not read [several-documents]\n\thint: keep one document in a file; the line --- starts another\n",
		},
		{
			name: "mapping as a key", in: "paths:\n  /a/{id}: 1\n  {id}: 2\n  ? [x]\n  : 3\n", want: `{"paths":{"/a/{id}":1}}`,
			diags: "f.yaml:3:3: warning: a mapping or sequence cannot be a key; it is left out with its value [yaml-key]\n\thint: quote the key if it is text: { and [ start a mapping or a sequence\n" +
				"f.yaml:4:5: warning: a mapping or sequence cannot be a key; it is left out with its value [yaml-key]\n\thint: quote the key if it is text: { and [ start a mapping or a sequence\n",
		},
		{
			name: "foreign tag", in: "a: !Ref x\nb: !!set {c}\n", want: `{"a":"x","b":{"c":null}}`,
			diags: "f.yaml:1:4: warning: the tag !Ref means nothing here; the value is read as if it had none [yaml-tag]\n",
		},
		{
			name: "invalid UTF-8", in: "a: é\xff\nb\xc3: 010\n", want: `{"a":"é�","b�":"010"}`,
			diags: "f.yaml:1:5: warning: byte 0xFF is not UTF-8 (and 1 more); it is read as U+FFFD [invalid-utf8]\n\thint: save the file as UTF-8\n" +
				"f.yaml:2:5: warning: 010 is not a number in JSON; it is read as text [yaml-number]\n\thint: quote it if it is text, else write it in decimal digits\n",
		},
		{name: "aliases", in: "a: &x {k: [1]}\nb: *x\nc: [*x, &y 2, *y]\n&z d: *z\n*y : e\n", want: `{"a":{"k":[1]},"b":{"k":[1]},"c":[{"k":[1]},2,2],"d":"d","2":"e"}`},
		{name: "merge key", in: "base: &b {x: 1, y: 2}\nd:\n  y: 3\n  <<: *b\n  z: 4\n", want: `{"base":{"x":1,"y":2},"d":{"y":3,"x":1,"z":4}}`},
		{name: "explicit keys win from behind as well", in: "base: &b {x: 1, y: 2}\nd: {<<: *b, x: 3}\n", want: `{"base":{"x":1,"y":2},"d":{"y":2,"x":3}}`},
		{name: "earlier sources win", in: "- &a {x: 1}\n- &b {x: 2, y: 3}\n- <<: [*a, *b, {z: 4}]\n", want: `[{"x":1},{"x":2,"y":3},{"x":1,"y":3,"z":4}]`},
		{name: "merges of merges", in: "- &a {x: 1}\n- &b {<<: *a, y: 2}\n- {<<: *b}\n", want: `[{"x":1},{"x":1,"y":2},{"x":1,"y":2}]`},
		{name: "quoted << is a key", in: "'<<': {a: 1}\n", want: `{"<<":{"a":1}}`},
		{
			name: "merge of something else", in: "<<: [1, {a: 2}]\nb: 3\n", want: `{"a":2,"b":3}`,
			diags: "f.yaml:1:1: warning: the merge key << takes mappings; one of its sources is of type number and is left out [yaml-merge]\n",
		},
		{
			name: "merge beside duplicates", in: "base: &b {x: 1, y: 2}\nd: {k: 1, k: 2, <<: *b, l: 3}\n", want: `{"base":{"x":1,"y":2},"d":{"k":2,"x":1,"y":2,"l":3}}`,
			diags: "f.yaml:2:11: warning: duplicate key \"k\"; the last one counts [duplicate-key]\n\tf.yaml:2:5: also defined here\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var diags diag.List
			n := yaml.Read("f.yaml", []byte(tt.in), yaml.Options{}, &diags)
			if d := cmp.Diff(tt.want, string(n.AppendJSON(nil))); d != "" {
				t.Errorf("Read(%q) (-want +got):\n%s", tt.in, d)
			}
			if d := cmp.Diff(tt.diags, diags.String()); d != "" {
				t.Errorf("diagnostics (-want +got):\n%s", d)
			}
		})
	}
}

func TestStrict(t *testing.T) {
	in := `a: &x 1
b: *x
c: {<<: {d: 2}}
e: !!str 3
f: 1
f: 2
? [g]
: 3
---
h: 4
`
	var diags diag.List
	n := yaml.Read("f.yaml", []byte(in), yaml.Options{Strict: true}, &diags)
	if got, want := string(n.AppendJSON(nil)), `{"a":1,"b":1,"c":{"d":2},"e":"3","f":2}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	want := `f.yaml:1:4: error: anchors are not allowed here (&x) [yaml-anchor]
	hint: write the value out where it is used
f.yaml:2:4: error: aliases are not allowed here (*x) [yaml-alias]
	hint: write the value out
f.yaml:3:5: error: merge keys are not allowed here (<<) [yaml-merge]
	hint: write the members out
f.yaml:4:4: error: tags are not allowed here (!!str) [yaml-tag]
f.yaml:6:1: error: duplicate key "f" [duplicate-key]
	f.yaml:5:1: also defined here
f.yaml:7:3: error: a mapping or sequence cannot be a key; it is left out with its value [yaml-key]
	hint: quote the key if it is text: { and [ start a mapping or a sequence
f.yaml:9:1: error: the file holds a second document, which is not read [several-documents]
	hint: keep one document in a file; the line --- starts another
`
	if d := cmp.Diff(want, diags.String()); d != "" {
		t.Errorf("diagnostics (-want +got):\n%s", d)
	}
}

func TestReadRefuses(t *testing.T) {
	// Each line multiplies the one before by ten.
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for _, s := range []string{"1 0", "2 1", "3 2", "4 3", "5 4", "6 5", "7 6"} {
		name, from, _ := strings.Cut(s, " ")
		bomb += "a" + name + ": &a" + name + " [" + strings.TrimSuffix(strings.Repeat("*a"+from+", ", 10), ", ") + "]\n"
	}
	for _, tt := range []struct {
		name, in, want string
		lim            node.Limits
	}{
		{name: "empty", in: "", want: "f.yaml:1:1: error: the file is empty [empty-document]"},
		{name: "nothing but comments", in: "# a\n# b\n", want: "f.yaml:1:1: error: the file holds nothing but comments [empty-document]"},
		{name: "UTF-16", in: "\xfe\xff\x00a", want: "f.yaml:1:1: error: the file is in UTF-16 (or UTF-32), which is not read [utf-16]\n\thint: save the file as UTF-8"},
		{name: "alias bomb", in: bomb, want: "f.yaml:5:45: error: aliases multiply the document to more than 100000 values [alias-bomb]\n\tf.yaml:4:5: the anchor is here"},
		{name: "alias of itself", in: "a:\n  b: &x\n    c: [*x]\n", want: "f.yaml:3:9: error: the alias *x stands inside of its own anchor [alias-cycle]\n\tf.yaml:2:6: the anchor is here"},
		{name: "unknown anchor", in: "a: '*x'\nb: *x\n", want: "f.yaml:2:4: error: unknown anchor 'x' referenced [yaml-syntax]\n\thint: text that starts with * must be quoted; else define the anchor before it"},
		{name: "deep", in: strings.Repeat("[", 501) + strings.Repeat("]", 501), want: "f.yaml:1:501: error: more than 500 mappings and sequences are nested in each other [too-deep]"},
		{name: "deep through aliases", in: "- &a [[1]]\n- &b [[*a]]\n- [[*b]]\n", lim: node.Limits{Depth: 6}, want: "f.yaml:3:5: error: more than 6 mappings and sequences are nested in each other [too-deep]"},
		{name: "many values", in: "[1, 2,\n3]", lim: node.Limits{Nodes: 3}, want: "f.yaml:2:1: error: the document has more than 3 values [too-many-nodes]"},
		{name: "many bytes", in: "a: 1\n", lim: node.Limits{Bytes: 4}, want: "f.yaml: error: the file has 5 bytes; at most 4 are read [too-many-bytes]"},
		{name: "tab as indentation", in: "a:\n\tb: 2\nc: 3\n", want: "f.yaml:2:1: error: found character that cannot start any token [yaml-syntax]\n\thint: YAML is indented with spaces; replace the tab"},
		{name: "tab after a value", in: "a: 1\n\tb: 2\n", want: "f.yaml:2:1: error: found a tab character that violates indentation [yaml-syntax]\n\thint: YAML is indented with spaces; replace the tab"},
		{name: "missing colon", in: "x:\n  a: 1\n  b 2\n  c: 3\n", want: "f.yaml:3:3: error: could not find expected ':' [yaml-syntax]\n\thint: a colon is missing after the key, or a line of text is not indented"},
		{name: "indented too far", in: "x:\n  a: 1\n   b: 2\n", want: "f.yaml:3:5: error: mapping values are not allowed in this context [yaml-syntax]\n\thint: quote the text if it holds a colon, or correct the indentation"},
		{name: "indented too little", in: "x:\n    a: 1\n  b: 2\ny: 3\n", want: "f.yaml:3:3: error: did not find expected key [yaml-syntax]\n\thint: look for wrong indentation and for quotes inside of quotes"},
		{name: "colon in text", in: "x:\n  a: say: this\n", want: "f.yaml:2:9: error: mapping values are not allowed in this context [yaml-syntax]\n\thint: quote the text if it holds a colon, or correct the indentation"},
		{name: "item among keys", in: "x:\n  a: 1\n  - b\ny: 2\n", want: "f.yaml:3:3: error: did not find expected key [yaml-syntax]\n\thint: look for wrong indentation and for quotes inside of quotes\n\tf.yaml:2:3: in what starts here"},
		{name: "key among items", in: "x:\n  - a\n  b: 1\ny: 2\n", want: "f.yaml:3:3: error: did not find expected '-' indicator [yaml-syntax]\n\thint: the items of a list start with - at the same column\n\tf.yaml:2:3: in what starts here"},
		{name: "quote in quotes", in: "x:\n  a: 'it's'\n  b: 2\nc: 3\n", want: "f.yaml:2:3: error: did not find expected key [yaml-syntax]\n\thint: look for wrong indentation and for quotes inside of quotes"},
		{name: "quote never closed", in: "x:\n  a: \"foo\n  b: 2\n", want: "f.yaml:2:3: error: found unexpected end of stream [yaml-syntax]\n\thint: a quote is never closed"},
		{name: "bracket never closed", in: "x:\n  a: [1, 2\nd: 4\n", want: "f.yaml:2:3: error: did not find expected ',' or ']' [yaml-syntax]\n\thint: a bracket is never closed, or a comma is missing"},
		{name: "bracket never opened", in: "x: 1\nd: ]\ne: 5\n", want: "f.yaml:2:1: error: did not find expected node content [yaml-syntax]\n\thint: a bracket is closed that was never opened, or a value is missing"},
		{name: "at sign", in: "x:\n  a: @foo\n", want: "f.yaml:2:6: error: found character that cannot start any token [yaml-syntax]\n\thint: text that starts with @, % or ` must be quoted"},
		{name: "bad escape", in: "x: 1\na: \"\\d\"\n", want: "f.yaml:2:1: error: found unknown escape character [yaml-syntax]\n\thint: double the backslash, or use single quotes"},
		{name: "control character", in: "é: 1\na: \x01\n", want: "f.yaml:2:4: error: control characters are not allowed [yaml-syntax]\n\thint: remove it, or write it as an escape in double quotes"},
		{name: "text after the document", in: "{a: 1}\nb\n", want: "f.yaml:2:1: error: did not find expected <document start> [yaml-syntax]\n\thint: the file goes on after its only value; look for wrong indentation"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var diags diag.List
			if n := yaml.Read("f.yaml", []byte(tt.in), yaml.Options{Limits: tt.lim}, &diags); n != nil {
				t.Errorf("Read gives %s", n.AppendJSON(nil))
			}
			if d := cmp.Diff(tt.want+"\n", diags.String()); d != "" {
				t.Errorf("diagnostics (-want +got):\n%s", d)
			}
		})
	}
}

func TestReadAny(t *testing.T) {
	for _, tt := range []struct {
		name, file, in, want string
		strict               bool
		diags                string
	}{
		{name: "JSON under any name", file: "f.yaml", in: ` {"a":"\ud83d\udc4d\/"}`, want: `{"a":"👍/"}`},
		{name: "JSON with a byte order mark", file: "f", in: "\ufeff[1]", want: `[1]`},
		{name: "YAML that starts with a bracket", file: "f.yaml", in: "{a: 1, b: [c]} # x\n", want: `{"a":1,"b":["c"]}`},
		{name: "YAML under the name of JSON", file: "f.json", in: "a: 1\n", want: "null", diags: "f.json:1:1: error: unexpected \"a\" [json-syntax]\n\thint: keys and strings stand in double quotes in JSON\n"},
		{
			name: "trailing comma", file: "f.json", in: "{\"a\":\n1,}", want: `{"a":1}`,
			diags: "f.json:2:2: warning: a comma stands before the closing bracket; the file is read as YAML, which allows it [json-trailing-comma]\n\thint: JSON has no trailing commas; remove it\n",
		},
		{
			name: "trailing comma, strict", file: "f.json", in: "{\"a\":\n1,}", want: `null`, strict: true,
			diags: "f.json:2:2: error: a comma stands before the closing bracket [json-trailing-comma]\n\thint: JSON has no trailing commas; remove it\n",
		},
		{
			name: "trailing comma and more", file: "f.json", in: "{\"a\":\n1,\n}}", want: `null`,
			diags: "f.json:2:2: error: a comma stands before the closing bracket [json-trailing-comma]\n\thint: JSON has no trailing commas; remove it\n",
		},
		{
			name: "what means something else in YAML", file: "f.json", in: `{"a": 1 "b": 2}`, want: `null`,
			diags: "f.json:1:9: error: unexpected \"\\\"\" [json-syntax]\n\thint: a comma or a colon is missing before it\n",
		},
		{
			name: "neither", file: "f.yaml", in: "{\"a\": [1}", want: `null`,
			diags: "f.yaml:1:1: error: did not find expected ',' or ']' [yaml-syntax]\n\thint: a bracket is never closed, or a comma is missing\n",
		},
		{
			name: "duplicate key, strict", file: "f.json", in: `{"a":1,"a":2}`, want: `{"a":2}`, strict: true,
			diags: "f.json:1:8: error: duplicate key \"a\" [duplicate-key]\n\tf.json:1:2: also defined here\n",
		},
		{name: "limits are final", file: "f.yaml", in: strings.Repeat("[", 501) + strings.Repeat("]", 501), want: "null", diags: "f.yaml:1:501: error: more than 500 objects and arrays are nested in each other [too-deep]\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var diags diag.List
			n := yaml.ReadAny(tt.file, []byte(tt.in), yaml.Options{Strict: tt.strict}, &diags)
			if d := cmp.Diff(tt.want, string(n.AppendJSON(nil))); d != "" {
				t.Errorf("ReadAny(%q) (-want +got):\n%s", tt.in, d)
			}
			if d := cmp.Diff(tt.diags, diags.String()); d != "" {
				t.Errorf("diagnostics (-want +got):\n%s", d)
			}
		})
	}
}

func TestManyRepairs(t *testing.T) {
	var diags diag.List
	if n := yaml.Read("f.yaml", []byte("["+strings.Repeat("é, 010, ", 200_000)+"]"), yaml.Options{}, &diags); n == nil {
		t.Fatal(diags.String())
	}
	if got := diags.Len(); got != node.MostRepairs+1 {
		t.Errorf("%d diagnostics, want %d", got, node.MostRepairs+1)
	}
}
