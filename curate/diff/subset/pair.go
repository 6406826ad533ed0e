package subset

import (
	"strings"

	"github.com/oatools/oatools/compile/node"
)

// place is a schema and the document that its references point into.
type place struct {
	root, s *node.Node
}

func (p place) with(s *node.Node) place { return place{p.root, s} }

// sub gives the schema under a key; a missing one takes everything.
func (p place) sub(key string) place {
	s := p.s.Get(key)
	if s == nil {
		s = anything()
	}
	return p.with(s).plain()
}

func anything() *node.Node { return node.NewObject() }

func nothing() *node.Node { return node.NewObject(node.M("not", node.NewObject())) }

// plain turns boolean schemas into objects.
func (p place) plain() place {
	if v, ok := p.s.Truth(); ok {
		if v {
			return p.with(anything())
		}
		return p.with(nothing())
	}
	if !p.s.Is(node.Object) {
		return p.with(anything())
	}
	return p
}

// target follows references until something else stands there. What stands
// beside a reference is kept when it is words, and becomes an allOf otherwise.
// name stands for the last reference with what stands beside it, empty when there
// was none: within one document equal names are equal schemas.
func (p place) target() (out place, name string) {
	out = p.plain()
	for range 32 {
		ref, ok := out.s.Get("$ref").Str()
		if !ok {
			return out, name
		}
		name = ref
		next := out.with(lookup(out.root, ref)).plain()
		rest := out.s.Without("$ref", "$defs")
		switch {
		case len(rest.Members()) == 0:
		case onlyWords(rest) && !next.s.Has("$ref"):
			s := next.s
			for _, m := range rest.Members() {
				s = s.With(m.Key, m.Value)
			}
			next.s = s
		default:
			return out.with(joined(rest, next.s)), name + " " + string(rest.AppendCanonical(nil))
		}
		out = next
	}
	return out.with(opaque()), name // a circle
}

// joined is the schema of what stands beside a reference and of its target. What
// looks at both stays beside them.
func joined(rest, target *node.Node) *node.Node {
	parts := []*node.Node{target}
	if own := rest.Without("unevaluatedProperties", "unevaluatedItems"); len(own.Members()) > 0 {
		parts = []*node.Node{own, target}
	}
	out := node.NewObject(node.M("allOf", node.NewArray(parts...)))
	for _, word := range [...]string{"unevaluatedProperties", "unevaluatedItems"} {
		if v := rest.Get(word); v != nil {
			out = out.With(word, v)
		}
	}
	return out
}

func lookup(root *node.Node, ref string) *node.Node {
	name, ok := strings.CutPrefix(ref, "#/$defs/")
	if !ok {
		return opaque()
	}
	name = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
	if s := root.At("$defs", name); s != nil {
		return s
	}
	return opaque()
}

// opaque is a schema of which nothing is known.
func opaque() *node.Node { return node.NewObject(node.M("$ref", node.NewNull())) }

// isOpaque knows opaque again, behind references that were followed.
func isOpaque(s *node.Node) bool { return s.Has("$ref") }

// isWord reports whether a keyword only speaks and refuses no value.
func isWord(key string) bool {
	switch key {
	case "title", "description", "examples", "example", "deprecated", "default", "$comment", "readOnly", "writeOnly":
		return true
	}
	return strings.HasPrefix(key, "x-")
}

func onlyWords(s *node.Node) bool {
	for _, m := range s.Members() {
		if !isWord(m.Key) {
			return false
		}
	}
	return true
}

// hasRef reports whether a reference stands anywhere in n. It may see one where
// there is none, in a value; that only costs a proof.
func hasRef(n *node.Node) bool {
	found := false
	n.Walk(func(_ node.Pointer, n *node.Node) bool {
		found = found || n.Has("$ref")
		return !found
	})
	return found
}
