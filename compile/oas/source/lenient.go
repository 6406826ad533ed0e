package source

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/node"
)

// around looks a pointer into definitions up in the schemas around node at, the
// innermost first: generators that paste a schema with its own definitions into
// a document leave such references behind.
func (s *Source) around(f *file, at *node.Node, fragment string) (Target, bool) {
	p, err := node.ParseFragment(fragment)
	start, end := at.Range()
	if err != nil || end == 0 || at.Pos().File != s.shown+f.name {
		return Target{}, false
	}
	var found Target
	var place node.Pointer
	for n := s.rootOf(f); n != nil; {
		if there := p.Lookup(n); there != nil {
			found = Target{Node: there, Key: s.keyOf(f, place.With(p...)), Relative: true, file: f}
		}
		var token string
		if n, token = holder(n, start, end); n != nil {
			place = place.With(token)
		}
	}
	return found, found.Node != nil
}

// moved looks a component up where the description's dialect keeps it, for
// references that name another place: #/schemas/Pet, or #/definitions/Pet in
// OpenAPI 3 and #/components/schemas/Pet in Swagger 2.0.
func (s *Source) moved(fragment string) (Target, bool) {
	p, err := node.ParseFragment(fragment)
	if err != nil {
		return Target{}, false
	}
	if len(p) > 2 && p[0] == "components" {
		p = p[1:]
	}
	if len(p) < 2 {
		return Target{}, false
	}
	places := []node.Pointer{{"components", p[0]}, {p[0]}}
	if p[0] == "definitions" || p[0] == "schemas" {
		places = []node.Pointer{{"components", "schemas"}, {"definitions"}}
	}
	for _, place := range places {
		if t, ok := s.At(place.With(p[1:]...)); ok {
			t.Moved = true
			return t, true
		}
	}
	return Target{}, false
}

// holder gives the child of n that holds the bytes from start to end, and its
// token; nil when none does.
func holder(n *node.Node, start, end int) (child *node.Node, token string) {
	holds := func(c *node.Node) bool {
		s, e := c.Range()
		return s <= start && end <= e && !(s == start && e == end)
	}
	for key, c := range n.All() {
		if holds(c) {
			return c, key
		}
	}
	for i, c := range n.Items() {
		if holds(c) {
			return c, strconv.Itoa(i)
		}
	}
	return nil, ""
}

// bareName reads the old habit of writing a definition's name alone: $ref: Pet.
func (s *Source) bareName(from *file, ref string) (Target, bool) {
	if strings.ContainsAny(ref, "/#.") {
		return Target{}, false
	}
	for _, base := range []node.Pointer{{"definitions"}, {"components", "schemas"}} {
		p := base.With(ref)
		if n := p.Lookup(s.rootOf(from)); n != nil {
			return Target{Node: n, file: from, Key: s.keyOf(from, p)}, true
		}
	}
	return Target{}, false
}

// readings gives the pointers that a fragment may stand for: percent-decoded, as
// the standard says; else as it is, with + for a blank, and decoded token by
// token, as some write it.
func readings(fragment string) []node.Pointer {
	var out []node.Pointer
	if p, err := node.ParseFragment(fragment); err == nil {
		out = append(out, p)
	}
	if strings.ContainsAny(fragment, "%+") {
		if p, err := node.ParsePointer(fragment); err == nil {
			out = append(out, p)
		}
		if decoded, err := url.QueryUnescape(fragment); err == nil {
			if p, err := node.ParsePointer(decoded); err == nil {
				out = append(out, p)
			}
		}
		if p, ok := tokenwise(fragment); ok {
			out = append(out, p)
		}
	}
	return out
}

// tokenwise reads a fragment whose tokens were encoded one by one, with %2F for a
// slash within a name, which ought to be ~1.
func tokenwise(fragment string) (node.Pointer, bool) {
	p, err := node.ParsePointer(fragment)
	if err != nil {
		return nil, false
	}
	for i, token := range p {
		if p[i], err = url.PathUnescape(token); err != nil {
			return nil, false
		}
	}
	return p, true
}
