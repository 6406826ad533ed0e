package swagger

import "github.com/oatools/oatools/compile/node"

// Schemas converts schemas, each once.
type Schemas struct {
	done map[*node.Node]*node.Node
}

// NewSchemas makes an empty Schemas.
func NewSchemas() *Schemas { return &Schemas{done: map[*node.Node]*node.Node{}} }

// Convert gives the schema with x-nullable as nullable and the type file as a
// binary string, wherever they stand. The result is n itself when there is nothing to convert. References stay.
func (s *Schemas) Convert(n *node.Node) *node.Node {
	if out, ok := s.done[n]; ok {
		return out
	}
	out := convert(n)
	s.done[n] = out
	return out
}

// holds says how the values of a schema's key hold schemas.
var holds = map[string]byte{
	"properties": 'm', "patternProperties": 'm', "definitions": 'm',
	"allOf": 'l', "anyOf": 'l', "oneOf": 'l', "items": 'l',
	"additionalProperties": '1', "not": '1',
}

func convert(n *node.Node) *node.Node {
	if !n.Is(node.Object) {
		return n
	}
	members := make([]node.Member, 0, len(n.Members()))
	changed := false
	for _, m := range n.Members() {
		before := m.Value
		switch how := holds[m.Key]; {
		case m.Key == "x-nullable" && !n.Has("nullable"):
			m.Key, changed = "nullable", true
		case how == 'm':
			m.Value = each(m.Value)
		case how == 'l' && m.Value.Is(node.Array):
			m.Value = list(m.Value)
		case how != 0:
			m.Value = convert(m.Value)
		}
		changed = changed || m.Value != before
		members = append(members, m)
	}
	if changed {
		n = n.WithMembers(members)
	}
	if isFile(n) {
		n = n.With("type", node.NewString("string")).With("format", node.NewString("binary"))
	}
	return n
}

func each(n *node.Node) *node.Node {
	members := make([]node.Member, 0, len(n.Members()))
	changed := false
	for _, m := range n.Members() {
		v := convert(m.Value)
		changed = changed || v != m.Value
		m.Value = v
		members = append(members, m)
	}
	if !changed {
		return n
	}
	return n.WithMembers(members)
}

func list(n *node.Node) *node.Node {
	items := make([]*node.Node, 0, len(n.Items()))
	changed := false
	for _, item := range n.Items() {
		v := convert(item)
		changed = changed || v != item
		items = append(items, v)
	}
	if !changed {
		return n
	}
	return n.WithItems(items)
}
