package oas

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/node"
)

// target is what a reference leads to.
type target struct {
	node *node.Node
	file *file
	key  string // file and pointer; see keyOf
	// fromRoot says that the reference is right only if it is read in the root file.
	fromRoot bool
}

// maxHops bounds chains of references, and detours inside one pointer.
const maxHops = 64

// find follows one reference text that stands in node at. It opens files but
// never a connection.
func (d *Document) find(at *node.Node, ref string) (target, error) {
	return d.findFrom(d.files.of(at), at, ref, 0)
}

func (d *Document) findFrom(from *file, at *node.Node, ref string, hops int) (target, error) {
	if hops > maxHops {
		return target{}, errors.New("the reference leads through too many others")
	}
	location, fragment, _ := strings.Cut(ref, "#")
	if location == "" {
		t, err := d.within(from, d.ids(from).enclosing(at), fragment, hops)
		if err != nil && from != d.files.main {
			// Authors of fragments often mean the document that they are part of.
			if t, err := d.within(d.files.main, resource{}, fragment, hops); err == nil {
				t.fromRoot = true
				return t, nil
			}
		}
		return t, err
	}
	if t, ok := d.byID(from, at, location, fragment, hops); ok {
		return t, nil
	}
	if scheme, _, ok := strings.Cut(location, ":"); ok && isScheme(scheme) || strings.HasPrefix(location, "//") {
		return target{}, remote(location, scheme)
	}
	decoded, err := url.PathUnescape(location)
	if err != nil {
		decoded = location
	}
	name, err := locate(from, decoded)
	if err != nil {
		return target{}, err
	}
	f, err := d.files.get(name)
	if err != nil {
		if t, ok := d.bareName(from, ref); ok {
			return t, nil
		}
		return target{}, err
	}
	return d.within(f, resource{root: f.root}, fragment, hops)
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
	return &refusal{
		text: fmt.Sprintf("%s is not fetched: a description never reaches the network", location),
		hint: "vendor it: save a copy beside the description, review it, and let $ref name that file",
	}
}

// bareName reads the old habit of writing a definition's name alone: $ref: Pet.
func (d *Document) bareName(from *file, ref string) (target, bool) {
	if strings.ContainsAny(ref, "/#.") {
		return target{}, false
	}
	for _, base := range []node.Pointer{{"definitions"}, {"components", "schemas"}} {
		p := base.With(ref)
		if n := p.Lookup(d.rootOf(from)); n != nil {
			return target{node: n, file: from, key: d.keyOf(from, p)}, true
		}
	}
	return target{}, false
}

// within resolves a fragment inside a resource of f.
func (d *Document) within(f *file, r resource, fragment string, hops int) (target, error) {
	if f == d.files.main && len(r.at) == 0 {
		r.root = d.root
	}
	if fragment != "" && fragment[0] != '/' && fragment[0] != '%' {
		if p, ok := d.ids(f).anchor(r, fragment); ok {
			return target{node: p.Lookup(d.rootOf(f)), file: f, key: d.keyOf(f, p)}, nil
		}
		return target{}, fmt.Errorf("there is no $anchor %q in %s", fragment, f.name)
	}
	var t target
	var err error
	for i, p := range readings(fragment) {
		u, uerr := d.walkTo(f, r.at, r.root, p, hops)
		if uerr != nil && len(r.at) > 0 {
			// Most authors mean the document even where $id says otherwise.
			u, uerr = d.walkTo(f, nil, d.rootOf(f), p, hops)
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

// readings gives the pointers that a fragment may stand for: percent-decoded, as
// the standard says; else as it is, and with + for a blank, as some write it.
func readings(fragment string) []node.Pointer {
	var out []node.Pointer
	if p, err := node.ParseFragment(fragment); err == nil {
		out = append(out, p)
	}
	if strings.ContainsAny(fragment, "%+") {
		if p, err := node.ParsePointer(fragment); err == nil {
			out = append(out, p)
		}
		if p, err := node.ParsePointer(unescape(fragment)); err == nil {
			out = append(out, p)
		}
	}
	return out
}

// walkTo walks down p from n, which lies at base in f. Where a step is missing
// and the node is itself a reference, the walk goes on at its target.
func (d *Document) walkTo(f *file, base node.Pointer, n *node.Node, p node.Pointer, hops int) (target, error) {
	for i, token := range p {
		next := step(n, token)
		if next == nil {
			if ref, ok := n.Get("$ref").Str(); ok {
				t, err := d.findFrom(f, n, ref, hops+1)
				if err != nil {
					return target{}, err
				}
				return d.walkTo(t.file, t.pointer(), t.node, p[i:], hops+1)
			}
			return target{}, missing(f, n, p, i)
		}
		n = next
	}
	return target{node: n, file: f, key: d.keyOf(f, base.With(p...))}, nil
}

// pointer reads the pointer back from the key.
func (t target) pointer() node.Pointer {
	_, frag, _ := strings.Cut(t.key, "#")
	p, _ := node.ParsePointer(frag)
	return p
}

func step(n *node.Node, token string) *node.Node {
	if n.Is(node.Array) {
		i, err := strconv.Atoi(token)
		if err != nil {
			return nil
		}
		return n.Index(i)
	}
	return n.Get(token)
}

func missing(f *file, n *node.Node, p node.Pointer, i int) error {
	where := "the top level"
	if i > 0 {
		where = p[:i].String()
	}
	return &missingError{file: f.name, where: where, token: p[i], names: n.Keys()}
}

// missingError says that a pointer leads nowhere.
type missingError struct {
	file, where, token string
	names              []string
}

func (e *missingError) Error() string {
	return fmt.Sprintf("%s of %s has no %q", e.where, e.file, e.token)
}

// keyOf names a place of the document: pointer alone in the root file, file and
// pointer elsewhere. The last part, after the last slash, is a good name; for a
// whole file that is its name without extension.
func (d *Document) keyOf(f *file, p node.Pointer) string {
	if f != d.files.main {
		if len(p) == 0 {
			base := path.Base(f.name)
			return f.name + "/" + strings.TrimSuffix(base, path.Ext(base))
		}
		return f.name + "#" + p.String()
	}
	return "#" + p.String()
}

// rootOf gives the file's tree: for the root file, the patched one.
func (d *Document) rootOf(f *file) *node.Node {
	if f == d.files.main {
		return d.root
	}
	return f.root
}

// Resolve follows the reference text ref that stands in node at, in the root
// file or in other files below its folder. It implements schema.Resolver:
// schemas of Swagger 2.0 come back in their OpenAPI 3.0 form. A nil target comes
// with an error that says why, without a place.
func (d *Document) Resolve(at *node.Node, ref string) (*node.Node, string, error) {
	t, err := d.find(at, ref)
	if err != nil {
		return nil, "", err
	}
	t.file.needed = true
	return d.schemaOf(t), t.key, nil
}
