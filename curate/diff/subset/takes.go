package subset

import (
	"unicode/utf8"

	"github.com/oatools/oatools/compile/node"
)

// answer is whether a schema takes a value, as far as this package knows.
type answer uint8

const (
	unknown answer = iota
	yes
	no
)

// and is no if one is no, yes if both are yes.
func (a answer) and(b answer) answer {
	switch {
	case a == no || b == no:
		return no
	case a == yes && b == yes:
		return yes
	}
	return unknown
}

func answerOf(ok bool) answer {
	if ok {
		return yes
	}
	return no
}

// takes asks whether a schema takes one value. It decides scalars and leaves
// objects and arrays open unless they are listed.
func (p *prover) takes(b place, v *node.Node) answer {
	if p.steps++; p.steps > maxSteps {
		return unknown
	}
	b, _ = b.target()
	k := kindOfValue(v)
	if types(b.s)&k == 0 {
		return no
	}
	out := yes
	if values, ok := enum(b.s); ok {
		out = answerOf(len(missing([]*node.Node{v}, values)) == 0)
	}
	for _, m := range b.s.Members() {
		if out == no {
			return no
		}
		out = out.and(p.keeps(m.Key, b, v, k))
	}
	return out
}

// keeps asks whether v keeps one keyword of b.
func (p *prover) keeps(word string, b place, v *node.Node, k kinds) answer {
	switch word {
	case "type", "enum", "const", "$defs", "$schema":
		return yes
	case "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf":
		if k&isNumber == 0 {
			return yes
		}
		return number(word, b.s, v)
	case "minLength", "maxLength":
		if k != isString {
			return yes
		}
		n := node.NewObject(node.M(word, node.NewInt(int64(utf8.RuneCountInString(v.Text())))))
		return answerOf(count(n, b.s, word, word == "minLength") >= 0)
	case "pattern", "contentEncoding", "contentMediaType", "contentSchema":
		return orYes(k != isString)
	case "items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "unevaluatedItems":
		return orYes(k != isArray)
	case "properties", "additionalProperties", "patternProperties", "required", "minProperties", "maxProperties",
		"propertyNames", "dependentRequired", "dependentSchemas", "unevaluatedProperties":
		return orYes(k != isObject)
	case "allOf":
		out := yes
		for _, m := range b.s.Get(word).Items() {
			out = out.and(p.takes(b.with(m), v))
		}
		return out
	case "anyOf", "oneOf":
		return p.union(word, b, v)
	case "not":
		switch p.takes(b.sub("not"), v) {
		case yes:
			return no
		case no:
			return yes
		}
		return unknown
	}
	return orYes(isWord(word))
}

func orYes(ok bool) answer {
	if ok {
		return yes
	}
	return unknown
}

// union counts the branches that take v.
func (p *prover) union(word string, b place, v *node.Node) answer {
	took, open := 0, 0
	for _, m := range b.s.Get(word).Items() {
		switch p.takes(b.with(m), v) {
		case yes:
			took++
		case unknown:
			open++
		}
	}
	switch {
	case word == "oneOf" && took > 1:
		return no
	case took > 0 && (word == "anyOf" || open == 0):
		return yes
	case open > 0:
		return unknown
	}
	return no
}

func number(word string, s, v *node.Node) answer {
	r := rat(v)
	if r == nil {
		return unknown
	}
	if word == "multipleOf" {
		one := node.NewObject(node.M(word, v))
		if r.Sign() == 0 {
			return yes
		}
		return answerOf(steps(one, s))
	}
	at := limit{value: r}
	low, high := span(s)
	return answerOf(at.compare(low, 1) >= 0 && at.compare(high, -1) >= 0)
}
