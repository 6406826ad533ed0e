package example

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/secret"
)

// Limits of what is kept of examples.
const (
	exampleMany  = 2
	exampleBytes = 60  // of one, as JSON
	exampleText  = 400 // bytes of a description that says enough without one
)

// With gives the rewritten schema n of the place called name with the
// useful ones of examples, in the place of its own; with none when that place
// holds a secret. What n refers to is looked up in defs.
func With(n *node.Node, name string, examples []*node.Node, defs *node.Node) *node.Node {
	n = n.Without(keyword.Examples)
	if secret.Hinted(name) {
		return n
	}
	judge := n
	if def := keyword.DefName(n); def != "" {
		judge = defs.Get(def)
		if text := n.Get("description"); text != nil {
			judge = judge.With("description", text)
		}
	}
	if kept := Useful(judge, examples); kept != nil {
		return n.With(keyword.Examples, kept)
	}
	return n
}

// Useful gives at most two values that tell a model more than s does, or nil. A
// text that is free, or has a pattern, is worth an example; a number, a value of
// a list and a text of a well-known format are not.
func Useful(s *node.Node, values []*node.Node) *node.Node {
	if !exemplary(s) && !(keyword.HasType(s.Get("type"), "array") && exemplary(s.Get("items"))) {
		return nil
	}
	said, isText := s.Get("description").Str()
	if isText && len(said) > exampleText {
		return nil
	}
	said = strings.ToLower(said)
	var kept []*node.Node
	for _, v := range values {
		if len(kept) < exampleMany && telling(v) && keyword.Fits(s, v) && !keyword.Has(node.NewArray(kept...), v) &&
			!node.Equal(v, s.Get("default")) && !(v.Is(node.String) && strings.Contains(said, strings.ToLower(v.Text()))) {
			kept = append(kept, v)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return node.NewArray(kept...)
}

// exemplary reports whether s is about texts of which it does not say what they
// look like.
func exemplary(s *node.Node) bool {
	if !keyword.HasType(s.Get("type"), "string") || s.Has("enum") || s.Has("const") || s.Has("contentEncoding") {
		return false
	}
	switch s.Get("format").Text() {
	case "password", "date", "date-time", "uuid", "email", "byte", "base64", "binary":
		return false
	}
	return true
}

// telling reports whether v is short, harmless, and not what a generator puts
// everywhere.
func telling(v *node.Node) bool {
	switch v.Kind() {
	case node.String:
		text := v.Text()
		if _, hidden := keyword.Visible(text); len(hidden) > 0 || strings.ContainsAny(text, "\n\t") || strings.TrimSpace(text) == "" {
			return false
		}
		if slices.Contains([]string{"string", "str", "text", "example", "value", "null", "none", "foo", "bar", "test"}, strings.ToLower(strings.Trim(text, "<>{}[] "))) {
			return false
		}
		if secret.Text(text) || secret.Random(text) {
			return false
		}
	case node.Array:
		if len(v.Items()) == 0 || !v.Items()[0].Is(node.String) || slices.ContainsFunc(v.Items(), func(i *node.Node) bool { return !telling(i) }) {
			return false
		}
	default:
		return false
	}
	return v.Size(exampleBytes) <= exampleBytes
}

// Tell gives the rewritten schema n, with its $defs, in which descriptions say
// what examples there are, save where a name speaks of a secret.
func Tell(n *node.Node) *node.Node {
	n = keyword.Map(n, func(keyword, name string, sub *node.Node) *node.Node {
		if (keyword == "properties" || keyword == "$defs") && secret.Hinted(name) {
			return Silent(sub)
		}
		return Tell(sub)
	})
	if list := n.Get(keyword.Examples); list != nil {
		return told(n.Without(keyword.Examples), list)
	}
	return n
}

// Silent gives the rewritten schema n, with its $defs, without examples.
func Silent(n *node.Node) *node.Node {
	n = keyword.Map(n, func(_, _ string, sub *node.Node) *node.Node { return Silent(sub) })
	if n.Has(keyword.Examples) {
		return n.Without(keyword.Examples)
	}
	return n
}

func told(n, examples *node.Node) *node.Node {
	var words []string
	for _, v := range examples.Items() {
		words = append(words, string(v.AppendJSON(nil)))
	}
	text := strings.TrimSpace(n.Get("description").Text())
	if text != "" && !strings.ContainsAny(text[len(text)-1:], ".!?:)") {
		text += "."
	}
	say := "Example: "
	if len(words) > 1 {
		say = "Examples: "
	}
	text = strings.TrimSpace(text + " " + say + strings.Join(words, ", ") + ".")
	return n.With("description", node.NewString(text).MovedTo(examples))
}
