package source

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/oatools/oatools/compile/node"
)

// Target is what a reference leads to.
type Target struct {
	Node *node.Node
	// Key names the place: the same for every reference that leads there. Its
	// last part, after the last slash, is a good name.
	Key string
	// FromRoot says that the reference is right only if it is read in the root file.
	FromRoot bool
	// Relative says that it is right only if it is read in a schema around it.
	Relative bool
	// Moved says that the reference names the right component in a wrong section.
	Moved bool
	file  *file
}

// Need counts the file of the target among the Files.
func (t Target) Need() { t.file.needed = true }

// MaxHops bounds chains of references, and detours inside one pointer.
const MaxHops = 64

// Find follows one reference text that stands in node at. It opens files but
// never a connection. An error that is a Refusal or a Missing says more.
func (s *Source) Find(at *node.Node, ref string) (Target, error) {
	return s.findFrom(s.of(at), at, ref, 0)
}

func (s *Source) findFrom(from *file, at *node.Node, ref string, hops int) (Target, error) {
	if hops > MaxHops {
		return Target{}, errors.New("the reference leads through too many others")
	}
	location, fragment, _ := strings.Cut(ref, "#")
	if location == "" {
		t, err := s.within(from, s.ids(from).enclosing(at), fragment, hops)
		if err != nil && from != s.main {
			// Authors of fragments often mean the document that they are part of.
			if t, err := s.within(s.main, resource{}, fragment, hops); err == nil {
				t.FromRoot = true
				return t, nil
			}
		}
		if err != nil && (strings.HasPrefix(fragment, "/$defs/") || strings.HasPrefix(fragment, "/definitions/")) {
			if t, ok := s.around(from, at, fragment); ok {
				return t, nil
			}
		}
		if err != nil {
			if t, ok := s.moved(fragment); ok {
				return t, nil
			}
		}
		return t, err
	}
	if t, ok := s.byID(from, at, location, fragment, hops); ok {
		return t, nil
	}
	if scheme, _, ok := strings.Cut(location, ":"); ok && isScheme(scheme) || strings.HasPrefix(location, "//") {
		return Target{}, remote(location, scheme)
	}
	decoded, err := url.PathUnescape(location)
	if err != nil {
		decoded = location
	}
	name, err := locate(from, decoded)
	if err != nil {
		return Target{}, err
	}
	f, err := s.get(name)
	if err != nil {
		if t, ok := s.bareName(from, ref); ok {
			return t, nil
		}
		return Target{}, err
	}
	return s.within(f, resource{root: f.root}, fragment, hops)
}

// isScheme tells a URI scheme from a Windows drive letter.
func isScheme(s string) bool {
	if len(s) < 2 {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		if !('a' <= c && c <= 'z' || i > 0 && ('0' <= s[i] && s[i] <= '9' || strings.IndexByte("+-.", s[i]) >= 0)) {
			return false
		}
	}
	return true
}

func remote(location, scheme string) error {
	if strings.EqualFold(scheme, "file") {
		return outside(location, "is an absolute path")
	}
	return &Refusal{
		Text: fmt.Sprintf("%s is not fetched: a description never reaches the network", location),
		Hint: "vendor it: save a copy beside the description, review it, and let $ref name that file",
	}
}

// within resolves a fragment inside a resource of f.
func (s *Source) within(f *file, r resource, fragment string, hops int) (Target, error) {
	if f == s.main && len(r.at) == 0 {
		r.root = s.root
	}
	if fragment != "" && fragment[0] != '/' && fragment[0] != '%' {
		if p, ok := s.ids(f).anchor(r, fragment); ok {
			return Target{Node: p.Lookup(s.rootOf(f)), file: f, Key: s.keyOf(f, p)}, nil
		}
		return Target{}, fmt.Errorf("there is no $anchor %q in %s", fragment, f.name)
	}
	var t Target
	var err error
	for i, p := range readings(fragment) {
		u, uerr := s.walkTo(f, r.at, r.root, p, hops)
		if uerr != nil && len(r.at) > 0 {
			// Most authors mean the document even where $id says otherwise.
			u, uerr = s.walkTo(f, nil, s.rootOf(f), p, hops)
		}
		if uerr == nil {
			return u, nil
		}
		if i == 0 {
			t, err = u, uerr
		}
	}
	if err == nil {
		err = fmt.Errorf("#%s is not a JSON Pointer", fragment)
	}
	return t, err
}

// walkTo walks down p from n, which lies at base in f. Where a step is missing
// and the node is itself a reference, the walk goes on at its target.
func (s *Source) walkTo(f *file, base node.Pointer, n *node.Node, p node.Pointer, hops int) (Target, error) {
	for i, token := range p {
		next := node.Pointer{token}.Lookup(n)
		if next == nil {
			if ref, ok := n.Get("$ref").Str(); ok {
				t, err := s.findFrom(f, n, ref, hops+1)
				if err != nil {
					return Target{}, err
				}
				return s.walkTo(t.file, t.pointer(), t.Node, p[i:], hops+1)
			}
			return Target{}, missing(f, n, p, i)
		}
		n = next
	}
	return Target{Node: n, file: f, Key: s.keyOf(f, base.With(p...))}, nil
}

// pointer reads the pointer back from the key.
func (t Target) pointer() node.Pointer {
	_, frag, _ := strings.Cut(t.Key, "#")
	p, _ := node.ParsePointer(frag)
	return p
}

// keyOf names a place of the document: pointer alone in the root file, file and
// pointer elsewhere. The last part, after the last slash, is a good name; for a
// whole file that is its name without extension.
func (s *Source) keyOf(f *file, p node.Pointer) string {
	if f != s.main {
		if len(p) == 0 {
			base := path.Base(f.name)
			return f.name + "/" + strings.TrimSuffix(base, path.Ext(base))
		}
		return f.name + "#" + p.String()
	}
	return "#" + p.String()
}

// rootOf gives the file's tree: for the root file, the patched one.
func (s *Source) rootOf(f *file) *node.Node {
	if f == s.main {
		return s.root
	}
	return f.root
}

// At gives the place of the root file where p points, as if a reference led
// there; ok is false when nothing is there.
func (s *Source) At(p node.Pointer) (t Target, ok bool) {
	n := p.Lookup(s.root)
	return Target{Node: n, Key: s.keyOf(s.main, p), file: s.main}, n != nil
}

// Prose reads the text that a reference in place of a string leads to: a string
// of a tree, or a whole file of prose.
func (s *Source) Prose(at *node.Node) (body, key string, err error) {
	ref := at.Get("$ref").Text()
	t, err := s.Find(at, ref)
	if err == nil {
		if text, ok := t.Node.Str(); ok {
			t.Need()
			return text, t.Key, nil
		}
	}
	var refused *Refusal
	switch {
	case errors.As(err, &refused):
		return "", "", err
	case strings.Contains(ref, "#"):
		if err == nil {
			err = errors.New("what it leads to is no text")
		}
		return "", "", err
	}
	name, err := locate(s.of(at), ref)
	if err != nil {
		return "", "", err
	}
	f, err := s.get(name)
	if f.data == nil {
		return "", "", err
	}
	f.needed = true
	return string(f.data), s.keyOf(f, nil), nil
}
