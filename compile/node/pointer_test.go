package node_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/node"
)

// The example document of RFC 6901 §5.
const rfc6901 = `{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}`

func TestPointer(t *testing.T) {
	root := node.ReadJSON("f.json", []byte(rfc6901), node.Limits{}, nil)
	for _, tt := range []struct{ pointer, fragment, want string }{
		{"", "#", rfc6901},
		{"/foo", "#/foo", `["bar","baz"]`},
		{"/foo/0", "#/foo/0", `"bar"`},
		{"/", "#/", "0"},
		{"/a~1b", "#/a~1b", "1"},
		{"/c%d", "#/c%25d", "2"},
		{"/e^f", "#/e%5Ef", "3"},
		{"/g|h", "#/g%7Ch", "4"},
		{"/i\\j", "#/i%5Cj", "5"},
		{"/k\"l", "#/k%22l", "6"},
		{"/ ", "#/%20", "7"},
		{"/m~0n", "#/m~0n", "8"},
	} {
		p, err := node.ParsePointer(tt.pointer)
		if err != nil {
			t.Errorf("ParsePointer(%q): %v", tt.pointer, err)
		}
		if got := string(p.Lookup(root).AppendJSON(nil)); got != tt.want {
			t.Errorf("%q points to %s, want %s", tt.pointer, got, tt.want)
		}
		if p.String() != tt.pointer || p.Fragment() != tt.fragment {
			t.Errorf("forms of %q = %q, %q, want %q", p, p.String(), p.Fragment(), tt.fragment)
		}
		q, err := node.ParseFragment(tt.fragment)
		if d := cmp.Diff(p, q); err != nil || d != "" {
			t.Errorf("ParseFragment(%q): %v %s", tt.fragment, err, d)
		}
	}
}

func TestPointerFindsNothing(t *testing.T) {
	root := node.ReadJSON("f.json", []byte(rfc6901), node.Limits{}, nil)
	for _, s := range []string{"/foo/2", "/foo/-", "/foo/-1", "/foo/00", "/foo/01", "/foo/+1", "/foo/x", "/foo/0/x", "/nothing", "/foo/99999999999999999999"} {
		p, err := node.ParsePointer(s)
		if err != nil {
			t.Errorf("ParsePointer(%q): %v", s, err)
		}
		if n := p.Lookup(root); n != nil {
			t.Errorf("%q points to %s, want nothing", s, n.AppendJSON(nil))
		}
	}
	if (node.Pointer{"a"}).Lookup(nil) != nil {
		t.Error("something lies below nil")
	}
}

func TestParsePointerRefuses(t *testing.T) {
	for _, s := range []string{"a", "#/a", "/~", "/~2", "/a~", "/~~0"} {
		if p, err := node.ParsePointer(s); err == nil {
			t.Errorf("ParsePointer(%q) = %q, want an error", s, p)
		}
	}
	for _, s := range []string{"#/%", "#/%zz", "#a", "#/%7E"} {
		if p, err := node.ParseFragment(s); err == nil {
			t.Errorf("ParseFragment(%q) = %q, want an error", s, p)
		}
	}
}

func TestPointerWithDoesNotShare(t *testing.T) {
	p := append(make(node.Pointer, 0, 8), "a")
	q, r := p.With("b"), p.With("c", "d/e")
	if q.String() != "/a/b" || r.String() != "/a/c/d~1e" {
		t.Errorf("With gives %q and %q", q, r)
	}
}

// FuzzPointer states that a pointer that is read is written as it was, and that
// what a fragment says survives writing it.
func FuzzPointer(f *testing.F) {
	for _, s := range []string{"", "/", "/a~1b/~01", "/é/%25", "#/paths/~1pets~1%7Bid%7D"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := node.ParsePointer(s)
		if err == nil && p.String() != s {
			t.Errorf("ParsePointer(%q).String() = %q", s, p.String())
		}
		if q, err := node.ParseFragment(s); err == nil {
			p = q
		}
		q, err := node.ParseFragment(p.Fragment())
		if err != nil || q.String() != p.String() {
			t.Errorf("ParseFragment(%q) = %q, %v, want %q", p.Fragment(), q, err, p)
		}
	})
}
