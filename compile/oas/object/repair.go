package object

import (
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/grammar"
)

// repaired gives the object with the keys that kind k knows: wrong case
// corrected, scalars of the wrong type converted, the rest left out and told.
func (r *Reader) repaired(n *node.Node, k grammar.Kind) *node.Node {
	fields := grammar.Fields(k)
	whole := r.gathered(n, k)
	changed := whole != n
	n = whole
	members := make([]node.Member, 0, len(n.Members()))
	for _, m := range n.Members() {
		if strings.HasPrefix(m.Key, "x-") || m.Key == "$ref" {
			members = append(members, m)
			continue
		}
		f, known := fields[m.Key]
		if !known {
			changed = true
			right := r.rightCase(n, m, k)
			if right == "" {
				continue
			}
			m.Key, f = right, fields[right]
		}
		v := r.fitting(m, f, k)
		changed = changed || v != m.Value
		if v != nil {
			m.Value = v
			members = append(members, m)
		}
	}
	if !changed {
		return n
	}
	return n.WithMembers(members)
}

// gathered puts the keywords of a schema that stand in a parameter or header
// itself, as Swagger 2.0 has them, into the schema that is missing.
func (r *Reader) gathered(n *node.Node, k grammar.Kind) *node.Node {
	if k != grammar.Parameter && k != grammar.Header || n.Has("schema") || n.Has("content") || !n.Has("type") && !n.Has("enum") {
		return n
	}
	var own, schema []node.Member
	for _, m := range n.Members() {
		if inlined(m.Key) {
			schema = append(schema, m)
		} else {
			own = append(own, m)
		}
	}
	r.Tell("schema-inline", schema[0].Pos(), withArticle(k))
	return n.WithMembers(append(own, node.Member{Key: "schema", Value: n.WithMembers(schema)}))
}

// inlined tells the keywords that a parameter of Swagger 2.0 describes its value
// with.
func inlined(key string) bool {
	switch key {
	case "type", "format", "items", "default", "enum", "pattern", "multipleOf", "minimum", "maximum", "exclusiveMinimum",
		"exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "nullable":
		return true
	}
	return false
}

// rightCase gives the known key that m.Key means, or "" after a warning.
func (r *Reader) rightCase(n *node.Node, m node.Member, k grammar.Kind) string {
	for right := range grammar.Fields(k) {
		if Means(m.Key, right) && !n.Has(right) {
			r.Tell("field-case", m.Pos(), k, right, m.Key)
			return right
		}
	}
	r.Tell("field-unknown", m.Pos(), k, m.Key)
	return ""
}

// Means reports whether a key is right in another spelling: in another case, or
// with words set apart.
func Means(key, right string) bool {
	return strings.EqualFold(right, strings.NewReplacer("_", "", "-", "").Replace(key))
}

// fitting gives the value in the type that the field wants, or nil after a
// warning.
func (r *Reader) fitting(m node.Member, f grammar.Field, k grammar.Kind) *node.Node {
	v := m.Value
	want := node.Object
	switch {
	case f.Form == grammar.OneOrList, f.Kind == grammar.Anything && f.Form == grammar.One:
		return v
	case f.Form == grammar.List:
		want = node.Array
	case f.Form == grammar.Named:
	case f.Kind == grammar.Schema:
		if v.Is(node.Bool) {
			return v // 2020-12: true and false are schemas
		}
	case f.Kind == grammar.Text:
		return r.asText(m, k)
	case f.Kind == grammar.Truth:
		return r.asTruth(m, k)
	}
	if v.Is(want) || f.Form == grammar.List && v.Get("$ref").Is(node.String) {
		return v
	}
	if f.Form == grammar.List {
		if items := Listed(v, f.Kind); items != nil {
			r.Tell("field-list", m.Pos(), k, m.Key, Describe(v))
			return node.NewArray(items...).MovedTo(v)
		}
	}
	if !v.Is(node.Null) {
		r.Tell("field-type", m.Pos(), k, m.Key, article(want), Describe(v))
	}
	return nil
}

func (r *Reader) asText(m node.Member, k grammar.Kind) *node.Node {
	switch v := m.Value; v.Kind() {
	case node.String:
		return v
	case node.Number, node.Bool:
		r.Tell("field-text", m.Pos(), k, m.Key, v.Kind(), v.Text())
		return node.NewString(v.Text()).MovedTo(v)
	case node.Object:
		if v.Get("$ref").Is(node.String) {
			body, _, err := r.Source.Prose(v)
			if err == nil {
				return node.NewString(body).MovedTo(v)
			}
			p := RefProblem(v.Get("$ref"), err)
			if p.Code != "ref-refused" {
				p.Severity = diag.Warning // prose is not worth an operation
			}
			r.Add(p)
			return nil
		}
		fallthrough
	case node.Array:
		r.Tell("field-type", m.Pos(), k, m.Key, "a string", Describe(v))
	}
	return nil
}

func (r *Reader) asTruth(m node.Member, k grammar.Kind) *node.Node {
	switch v := m.Value; {
	case v.Is(node.Bool):
		return v
	case v.Is(node.Null):
		return nil
	}
	truth, ok := truthOf(m.Value)
	if !ok {
		r.Tell("field-type", m.Pos(), k, m.Key, "true or false", Describe(m.Value))
		return nil
	}
	r.Tell("field-bool", m.Pos(), k, m.Key, strconv.FormatBool(truth))
	return node.NewBool(truth).MovedTo(m.Value)
}

// truthOf gives what a scalar means where true or false belongs: these words in
// quotes, and those of YAML 1.1.
func truthOf(v *node.Node) (truth, ok bool) {
	if !v.Is(node.String) && !v.Is(node.Number) {
		return v.Truth()
	}
	switch strings.ToLower(v.Text()) {
	case "true", "yes", "on", "1":
		return true, true
	case "false", "no", "off", "0":
		return false, true
	}
	return false, false
}

// Listed gives the items that a value means where a list of kind k belongs: one
// object of that kind or one text is the only item, other objects are items by
// name. It gives nil where that cannot be known.
func Listed(v *node.Node, k grammar.Kind) []*node.Node {
	if k == grammar.Text {
		if v.Is(node.String) {
			return []*node.Node{v}
		}
		return nil
	}
	own := map[grammar.Kind]string{grammar.Parameter: "in", grammar.Server: "url"}[k]
	if own == "" || !v.Is(node.Object) {
		return nil
	}
	if v.Get(own).Is(node.String) {
		return []*node.Node{v}
	}
	var items []*node.Node
	for _, item := range v.All() {
		if !item.Is(node.Object) {
			return nil
		}
		items = append(items, item)
	}
	return items
}

func withArticle(k grammar.Kind) string {
	if strings.ContainsRune("aeio", rune(k.String()[0])) {
		return "an " + k.String()
	}
	return "a " + k.String()
}

func article(k node.Kind) string {
	if k == node.Array {
		return "a list"
	}
	return "an object"
}

// Describe says what a node is, for messages.
func Describe(n *node.Node) string {
	switch n.Kind() {
	case node.Null:
		return "null"
	case node.Bool:
		return n.Text()
	case node.Number:
		return "the number " + n.Text()
	case node.String:
		return "a string"
	case node.Array:
		return "a list"
	case node.Object:
		return "an object"
	}
	return "nothing"
}
