package subset

import (
	"math/rand/v2"
	"testing"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/sample"
	"github.com/oatools/oatools/compile/tool"
)

// TestProofsHold makes random pairs of schemas and holds every proof against
// sampled values: what is proved to be inside must be taken, and what Compare
// calls wider must take all that was taken.
func TestProofsHold(t *testing.T) {
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	r := rand.New(rand.NewPCG(1, 2))
	proved, values := 0, 0
	for range rounds {
		a := randomSchema(r, 3)
		b := a
		for range 1 + r.IntN(2) {
			b = mutated(r, b)
		}
		deltas := Compare(a, b)
		wider := true
		for _, d := range deltas {
			wider = wider && (d.Move == Widened || d.Move == Told)
		}
		if !wider && !within(a, b) {
			continue
		}
		proved++
		values += hold(t, a, b, deltas)
	}
	t.Logf("%d proofs, %d values", proved, values)
	if proved < rounds/10 || values < rounds/10 {
		t.Errorf("only %d proofs with %d values in %d rounds: the test tests nothing", proved, values, rounds)
	}
}

// hold checks values of a against b.
func hold(t *testing.T, a, b *node.Node, deltas []Delta) (n int) {
	t.Helper()
	as, bs := a.AppendJSON(nil), b.AppendJSON(nil)
	sampler, err := sample.New(tool.Schema(as), 7)
	if err != nil {
		return 0
	}
	va, err := check.Compile(as)
	if err != nil {
		return 0
	}
	vb, err := check.Compile(bs)
	if err != nil {
		return 0
	}
	for range 4 {
		v, err := sampler.Valid()
		if err != nil || len(va.Validate(v)) > 0 {
			return n
		}
		n++
		if problems := vb.Validate(v); len(problems) > 0 {
			t.Errorf("%v is a value of\n%s and not of\n%s\n%v; deltas %v", v, as, bs, problems, brief(deltas))
		}
	}
	return n
}

func randomSchema(r *rand.Rand, depth int) *node.Node {
	str := func(s string) *node.Node { return node.NewString(s) }
	num := func(n int) *node.Node { return node.NewInt(int64(n)) }
	switch k := r.IntN(12); {
	case k == 9 && depth > 0: // an object of which two parts see names
		part := func(key string) *node.Node {
			return node.NewObject(node.M("properties", node.NewObject(node.M(key, randomSchema(r, depth-1)))))
		}
		word := []string{"anyOf", "allOf"}[r.IntN(2)]
		return node.NewObject(node.M("type", str("object")), node.M("properties", node.NewObject(node.M("p", randomSchema(r, depth-1)), node.M("s", randomSchema(r, 0)))),
			node.M(word, node.NewArray(part("q"), part("z"))), node.M("unevaluatedProperties", node.NewBool(false)))
	case k == 10 && depth > 0:
		return node.NewObject(node.M("type", str("array")), node.M("prefixItems", node.NewArray(randomSchema(r, depth-1), randomSchema(r, depth-1))),
			node.M([]string{"items", "unevaluatedItems"}[r.IntN(2)], node.NewBool(false)), node.M("minItems", num(r.IntN(3))))
	case k == 11 && depth > 0:
		return node.NewObject(node.M("type", str("array")), node.M("contains", randomSchema(r, 0)), node.M("minContains", num(r.IntN(3))), node.M("items", randomSchema(r, 0)), node.M("maxItems", num(3)))
	case k == 0:
		return node.NewObject(node.M("type", str("string")), node.M("minLength", num(r.IntN(3))), node.M("maxLength", num(3+r.IntN(4))))
	case k == 1:
		return node.NewObject(node.M("type", str("integer")), node.M("minimum", num(r.IntN(4))), node.M("maximum", num(4+r.IntN(4))))
	case k == 2:
		return node.NewObject(node.M("type", str("number")), node.M("exclusiveMinimum", num(r.IntN(4))))
	case k == 3:
		return node.NewObject(node.M("enum", node.NewArray(str("a"), str("b"), num(r.IntN(3)))))
	case k == 4:
		return node.NewObject(node.M("type", node.NewStrings("string", "null")))
	case k == 5 || k > 8 || depth == 0:
		return node.NewObject(node.M("type", str("boolean")))
	case k == 6:
		return node.NewObject(node.M("type", str("array")), node.M("items", randomSchema(r, depth-1)), node.M("maxItems", num(1+r.IntN(3))))
	case k == 7:
		word := []string{"anyOf", "oneOf", "allOf"}[r.IntN(3)]
		return node.NewObject(node.M(word, node.NewArray(randomSchema(r, depth-1), randomSchema(r, depth-1))))
	}
	props := []node.Member{node.M("p", randomSchema(r, depth-1)), node.M("q", randomSchema(r, depth-1))}
	s := node.NewObject(node.M("type", str("object")), node.M("properties", node.NewObject(props...)))
	if r.IntN(2) == 0 {
		s = s.With("required", node.NewStrings("p"))
	}
	if r.IntN(2) == 0 {
		s = s.With("additionalProperties", node.NewBool(false))
	}
	return s
}

// mutated changes one keyword somewhere.
func mutated(r *rand.Rand, s *node.Node) *node.Node {
	members := s.Members()
	if len(members) == 0 {
		return s
	}
	m := members[r.IntN(len(members))]
	switch m.Key {
	case "properties":
		props := m.Value.Members()
		p := props[r.IntN(len(props))]
		switch r.IntN(3) {
		case 0:
			return s.With(m.Key, m.Value.Without(p.Key))
		case 1:
			return s.With(m.Key, m.Value.With("z", randomSchema(r, 0)))
		}
		return s.With(m.Key, m.Value.With(p.Key, mutated(r, p.Value)))
	case "items":
		return s.With(m.Key, mutated(r, m.Value))
	case "anyOf", "oneOf", "allOf", "enum":
		items := m.Value.Items()
		i := r.IntN(len(items))
		out := append([]*node.Node{}, items...)
		switch {
		case r.IntN(3) == 0 && len(items) > 1:
			out = append(out[:i], out[i+1:]...)
		case m.Key == "enum":
			out = append(out, node.NewInt(int64(r.IntN(9))))
		case r.IntN(2) == 0:
			out = append(out, randomSchema(r, 0))
		default:
			out[i] = mutated(r, out[i])
		}
		return s.With(m.Key, node.NewArray(out...))
	case "prefixItems":
		items := m.Value.Items()
		if r.IntN(2) == 0 {
			return s.With(m.Key, node.NewArray(items[:len(items)-1]...))
		}
		return s.With(m.Key, node.NewArray(append([]*node.Node{mutated(r, items[0])}, items[1:]...)...))
	case "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "minItems", "maxItems", "minContains":
		if r.IntN(4) == 0 {
			return s.Without(m.Key)
		}
		return s.With(m.Key, node.NewInt(int64(r.IntN(8))))
	case "type":
		return s.With(m.Key, node.NewStrings("string", "null", "integer"))
	}
	return s.Without(m.Key)
}

// FuzzCompare holds that no pair of documents makes Compare panic or run away,
// that equal ones have no difference, and that a difference is there both ways.
func FuzzCompare(f *testing.F) {
	f.Add(`{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"$ref":"#/$defs/A"}}}`, `{"anyOf":[{"const":1},true]}`)
	f.Add(`{"oneOf":[{"not":{}},{"minimum":1e400}]}`, `{"enum":[[],{}],"required":"x"}`)
	f.Fuzz(func(t *testing.T, a, b string) {
		na, nb := quiet(a), quiet(b)
		if na == nil || nb == nil {
			return
		}
		if d := Compare(na, na); len(d) > 0 {
			t.Errorf("%s differs from itself: %v", a, brief(d))
		}
		if (len(Compare(na, nb)) == 0) != (len(Compare(nb, na)) == 0) {
			t.Errorf("%s and %s differ one way only: %v, %v", a, b, brief(Compare(na, nb)), brief(Compare(nb, na)))
		}
	})
}
