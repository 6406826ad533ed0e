package oas

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/grammar"
	"github.com/oatools/oatools/compile/oas/object"
	"github.com/oatools/oatools/compile/tool"
)

func (g *gatherer) requestBody(w *gathered, op *node.Node) {
	m := op.Member("requestBody")
	if m == nil {
		return
	}
	n := g.Object(m.Value, grammar.RequestBody)
	if n == nil {
		return
	}
	b := &Body{Description: scalar(n.Get("description")), Pos: m.Pos()}
	b.Required, _ = n.Get("required").Truth()
	b.Content = g.content(n.Get("content"))
	if len(b.Content) == 0 {
		g.Tell("body-empty", b.Pos)
		return
	}
	w.Body, w.body = b, n
}

// content reads a map of media types.
func (g *gatherer) content(n *node.Node) []Media {
	var out []Media
	for _, o := range g.Objects(n, grammar.MediaType) {
		name := grammar.MediaName(o.Name)
		if name == "" {
			g.Tell("media-type", o.Pos, o.Name)
			continue
		}
		if hasMedia(out, name) {
			g.Tell("media-duplicate", o.Pos, name)
			continue
		}
		m := Media{Type: name, Params: grammar.MediaParams(o.Name), Schema: o.Node.Get("schema"), Pos: o.Pos}
		if o.Node.Has("itemSchema") && m.Schema == nil {
			g.Tell("media-stream", o.Pos)
		}
		m.Examples = g.examples(o.Node)
		for _, enc := range g.Objects(o.Node.Get("encoding"), grammar.Encoding) {
			if m.Encoding == nil {
				m.Encoding = map[string]Encoding{}
			}
			m.Encoding[enc.Name] = g.encoding(enc)
		}
		out = append(out, m)
	}
	return out
}

func (g *gatherer) encoding(o object.Object) Encoding {
	n := o.Node
	e := Encoding{
		ContentType: scalar(n.Get("contentType")),
		Style:       scalar(n.Get("style")),
	}
	for _, h := range g.Objects(n.Get("headers"), grammar.Header) {
		out := Header{Name: h.Name, Schema: h.Node.Get("schema"), Pos: h.Pos}
		out.Required, _ = h.Node.Get("required").Truth()
		e.Headers = append(e.Headers, out)
	}
	if e.Style != "" && !styleExists(tool.InQuery, e.Style) {
		g.Tell("encoding-style", o.Pos, e.Style, o.Name) // OpenAPI: the styles of query parameters
		e.Style = ""
	}
	if v, ok := n.Get("explode").Truth(); ok && e.Style != "deepObject" {
		e.Explode = &v // it has no meaning for deepObject
	}
	e.AllowReserved, _ = n.Get("allowReserved").Truth()
	return e
}

// examples gives the examples of a parameter or a media type.
func (g *gatherer) examples(n *node.Node) []*node.Node {
	var list []*node.Node
	for _, key := range []string{"example", "x-example"} { // the latter in Swagger 2.0
		if v := n.Get(key); v != nil {
			list = append(list, v)
		}
	}
	for _, ex := range n.Get("examples").Members() {
		if v := g.exampleValue(ex.Value); v != nil {
			list = append(list, v)
		}
	}
	return list
}

// exampleValue gives the value of an Example Object. Examples are never worth a
// problem: what cannot be read is left out.
func (g *gatherer) exampleValue(n *node.Node) *node.Node {
	n = object.Glance(g.doc.src, n)
	if v := n.Get("value"); v != nil {
		return v
	}
	return n.Get("dataValue")
}

func hasMedia(ms []Media, name string) bool {
	for _, m := range ms {
		if m.Type == name {
			return true
		}
	}
	return false
}
