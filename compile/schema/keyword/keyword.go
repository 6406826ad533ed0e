package keyword

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
)

// Keys that live only inside the compiler, or mean something to it.
const (
	Wire      = "x-wire"   // marks a renamed property; its value is the name on the wire
	Examples  = "examples" // what is kept of a schema's examples until a description says it
	DefPrefix = "#/$defs/" // of references to definitions, before the name
)

// Ref gives the reference that n is or holds, else "".
func Ref(n *node.Node) string {
	s, _ := n.Get("$ref").Str()
	return s
}

// DefName gives the definition that n refers to, or "".
func DefName(n *node.Node) string {
	name, ok := strings.CutPrefix(Ref(n), DefPrefix)
	if !ok {
		return ""
	}
	return name
}

// Deep reports whether n says anything about values inside its value.
func Deep(n *node.Node) bool {
	deep := false
	Each(n, func(_, _ string, _ *node.Node) { deep = true })
	return deep
}

// HasType reports whether the value of type names t.
func HasType(types *node.Node, t string) bool {
	if s, ok := types.Str(); ok {
		return s == t
	}
	return slices.ContainsFunc(types.Items(), func(i *node.Node) bool { return i.Text() == t })
}

// Types gives the types that the value of type names.
func Types(t *node.Node) []string {
	if s, ok := t.Str(); ok {
		return []string{s}
	}
	var out []string
	for _, i := range t.Items() {
		out = append(out, i.Text())
	}
	return out
}

// Informs tells the keywords that say nothing about which values are valid.
func Informs(key string) bool {
	switch key {
	case "title", "description", "default", "deprecated", Examples, Wire:
		return true
	}
	return false
}

// Has reports whether the list holds a value equal to v.
func Has(list, v *node.Node) bool {
	for _, item := range list.Items() {
		if node.Equal(item, v) {
			return true
		}
	}
	return false
}

// Short gives n as JSON, cut to what a sentence can hold.
func Short(n *node.Node) string {
	s := string(n.AppendJSON(nil))
	if len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}

// Null gives the schema of null.
func Null() *node.Node { return node.NewObject(node.M("type", node.NewString("null"))) }

// tiny is the size in bytes up to which a schema without subschemas is repeated
// rather than referred to: the reference would be no shorter, and a reader need
// not look it up.
const tiny = 64

// Tiny reports whether n is repeated rather than referred to.
func Tiny(n *node.Node) bool {
	for _, m := range n.Members() {
		if PlaceOf(m.Key) != None || m.Key == "$ref" {
			return false
		}
	}
	return n.Size(tiny) <= tiny
}
