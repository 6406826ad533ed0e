package source

import (
	"bytes"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/node"
)

// resource is a part of a file with a base of its own for references (JSON
// Schema 2020-12 §8.2.1): the file itself, or a schema with $id.
type resource struct {
	root *node.Node
	at   node.Pointer // of root in its file
	uri  string       // absolute base URI; empty when none is stated
}

// anchored is one $anchor or $dynamicAnchor.
type anchored struct {
	name string
	in   node.Pointer // resource
	at   node.Pointer
}

// ids holds what a file names by $id, $anchor and $self.
type ids struct {
	resources []resource // the file first, outer before inner
	anchors   []anchored
}

// ids gives the names of f. Walking a whole file is dear, so it is done only
// when its bytes mention one of the words.
func (s *Source) ids(f *file) *ids {
	if f.ids != nil {
		return f.ids
	}
	root := s.rootOf(f)
	self, _ := root.Get("$self").Str()
	f.ids = &ids{resources: []resource{{root: root, uri: self}}}
	if !s.named {
		return f.ids
	}
	for _, word := range []string{"$id", "$anchor", "$dynamicAnchor"} {
		if bytes.Contains(f.data, []byte(word)) {
			f.ids.collect(root, nil, f.ids.resources[0])
			break
		}
	}
	return f.ids
}

func (x *ids) collect(n *node.Node, at node.Pointer, in resource) {
	if id, ok := n.Get("$id").Str(); ok && len(at) > 0 {
		in = resource{root: n, at: at, uri: absolute(in.uri, id)}
		x.resources = append(x.resources, in)
	} else if ok && in.uri == "" {
		in.uri = id
		x.resources[0].uri = id
	}
	for _, key := range []string{"$anchor", "$dynamicAnchor"} {
		if name, ok := n.Get(key).Str(); ok {
			x.anchors = append(x.anchors, anchored{name: name, in: in.at, at: at})
		}
	}
	for key, v := range n.All() {
		x.collect(v, at.With(key), in)
	}
	for i, v := range n.Items() {
		x.collect(v, at.With(strconv.Itoa(i)), in)
	}
}

// enclosing gives the innermost resource around a node, by its byte range.
func (x *ids) enclosing(n *node.Node) resource {
	found := x.resources[0]
	start, end := n.Range()
	for _, r := range x.resources[1:] {
		if s, e := r.root.Range(); end > 0 && s <= start && end <= e {
			found = r
		}
	}
	return found
}

// anchor gives the place of an anchor: in the resource, else anywhere in the file.
func (x *ids) anchor(r resource, name string) (node.Pointer, bool) {
	var elsewhere *anchored
	for i := range x.anchors {
		a := &x.anchors[i]
		if a.name != name {
			continue
		}
		if slices.Equal(a.in, r.at) {
			return a.at, true
		}
		if elsewhere == nil {
			elsewhere = a
		}
	}
	if elsewhere != nil {
		return elsewhere.at, true
	}
	return nil, false
}

// byID resolves a reference by the URIs that resources of the files read so far
// give themselves.
func (s *Source) byID(from *file, at *node.Node, location, fragment string, hops int) (Target, bool) {
	base := s.ids(from).enclosing(at).uri
	scheme, _, colon := strings.Cut(location, ":")
	if base == "" && !(colon && isScheme(scheme)) {
		return Target{}, false
	}
	want := absolute(base, location)
	for _, name := range slices.Sorted(maps.Keys(s.byName)) {
		f := s.byName[name]
		if f.root == nil {
			continue
		}
		for _, r := range s.ids(f).resources {
			if r.uri != "" && strings.TrimSuffix(r.uri, "#") == want {
				t, err := s.within(f, r, fragment, hops)
				return t, err == nil
			}
		}
	}
	return Target{}, false
}

// absolute resolves ref against base (RFC 3986 §5); text that is no URI stays.
func absolute(base, ref string) string {
	r, err := url.Parse(ref)
	if err != nil {
		return ref
	}
	b, err := url.Parse(base)
	if err != nil || base == "" {
		return strings.TrimSuffix(ref, "#")
	}
	return strings.TrimSuffix(b.ResolveReference(r).String(), "#")
}
