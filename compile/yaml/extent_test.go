package yaml_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/yaml"
)

// places lists every node and key with its place and the text of its range.
func places(root *node.Node, text string) []string {
	var got []string
	root.Walk(func(path node.Pointer, n *node.Node) bool {
		start, end := n.Range()
		got = append(got, fmt.Sprintf("%s %d:%d %q", path, n.Pos().Line, n.Pos().Col, text[start:end]))
		for i := range n.Members() {
			m := &n.Members()[i]
			start, _ := m.Range()
			got = append(got, fmt.Sprintf("key %s %d:%d %q", m.Key, m.Pos().Line, m.Pos().Col, text[start:min(len(text), start+3)]))
		}
		return true
	})
	return got
}

func TestPlaces(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
	}{
		{
			"block collections", "# c\na:  1 # x\nbé:\n  - üx\n  - k: v\n    l: w\n", []string{
				` 2:1 "a:  1 # x\nbé:\n  - üx\n  - k: v\n    l: w"`, `key a 2:1 "a: "`, `key bé 3:1 "bé"`,
				`/a 2:5 "1"`, `/bé 4:3 "- üx\n  - k: v\n    l: w"`, `/bé/0 4:5 "üx"`,
				`/bé/1 5:5 "k: v\n    l: w"`, `key k 5:5 "k: "`, `key l 6:5 "l: "`, `/bé/1/k 5:8 "v"`, `/bé/1/l 6:8 "w"`,
			},
		},
		{
			"columns count runes", "é: [ü, {ö : ä}]\n", []string{
				` 1:1 "é: [ü, {ö : ä}]"`, `key é 1:1 "é:"`, `/é 1:4 "[ü, {ö : ä}]"`, `/é/0 1:5 "ü"`,
				`/é/1 1:8 "{ö : ä}"`, `key ö 1:9 "ö "`, `/é/1/ö 1:13 "ä"`,
			},
		},
		{
			"quoted scalars", "a: \"x \\\" y\\n\"\nb: 'it''s' # c\nc: \"p\n  q\"\n", []string{
				` 1:1 "a: \"x \\\" y\\n\"\nb: 'it''s' # c\nc: \"p\n  q\""`, `key a 1:1 "a: "`, `key b 2:1 "b: "`, `key c 3:1 "c: "`,
				`/a 1:4 "\"x \\\" y\\n\""`, `/b 2:4 "'it''s'"`, `/c 3:4 "\"p\n  q\""`,
			},
		},
		{
			"plain scalars over several lines", "a: one\n  two\n\n  three # c\nb: x\n", []string{
				` 1:1 "a: one\n  two\n\n  three # c\nb: x"`, `key a 1:1 "a: "`, `key b 5:1 "b: "`, `/a 1:4 "one\n  two\n\n  three"`, `/b 5:4 "x"`,
			},
		},
		{
			"block scalars", "a: | # c\n  x\n\n   y\n\n# c\nb: >2-\n   z\n  w\nc: |\nd:\n- |+\n  v\n\n- |\n u\n", []string{
				` 1:1 "a: | # c\n  x\n\n   y\n\n# c\nb: >2-\n   z\n  w\nc: |\nd:\n- |+\n  v\n\n- |\n u"`,
				`key a 1:1 "a: "`, `key b 7:1 "b: "`, `key c 10:1 "c: "`, `key d 11:1 "d:\n"`,
				`/a 1:4 "| # c\n  x\n\n   y"`, `/b 7:4 ">2-\n   z\n  w"`, `/c 10:4 "|"`, `/d 12:1 "- |+\n  v\n\n- |\n u"`,
				`/d/0 12:3 "|+\n  v"`, `/d/1 15:3 "|\n u"`,
			},
		},
		{
			"flow collections", "[ {a: 1, b, }, # c\n [], {} ,\n]\n", []string{
				` 1:1 "[ {a: 1, b, }, # c\n [], {} ,\n]"`, `/0 1:3 "{a: 1, b, }"`, `key a 1:4 "a: "`, `key b 1:10 "b, "`, `/0/a 1:7 "1"`, `/0/b 1:11 ""`,
				`/1 2:2 "[]"`, `/2 2:6 "{}"`,
			},
		},
		{
			"null values", "a:\nb: # c\nc:\n-\n- x\n", []string{
				` 1:1 "a:\nb: # c\nc:\n-\n- x"`, `key a 1:1 "a:\n"`, `key b 2:1 "b: "`, `key c 3:1 "c:\n"`, `/a 1:3 ""`, `/b 2:3 ""`, `/c 4:1 "-\n- x"`, `/c/0 4:2 ""`, `/c/1 5:3 "x"`,
			},
		},
		{
			"anchors and tags are no part of the value", "a: &x !!str 1\nb: &y\n  c: 2\nd: *y\ne: &z\nf: !!seq # c\n - &q g\n", []string{
				` 1:1 "a: &x !!str 1\nb: &y\n  c: 2\nd: *y\ne: &z\nf: !!seq # c\n - &q g"`,
				`key a 1:1 "a: "`, `key b 2:1 "b: "`, `key d 4:1 "d: "`, `key e 5:1 "e: "`, `key f 6:1 "f: "`,
				`/a 1:13 "1"`, `/b 3:3 "c: 2"`, `key c 3:3 "c: "`, `/b/c 3:6 "2"`,
				`/d 3:3 "c: 2"`, `key c 3:3 "c: "`, `/d/c 3:6 "2"`, `/e 5:6 ""`, `/f 7:2 "- &q g"`, `/f/0 7:7 "g"`,
			},
		},
		{
			"byte order mark and Windows line ends", "\ufeffa: 1\r\nb: |\r\n  x\r\n  y\r\nc: z\r\n", []string{
				` 1:1 "a: 1\r\nb: |\r\n  x\r\n  y\r\nc: z"`, `key a 1:1 "a: "`, `key b 2:1 "b: "`, `key c 5:1 "c: "`, `/a 1:4 "1"`, `/b 2:4 "|\r\n  x\r\n  y"`, `/c 5:4 "z"`,
			},
		},
		{
			"invalid UTF-8", "a\xff: \xfe1\nb: \xc3\xa9\n", []string{
				` 1:1 "a\xff: \xfe1\nb: é"`, `key a� 1:1 "a\xff:"`, `key b 2:1 "b: "`, `/a� 1:5 "\xfe1"`, `/b 2:4 "é"`,
			},
		},
		{
			"document marks", "%YAML 1.1\n---\n|\n x\n---\n", []string{` 3:1 "|\n x"`},
		},
		{
			"block scalar at the root", "--- |\n x\n  y\n...\n", []string{` 1:5 "|\n x\n  y"`},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var diags diag.List
			root := yaml.Read("f.yaml", []byte(tt.in), yaml.Options{}, &diags)
			if d := cmp.Diff(tt.want, places(root, tt.in)); d != "" {
				t.Errorf("places (-want +got):\n%s\n%s", d, diags.String())
			}
		})
	}
}

// TestEdits replaces each scalar in turn and reads the outcome.
func TestEdits(t *testing.T) {
	const in = "# top\na: one # c\nb:\n  - 'two'\n  - \"three\"\n  - |\n    four\n    lines\n\n  - {c: five, d: [six, ]}\n  - e: plain\n      text\n    f:\n"
	root := yaml.Read("f.yaml", []byte(in), yaml.Options{}, nil)
	var paths []string
	root.Walk(func(path node.Pointer, n *node.Node) bool {
		if n.Is(node.String) {
			paths = append(paths, path.String())
		}
		return true
	})
	for _, s := range paths {
		path, err := node.ParsePointer(s)
		if err != nil {
			t.Fatal(err)
		}
		start, end := path.Lookup(root).Range()
		out, err := node.ApplyEdits([]byte(in), []node.Edit{{Start: start, End: end, Text: `"new"`}})
		if err != nil {
			t.Fatal(err)
		}
		var diags diag.List
		after := yaml.Read("f.yaml", out, yaml.Options{}, &diags)
		want := strings.Replace(string(root.AppendJSON(nil)), string(path.Lookup(root).AppendJSON(nil)), `"new"`, 1)
		if d := cmp.Diff(want, string(after.AppendJSON(nil))); d != "" {
			t.Errorf("edit of %s (-want +got):\n%s\n%s%s", s, d, out, diags.String())
		}
		if !strings.Contains(string(out), "# top") || s != "/a" && !strings.Contains(string(out), "# c") {
			t.Errorf("edit of %s loses a comment:\n%s", s, out)
		}
	}
}

// FuzzRead states that no text makes the reader panic; that it gives a node
// or an error, and every error and node a place inside of the file; that ranges
// lie in the ranges of their containers where nothing is an alias; and that what
// was read can be written as JSON, which reads as the same.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"a: 1\nb: [x, 'y', \"z\"]\nc: |\n  d\n", "a: &x [1]\nb: *x\n", "<<: [{a: 1}, {b: 2}]\n", "? [a]\n: b\n", "\ufeffa: é\xff\n", "a: >2\n   x\n",
		"{a: 1, }\n", "--- !!str\n", "- - - a\n", "a:\tb\n", "&a a: *a\n", "--- |\n", "!!int '1'", "a\u0085b: 1\u2028c", "'a\n\n b'", "a: !x", "%TAG ! !\n---\n!a b",
	} {
		f.Add([]byte(s), false)
		f.Add([]byte(s), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, strict bool) {
		var diags diag.List
		n := yaml.Read("f.yaml", data, yaml.Options{Strict: strict}, &diags)
		if n == nil && !diags.HasErrors() {
			t.Fatal("neither a node nor an error")
		}
		lines := strings.Count(string(data), "\n") + 1
		for _, d := range diags.Sorted() {
			if d.Pos.Line < 1 || d.Pos.Line > lines || d.Pos.Col < 1 {
				t.Fatalf("no such place: %s", d)
			}
		}
		if n == nil {
			return
		}
		aliased := strings.ContainsRune(string(data), '*')
		n.Walk(func(path node.Pointer, n *node.Node) bool {
			start, end := n.Range()
			if start < 0 || end < start || end > len(data) {
				t.Fatalf("the range of %s is %d to %d of %d", path, start, end, len(data))
			}
			for _, child := range n.All() {
				if s, e := child.Range(); !aliased && (s < start || e > end) {
					t.Fatalf("%s has the range %d to %d, which holds no %d to %d\n%s", path, start, end, s, e, diags.String())
				}
			}
			return true
		})
		out := n.AppendJSON(nil)
		if again := node.ReadJSON("f.json", out, node.Limits{}, &diags); !node.Equal(n, again) {
			t.Fatalf("%s reads as %s", out, again.AppendJSON(nil))
		}
	})
}
