package oas

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/grammar"
	"github.com/oatools/oatools/compile/oas/object"
	"github.com/oatools/oatools/compile/oas/swagger"
	"github.com/oatools/oatools/compile/tool"
)

// inEffect finds the servers and the security of the operation: the innermost
// level that states them counts.
func (g *gatherer) inEffect(o *Operation, item, op *node.Node) {
	o.Servers = g.doc.Servers
	for _, n := range []*node.Node{item, op} {
		if servers := g.servers(n.Get("servers")); len(servers) > 0 {
			o.Servers = servers
		}
	}
	security := g.doc.src.Root().Member("security")
	if m := op.Member("security"); m != nil && !m.Value.Is(node.Null) {
		security = m // nothing after the colon is no exception from what the document demands
	}
	if security == nil || security.Value.Is(node.Null) {
		return
	}
	o.SecurityDeclared = true
	for _, item := range g.alternatives(security.Value) {
		if name, ok := item.Str(); ok && name != "" {
			g.Tell("security-name", item.Pos(), name)
			item = node.NewObject(node.M(name, node.NewArray().MovedTo(item))).MovedTo(item)
		}
		if !item.Is(node.Object) {
			g.Tell("security-shape", item.Pos())
			continue
		}
		alt := Alternative{}
		for _, m := range item.Members() {
			use := Use{Name: g.schemeName(item, m.Key), Pos: m.Pos()}
			for _, scope := range m.Value.Items() {
				use.Scopes = append(use.Scopes, scalar(scope))
			}
			g.checkScheme(use)
			alt = append(alt, use)
		}
		o.Security = append(o.Security, alt)
	}
}

// schemeName gives the scheme that a requirement names: since OpenAPI 3.2 also by
// a reference, which counts only where no scheme is called so.
func (g *gatherer) schemeName(at *node.Node, name string) string {
	if _, known := g.doc.Schemes[name]; known || g.doc.Dialect != OpenAPI32 || !strings.ContainsAny(name, "#/") {
		return name
	}
	t, err := g.doc.src.Find(at, name)
	if err != nil {
		return name
	}
	for key, scheme := range g.doc.schemeNodes().All() {
		if t.Node == scheme || t.Node == object.Glance(g.doc.src, scheme) {
			return key
		}
	}
	return name
}

// alternatives gives the items of a security member. One that cannot be read is
// an error: it must not make an operation anonymous.
func (g *gatherer) alternatives(n *node.Node) []*node.Node {
	switch n.Kind() {
	case node.Array:
		return n.Items()
	case node.Object:
		g.Tell("security-list", n.Pos())
		return []*node.Node{n}
	}
	g.Tell("security-shape", n.Pos())
	return nil
}

func (g *gatherer) checkScheme(use Use) {
	s, ok := g.doc.Schemes[use.Name]
	switch {
	case !ok:
		names := make([]string, 0, len(g.doc.Schemes))
		for name := range g.doc.Schemes {
			names = append(names, name)
		}
		slices.Sort(names)
		d := object.Fault("security-undefined", use.Pos, use.Name)
		if near := diag.Nearest(use.Name, names); near != "" {
			d.Hint = "did you mean " + near + "?"
		}
		g.Add(d)
	case !slices.Contains([]string{"apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"}, s.Type):
		g.Tell("scheme-type", s.Pos, s.Name, s.Type)
	}
}

// identity is the part of an operation's meaning that lies elsewhere in the
// document: the security in effect and the schemes that it names.
func (g *gatherer) identity(o *Operation) *node.Node {
	alternatives := make([]*node.Node, len(o.Security))
	for i, alt := range o.Security {
		uses := make([]*node.Node, len(alt))
		for j, u := range alt {
			def := object.Glance(g.doc.src, g.doc.schemeNodes().Get(u.Name))
			if def == nil {
				def = node.NewNull()
			}
			uses[j] = node.NewArray(node.NewString(u.Name), node.NewStrings(u.Scopes...), def)
		}
		alternatives[i] = node.NewArray(uses...)
	}
	return node.NewArray(node.NewBool(o.SecurityDeclared), node.NewArray(alternatives...))
}

func (d *Document) schemeNodes() *node.Node {
	if d.Dialect == Swagger20 {
		return d.src.Root().Get("securityDefinitions")
	}
	return object.Glance(d.src, d.src.Root().At("components", "securitySchemes"))
}

// signed is the type of a scheme whose requests are signed by AWS Signature
// Version 4. OpenAPI has no word for it, so such a scheme is written down as an
// API key, with an extension by which API Gateway tells what it is.
const signed = "awsSigv4"

// readSchemes reads the document's security schemes. What is wrong with one is
// told when an operation uses it.
func (d *Document) readSchemes() map[string]Scheme {
	var quiet diag.List
	g := d.gatherer(&quiet)
	out := map[string]Scheme{}
	for _, m := range d.schemeNodes().Members() {
		raw := object.Glance(d.src, m.Value)
		if d.Dialect == Swagger20 {
			raw = swagger.Scheme(raw)
		}
		n := g.Object(raw, grammar.Scheme)
		if n == nil {
			continue
		}
		s := Scheme{
			Name:  m.Key,
			Type:  schemeType(scalar(n.Get("type"))),
			HTTP:  strings.ToLower(scalar(n.Get("scheme"))),
			In:    tool.In(strings.ToLower(scalar(n.Get("in")))),
			Param: scalar(n.Get("name")),
			Flows: n.Get("flows").Keys(),
			Token: scalar(n.At("flows", "clientCredentials", "tokenUrl")),
			Pos:   m.Pos(),
		}
		if auth := scalar(raw.Get("x-amazon-apigateway-authtype")); strings.EqualFold(auth, signed) {
			s.Type = signed
		}
		if s.Type != "apiKey" {
			s.In, s.Param = "", ""
		}
		if s.Type != "http" {
			s.HTTP = ""
		}
		out[m.Key] = s
	}
	return out
}

// schemeType reads a type in any case; unknown ones stay as written.
func schemeType(s string) string {
	for _, known := range []string{"apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"} {
		if strings.EqualFold(s, known) {
			return known
		}
	}
	return s
}
