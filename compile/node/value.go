package node

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
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

// FromValue gives the node for a Go value, without a place; maps with sorted
// keys. A *Node is taken as it is. What is not one of the types that
// encoding/json decodes into goes through json.Marshal; what that refuses (a
// channel, NaN) gives nil.
func FromValue(v any) *Node {
	switch v := v.(type) {
	case nil:
		return NewNull()
	case *Node:
		return v
	case bool:
		return NewBool(v)
	case string:
		return NewString(v)
	case int:
		return NewInt(int64(v))
	case int64:
		return NewInt(v)
	case uint64:
		return NewNumber(strconv.FormatUint(v, 10))
	case json.Number:
		if v != "" && (v[0] == '-' || '0' <= v[0] && v[0] <= '9') && json.Valid([]byte(v)) {
			return NewNumber(string(v))
		}
		return nil
	case []any:
		items := make([]*Node, len(v))
		for i := range v {
			items[i] = FromValue(v[i])
		}
		return NewArray(items...)
	case []string:
		return NewStrings(v...)
	case map[string]any:
		members := make([]Member, 0, len(v))
		for _, k := range slices.Sorted(maps.Keys(v)) {
			members = append(members, M(k, FromValue(v[k])))
		}
		return NewObject(members...)
	}
	data, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return ReadJSON("", data, Limits{}, nil).detached()
}

// detached gives a copy of the whole tree that has no place.
func (n *Node) detached() *Node {
	switch n.Kind() {
	case Invalid:
		return nil
	case Array:
		items := make([]*Node, len(n.Items()))
		for i, item := range n.Items() {
			items[i] = item.detached()
		}
		return NewArray(items...)
	case Object:
		members := make([]Member, len(n.Members()))
		for i, m := range n.Members() {
			members[i] = M(m.Key, m.Value.detached())
		}
		slices.SortStableFunc(members, compareKeys)
		return NewObject(members...)
	}
	return &Node{kind: n.kind, text: n.text}
}
