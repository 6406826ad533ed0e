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
	_, err := check(n, p)
	return err
}

// check is Check, which also gives what the schema takes of a request's limits.
func check(n *node.Node, p Profile) (use, error) {
	c := &checker{Profile: p, prop: regexp.MustCompile(p.PropPattern), defs: n.Get("$defs")}
	if s, _ := n.Get("type").Str(); s != "object" || !n.Get("properties").Is(node.Object) {
		return use{}, fmt.Errorf("the root is not an object with properties")
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf", "not", "enum", "if"} {
		if n.Has(key) {
			return use{}, fmt.Errorf("the root holds %s", key)
		}
	}
	for _, m := range n.Members() {
		if p.RootOnly != nil && !slices.Contains(p.RootOnly, m.Key) {
			return use{}, fmt.Errorf("the root holds %s", m.Key)
		}
	}
	if err := c.schema(n, "", 0); err != nil {
		return use{}, err
	}
	for name, def := range c.defs.All() {
		if err := c.schema(def, "/$defs/"+name, 0); err != nil {
			return use{}, err
		}
	}
	for _, limit := range []struct {
		have, most int
		of         string
	}{
		{c.props, c.MaxProps, "properties"},
		{c.chars, c.MaxChars, "characters of names and enum values"},
		{c.enums, c.MaxEnum, "enum values"},
		{c.items, c.MaxItemsSum, "items in all lists together"},
		{c.use.optional, c.MaxOptional, "properties that are not required"},
		{c.use.unions, c.MaxUnions, "schemas with anyOf or several types"},
	} {
		if limit.most > 0 && limit.have > limit.most {
			return use{}, fmt.Errorf("%d %s, the limit is %d", limit.have, limit.of, limit.most)
		}
	}
	return c.use, nil
}

// use is what a declaration takes of the limits that hold for a request.
type use struct{ optional, unions int }

// useOf counts what a lowered schema takes.
func useOf(n *node.Node) use {
	var u use
	if props := n.Get("properties"); props.Is(node.Object) {
		for _, key := range props.Keys() {
			if !slices.ContainsFunc(n.Get("required").Items(), func(r *node.Node) bool { return r.Text() == key }) {
				u.optional++
			}
		}
	}
	if n.Get("anyOf").Is(node.Array) || len(n.Get("type").Items()) > 1 {
		u.unions++
	}
	return u
}

type checker struct {
	Profile
	prop         *regexp.Regexp
	defs         *node.Node
	props, chars int
	items, enums int // sum of maxItems, number of enum values
	use          use
}

func (c *checker) schema(n *node.Node, at string, depth int) error {
	if !n.Is(node.Object) {
		return fmt.Errorf("%s: a schema must be an object here", at)
	}
	u := useOf(n)
	c.use.optional += u.optional
	c.use.unions += u.unions
	if most, ok := whole(n.Get("maxItems")); ok {
		c.items += most
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
	case (c.Refs == RefsAlone || c.Refs == RefsTree) && len(n.Members()) > 1:
		return "something stands beside a reference"
	case c.Refs == RefsTree && reaches(c.defs.Get(name), name, func(next string) *node.Node { return c.defs.Get(next) }):
		return "a definition contains itself"
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
	if c.Extra != ExtraKeep && slices.ContainsFunc(n.Get("required").Items(), func(r *node.Node) bool { return !props.Has(r.Text()) }) {
		return "a required property is not described"
	}
	if c.AllNeeded && len(n.Get("required").Items()) != len(props.Members()) {
		return "not every property is required"
	}
	return ""
}

func (c *checker) values(n *node.Node) string {
	enum := n.Get("enum").Items()
	c.chars += chars(enum)
	c.enums += valued(enum)
	switch {
	case n.Has("enum") && len(enum) == 0:
		return "an enum without values"
	case c.EnumPlain && (slices.ContainsFunc(enum, composed) || composed(n.Get("const"))):
		return "an enum value is an object or a list"
	case c.FewItems && n.Has("minItems") && n.Get("minItems").Text() != "0" && n.Get("minItems").Text() != "1":
		return "minItems is more than 1"
	case c.EnumText && slices.ContainsFunc(enum, func(v *node.Node) bool { return !v.Is(node.String) }):
		return "an enum value is no text"
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
