package sample

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"sort"
	"strconv"
)

// maker makes one value.
type maker struct {
	*Sampler
	room   int     // values that may still be made for parts that are optional
	extras float64 // how probable an optional part is
}

const maxDepth = 60

// value makes a value that meets the schemas, as far as it can see.
func (m *maker) value(schemas []any, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("the schema asks for endless nesting")
	}
	m.room--
	g, err := m.read(schemas)
	if err != nil {
		return nil, err
	}
	if g.values != nil {
		return m.oneOf(g)
	}
	switch m.kind(g) {
	case "null":
		return nil, nil
	case "boolean":
		return m.rand.IntN(2) == 0, nil
	case "integer":
		return m.number(g, true)
	case "number":
		return m.number(g, false)
	case "string":
		return m.text(g)
	case "array":
		return m.array(g, depth)
	}
	return m.object(g, depth)
}

// oneOf picks a listed value of the right type.
func (m *maker) oneOf(g *goal) (any, error) {
	fitting := g.values
	if g.types != nil {
		fitting = nil
		for _, v := range g.values {
			if slices.Contains(g.types, typeOf(v)) || typeOf(v) == "integer" && slices.Contains(g.types, "number") {
				fitting = append(fitting, v)
			}
		}
	}
	if len(fitting) == 0 {
		return nil, fmt.Errorf("no listed value has the type %v", g.types)
	}
	return fitting[m.rand.IntN(len(fitting))], nil
}

func typeOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	case json.Number:
		if r, ok := new(big.Rat).SetString(string(v)); ok && r.IsInt() {
			return "integer"
		}
	}
	return "number"
}

// kind picks a type; null is rare, as it is in life.
func (m *maker) kind(g *goal) string {
	types := g.types
	if types == nil {
		switch {
		case len(g.props) > 0 || len(g.required) > 0 || len(g.more) > 0 || g.closed || g.bounds["minProperties"] != nil:
			return "object"
		case len(g.items) > 0 || len(g.prefix) > 0 || len(g.contains) > 0 || g.bounds["minItems"] != nil:
			return "array"
		case len(g.texts) > 0 || g.format != "" || g.bounds["minLength"] != nil || g.bounds["maxLength"] != nil:
			return "string"
		case len(g.bounds) > 0:
			return "number"
		}
		types = []string{"string", "boolean", "integer"}
	}
	pick := types[m.rand.IntN(len(types))]
	if pick == "null" && len(types) > 1 && m.rand.IntN(3) > 0 {
		pick = types[m.rand.IntN(len(types))]
	}
	return pick
}

func (m *maker) object(g *goal, depth int) (any, error) {
	out := map[string]any{}
	most := g.count("maxProperties", 1<<20)
	wanted := slices.Clone(g.required)
	for _, name := range g.names {
		if !slices.Contains(wanted, name) && len(wanted) < most && m.wants(depth) {
			wanted = append(wanted, name)
		}
	}
	for i := 0; i < len(wanted); i++ {
		for _, need := range g.depends[wanted[i]] {
			if !slices.Contains(wanted, need) {
				wanted = append(wanted, need)
			}
		}
	}
	for _, name := range wanted {
		schemas := g.schemasOf(name)
		v, err := m.value(schemas, depth+1)
		if err != nil {
			if slices.Contains(g.required, name) {
				return nil, fmt.Errorf("property %s: %w", name, err)
			}
			continue
		}
		out[name] = v
	}
	return out, m.fill(g, out, depth)
}

func (g *goal) schemasOf(name string) []any {
	if s := g.props[name]; s != nil {
		return s
	}
	return g.more
}

// fill adds properties until there are enough of them, and now and then one more
// to a map.
func (m *maker) fill(g *goal, out map[string]any, depth int) error {
	least := g.count("minProperties", 0)
	for _, name := range g.names {
		if _, have := out[name]; have || len(out) >= least {
			continue
		}
		if v, err := m.value(g.props[name], depth+1); err == nil {
			out[name] = v
		}
	}
	patterns := make([]string, 0, len(g.patterns))
	for p := range g.patterns {
		patterns = append(patterns, p)
	}
	sort.Strings(patterns)
	if len(out) < least || m.wants(depth) {
		for _, p := range patterns {
			name, err := m.match(p)
			if err != nil {
				continue
			}
			if v, err := m.value([]any{g.patterns[p]}, depth+1); err == nil {
				out[name] = v
			}
		}
	}
	isMap := len(g.more) > 0 && len(g.props) == 0
	for i := 1; len(out) < least || isMap && i <= 2 && m.wants(depth); i++ {
		if g.closed && len(g.more) == 0 {
			return fmt.Errorf("%d properties are asked for, more than the object has", least)
		}
		v, err := m.value(g.more, depth+1)
		if err != nil {
			return err
		}
		out["key"+strconv.Itoa(i)] = v
		if i > 10_000 {
			return fmt.Errorf("too many properties are asked for")
		}
	}
	return nil
}

// wants decides about an optional part.
func (m *maker) wants(depth int) bool {
	return m.room > 0 && depth < 12 && m.rand.Float64() < m.extras
}

func (m *maker) array(g *goal, depth int) (any, error) {
	out := []any{}
	least, most := g.count("minItems", 0), g.count("maxItems", 1<<20)
	for _, p := range g.prefix {
		if len(out) >= most || len(out) >= least && len(g.contains) == 0 && !m.wants(depth) {
			break
		}
		v, err := m.value([]any{p}, depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	for _, c := range g.contains {
		if g.noItems && len(out) >= len(g.prefix) {
			break // only the items before can be what is asked for
		}
		for range min(g.count("minContains", 1), most-len(out)) {
			v, err := m.value([]any{c}, depth+1)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		}
	}
	misses := 0
	for len(out) < least || len(out) < min(most, 2) && !g.noItems && m.wants(depth) {
		if g.noItems {
			return nil, fmt.Errorf("%d items are asked for, more than the list takes", least)
		}
		v, err := m.value(g.items, depth+1)
		if err != nil {
			if len(out) >= least {
				break
			}
			return nil, fmt.Errorf("items: %w", err)
		}
		if g.unique && slices.ContainsFunc(out, func(o any) bool { return same(o, v) }) {
			if misses++; misses > 50 {
				return out, nil
			}
			continue
		}
		if out = append(out, v); len(out) > 10_000 {
			return nil, fmt.Errorf("too many items are asked for")
		}
	}
	return out, nil
}

// number makes a number between the bounds: small, and a multiple where one is
// asked for.
func (m *maker) number(g *goal, whole bool) (any, error) {
	step := big.NewRat(1, 1)
	if s := g.bounds["multipleOf"]; s != nil && s.Sign() > 0 {
		step = s
		if whole && !s.IsInt() {
			step = new(big.Rat).SetInt(s.Num()) // a multiple of s, and whole
		}
	} else if !whole {
		step = big.NewRat(1, 4)
	}
	lo, loOpen := tighter(g.bounds["minimum"], g.bounds["exclusiveMinimum"], 1)
	hi, hiOpen := tighter(g.bounds["maximum"], g.bounds["exclusiveMaximum"], -1)
	for range 4 {
		from, to := span(lo, hi, step)
		if loOpen && lo != nil && new(big.Rat).Mul(new(big.Rat).SetInt(from), step).Cmp(lo) == 0 {
			from.Add(from, big.NewInt(1))
		}
		if hiOpen && hi != nil && new(big.Rat).Mul(new(big.Rat).SetInt(to), step).Cmp(hi) == 0 {
			to.Sub(to, big.NewInt(1))
		}
		if from.Cmp(to) <= 0 {
			room := new(big.Int).Sub(to, from)
			most := int64(100)
			if room.IsInt64() {
				most = min(most, room.Int64())
			}
			pick := big.NewInt(m.rand.Int64N(most + 1))
			return numberOf(new(big.Rat).Mul(new(big.Rat).SetInt(pick.Add(pick, from)), step)), nil
		}
		if whole || g.bounds["multipleOf"] != nil {
			break
		}
		step = new(big.Rat).Mul(step, big.NewRat(1, 1000))
	}
	return nil, fmt.Errorf("no number lies between the bounds")
}

// tighter gives the stricter of a bound and an exclusive one; sign is 1 for lower
// bounds.
func tighter(plain, exclusive *big.Rat, sign int) (bound *big.Rat, open bool) {
	switch {
	case plain == nil:
		return exclusive, exclusive != nil
	case exclusive == nil || exclusive.Cmp(plain)*sign < 0:
		return plain, false
	}
	return exclusive, true
}

// span gives the least and the greatest multiple of step between the bounds,
// near zero or the one bound that there is.
func span(lo, hi, step *big.Rat) (from, to *big.Int) {
	const usual = 200
	floor := func(r *big.Rat) *big.Int {
		q := new(big.Rat).Quo(r, step)
		return new(big.Int).Div(q.Num(), q.Denom())
	}
	if lo != nil {
		from = floor(lo)
		if new(big.Rat).Mul(new(big.Rat).SetInt(from), step).Cmp(lo) < 0 {
			from.Add(from, big.NewInt(1))
		}
	}
	if hi != nil {
		to = floor(hi)
	}
	switch {
	case lo == nil && hi == nil:
		return big.NewInt(0), big.NewInt(usual)
	case lo == nil:
		return new(big.Int).Sub(to, big.NewInt(usual)), to
	case hi == nil:
		return from, new(big.Int).Add(from, big.NewInt(usual))
	}
	return from, to
}

func numberOf(r *big.Rat) json.Number {
	if r.IsInt() {
		return json.Number(r.Num().String())
	}
	if n, exact := r.FloatPrec(); exact && n < 30 {
		return json.Number(r.FloatString(n))
	}
	return json.Number(r.FloatString(18))
}
