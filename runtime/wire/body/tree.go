package body

import (
	"slices"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime/wire/encode"
)

// Tree puts a body together from values and their places. The zero value is an
// empty tree whose members are written in the order in which they came; Layout,
// if set, is that of the whole body and orders them.
type Tree struct {
	Layout *tool.Layout

	root   any
	layout *tool.Layout // of root while root is a plain value
	set    bool
}

// Empty reports whether nothing was put in.
func (t *Tree) Empty() bool { return !t.set }

// Root gives the finished body and its layout.
func (t *Tree) Root() (any, *tool.Layout) { return t.root, t.layout }

// Put writes v at the place that the tokens of a JSON Pointer name, in wire
// names. Objects on the way are made; an earlier value on the way is copied,
// never changed. It refuses when the place lies below something that is no
// object. l is v's layout; nil means that the body's layout says it.
func (t *Tree) Put(at []string, v any, l *tool.Layout) *encode.Refusal {
	if l == nil {
		l = t.Layout
		for _, name := range at {
			l = l.Member(name)
		}
	}
	if len(at) == 0 {
		t.root, t.layout, t.set = v, l, true
		return nil
	}
	if !t.set {
		t.root, t.layout, t.set = &encode.Object{}, t.Layout, true
	}
	root, ok := open(t.root, t.layout)
	if !ok {
		return encode.Refuse("must be an object")
	}
	t.root = root
	return put(root, t.Layout, at, v, l)
}

func put(o *encode.Object, here *tool.Layout, at []string, v any, l *tool.Layout) *encode.Refusal {
	name := at[0]
	i := slices.IndexFunc(o.Members, func(m encode.Member) bool { return m.Name == name })
	if i < 0 {
		i = place(o, here, name)
		o.Members = slices.Insert(o.Members, i, encode.Member{Key: name, Name: name})
		if len(at) > 1 {
			o.Members[i].Value = &encode.Object{}
		}
	}
	m := &o.Members[i]
	if len(at) == 1 {
		m.Value, m.Layout = v, l
		return nil
	}
	child, ok := open(m.Value, m.Layout)
	if !ok {
		return encode.Refuse("must be an object").Under(name)
	}
	m.Value = child
	return put(child, here.Member(name), at[1:], v, l).Under(name)
}

// place gives the index at which a new member belongs by the layout.
func place(o *encode.Object, l *tool.Layout, name string) int {
	if l == nil {
		return len(o.Members)
	}
	rank := slices.Index(l.Order, name)
	if rank < 0 {
		return len(o.Members)
	}
	for i, m := range o.Members {
		if r := slices.Index(l.Order, m.Name); r < 0 || r > rank {
			return i
		}
	}
	return len(o.Members)
}

// open gives v as an object whose members may be changed.
func open(v any, l *tool.Layout) (*encode.Object, bool) {
	if o, ok := v.(*encode.Object); ok {
		return o, true
	}
	members, ok := encode.Members(v, l)
	if !ok {
		return nil, false
	}
	return &encode.Object{Members: members}, true
}
