package schema

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/raw"
)

// types rewrites type: words in another spelling are repaired, unknown ones
// dropped, each once.
func (w *Rewriter) types(v *node.Node) *node.Node {
	words := v.Items()
	if v.Is(node.String) {
		words = []*node.Node{v}
	} else if !v.Is(node.Array) {
		w.diags.Warnf(v.Pos(), "schema-type", "type is a word or a list of words, not %s; it is left out", article(v.Kind()))
		return nil
	}
	var out []*node.Node
	seen := map[string]bool{}
	for _, word := range words {
		name := word.Text()
		if word.Is(node.Null) {
			name = "null" // YAML: type: [string, null]
		}
		known := typeWord(name)
		switch {
		case name == "file":
		case known == "":
			w.diags.Warnf(word.Pos(), "schema-type", "unknown type %q is left out%s", name, didYouMean(name, typeWords()))
			return nil
		case known != name:
			w.diags.Warnf(word.Pos(), "schema-type", "type %q is read as %q", name, known)
			word = node.NewString(known).MovedTo(word)
		case word.Is(node.Null):
			word = node.NewString("null").MovedTo(word)
		}
		if !seen[known] && known != "" {
			seen[known] = true
			out = append(out, word)
		}
	}
	// integer beside number says nothing more.
	if seen["number"] && seen["integer"] {
		out = slices.DeleteFunc(out, func(n *node.Node) bool { return n.Text() == "integer" })
	}
	switch len(out) {
	case 0:
		return nil
	case 1:
		return out[0]
	}
	return v.WithItems(out)
}

func typeWords() []string {
	return []string{"array", "boolean", "integer", "null", "number", "object", "string"}
}

func didYouMean(name string, candidates []string) string {
	if len(name) < 3 {
		return ""
	}
	return diag.DidYouMean(name, candidates)
}

// typeWord gives JSON Schema's word for a type by whatever name it is known in
// languages and databases; "" for none.
func typeWord(s string) string {
	if slices.Contains(typeWords(), s) {
		return s
	}
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "array", "list", "arr":
		return "array"
	case "boolean", "bool":
		return "boolean"
	case "integer", "int", "int32", "int64", "long", "short", "bigint", "uint", "uint32", "uint64":
		return "integer"
	case "null", "nil":
		return "null"
	case "number", "float", "double", "decimal", "numeric", "float32", "float64":
		return "number"
	case "object", "map", "dict", "hash", "dictionary":
		return "object"
	case "string", "str", "text", "varchar", "char", "uuid", "guid", "date", "datetime", "date-time", "timestamp",
		"time", "email", "uri", "url", "password", "byte", "binary", "enum":
		return "string"
	}
	return ""
}

// number rewrites a bound.
func (w *Rewriter) number(m node.Member) *node.Node {
	v := m.Value
	if s, ok := v.Str(); ok && isJSONNumber(strings.TrimSpace(s)) {
		w.diags.Warnf(v.Pos(), "schema-keyword", "%s is a number; the text %q is read as one", m.Key, s)
		v = node.NewNumber(strings.TrimSpace(s)).MovedTo(v)
	}
	r, ok := v.Rat()
	if !ok || m.Key == "multipleOf" && r.Sign() <= 0 {
		if !v.Is(node.Null) {
			w.diags.Warnf(v.Pos(), "schema-keyword", "%s is a number that can be compared with; it is left out", m.Key)
		}
		return nil
	}
	return v
}

func isJSONNumber(s string) bool {
	if s == "" || len(s) > 64 || strings.Trim(s, "0123456789+-.eE") != "" {
		return false
	}
	_, ok := node.NewNumber(s).Rat()
	return ok && json.Valid([]byte(s)) // Rat takes more, such as 1.e-8
}

// count rewrites a number of characters, items or properties.
func (w *Rewriter) count(m node.Member) *node.Node {
	v := w.number(m)
	if v == nil {
		return nil
	}
	r, _ := v.Rat()
	if r.Sign() < 0 || !r.IsInt() {
		w.diags.Warnf(v.Pos(), "schema-keyword", "%s is a whole number, 0 or more; it is left out", m.Key)
		return nil
	}
	if !r.Num().IsInt64() || r.Num().Int64() > 1<<53 {
		if strings.HasPrefix(m.Key, "min") {
			w.diags.Warnf(v.Pos(), "schema-keyword", "%s can never be reached; it is left out", m.Key)
		}
		return nil
	}
	if text := r.Num().String(); text != v.Text() {
		return node.NewNumber(text).MovedTo(v)
	}
	return v
}

// flag rewrites a keyword that says something only when it is true.
func (w *Rewriter) flag(m node.Member) *node.Node {
	v, ok := m.Value.Truth()
	if !ok && strings.EqualFold(m.Value.Text(), "true") {
		v = true
	} else if !ok && m.Key == "uniqueItems" {
		w.diags.Warnf(m.Value.Pos(), "schema-keyword", "%s is true or false; it is left out", m.Key)
	}
	if !v {
		return nil
	}
	if !ok {
		return node.NewBool(true).MovedTo(m.Value)
	}
	return m.Value
}

// word rewrites a keyword whose value is a text.
func (w *Rewriter) word(m node.Member) *node.Node {
	if s, ok := m.Value.Str(); ok && s != "" {
		return m.Value
	}
	if !m.Value.Is(node.Null) && m.Value.Text() != "" {
		w.diags.Warnf(m.Value.Pos(), "schema-keyword", "%s is a text; it is left out", m.Key)
	}
	return nil
}

// exclusive rewrites a bound that is itself not allowed. Before 2019 it was a
// flag on the plain bound.
func (w *Rewriter) exclusive(b *builder, m node.Member, n *node.Node) {
	truth, isFlag := m.Value.Truth()
	if !isFlag {
		b.add(m, w.number(m))
		return
	}
	plain := map[string]string{"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}[m.Key]
	if w.opts.Dialect != raw.Draft30 {
		w.diags.Warnf(m.Pos(), "schema-exclusive", "%s is a number since OpenAPI 3.1; the flag is read as in 3.0", m.Key)
	}
	if !truth {
		return
	}
	bound := n.Member(plain)
	if bound == nil {
		w.diags.Warnf(m.Pos(), "schema-exclusive", "%s is true but there is no %s", m.Key, plain)
		return
	}
	b.add(m, w.number(node.Member{Key: plain, Value: bound.Value}))
}

// boundsFinish drops the plain bounds that a flag turned into exclusive ones.
func (w *Rewriter) boundsFinish(b *builder, n *node.Node) {
	for _, pair := range [][2]string{{"exclusiveMinimum", "minimum"}, {"exclusiveMaximum", "maximum"}} {
		if v, _ := n.Get(pair[0]).Truth(); v {
			b.drop(pair[1])
		}
	}
}

// unknown handles a keyword that JSON Schema does not have.
func (w *Rewriter) unknown(b *builder, m node.Member, n *node.Node, c ctx) {
	if strings.HasPrefix(m.Key, "x-") || strings.HasPrefix(m.Key, "X-") {
		return
	}
	near := diag.Nearest(m.Key, keywords())
	if near != "" && foldKey(near) == foldKey(m.Key) && !n.Has(near) {
		w.diags.Warnf(m.Pos(), "schema-keyword-case", "%s is read as %s", m.Key, near)
		m.Key = near
		if v, ok := w.keyword(m, n, c); ok {
			b.add(m, v)
		} else {
			w.oddKeyword(b, m, n, c)
		}
		return
	}
	w.diags.Infof(m.Pos(), "schema-keyword-unknown", "keyword %s is not known and left out%s", m.Key, didYouMean(m.Key, keywords()))
}

func foldKey(s string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(s))
}

// keywords lists what a misspelt keyword may have meant.
func keywords() []string {
	return []string{
		"additionalProperties", "allOf", "anyOf", "const", "contains", "default", "dependentRequired", "dependentSchemas",
		"deprecated", "description", "discriminator", "else", "enum", "exclusiveMaximum", "exclusiveMinimum", "format", "if",
		"items", "maxContains", "maximum", "maxItems", "maxLength", "maxProperties", "minContains", "minimum", "minItems",
		"minLength", "minProperties", "multipleOf", "not", "oneOf", "pattern", "patternProperties", "prefixItems", "properties",
		"propertyNames", "required", "then", "title", "type", "unevaluatedItems", "unevaluatedProperties", "uniqueItems",
	}
}
