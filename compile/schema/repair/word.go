package repair

import (
	"strings"

	"github.com/oatools/oatools/compile/node"
)

// Article gives the name of a kind as it stands in a sentence.
func Article(k node.Kind) string {
	switch k {
	case node.Array, node.Object:
		return "an " + k.String()
	case node.Null:
		return "null"
	}
	return "a " + k.String()
}

// FoldKey drops case and punctuation of a keyword.
func FoldKey(s string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(s))
}

// Keywords lists what a misspelt keyword may have meant.
func Keywords() []string {
	return []string{
		"additionalProperties", "allOf", "anyOf", "const", "contains", "default", "dependentRequired", "dependentSchemas",
		"deprecated", "description", "discriminator", "else", "enum", "exclusiveMaximum", "exclusiveMinimum", "format", "if",
		"items", "maxContains", "maximum", "maxItems", "maxLength", "maxProperties", "minContains", "minimum", "minItems",
		"minLength", "minProperties", "multipleOf", "not", "oneOf", "pattern", "patternProperties", "prefixItems", "properties",
		"propertyNames", "required", "then", "title", "type", "unevaluatedItems", "unevaluatedProperties", "uniqueItems",
	}
}
