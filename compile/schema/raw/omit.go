package raw

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// Omit gives the raw schema n without the properties at the pointers (relative
// to n, in the document's names) and without their being required. References
// on the way are replaced by what they lead to, so that other users of the
// target are not concerned; nothing else changes. Pointers that lead nowhere
// are ignored.
func Omit(res Resolver, n *node.Node, pointers []string) *node.Node {
	for _, p := range pointers {
		if path, err := node.ParsePointer(p); err == nil && len(path) > 0 {
			o := omitter{finder{res}, map[step]*node.Node{}}
			n = o.omit(n, path, 0)
		}
	}
	return n
}

// omitter removes the property at one path, looking into each schema once.
type omitter struct {
	finder
	done map[step]*node.Node
}

type step struct {
	n    *node.Node
	left int // names of the path
}

func (f omitter) omit(n *node.Node, path []string, depth int) *node.Node {
	if !n.Is(node.Object) || depth > 64 {
		return n
	}
	at := step{n, len(path)}
	if out, ok := f.done[at]; ok {
		return out
	}
	f.done[at] = n // what leads back here is left alone
	out := f.without(n, path, depth)
	f.done[at] = out
	return out
}

func (f omitter) without(n *node.Node, path []string, depth int) *node.Node {
	if keyword.Ref(n) != "" {
		t := f.deref(n)
		if t == n {
			return n
		}
		cut := f.omit(t, path, depth+1)
		if cut == t {
			return n
		}
		return besideRaw(cut, n)
	}
	out := n
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		if list := n.Get(key); len(list.Items()) > 0 {
			items, changed := make([]*node.Node, len(list.Items())), false
			for i, s := range list.Items() {
				items[i] = f.omit(s, path, depth+1)
				changed = changed || items[i] != s
			}
			if changed {
				out = out.With(key, list.WithItems(items))
			}
		}
	}
	props := n.Get("properties")
	if len(path) > 1 {
		if p := props.Get(path[0]); p != nil {
			if cut := f.omit(p, path[1:], depth+1); cut != p {
				out = out.With("properties", props.With(path[0], cut))
			}
		}
		return out
	}
	if props.Has(path[0]) {
		out = out.With("properties", props.Without(path[0]))
	}
	return withoutRequired(out, path[0])
}

// besideRaw puts t in the place of the reference in n. What informs beside the
// reference is kept.
func besideRaw(t, n *node.Node) *node.Node {
	for _, m := range n.Members() {
		switch {
		case m.Key == "$ref":
		case m.Key == "description", m.Key == "nullable", m.Key == "readOnly", m.Key == "writeOnly", !t.Has(m.Key):
			t = t.With(m.Key, m.Value)
		}
	}
	return t
}

func withoutRequired(n *node.Node, name string) *node.Node {
	required := n.Get("required")
	if !keyword.Has(required, node.NewString(name)) {
		return n
	}
	var keep []*node.Node
	for _, r := range required.Items() {
		if r.Text() != name {
			keep = append(keep, r)
		}
	}
	if len(keep) == 0 {
		return n.Without("required")
	}
	return n.With("required", required.WithItems(keep))
}
