package value

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

func read(t *testing.T, text string) *node.Node {
	t.Helper()
	var diags diag.List
	n := node.ReadJSON("f", []byte(text), node.Limits{}, &diags)
	if n == nil {
		t.Fatal(&diags)
	}
	return n
}

// said gives what was reported, a line each, hints indented.
func said(diags *diag.List) string {
	var b strings.Builder
	for _, d := range diags.Sorted() {
		b.WriteString(d.Message + " [" + d.Code + "]\n")
		if d.Hint != "" {
			b.WriteString("\t" + d.Hint + "\n")
		}
	}
	return b.String()
}

func TestScalars(t *testing.T) {
	var got any
	keepText := func(s string, _ *node.Node) { got = s }
	keepInt := func(i int, _ *node.Node) { got = i }
	long := strings.Repeat("x", 50)
	tests := []struct {
		name   string
		setter func(r *Reader) Setter
		text   string
		want   any
		said   string
	}{
		{"text", func(r *Reader) Setter { return r.Text(keepText) }, `" a "`, " a ", ""},
		{"text that is blank", func(r *Reader) Setter { return r.Text(keepText) }, `" "`, nil, "key is empty [empty-value]\n"},
		{"a number for text", func(r *Reader) Setter { return r.Text(keepText) }, `1.0`, nil, "key: expected text, found 1.0 [wrong-type]\n\twrite it in quotes: \"1.0\"\n"},
		{"a list for text", func(r *Reader) Setter { return r.Text(keepText) }, `[]`, nil, "key: expected text, found a list [wrong-type]\n"},
		{"a word", func(r *Reader) Setter { return r.Word(keepText, "red", "green") }, `"red"`, "red", ""},
		{"another word", func(r *Reader) Setter { return r.Word(keepText, "red", "green") }, `"gren"`, nil, "key: \"gren\" is none of red, green (did you mean green?) [bad-value]\n"},
		{"true", func(r *Reader) Setter { return r.Bool(func(b bool, _ *node.Node) { got = b }) }, `true`, true, ""},
		{"a text for true", func(r *Reader) Setter { return r.Bool(func(b bool, _ *node.Node) { got = b }) }, `"` + long + `"`, nil,
			"key: expected true or false, found \"" + long[:40] + "…\" [wrong-type]\n"},
		{"a whole number", func(r *Reader) Setter { return r.Whole(keepInt, 1, 5) }, `5`, 5, ""},
		{"one that is too high", func(r *Reader) Setter { return r.Whole(keepInt, 1, 5) }, `6`, nil, "key: expected a whole number from 1 to 5, found 6 [wrong-type]\n"},
		{"one that is too low", func(r *Reader) Setter { return r.Whole(keepInt, 0, math.MaxInt32) }, `-1`, nil, "key: expected a whole number of at least 0, found -1 [wrong-type]\n"},
		{"a fraction", func(r *Reader) Setter { return r.Whole(keepInt, 1, 5) }, `1.5`, nil, "key: expected a whole number from 1 to 5, found 1.5 [wrong-type]\n"},
		{"a duration", func(r *Reader) Setter { return r.Duration(func(d time.Duration, _ *node.Node) { got = d }) }, `"1h30m"`, 90 * time.Minute, ""},
		{"a duration of nothing", func(r *Reader) Setter { return r.Duration(func(d time.Duration, _ *node.Node) { got = d }) }, `"0s"`, nil,
			"key: expected a duration such as 8s, 5m or 1h30m, found \"0s\" [wrong-type]\n"},
		{"a size", func(r *Reader) Setter { return r.Bytes(keepInt) }, `"24 KiB"`, 24 << 10, ""},
		{"a size without a unit", func(r *Reader) Setter { return r.Bytes(keepInt) }, `100`, 100, ""},
		{"a size that does not fit", func(r *Reader) Setter { return r.Bytes(keepInt) }, `"2GiB"`, nil, "key: expected a size such as 24KiB (at most 2 GiB), found \"2GiB\" [wrong-type]\n"},
		{"nothing for a size", func(r *Reader) Setter { return r.Bytes(keepInt) }, `null`, nil, "key: expected a size such as 24KiB (at most 2 GiB), found nothing [wrong-type]\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var diags diag.List
			got = nil
			tt.setter(&Reader{Diags: &diags})("key", read(t, tt.text))
			if got != tt.want {
				t.Errorf("%s is read as %v, want %v", tt.text, got, tt.want)
			}
			if diff := cmp.Diff(tt.said, said(&diags)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestObject holds that one mistake hides no other, and what is right is kept.
func TestObject(t *testing.T) {
	var diags diag.List
	r := &Reader{Diags: &diags}
	var names, keys []string
	root := read(t, `{"names": ["a", 1, "b"], "name": "c", "map": {"x": 1, "y": 2}, "other": 1, "list": {}}`)
	r.Object(Keys{
		"names": r.List(r.Text(func(s string, _ *node.Node) { names = append(names, s) })),
		"map":   r.Each(func(m *node.Member) { keys = append(keys, m.Key) }),
		"list":  r.List(nil),
	})("the file", root)
	r.Need(root, "the file", "names", "size")
	if diff := cmp.Diff([][]string{{"a", "b"}, {"x", "y"}}, [][]string{names, keys}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	want := `the file needs the key "size" [missing-key]
names: expected text, found 1 [wrong-type]
	write it in quotes: "1"
the file has no key "name" (did you mean names?) [unknown-key]
the file has no key "other" [unknown-key]
	its keys are list, map, names
list: expected a list, found a map [wrong-type]
`
	if diff := cmp.Diff(want, said(&diags)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPrivate holds that a text at the wrong place is not repeated.
func TestPrivate(t *testing.T) {
	var diags diag.List
	r := &Reader{Diags: &diags, Private: true}
	long := strings.Repeat("s", 50)
	r.Object(Keys{"on": r.Bool(nil), "word": r.Word(nil, "a")})("the file", read(t, `{"on": "`+long+`", "word": "`+long+`", "`+long+`": 1}`))
	if got := said(&diags); strings.Contains(got, long) || !strings.Contains(got, "on: expected true or false, found a text") {
		t.Errorf("a private file is told as:\n%s", got)
	}
}

func TestTodo(t *testing.T) {
	for _, todo := range []bool{false, true} {
		var diags diag.List
		kept := ""
		r := &Reader{Diags: &diags, Todo: todo}
		r.Text(func(s string, _ *node.Node) { kept = s })("what", read(t, `"TODO: say it"`))
		if kept != "TODO: say it" || diags.HasErrors() || (said(&diags) != "") != todo {
			t.Errorf("Todo = %t: kept %q, said %q", todo, kept, said(&diags))
		}
	}
}
