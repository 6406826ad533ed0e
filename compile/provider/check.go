package provider

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/oatools/oatools/compile/node"
)

// Check proves that the schema of a declaration is in the subset of a profile
// and within its limits. The error names the first place that is not.
func Check(n *node.Node, p Profile) error {
	c := &checker{Profile: p, prop: regexp.MustCompile(p.PropPattern), defs: n.Get("$defs")}
	if s, _ := n.Get("type").Str(); s != "object" || !n.Get("properties").Is(node.Object) {
		return fmt.Errorf("the root is not an object with properties")
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf", "not", "enum", "if"} {
		if n.Has(key) {
			return fmt.Errorf("the root holds %s", key)
		}
	}
	for _, m := range n.Members() {
		if p.RootOnly != nil && !slices.Contains(p.RootOnly, m.Key) {
			return fmt.Errorf("the root holds %s", m.Key)
		}
	}
	if err := c.schema(n, "", 0); err != nil {
		return err
	}
	for name, def := range c.defs.All() {
		if err := c.schema(def, "/$defs/"+name, 0); err != nil {
			return err
		}
	}
	if c.MaxProps > 0 && c.props > c.MaxProps {
		return fmt.Errorf("%d properties, the limit is %d", c.props, c.MaxProps)
	}
	if c.MaxChars > 0 && c.chars > c.MaxChars {
		return fmt.Errorf("%d characters of names and enum values, the limit is %d", c.chars, c.MaxChars)
	}
	return nil
}

type checker struct {
	Profile
	prop         *regexp.Regexp
	defs         *node.Node
	props, chars int
}

func (c *checker) schema(n *node.Node, at string, depth int) error {
	if !n.Is(node.Object) {
		return fmt.Errorf("%s: a schema must be an object here", at)
	}
	if typed(n, "object") || typed(n, "array") {
		if depth++; c.MaxDepth > 0 && depth > c.MaxDepth {
			return fmt.Errorf("%s: more than %d levels", at, c.MaxDepth)
		}
	}
	for _, m := range n.Members() {
		if c.Keywords != nil && !slices.Contains(c.Keywords, m.Key) {
			return fmt.Errorf("%s: %s is not taken", at, m.Key)
		}
	}
	for _, rule := range []func(*node.Node) string{c.references, c.types, c.objects, c.values} {
		if why := rule(n); why != "" {
			return fmt.Errorf("%s: %s", at, why)
		}
	}
	return c.below(n, at, depth)
}

func (c *checker) references(n *node.Node) string {
	name, ok := refName(n)
	switch {
	case !n.Has("$ref"):
	case c.Refs == RefsInline:
		return "references are not taken"
	case !ok || !c.defs.Has(name):
		return "a reference leads nowhere"
	case c.Refs == RefsAlone && len(n.Members()) > 1:
		return "something stands beside a reference"
	}
	return ""
}

func (c *checker) types(n *node.Node) string {
	switch {
	case c.AnyOfAlone && n.Has("anyOf") && len(n.Members()) > 1:
		return "something stands beside anyOf"
	case c.NullFlag && (n.Get("type").Is(node.Array) || n.Get("type").Text() == "null"):
		return "null is no type"
	case c.TypeNeeded && !n.Has("type") && !n.Has("anyOf") && !n.Has("$ref") && !n.Has("enum") && !n.Has("const"):
		return "no type is stated"
	case c.ItemsTold && typed(n, "array") && !n.Has("items") && !n.Has("prefixItems"):
		return "the items are not described"
	}
	return ""
}

func (c *checker) objects(n *node.Node) string {
	props := n.Get("properties")
	for _, key := range props.Keys() {
		c.props++
		c.chars += len(key)
		if !c.prop.MatchString(key) {
			return fmt.Sprintf("the property name %q does not match %s", key, c.PropPattern)
		}
	}
	if !typed(n, "object") {
		return ""
	}
	if closed, ok := n.Get("additionalProperties").Truth(); c.Extra == ExtraClosed && (!ok || closed) {
		return "the object is not closed"
	}
	if c.AllNeeded && len(n.Get("required").Items()) != len(props.Members()) {
		return "not every property is required"
	}
	return ""
}

func (c *checker) values(n *node.Node) string {
	enum := n.Get("enum").Items()
	c.chars += chars(enum)
	switch {
	case n.Has("enum") && len(enum) == 0:
		return "an enum without values"
	case c.EnumText && slices.ContainsFunc(enum, func(v *node.Node) bool { return !v.Is(node.String) }):
		return "an enum value is no text"
	case c.MaxEnum > 0 && len(enum) > c.MaxEnum+1:
		return fmt.Sprintf("%d enum values, the limit is %d", len(enum), c.MaxEnum)
	case c.Formats != nil && n.Has("format") && !slices.Contains(c.Formats, n.Get("format").Text()):
		return "the format " + n.Get("format").Text() + " is not taken"
	}
	return ""
}

func (c *checker) below(n *node.Node, at string, depth int) error {
	for _, key := range []string{"properties", "patternProperties", "dependentSchemas"} {
		for name, s := range n.Get(key).All() {
			if err := c.schema(s, at+"/"+key+"/"+name, depth); err != nil {
				return err
			}
		}
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf", "prefixItems"} {
		for i, s := range n.Get(key).Items() {
			if err := c.schema(s, fmt.Sprintf("%s/%s/%d", at, key, i), depth); err != nil {
				return err
			}
		}
	}
	for _, key := range []string{"items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"} {
		if s := n.Get(key); s.Is(node.Object) {
			if err := c.schema(s, at+"/"+key, depth); err != nil {
				return err
			}
		}
	}
	return nil
}
