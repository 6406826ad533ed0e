package subset

import "github.com/oatools/oatools/compile/node"

// object proves that the objects of a keep one keyword of b.
func (p *prover) object(word string, a, b place) bool {
	switch word {
	case "minProperties":
		if min, need := rat(b.s.Get(word)), int64(len(a.s.Get("required").Items())); min != nil && min.IsInt() && min.Num().IsInt64() && min.Num().Int64() <= need {
			return true
		}
		return count(a.s, b.s, word, true) >= 0
	case "maxProperties":
		return count(a.s, b.s, word, false) >= 0
	case "required":
		for _, name := range b.s.Get(word).Items() {
			if !requires(a.s, name.Text()) {
				return false
			}
		}
		return true
	case "patternProperties":
		return node.Equal(a.s.Get(word), b.s.Get(word)) && !hasRef(a.s.Get(word))
	case "properties":
		for _, m := range b.s.Get(word).Members() {
			if !p.within(a.property(m.Key), b.with(m.Value)) {
				return false
			}
		}
		return true
	}
	return p.rest(a, b)
}

// rest proves that what a has beside b's properties keeps b's
// additionalProperties.
func (p *prover) rest(a, b place) bool {
	if a.s.Has("patternProperties") || b.s.Has("patternProperties") {
		return node.Equal(a.s.Get("patternProperties"), b.s.Get("patternProperties")) &&
			!hasRef(a.s.Get("patternProperties")) && p.restPlain(a, b)
	}
	return p.restPlain(a, b)
}

func (p *prover) restPlain(a, b place) bool {
	more := b.sub("additionalProperties")
	for _, m := range a.s.Get("properties").Members() {
		if !b.s.Get("properties").Has(m.Key) && !p.within(a.with(m.Value), more) {
			return false
		}
	}
	return p.within(a.sub("additionalProperties"), more)
}

// property gives what p takes under a name.
func (p place) property(name string) place {
	if s := p.s.At("properties", name); s != nil {
		return p.with(s)
	}
	if p.s.Has("patternProperties") {
		return p.with(opaque()) // it depends on patterns
	}
	const unseen = "unevaluatedProperties"
	switch {
	case p.s.Has("additionalProperties") || !watches(p.s, unseen):
		return p.sub("additionalProperties")
	case hasParts(p.s):
		return p.with(opaque()) // it depends on the parts
	}
	return p.sub(unseen)
}
