package provider

import (
	"strings"

	"github.com/oatools/oatools/compile/node"
)

// say puts a keyword into words that can stand in a description.
func say(key string, v *node.Node) string {
	text := plain(v)
	switch key {
	case "minimum":
		return "at least " + text
	case "maximum":
		return "at most " + text
	case "exclusiveMinimum":
		return "greater than " + text
	case "exclusiveMaximum":
		return "less than " + text
	case "multipleOf":
		return "a multiple of " + text
	case "minLength":
		return "at least " + text + " characters"
	case "maxLength":
		return "at most " + text + " characters"
	case "minItems":
		return "at least " + text + " items"
	case "maxItems":
		return "at most " + text + " items"
	case "uniqueItems":
		return "no item twice"
	case "minProperties":
		return "at least " + text + " properties"
	case "maxProperties":
		return "at most " + text + " properties"
	case "pattern":
		return "matches " + text
	case "format":
		return "format " + text
	case "const":
		return "always " + text
	case "default":
		return "default " + text
	case "enum":
		return "one of " + list(v)
	case "contentEncoding":
		return "in " + text
	case "deprecated":
		return "deprecated"
	case "additionalProperties":
		return "further properties: " + text
	case "dependentRequired":
		var words []string
		for name, needs := range v.All() {
			words = append(words, name+" needs "+list(needs))
		}
		return short(strings.Join(words, "; "), 400)
	case "patternProperties", "propertyNames", "contains", "prefixItems", "not", "if", "then", "else", "dependentSchemas",
		"unevaluatedProperties", "unevaluatedItems", "allOf", "anyOf":
		return key + " " + text
	}
	return ""
}

// plain gives a value as text, shortened.
func plain(v *node.Node) string {
	s := v.Text()
	if v.Is(node.Object) || v.Is(node.Array) || v.Is(node.Null) {
		s = string(v.AppendJSON(nil))
	}
	return short(s, 160)
}

func list(v *node.Node) string {
	var words []string
	for i, item := range v.Items() {
		if i == 40 {
			words = append(words, "…")
			break
		}
		words = append(words, plain(item))
	}
	return strings.Join(words, ", ")
}

// short cuts s to limit characters, between words where there are any.
func short(s string, limit int) string {
	rs := []rune(s)
	if len(rs) <= limit {
		return s
	}
	head := string(rs[:limit-1])
	if i := strings.LastIndexByte(head, ' '); i > len(head)/2 {
		head = head[:i]
	}
	return strings.TrimRight(head, " ,;:") + "…"
}

// described gives n with words added to its description.
func described(n *node.Node, words []string) *node.Node {
	if len(words) == 0 {
		return n
	}
	text := strings.TrimSpace(n.Get("description").Text())
	note := "(" + strings.Join(words, "; ") + ")"
	if strings.Contains(text, note) {
		return n
	}
	return n.With("description", node.NewString(strings.TrimSpace(text+" "+note)))
}
