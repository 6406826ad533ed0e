package plan

import (
	"testing"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime/wire/encode"
	"github.com/oatools/oatools/runtime/wire/transport"
)

// planOf compiles a GET with the path parameter id.
func planOf(t *testing.T, server string, path ...tool.Seg) *Plan {
	t.Helper()
	s, err := transport.Load(tool.Server{URL: server}, nil)
	if err != nil {
		t.Fatal(err)
	}
	id := tool.Param{Name: "id", In: tool.InPath, Style: "simple", Value: tool.Value{Arg: "/id"}}
	p, err := New(&tool.Step{Binding: tool.Binding{Method: "GET", Path: path, Params: []tool.Param{id}}}, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestFinishedURL: what an encoder would have to get wrong never leaves, because
// the finished URL is read again.
func TestFinishedURL(t *testing.T) {
	p := planOf(t, "https://api.example.com", tool.Seg{Lit: "/a/"}, tool.Seg{Param: "id"})
	pairs := func(n int) *encode.Query {
		q := &encode.Query{}
		for range n {
			q.Pair("q", "1")
		}
		return q
	}
	for _, tt := range []struct {
		path  string
		ends  []int
		query *encode.Query
		ok    bool
	}{
		{"/a/7", []int{3, 4}, pairs(0), true},
		{"/a/7", []int{3, 4}, pairs(2), true},
		{"@evil.example/a/7", []int{3, 4}, pairs(0), false},
		{".evil.example/a/7", []int{3, 4}, pairs(0), false},
		{":8443/a/7", []int{8, 9}, pairs(0), false},
		{"/a/7#x", []int{3, 4}, pairs(0), false},
		{"/a/7#", []int{3, 4}, pairs(0), false},
		{"/a/7?x=1", []int{3, 4}, pairs(0), false},
		{"/a/7?x=1", []int{3, 4}, pairs(1), false},
		{"/a/7?", []int{3, 4}, pairs(0), false},
		{"/a/7/8", []int{3, 6}, pairs(0), false},
		{"/a/..", []int{3, 5}, pairs(0), false},
		{"/b/7", []int{3, 4}, pairs(0), false},
		{"/a/%zz", []int{3, 6}, pairs(0), false},
		{"/a/\x7f", []int{3, 4}, pairs(0), false},
	} {
		u, err := p.finish([]byte(tt.path), tt.ends, tt.query)
		if (err == nil) != tt.ok {
			t.Errorf("%s with %d pairs: %v, %v", tt.path, tt.query.Len(), u, err)
		}
	}
}

// TestPostCondition feeds finished paths that an encoder would have to get wrong.
func TestPostCondition(t *testing.T) {
	p := planOf(t, "https://api.example.com/v1", tool.Seg{Lit: "/users/"}, tool.Seg{Param: "id"}, tool.Seg{Lit: "/posts"})
	for path, ends := range map[string][]int{
		"/v1/users/7/posts":       {10, 11, 17},
		"/v1/users/a/b/posts":     {10, 13, 19},
		"/v1/users/../posts":      {10, 12, 18},
		"/v1/users/%2e%2E/posts":  {10, 16, 22},
		"/v1/admin/7/posts":       {10, 11, 17},
		"/v1/users/7/posts/extra": {10, 11, 17},
		"/v1/users/7":             {10, 11, 17},
	} {
		err := p.holds(path, ends)
		if want := path == "/v1/users/7/posts"; (err == nil) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
}
