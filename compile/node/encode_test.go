package node_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

func TestAppendCanonical(t *testing.T) {
	n := node.ReadJSON("f.json", []byte(`{"b":[{"z":1,"y":2.50}],"a":"<>","é":1e2,"B":null}`), node.Limits{}, nil)
	if got, want := string(n.AppendCanonical([]byte("x"))), `x{"B":null,"a":"<>","b":[{"y":2.50,"z":1}],"é":1e2}`; got != want {
		t.Errorf("AppendCanonical = %s, want %s", got, want)
	}
	if got, want := string(n.AppendJSON(nil)), `{"b":[{"z":1,"y":2.50}],"a":"<>","é":1e2,"B":null}`; got != want {
		t.Errorf("AppendJSON after it = %s, want %s", got, want)
	}
}

func TestAppendJSONIsValidUTF8(t *testing.T) {
	n := node.NewObject(node.M("k\xff", node.NewString("v\xfe")), node.M("nil", nil))
	if got, want := string(n.AppendJSON(nil)), `{"k�":"v�","nil":null}`; got != want {
		t.Errorf("AppendJSON = %s, want %s", got, want)
	}
	var none *node.Node
	if got := string(none.AppendJSON(nil)); got != "null" {
		t.Errorf("nil node = %s, want null", got)
	}
}

func TestValue(t *testing.T) {
	n := node.ReadJSON("f.json", []byte(`{"a":[1.10,true,null,"x",{}],"b":[]}`), node.Limits{}, nil)
	want := map[string]any{"a": []any{json.Number("1.10"), true, nil, "x", map[string]any{}}, "b": []any{}}
	if d := cmp.Diff(want, n.Value()); d != "" {
		t.Errorf("Value (-want +got):\n%s", d)
	}
}

func TestApplyEdits(t *testing.T) {
	const src = "abcdef"
	for _, tt := range []struct {
		name  string
		edits []node.Edit
		want  string
	}{
		{"none", nil, "abcdef"},
		{"in any order", []node.Edit{{4, 5, "E"}, {0, 1, "AA"}, {2, 2, "-"}}, "AAb-cdEf"},
		{"insertions at one place keep their order", []node.Edit{{3, 3, "1"}, {3, 4, "D"}, {3, 3, "2"}}, "abc12Def"},
		{"at both ends", []node.Edit{{6, 6, ">"}, {0, 0, "<"}}, "<abcdef>"},
		{"next to each other", []node.Edit{{0, 3, ""}, {3, 6, "x"}}, "x"},
	} {
		got, err := node.ApplyEdits([]byte(src), tt.edits)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %q, %v, want %q", tt.name, got, err, tt.want)
		}
	}
	for _, edits := range [][]node.Edit{{{0, 3, ""}, {2, 4, ""}}, {{0, 3, ""}, {1, 1, "x"}}, {{5, 7, ""}}, {{3, 2, ""}}, {{-1, 2, ""}}} {
		if got, err := node.ApplyEdits([]byte(src), edits); err == nil {
			t.Errorf("ApplyEdits(%v) = %q, want an error", edits, got)
		}
	}
}

func TestEditOfNode(t *testing.T) {
	src := []byte("{ \"a\" : [1, {\"b\": \"x\\ny\"}],\n \"c\": 2 }")
	root := node.ReadJSON("f.json", src, node.Limits{}, nil)
	var edits []node.Edit
	start, end := root.Get("a").Index(1).Get("b").Range()
	edits = append(edits, node.Edit{Start: start, End: end, Text: `"z"`})
	start, end = root.Member("c").Range()
	edits = append(edits, node.Edit{Start: start, End: end, Text: `"d": 3`})
	got, err := node.ApplyEdits(src, edits)
	if want := "{ \"a\" : [1, {\"b\": \"z\"}],\n \"d\": 3 }"; err != nil || string(got) != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// FuzzReadJSON states that ReadJSON takes what encoding/json takes and refuses
// what it refuses, with this closed list of differences: a byte order mark is
// skipped, what is deeper than the limit is refused, and UTF-16 and UTF-32 are
// never JSON. What is taken encodes to the same value, and that reads the same; so
// it does where it stands so deep in a large document that it is read later.
func FuzzReadJSON(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,-2.5e+3,true,null],"b":{"c":"\ud83d\ude00\/"}}`, `[1,]`, `{"a":1,"a":2}`, `"\ud800"`, "\"\xff\"", "\ufeff{}", `{} x`,
		`[[[[[[[[]]]]]]]]`, `{"a"`, `01`, `-`, `1e`, `"\u12"`, `{"a":tru}`, "\"\n\"", `nulls`, " \t\r\n1", `{"":{"":{"":{"":{"":{"":1}}}}}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var diags diag.List
		n := node.ReadJSON("f.json", data, node.Limits{}, &diags)
		if (n == nil) != diags.HasErrors() {
			t.Fatalf("node %v with %s", n, diags.String())
		}
		text := []byte(strings.TrimPrefix(string(data), "\ufeff"))
		valid := json.Valid(text)
		if later := node.ReadJSON("l.json", deepText(string(text)), node.Limits{}, nil).At("a", "b", "c", "d"); n != nil {
			if !node.Equal(n, later) && later != nil {
				t.Fatalf("read later it is %s", later.AppendJSON(nil))
			}
		}
		if n == nil {
			code := diags.Sorted()[0].Code
			if valid && code != "too-deep" {
				t.Fatalf("refused: %s", diags.String())
			}
			if pos := diags.Sorted()[0].Pos; pos.Line < 1 || pos.Col < 1 {
				t.Fatalf("no place: %s", diags.String())
			}
			return
		}
		if !valid {
			t.Fatalf("%q is not JSON, but is read as %s", data, n.AppendJSON(nil))
		}
		var want any
		dec := json.NewDecoder(strings.NewReader(string(text)))
		dec.UseNumber()
		if err := dec.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, n.Value()); d != "" {
			t.Fatalf("value (-encoding/json +node):\n%s", d)
		}
		out := n.AppendJSON(nil)
		again := node.ReadJSON("g.json", out, node.Limits{}, &diags)
		if !node.Equal(n, again) || string(again.AppendJSON(nil)) != string(out) {
			t.Fatalf("%s reads as %s", out, again.AppendJSON(nil))
		}
		n.Walk(func(path node.Pointer, n *node.Node) bool {
			start, end := n.Range()
			if part := node.ReadJSON("part.json", data[start:end], node.Limits{}, nil); !node.Equal(n, part) {
				t.Fatalf("the range of %s is %q", path, data[start:end])
			}
			return true
		})
	})
}
