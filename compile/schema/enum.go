package schema

import (
	"math/big"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/node"
)

// enum rewrites a list of values: each once, in the order of first use.
func (w *Rewriter) enum(v, n *node.Node) *node.Node {
	if !v.Is(node.Array) || len(v.Items()) == 0 {
		w.diags.Warnf(v.Pos(), "schema-enum", "enum is a list with at least one value; it is left out")
		return nil
	}
	var out []*node.Node
	seen := map[string]bool{}
	for _, item := range v.Items() {
		key := item.Kind().String() + string(item.AppendCanonical(nil))
		if r, ok := item.Rat(); ok {
			key = "number " + r.RatString()
		}
		if seen[key] {
			w.diags.Warnf(item.Pos(), "schema-enum", "%s stands in the enum twice", short(item))
			continue
		}
		seen[key] = true
		out = append(out, item)
	}
	if len(out) == len(v.Items()) {
		return v
	}
	return v.WithItems(out)
}

func short(n *node.Node) string {
	s := string(n.AppendJSON(nil))
	if len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}

// enumTypes repairs an enum of which no value has the stated type, as when YAML
// reads the text 1 as a number.
func (w *Rewriter) enumTypes(b *builder, n *node.Node) {
	enum, types := b.get("enum"), b.get("type")
	if enum == nil || types == nil {
		return
	}
	out := make([]*node.Node, len(enum.Items()))
	changed := false
	for i, v := range enum.Items() {
		out[i] = v
		if typeFits(types, v) || v.Is(node.Null) {
			continue
		}
		if c := convert(types, v); c != nil {
			out[i], changed = c.MovedTo(v), true
			w.diags.Warnf(v.Pos(), "schema-enum", "%s in the enum is read as %s, because of the type", short(v), short(c))
			continue
		}
		w.diags.Warnf(v.Pos(), "schema-enum", "%s in the enum can never be given, because of the type", short(v))
	}
	if changed {
		b.set("enum", enum.WithItems(out))
	}
}

// convert reads a scalar as one of the types; nil when that is not possible
// without loss.
func convert(types, v *node.Node) *node.Node {
	switch {
	case hasType(types, "string") && (v.Is(node.Number) || v.Is(node.Bool)):
		return node.NewString(v.Text())
	case v.Is(node.String) && (hasType(types, "integer") || hasType(types, "number")) && isJSONNumber(v.Text()):
		c := node.NewNumber(v.Text())
		if typeFits(types, c) {
			return c
		}
	case v.Is(node.String) && hasType(types, "boolean") && (v.Text() == "true" || v.Text() == "false"):
		return node.NewBool(v.Text() == "true")
	}
	return nil
}

// typeFits reports whether v has one of the types; a missing type fits all.
func typeFits(types, v *node.Node) bool {
	if types == nil {
		return true
	}
	if v.Is(node.Number) {
		if hasType(types, "number") {
			return true
		}
		r, ok := v.Rat()
		return hasType(types, "integer") && ok && r.IsInt()
	}
	return hasType(types, v.Kind().String())
}

// defaultFits drops a default that its own schema refuses. It looks at what
// stands in the schema itself; a default that only a reference refuses stays.
func (w *Rewriter) defaultFits(b *builder, n *node.Node) {
	v := b.get("default")
	if v == nil {
		return
	}
	s := b.node()
	if fits(s, v) {
		return
	}
	if b.get("type") != nil {
		if c := convert(b.get("type"), v); c != nil && fits(s, c) {
			w.diags.Warnf(v.Pos(), "schema-default", "default %s is read as %s, because of the type", short(v), short(c))
			b.set("default", c.MovedTo(v))
			return
		}
	}
	if v.Is(node.Null) {
		if !w.becomesNullable(b, n) {
			b.drop("default") // "no default", as many generators write it
		}
		return
	}
	w.unfit(v)
	b.drop("default")
}

// unfit reports a default that its schema refuses.
func (w *Rewriter) unfit(v *node.Node) {
	w.diags.Warnf(v.Pos(), "schema-default", "default %s is not valid itself and left out", short(v))
}

// fits reports whether v meets the keywords of s that concern it, properties
// and items included. References and unions are taken to fit.
func fits(s, v *node.Node) bool {
	if !typeFits(s.Get("type"), v) {
		return false
	}
	if c := s.Get("const"); c != nil && !node.Equal(c, v) {
		return false
	}
	if e := s.Get("enum"); e != nil && !contains(e, v) {
		return false
	}
	switch v.Kind() {
	case node.Number:
		return numberFits(s, v)
	case node.String:
		return countFits(s, "Length", utf8.RuneCountInString(v.Text())) && patternFits(s, v.Text())
	case node.Array:
		if !countFits(s, "Items", len(v.Items())) {
			return false
		}
		for i, item := range v.Items() {
			sub := s.Get("prefixItems").Index(i)
			if sub == nil {
				sub = s.Get("items")
			}
			if !fits(sub, item) {
				return false
			}
		}
	case node.Object:
		return objectFits(s, v)
	}
	return true
}

func contains(list, v *node.Node) bool {
	for _, item := range list.Items() {
		if node.Equal(item, v) {
			return true
		}
	}
	return false
}

func numberFits(s, v *node.Node) bool {
	r, ok := v.Rat()
	if !ok {
		return false
	}
	bound := func(key string, good func(c int) bool) bool {
		b, ok := s.Get(key).Rat()
		return !ok || good(r.Cmp(b))
	}
	if m, ok := s.Get("multipleOf").Rat(); ok && m.Sign() > 0 && !new(big.Rat).Quo(r, m).IsInt() {
		return false
	}
	return bound("minimum", func(c int) bool { return c >= 0 }) &&
		bound("maximum", func(c int) bool { return c <= 0 }) &&
		bound("exclusiveMinimum", func(c int) bool { return c > 0 }) &&
		bound("exclusiveMaximum", func(c int) bool { return c < 0 })
}

func countFits(s *node.Node, what string, n int) bool {
	count := big.NewRat(int64(n), 1)
	if lo, ok := s.Get("min" + what).Rat(); ok && count.Cmp(lo) < 0 {
		return false
	}
	hi, ok := s.Get("max" + what).Rat()
	return !ok || count.Cmp(hi) <= 0
}

func patternFits(s *node.Node, text string) bool {
	p, ok := s.Get("pattern").Str()
	if !ok {
		return true
	}
	re, err := regexp.Compile(p)
	return err != nil || re.MatchString(text)
}

func objectFits(s, v *node.Node) bool {
	for _, r := range s.Get("required").Items() {
		if !v.Has(r.Text()) {
			return false
		}
	}
	open, isFlag := s.Get("additionalProperties").Truth()
	for _, m := range v.Members() {
		p := s.Get("properties").Get(m.Key)
		if p == nil && isFlag && !open && !s.Has("patternProperties") {
			return false
		}
		if p != nil && !fits(p, m.Value) {
			return false
		}
	}
	return countFits(s, "Properties", len(v.Members()))
}
