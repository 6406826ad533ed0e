package swagger

import (
	"mime"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
)

// parameters converts the parameters in effect: the operation's take the place
// of their namesakes of the path item. Those in body and formData become the
// request body.
func (c *Converter) parameters(op, item *node.Node) (params []*node.Node, body *node.Node) {
	var all []*node.Node
	for _, level := range []*node.Node{item, op} {
		start := len(all)
		m := level.Member("parameters")
		if m == nil {
			continue
		}
		for _, raw := range c.List(*m) {
			p := c.Follow(raw)
			if p == nil {
				continue
			}
			if raw != p {
				p = p.MovedTo(raw)
			}
			if i := slices.IndexFunc(all[:start], func(q *node.Node) bool { return same(p, q) }); i >= 0 {
				all[i] = p
			} else {
				all = append(all, p)
			}
		}
	}
	all = slices.DeleteFunc(all, func(p *node.Node) bool {
		in := strings.ToLower(p.Get("in").Text())
		if in != "body" && in != "formdata" {
			params = append(params, c.parameter(p))
			return true
		}
		return false
	})
	return params, c.Body(op, all)
}

// Body gives the Request Body Object for the parameters of op that stand in body
// and formData; nil when there are none.
func (c *Converter) Body(op *node.Node, ps []*node.Node) *node.Node {
	var whole, form []*node.Node
	for _, p := range ps {
		if strings.EqualFold(p.Get("in").Text(), "body") {
			whole = append(whole, p)
		} else {
			form = append(form, p)
		}
	}
	switch {
	case len(whole) > 0:
		for _, p := range append(whole[1:], form...) {
			c.warn("body-several", p.Pos(), "the parameter %q is left out: the body is %q alone", p.Get("name").Text(), whole[0].Get("name").Text())
		}
		return c.body(whole[0], op)
	case len(form) > 0:
		return c.form(form, op)
	}
	return nil
}

// same reports whether two parameters are one: there is one body only.
func same(p, q *node.Node) bool {
	in := p.Get("in").Text()
	return in == q.Get("in").Text() && (in == "body" || p.Get("name").Text() == q.Get("name").Text())
}

// own lists the keys of a parameter or header that do not describe its value.
var own = []string{"name", "in", "description", "required", "allowEmptyValue", "collectionFormat", "deprecated", "schema"}

// split separates what describes a parameter from what describes its value. A
// schema, which does not belong here, is taken all the same.
func split(p *node.Node) (members []node.Member, schema *node.Node) {
	var value []node.Member
	for _, m := range p.Members() {
		switch {
		case m.Key == "collectionFormat", m.Key == "schema":
		case slices.Contains(own, m.Key), strings.HasPrefix(m.Key, "x-") && m.Key != "x-nullable":
			members = append(members, m)
		default:
			value = append(value, m)
		}
	}
	if s := p.Get("schema"); s != nil && !p.Has("type") {
		return members, s
	}
	return members, p.WithMembers(value)
}

func (c *Converter) parameter(p *node.Node) *node.Node {
	if !p.Is(node.Object) {
		return p // told by whoever reads it
	}
	members, schema := split(p)
	if s := c.style(p, p.Get("in").Text()); s.style != "" {
		members = append(members, node.M("style", node.NewString(s.style).MovedTo(p)), node.M("explode", node.NewBool(s.explode)))
	}
	c.nested(schema.Get("items"))
	return p.WithMembers(append(members, node.M("schema", c.Schemas.Convert(schema))))
}

// serialisation is style and explode; no style means the default.
type serialisation struct {
	style   string
	explode bool
}

// style gives the equivalent of a collectionFormat. Its default, csv, is not
// the default of OpenAPI 3.
func (c *Converter) style(p *node.Node, in string) serialisation {
	format := p.Get("collectionFormat").Text()
	if p.Get("type").Text() != "array" {
		return serialisation{}
	}
	listed := in == "query" || strings.EqualFold(in, "formData")
	switch format {
	case "", "csv":
	case "multi":
		if listed {
			return serialisation{"form", true}
		}
		c.lost(p, in)
	case "ssv", "pipes", "tsv":
		if listed {
			return serialisation{map[string]string{"ssv": "spaceDelimited", "pipes": "pipeDelimited", "tsv": "tabDelimited"}[format], false}
		}
		c.lost(p, in)
	default:
		c.lost(p, in)
	}
	if listed {
		return serialisation{"form", false}
	}
	return serialisation{"simple", false}
}

func (c *Converter) lost(p *node.Node, in string) {
	c.warn("collection-format", p.Get("collectionFormat").Pos(),
		"collectionFormat %q does not exist for %s parameters here; the values of %q are separated by commas",
		p.Get("collectionFormat").Text(), in, p.Get("name").Text())
}

// nested warns of lists in lists, whose separators no style of OpenAPI 3 states.
func (c *Converter) nested(items *node.Node) {
	if items.Get("type").Text() == "array" {
		c.warn("collection-format", items.Pos(), "no style of OpenAPI 3 writes lists within lists; the inner ones are written as JSON")
	}
}

func (c *Converter) body(p, op *node.Node) *node.Node {
	types := c.media(op, "consumes")
	if stated := op.Get("consumes") != nil; !stated && len(types) > 0 && !slices.ContainsFunc(types, func(t string) bool { return !isForm(t) }) {
		// The description says it of operations with formData; one that means it says so itself.
		c.warn("body-consumes", p.Pos(), "the description takes %s, which is for formData; the body %q is sent as JSON", types[0], p.Get("name").Text())
		types = nil
	}
	if len(types) == 0 {
		types = []string{"application/json"}
	}
	schema := p.Get("schema")
	if schema == nil {
		schema = p.WithMembers(nil)
	}
	media := node.NewObject(node.M("schema", c.Schemas.Convert(schema))).MovedTo(p)
	var content []node.Member
	for _, t := range types {
		content = append(content, node.M(t, media))
	}
	return c.requestBody(p, p.Get("description"), truth(p.Get("required")), content)
}

func (c *Converter) requestBody(at, description *node.Node, required bool, content []node.Member) *node.Node {
	members := []node.Member{
		node.M("required", node.NewBool(required)),
		node.M("content", node.NewObject(content...).MovedTo(at)),
	}
	if description.Is(node.String) {
		members = append(members, node.M("description", description))
	}
	return at.WithMembers(members)
}

// form makes the body of an HTML form.
func (c *Converter) form(ps []*node.Node, op *node.Node) *node.Node {
	var properties, encodings []node.Member
	var required []string
	file := false
	for _, p := range ps {
		name := p.Get("name").Text()
		members, schema := split(p)
		for _, m := range members {
			if m.Key == "description" && !schema.Has("description") {
				schema = schema.With(m.Key, m.Value)
			}
		}
		if isFile(p) || isFile(schema) {
			file = true
		}
		if truth(p.Get("required")) {
			required = append(required, name)
		}
		if s := c.style(p, "formData"); s.style != "" {
			encodings = append(encodings, node.M(name, node.NewObject(
				node.M("style", node.NewString(s.style)), node.M("explode", node.NewBool(s.explode)))))
		}
		c.nested(schema.Get("items"))
		properties = append(properties, node.M(name, c.Schemas.Convert(schema)))
	}
	schema := node.NewObject(
		node.M("type", node.NewString("object")),
		node.M("properties", node.NewObject(properties...)),
	)
	if len(required) > 0 {
		schema = schema.With("required", node.NewStrings(required...))
	}
	media := node.NewObject(node.M("schema", schema.MovedTo(ps[0])))
	if len(encodings) > 0 {
		media = media.With("encoding", node.NewObject(encodings...))
	}
	var content []node.Member
	for _, t := range c.formTypes(op, file) {
		content = append(content, node.M(t, media.MovedTo(ps[0])))
	}
	return c.requestBody(ps[0], nil, len(required) > 0, content)
}

// The media types of forms.
const multipart, urlencoded = "multipart/form-data", "application/x-www-form-urlencoded"

func isForm(media string) bool {
	name, _, _ := mime.ParseMediaType(media)
	return name == multipart || name == urlencoded
}

// formTypes gives the media types of a form: a file needs multipart.
func (c *Converter) formTypes(op *node.Node, file bool) []string {
	if file {
		return []string{multipart}
	}
	var out []string
	for _, t := range c.media(op, "consumes") {
		if isForm(t) {
			out = append(out, t)
		}
	}
	if len(out) == 0 {
		return []string{urlencoded}
	}
	return out
}
