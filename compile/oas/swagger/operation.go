package swagger

import (
	"fmt"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// Converter converts operations of one document.
type Converter struct {
	Root *node.Node // of the document
	// Follow gives the object that a parameter or response refers to, or the
	// object itself; nil after it has told an error.
	Follow func(*node.Node) *node.Node
	// List gives the items of a member that should be a list, after it has told
	// what else it is.
	List    func(node.Member) []*node.Node
	Tell    func(diag.Diagnostic)
	Schemas *Schemas
}

// Operation gives op, which stands in the path item, as an Operation Object of
// OpenAPI 3.0. The parameters of the path item are merged into it.
func (c *Converter) Operation(op, item *node.Node) *node.Node {
	var members []node.Member
	for _, m := range op.Members() {
		switch m.Key {
		case "parameters", "responses", "consumes", "produces":
		case "schemes":
			if others := Unspoken(m.Value); others != "" {
				c.warn("server-scheme", m.Pos(), "the schemes %s are not spoken; https is assumed", others)
			}
			if servers := Servers(c.Root, m.Value); servers != nil {
				members = append(members, node.M("servers", servers))
			}
		default:
			members = append(members, m)
		}
	}
	params, body := c.parameters(op, item)
	if len(params) > 0 {
		members = append(members, node.M("parameters", node.NewArray(params...)))
	}
	if body != nil {
		members = append(members, node.M("requestBody", body))
	}
	if m := op.Member("responses"); m != nil {
		m := *m
		m.Value = c.responses(m.Value, op)
		members = append(members, m)
	}
	return op.WithMembers(members)
}

// media gives the media types that the operation, or else the document, lists
// under key.
func (c *Converter) media(op *node.Node, key string) []string {
	n := op.Get(key)
	if n == nil {
		n = c.Root.Get(key)
	}
	var out []string
	for _, item := range n.Items() {
		if s := item.Text(); s != "" {
			out = append(out, s)
		}
	}
	if s, ok := n.Str(); ok {
		out = append(out, s) // a text where a list belongs
	}
	return out
}

func (c *Converter) responses(n, op *node.Node) *node.Node {
	if !n.Is(node.Object) {
		return n
	}
	members := make([]node.Member, 0, len(n.Members()))
	for _, m := range n.Members() {
		if !strings.HasPrefix(m.Key, "x-") {
			r := c.Follow(m.Value)
			if r == nil {
				continue
			}
			if r.Is(node.Object) {
				m.Value = c.response(r, op).MovedTo(m.Value)
			}
		}
		members = append(members, m)
	}
	return n.WithMembers(members)
}

func (c *Converter) response(r, op *node.Node) *node.Node {
	var members []node.Member
	for _, m := range r.Members() {
		switch m.Key {
		case "schema", "examples":
		case "headers":
			m.Value = c.headers(m.Value)
			members = append(members, m)
		default:
			members = append(members, m)
		}
	}
	if schema := r.Get("schema"); schema != nil {
		members = append(members, node.M("content", c.answer(schema, r.Get("examples"), op)))
	}
	return r.WithMembers(members)
}

// answer gives the content of a response.
func (c *Converter) answer(schema, examples, op *node.Node) *node.Node {
	types := c.media(op, "produces")
	if isFile(schema) && op.Get("produces") == nil {
		types = []string{"application/octet-stream"} // what the document produces else is not meant
	}
	if len(types) == 0 {
		types = []string{"application/json"}
	}
	converted := c.Schemas.Convert(schema)
	var members []node.Member
	for _, t := range types {
		media := node.NewObject(node.M("schema", converted)).MovedTo(schema)
		if example := examples.Get(t); example != nil {
			media = media.With("example", example)
		}
		members = append(members, node.M(t, media))
	}
	return node.NewObject(members...).MovedTo(schema)
}

func (c *Converter) headers(n *node.Node) *node.Node {
	if !n.Is(node.Object) {
		return n
	}
	var members []node.Member
	for _, m := range n.Members() {
		if h := c.Follow(m.Value); h.Is(node.Object) {
			own, schema := split(h)
			m.Value = h.WithMembers(append(own, node.M("schema", c.Schemas.Convert(schema))))
		}
		members = append(members, m)
	}
	return n.WithMembers(members)
}

func (c *Converter) warn(code string, pos diag.Pos, format string, args ...any) {
	c.Tell(diag.Diagnostic{Pos: pos, Severity: diag.Warning, Code: code, Message: fmt.Sprintf(format, args...)})
}

func isFile(schema *node.Node) bool { return schema.Get("type").Text() == "file" }

// truth is for values that are read again, and told of if they are no booleans.
func truth(n *node.Node) bool {
	switch strings.ToLower(n.Text()) {
	case "true", "yes", "on", "1":
		return true
	}
	return false
}
