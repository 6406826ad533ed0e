package subset

import (
	"slices"
	"strconv"

	"github.com/oatools/oatools/compile/node"
)

func itoa(i int) string { return strconv.Itoa(i) }

// branches compares the members of anyOf, oneOf or allOf. It pairs equal ones,
// then those that plainly mean the same thing, and compares the pairs.
func (c *comparer) branches(word string, ptr, path []string, o, n place) {
	os, ns := o.s.Get(word).Items(), n.s.Get(word).Items()
	to, from := c.pairs(o, n, os, ns)
	// A oneOf whose branches may overlap refuses what two of them take, so that
	// a wider branch can refuse more. Only for exclusive branches does it go the
	// way its branches go.
	exclusive := word != "oneOf" || apart(o, os) && apart(n, ns)
	changed := func(f func()) {
		at := len(c.deltas)
		f()
		for i := at; i < len(c.deltas) && !exclusive; i++ {
			if c.deltas[i].Move != Told {
				c.deltas[i].Move = Moved
			}
		}
	}
	gone, come := Narrowed, Widened
	if word == "allOf" {
		gone, come = Widened, Narrowed
	}
	for i, s := range os {
		changed(func() {
			if j := to[i]; j >= 0 {
				c.schema(append(slices.Clone(ptr), word, itoa(j)), path, o.with(s), n.with(ns[j]))
				return
			}
			if word == "anyOf" && c.within(o.with(s), n.with(node.NewObject(node.M(word, node.NewArray(ns...))))) {
				return // others take its values
			}
			c.add(Logic, gone, itoa(i), append(slices.Clone(ptr), word), path, s, nil)
		})
	}
	for j, s := range ns {
		changed(func() {
			if from[j] >= 0 || word == "anyOf" && c.within(n.with(s), o.with(node.NewObject(node.M(word, node.NewArray(os...))))) {
				return
			}
			c.add(Logic, come, itoa(j), append(slices.Clone(ptr), word), path, nil, s)
		})
	}
}

// pairs matches old with new branches; -1 stands for none.
func (c *comparer) pairs(o, n place, os, ns []*node.Node) (to, from []int) {
	to, from = make([]int, len(os)), make([]int, len(ns))
	for i := range to {
		to[i] = -1
	}
	for j := range from {
		from[j] = -1
	}
	match := func(key func(p place) string) {
		at := map[string]int{}
		for j, s := range ns {
			if k := key(n.with(s)); from[j] < 0 && k != "" {
				if _, twice := at[k]; !twice {
					at[k] = j
				}
			}
		}
		for i, s := range os {
			k := key(o.with(s))
			if j, ok := at[k]; ok && to[i] < 0 && from[j] < 0 {
				to[i], from[j] = j, i
			}
		}
	}
	match(func(p place) string { return string(p.s.AppendCanonical(nil)) })
	match(func(p place) string { return p.s.Get("$ref").Text() })
	match(func(p place) string { t, _ := p.target(); return t.s.Get("title").Text() })
	match(tag)
	match(func(p place) string { t, _ := p.target(); return string(t.s.Get("type").AppendJSON(nil)) })
	return to, from
}

// tag is a branch's discriminating property with its one value.
func tag(p place) string {
	t, _ := p.target()
	for _, m := range t.s.Get("properties").Members() {
		prop, _ := t.with(m.Value).target()
		if values, ok := enum(prop.s); ok && len(values) == 1 {
			return m.Key + "=" + valueKey(values[0])
		}
	}
	return ""
}

// apart proves that no value is in two of the branches.
func apart(in place, list []*node.Node) bool {
	if len(list) > 40 {
		return false
	}
	p := prover{}
	for i := range list {
		for j := range i {
			if !p.disjoint(in.with(list[i]), in.with(list[j])) {
				return false
			}
		}
	}
	return true
}
