package loose

import (
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// Relax gives the rewritten schema n, with its $defs if it has them, for
// publishing as a tool's output: types, properties and words stay; nothing is
// required, everything may be null, objects are open, and values are not
// limited. A client that checks results against it must never refuse what an
// upstream really answers (MCP: structured results conform to the output
// schema). Relax is idempotent.
func Relax(n *node.Node) *node.Node { return relax(n) }

func relax(n *node.Node) *node.Node {
	if !n.Is(node.Object) {
		return n
	}
	var note string
	members := make([]node.Member, 0, len(n.Members()))
	for _, m := range n.Members() {
		switch m.Key {
		case "type":
			m.Value = withNullType(m.Value)
		case "enum":
			note = oneOfNote(m.Value.Items())
			continue
		case "const":
			note = oneOfNote([]*node.Node{m.Value})
			continue
		case "oneOf":
			// Branches that are loosened overlap.
			m.Key = "anyOf"
			if n.Has("anyOf") {
				continue
			}
			m.Value = relaxList(m.Value)
		case "anyOf", "allOf":
			m.Value = relaxList(m.Value)
		case "items":
			if m.Value.Is(node.Bool) {
				continue
			}
			m.Value = relax(m.Value)
		case "prefixItems":
			m.Value = relaxList(m.Value)
		case "additionalProperties":
			if m.Value.Is(node.Bool) {
				continue
			}
			m.Value = relax(m.Value)
		case "properties", "$defs", "patternProperties":
			m.Value = relaxNamed(m.Value)
		case "$ref", "title", "description", "deprecated", "contentEncoding", "contentMediaType":
		default:
			continue // a limit on values
		}
		members = append(members, m)
	}
	out := n.WithMembers(members)
	if out.Has("anyOf") {
		out = anyOfWithNull(out)
	}
	if note != "" && !strings.Contains(out.Get("description").Text(), note) {
		text := strings.TrimSpace(out.Get("description").Text() + " " + note)
		out = out.With("description", node.NewString(text).MovedTo(n))
	}
	return out
}

func relaxList(v *node.Node) *node.Node {
	items := make([]*node.Node, len(v.Items()))
	for i, s := range v.Items() {
		items[i] = relax(s)
	}
	return v.WithItems(items)
}

func relaxNamed(v *node.Node) *node.Node {
	members := make([]node.Member, len(v.Members()))
	for i, m := range v.Members() {
		m.Value = relax(m.Value)
		members[i] = m
	}
	return v.WithMembers(members)
}

func withNullType(t *node.Node) *node.Node {
	if keyword.HasType(t, "null") {
		return t
	}
	items := t.Items()
	if t.Is(node.String) {
		items = []*node.Node{t}
	}
	return t.WithItems(append(append([]*node.Node{}, items...), node.NewString("null")))
}

// anyOfWithNull adds a null branch unless a branch is sure to take null.
func anyOfWithNull(n *node.Node) *node.Node {
	list := n.Get("anyOf")
	for _, s := range list.Items() {
		if keyword.HasType(s.Get("type"), "null") {
			return n
		}
	}
	return n.With("anyOf", list.WithItems(append(append([]*node.Node{}, list.Items()...), keyword.Null())))
}

// oneOfNote says in words what an enum says, since an upstream may know more
// values tomorrow.
func oneOfNote(values []*node.Node) string {
	var words []string
	for _, v := range values {
		if v.Is(node.Null) {
			continue
		}
		if len(words) == 20 {
			words = append(words, "…")
			break
		}
		if v.Is(node.String) {
			words = append(words, v.Text())
		} else {
			words = append(words, keyword.Short(v))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return "One of: " + strings.Join(words, ", ") + "."
}
