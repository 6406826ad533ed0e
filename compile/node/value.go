package node

import (
	"encoding/json"
)

// Value gives n as map[string]any, []any, string, json.Number, bool or nil.
func (n *Node) Value() any {
	switch n.Kind() {
	case Bool:
		return n.text == "true"
	case Number:
		return json.Number(n.text)
	case String:
		return n.text
	case Array:
		items := make([]any, len(n.Items()))
		for i, item := range n.Items() {
			items[i] = item.Value()
		}
		return items
	case Object:
		members := make(map[string]any, len(n.Members()))
		for k, v := range n.All() {
			members[k] = v.Value()
		}
		return members
	}
	return nil
}
