package repair

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// Types reads type: words in another spelling are repaired, unknown ones
// dropped, each once.
func Types(v *node.Node, diags *diag.List) *node.Node {
	words := v.Items()
	if v.Is(node.String) {
		words = []*node.Node{v}
	} else if !v.Is(node.Array) {
		diags.Warnf(v.Pos(), "schema-type", "type is a word or a list of words, not %s; it is left out", Article(v.Kind()))
		if v.Is(node.Null) {
			diags.Hint("write \"null\" in quotes where null is the type")
		}
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
			diags.Warnf(word.Pos(), "schema-type", "unknown type %q is left out%s", name, DidYouMean(name, typeWords()))
			return nil
		case known != name:
			diags.Warnf(word.Pos(), "schema-type", "type %q is read as %q", name, known)
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

// DidYouMean is that of package diag, for names that are long enough to be
// recognised.
func DidYouMean(name string, candidates []string) string {
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
