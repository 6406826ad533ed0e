package encode

import (
	"slices"

	"github.com/oatools/oatools/compile/tool"
)

// Member is one member of an object as it is written.
type Member struct {
	Key    string // the model's name, for refusals
	Name   string // the wire name
	Value  any
	Layout *tool.Layout // of the value
}

// Object is an object whose members have their wire names and their order. It
// stands in a body where a plain map[string]any would lose the order.
type Object struct {
	Members []Member
}

// Members gives the members of an object in the order in which they are
// written: first the layout's, then the rest by name. ok is false when v is no
// object. The result may share memory with v and is read-only.
func Members(v any, l *tool.Layout) (members []Member, ok bool) {
	switch v := v.(type) {
	case *Object:
		return v.Members, true
	case map[string]any:
		return mapMembers(v, l), true
	}
	return nil, false
}

func mapMembers(m map[string]any, l *tool.Layout) []Member {
	members := make([]Member, 0, len(m))
	if l != nil {
		for _, key := range l.Order {
			if v, ok := m[key]; ok {
				members = append(members, Member{key, wireName(l, key), v, l.Member(key)})
			}
		}
	}
	first := len(members)
	if first == len(m) {
		return members
	}
	for key, v := range m {
		if l == nil || !slices.Contains(l.Order, key) {
			members = append(members, Member{key, wireName(l, key), v, l.Member(key)})
		}
	}
	slices.SortFunc(members[first:], func(a, b Member) int {
		switch {
		case a.Key < b.Key:
			return -1
		case a.Key > b.Key:
			return 1
		}
		return 0
	})
	return members
}

func wireName(l *tool.Layout, key string) string {
	if l != nil {
		if name, ok := l.Names[key]; ok {
			return name
		}
	}
	return key
}
