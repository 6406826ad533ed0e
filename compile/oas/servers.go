package oas

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/swagger"
)

// rootServers reads the servers of the whole document.
func (g *gatherer) rootServers() []Server {
	g.soft = true
	defer func() { g.soft = false }()
	if g.doc.Dialect == Swagger20 {
		return g.servers(swagger.Servers(g.doc.root, nil))
	}
	return g.servers(g.doc.root.Get("servers"))
}

// servers reads a list of servers. None is worth an operation: an overlay can
// state the server itself.
func (g *gatherer) servers(n *node.Node) []Server {
	soft := g.soft
	g.soft = true
	defer func() { g.soft = soft }()
	var out []Server
	for _, o := range g.objects(n, server) {
		s := Server{
			URL:         scalar(o.node.Get("url")),
			Description: scalar(o.node.Get("description")),
			Pos:         o.pos,
		}
		if s.URL == "" {
			g.tell("server-url", o.pos)
			continue
		}
		for _, v := range g.objects(o.node.Get("variables"), variable) {
			if s.Variables == nil {
				s.Variables = map[string]Variable{}
			}
			x := Variable{Default: scalar(v.node.Get("default"))}
			for _, e := range v.node.Get("enum").Items() {
				x.Enum = append(x.Enum, scalar(e))
			}
			s.Variables[v.name] = x
		}
		for _, name := range templateNames(s.URL) {
			if _, ok := s.Variables[name]; !ok {
				g.tell("server-variable", o.pos, s.URL, name)
			}
		}
		out = append(out, s)
	}
	return out
}
