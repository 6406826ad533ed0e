package node

import (
	"slices"
	"strconv"
)

// NewString makes a String node without a place.
func NewString(s string) *Node { return &Node{kind: String, text: s} }

// NewInt makes a Number node without a place.
func NewInt(i int64) *Node { return &Node{kind: Number, text: strconv.FormatInt(i, 10)} }

// NewNumber makes a Number node from a literal in JSON grammar.
func NewNumber(literal string) *Node { return &Node{kind: Number, text: literal} }

// NewBool makes a Bool node without a place.
func NewBool(v bool) *Node { return &Node{kind: Bool, text: strconv.FormatBool(v)} }

// NewNull makes a Null node without a place.
func NewNull() *Node { return &Node{kind: Null} }

// NewArray makes an Array node without a place.
func NewArray(items ...*Node) *Node { return container(Array, nil, items) }

// NewObject makes an Object node without a place.
func NewObject(members ...Member) *Node { return container(Object, members, nil) }

func container(k Kind, members []Member, items []*Node) *Node {
	n := &Node{kind: k}
	if len(members)+len(items) > 0 {
		n.kids = &kids{members: members, items: items}
	}
	return n
}

// NewStrings makes an Array of String nodes.
func NewStrings(ss ...string) *Node {
	items := make([]*Node, len(ss))
	for i, s := range ss {
		items[i] = NewString(s)
	}
	return container(Array, nil, items)
}

// M makes a Member whose place is that of its value.
func M(key string, value *Node) Member { return Member{Key: key, Value: value} }

// With gives a shallow copy of the object n in which key has the value v: in
// its old place if n had the key, else at the end.
func (n *Node) With(key string, v *Node) *Node {
	members := make([]Member, 0, len(n.Members())+1)
	done := false
	for _, m := range n.Members() {
		if m.Key == key {
			m.Value, done = v, true
		}
		members = append(members, m)
	}
	if !done {
		members = append(members, M(key, v))
	}
	return n.WithMembers(members)
}

// Without gives a shallow copy of the object n that lacks the keys.
func (n *Node) Without(keys ...string) *Node {
	members := make([]Member, 0, len(n.Members()))
	for _, m := range n.Members() {
		if !slices.Contains(keys, m.Key) {
			members = append(members, m)
		}
	}
	return n.WithMembers(members)
}

// WithMembers gives an object with these members at the place of n.
func (n *Node) WithMembers(members []Member) *Node {
	c := container(Object, members, nil)
	if n != nil {
		c.doc, c.start, c.end = n.doc, n.start, n.end
	}
	return c
}

// WithItems gives an array with these items at the place of n.
func (n *Node) WithItems(items []*Node) *Node {
	c := container(Array, nil, items)
	if n != nil {
		c.doc, c.start, c.end = n.doc, n.start, n.end
	}
	return c
}

// MovedTo gives a copy of n, its descendants as they are, that claims the place
// of o. Use it where a made-up value stands for something in a file.
func (n *Node) MovedTo(o *Node) *Node {
	if n == nil {
		return nil
	}
	if n.lazy {
		n.expand() // once, for both copies
	}
	c := *n
	if o != nil {
		c.doc, c.start, c.end = o.doc, o.start, o.end
	}
	return &c
}

// Equal reports whether a and b are the same JSON value: order of keys, places
// and the way a number is written do not matter.
func Equal(a, b *Node) bool {
	if a.Kind() != b.Kind() {
		return false
	}
	switch a.Kind() {
	case Bool, String:
		return a.text == b.text
	case Number:
		if a.text == b.text {
			return true
		}
		ra, oka := a.Rat()
		rb, okb := b.Rat()
		return oka && okb && ra.Cmp(rb) == 0
	case Array:
		return slices.EqualFunc(a.Items(), b.Items(), Equal)
	case Object:
		if len(a.Members()) != len(b.Members()) {
			return false
		}
		for _, m := range a.Members() {
			if !b.Has(m.Key) || !Equal(m.Value, b.Get(m.Key)) {
				return false
			}
		}
	}
	return true
}
