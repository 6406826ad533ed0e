package subset

import "github.com/oatools/oatools/compile/node"

// items proves that what a has behind its first items keeps b's items.
func (p *prover) items(a, b place) bool {
	if a.s.Has("prefixItems") || b.s.Has("prefixItems") {
		return node.Equal(a.s.Get("prefixItems"), b.s.Get("prefixItems")) && p.within(a.sub("items"), b.sub("items"))
	}
	if m := rat(a.s.Get("maxItems")); m != nil && m.Sign() == 0 {
		return true
	}
	return p.within(a.sub("items"), b.sub("items"))
}

// prefix proves that a keeps what b demands of its first items, one by one.
func (p *prover) prefix(a, b place) bool {
	as, bs := a.s.Get("prefixItems").Items(), b.s.Get("prefixItems").Items()
	for i, m := range bs {
		have := a.sub("items")
		if i < len(as) {
			have = a.with(as[i])
		}
		if !p.within(have, b.with(m)) {
			return false
		}
	}
	return true
}
