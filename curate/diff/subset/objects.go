package subset

import (
	"slices"

	"github.com/oatools/oatools/compile/node"
)

// objects compares properties and what may stand beside them.
func (c *comparer) objects(ptr, path []string, o, n place) {
	op, np := o.s.Get("properties"), n.s.Get("properties")
	at := append(slices.Clone(ptr), "properties")
	var stayed, now []string
	for _, key := range both(op, np) {
		a, b := op.Get(key), np.Get(key)
		below := append(slices.Clone(path), key)
		switch {
		case a == nil:
			c.property(PropertyAdded, c.added(o, n, key), at, below, nil, b, requires(n.s, key))
		case b == nil:
			c.property(PropertyRemoved, inverse(c.added(n, o, key)), at, below, a, nil, requires(o.s, key))
		default:
			stayed = append(stayed, key)
			c.demanded(ptr, below, o.s, n.s, key)
			c.schema(append(slices.Clone(at), key), below, o.with(a), n.with(b))
		}
	}
	for _, key := range np.Keys() {
		if op.Has(key) {
			now = append(now, key)
		}
	}
	if !slices.Equal(stayed, now) {
		c.add(Order, Told, "properties", ptr, path, node.NewStrings(stayed...), node.NewStrings(now...))
	}
	c.loose(ptr, path, o, n)
	c.beside(ptr, path, o, n)
}

func (c *comparer) property(kind Kind, move Move, at, path []string, old, new *node.Node, must bool) {
	word := path[len(path)-1]
	c.add(kind, move, word, at, path, old, new)
	c.deltas[len(c.deltas)-1].Must = must
}

// added says what it means that n names a property that o does not.
func (c *comparer) added(o, n place, key string) Move {
	was, is := o.property(key), n.property(key)
	up, down := c.within(was, is), c.within(is, was)
	must := requires(n.s, key) && !requires(o.s, key)
	switch {
	case must && up && down:
		return Narrowed
	case must && up:
		return Moved
	case must:
		return Narrowed
	}
	return proved(up, down)
}

func inverse(m Move) Move {
	switch m {
	case Narrowed:
		return Widened
	case Widened:
		return Narrowed
	}
	return m
}

// demanded compares whether a property must be there.
func (c *comparer) demanded(ptr, path []string, o, n *node.Node, key string) {
	was, is := requires(o, key), requires(n, key)
	switch {
	case was == is:
	case is:
		c.add(Required, Narrowed, "required", ptr, path, nil, node.NewString(key))
	default:
		c.add(Required, Widened, "required", ptr, path, node.NewString(key), nil)
	}
}

// loose compares demands of names that are no properties of both.
func (c *comparer) loose(ptr, path []string, o, n place) {
	known := func(key string) bool {
		return o.s.Get("properties").Has(key) || n.s.Get("properties").Has(key)
	}
	for _, key := range both(names(o.s), names(n.s)) {
		if !known(key) {
			c.demanded(ptr, append(slices.Clone(path), key), o.s, n.s, key)
		}
	}
}

// names gives required as the keys of an object.
func names(s *node.Node) *node.Node {
	var members []node.Member
	for _, v := range s.Get("required").Items() {
		members = append(members, node.M(v.Text(), node.NewNull()))
	}
	return node.NewObject(members...)
}

// beside compares additionalProperties and its relatives.
func (c *comparer) beside(ptr, path []string, o, n place) {
	const word = "additionalProperties"
	a, b := o.sub(word), n.sub(word)
	switch {
	case isNothing(a.s) && isNothing(b.s), !o.s.Has(word) && !n.s.Has(word):
	case isNothing(a.s):
		c.add(Closed, Widened, word, ptr, path, o.s.Get(word), n.s.Get(word))
	case isNothing(b.s):
		c.add(Closed, Narrowed, word, ptr, path, o.s.Get(word), n.s.Get(word))
	default:
		c.schema(append(slices.Clone(ptr), word), append(slices.Clone(path), "{}"), a, b)
	}
	c.opaque(Closed, ptr, path, "patternProperties", o.s.Get("patternProperties"), n.s.Get("patternProperties"))
}
