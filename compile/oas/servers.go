package oas

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/grammar"
	"github.com/oatools/oatools/compile/oas/object"
	"github.com/oatools/oatools/compile/oas/swagger"
)

// rootServers reads the servers of the whole document.
func (g *gatherer) rootServers() []Server {
	g.Soft = true
	defer func() { g.Soft = false }()
	if g.doc.Dialect == Swagger20 {
		if m := g.doc.src.Root().Member("schemes"); m != nil && swagger.Unspoken(m.Value) != "" {
			g.Tell("server-scheme", m.Pos(), swagger.Unspoken(m.Value))
		}
		return g.servers(swagger.Servers(g.doc.src.Root(), nil))
	}
	return g.servers(g.doc.src.Root().Get("servers"))
}

// servers reads a list of servers. None is worth an operation: an overlay can
// state the server itself.
func (g *gatherer) servers(n *node.Node) []Server {
	soft := g.Soft
	g.Soft = true
	defer func() { g.Soft = soft }()
	var out []Server
	if items := object.Listed(n, grammar.Server); items != nil && !n.Has("$ref") {
		g.Tell("field-list", n.Pos(), "description", "servers", object.Describe(n))
		n = node.NewArray(items...).MovedTo(n)
	}
	for _, o := range g.Objects(n, grammar.Server) {
		s := Server{
			URL:         scalar(o.Node.Get("url")),
			Description: scalar(o.Node.Get("description")),
			Pos:         o.Pos,
		}
		if s.URL == "" {
			g.Tell("server-url", o.Pos)
			continue
		}
		for _, v := range g.Objects(o.Node.Get("variables"), grammar.Variable) {
			if s.Variables == nil {
				s.Variables = map[string]Variable{}
			}
			x := Variable{Default: scalar(v.Node.Get("default"))}
			for _, e := range v.Node.Get("enum").Items() {
				x.Enum = append(x.Enum, scalar(e))
			}
			s.Variables[v.Name] = x
		}
		for _, name := range templateNames(s.URL) {
			if _, ok := s.Variables[name]; !ok {
				g.Tell("server-variable", o.Pos, s.URL, name)
			}
		}
		out = append(out, s)
	}
	return out
}
