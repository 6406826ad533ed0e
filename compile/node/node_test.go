package node_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/node"
)

func read(t *testing.T, text string) *node.Node {
	t.Helper()
	n := node.ReadJSON("f.json", []byte(text), node.Limits{}, nil)
	if n == nil {
		t.Fatalf("cannot read %s", text)
	}
	return n
}

func TestNilNode(t *testing.T) {
	var n *node.Node
	if n.Kind() != node.Invalid || n.Text() != "" || n.Members() != nil || n.Items() != nil || !n.Pos().IsZero() ||
		n.Get("a") != nil || n.At("a", "b") != nil || n.Index(0) != nil || n.Has("a") || len(n.Keys()) != 0 || n.MovedTo(nil) != nil {
		t.Error("nil is more than nothing")
	}
	var m *node.Member
	if start, end := m.Range(); start != 0 || end != 0 || !m.Pos().IsZero() {
		t.Error("a nil member has a place")
	}
	n.Walk(func(node.Pointer, *node.Node) bool { t.Error("nil has descendants"); return true })
}

func TestAccess(t *testing.T) {
	n := read(t, `{"s":"x","b":true,"f":false,"n":1.50,"z":null,"a":[1,2],"o":{"k":"v"}}`)
	if d := cmp.Diff([]string{"s", "b", "f", "n", "z", "a", "o"}, n.Keys()); d != "" {
		t.Errorf("Keys (-want +got):\n%s", d)
	}
	if s, ok := n.Get("s").Str(); s != "x" || !ok {
		t.Errorf("Str = %q, %v", s, ok)
	}
	if _, ok := n.Get("n").Str(); ok {
		t.Error("a number is a string")
	}
	if v, ok := n.Get("b").Truth(); !v || !ok {
		t.Errorf("Truth = %v, %v", v, ok)
	}
	if v, ok := n.Get("f").Truth(); v || !ok {
		t.Errorf("Truth = %v, %v", v, ok)
	}
	if _, ok := n.Get("s").Truth(); ok {
		t.Error("a string is true")
	}
	if r, ok := n.Get("n").Rat(); !ok || r.RatString() != "3/2" {
		t.Errorf("Rat = %v, %v", r, ok)
	}
	if !n.Get("z").Is(node.Null) || n.Get("z").Text() != "" || n.At("o", "k").Text() != "v" || n.Get("a").Index(1).Text() != "2" || n.Get("a").Index(2) != nil {
		t.Error("wrong values")
	}
	if n.Get("a").Members() != nil || n.Get("o").Items() != nil {
		t.Error("arrays have members or objects items")
	}
	for range n.All() {
		break
	}
	if got := node.Array.String(); got != "array" {
		t.Errorf("Array.String() = %q", got)
	}
}

func TestRatIsBounded(t *testing.T) {
	for _, s := range []string{"1e1000000000", "1e-1000000000", "1e401", "1E99999999999999999999", strings.Repeat("9", 1000), strings.Repeat("9", 100_000) + "e1"} {
		if _, ok := node.NewNumber(s).Rat(); ok {
			t.Errorf("Rat of %.20s… is worked out", s)
		}
	}
	for _, s := range []string{"1e400", "1E+400", "1e-400", "1e0000000", "-0", "9007199254740993"} {
		if _, ok := node.NewNumber(s).Rat(); !ok {
			t.Errorf("Rat of %s is refused", s)
		}
	}
}

func TestEqual(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{`1`, `1.0`, true},
		{`100`, `1e2`, true},
		{`9007199254740993`, `9007199254740992`, false},
		{`1e500`, `10e499`, false}, // beyond what is worked out
		{`{"a":1,"b":[true]}`, `{"b":[true],"a":1}`, true},
		{`{"a":1}`, `{"a":1,"b":2}`, false},
		{`{"a":1}`, `{"b":1}`, false},
		{`{"a":null}`, `{}`, false},
		{`[1,2]`, `[2,1]`, false},
		{`"1"`, `1`, false},
		{`"a"`, `"\u0061"`, true},
		{`true`, `false`, false},
		{`null`, `null`, true},
	} {
		if got := node.Equal(read(t, tt.a), read(t, tt.b)); got != tt.want {
			t.Errorf("Equal(%s, %s) = %v", tt.a, tt.b, got)
		}
	}
	if !node.Equal(nil, nil) || node.Equal(nil, node.NewNull()) {
		t.Error("nil is a value")
	}
}

func TestCopies(t *testing.T) {
	n := read(t, `{"a":1,"b":[2,{"c":3}],"d":4}`)
	made := n.With("b", node.NewString("x")).With("e", node.NewBool(true)).Without("a", "nothing")
	if got, want := string(made.AppendJSON(nil)), `{"b":"x","d":4,"e":true}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := string(n.AppendJSON(nil)), `{"a":1,"b":[2,{"c":3}],"d":4}`; got != want {
		t.Errorf("the original became %s", got)
	}
	if made.Pos() != n.Pos() || made.Member("b").Pos() != n.Member("b").Pos() {
		t.Error("copies lose their place")
	}
	items := n.Get("b").WithItems([]*node.Node{node.NewNull()})
	if got := string(items.AppendJSON(nil)); got != "[null]" || items.Pos() != n.Get("b").Pos() {
		t.Errorf("WithItems = %s at %s", got, items.Pos())
	}
	moved := node.NewStrings("p").MovedTo(n.Get("d"))
	if moved.Pos() != n.Get("d").Pos() || string(moved.AppendJSON(nil)) != `["p"]` {
		t.Errorf("MovedTo gives %s at %s", moved.AppendJSON(nil), moved.Pos())
	}
	if start, end := n.With("a", node.NewInt(9)).Member("a").Range(); start != end {
		t.Error("the range of a member reaches to a value that does not stand there")
	}
}

func TestWalkLeavesOut(t *testing.T) {
	var got []string
	read(t, `{"a":{"b":1},"c":[{"d":2}]}`).Walk(func(p node.Pointer, n *node.Node) bool {
		got = append(got, p.String())
		return p.String() != "/a"
	})
	if d := cmp.Diff([]string{"", "/a", "/c", "/c/0", "/c/0/d"}, got); d != "" {
		t.Errorf("paths (-want +got):\n%s", d)
	}
}
