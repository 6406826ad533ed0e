package oas

import (
	"mime"
	"strings"

	"github.com/oatools/oatools/compile/node"
)

func (g *gatherer) requestBody(w *gathered, op *node.Node) {
	m := op.Member("requestBody")
	if m == nil {
		return
	}
	n := g.object(m.Value, requestBody)
	if n == nil {
		return
	}
	b := &Body{Description: scalar(n.Get("description")), Pos: m.Pos()}
	b.Required, _ = n.Get("required").Truth()
	b.Content = g.content(n.Get("content"))
	if len(b.Content) == 0 {
		g.tell("body-empty", b.Pos)
		return
	}
	w.Body, w.body = b, n
}

// content reads a map of media types.
func (g *gatherer) content(n *node.Node) []Media {
	var out []Media
	for _, o := range g.objects(n, mediaType) {
		name := mediaName(o.name)
		if name == "" {
			g.tell("media-type", o.pos, o.name)
			continue
		}
		if hasMedia(out, name) {
			g.tell("media-duplicate", o.pos, name)
			continue
		}
		m := Media{Type: name, Schema: o.node.Get("schema"), Pos: o.pos}
		if o.node.Has("itemSchema") && m.Schema == nil {
			g.tell("media-stream", o.pos)
		}
		if v := o.node.Get("example"); v != nil {
			m.Examples = append(m.Examples, v)
		}
		for _, ex := range o.node.Get("examples").Members() {
			if v := g.exampleValue(ex.Value); v != nil {
				m.Examples = append(m.Examples, v)
			}
		}
		for _, enc := range g.objects(o.node.Get("encoding"), encoding) {
			if m.Encoding == nil {
				m.Encoding = map[string]Encoding{}
			}
			m.Encoding[enc.name] = g.encoding(enc.node)
		}
		out = append(out, m)
	}
	return out
}

func (g *gatherer) encoding(n *node.Node) Encoding {
	e := Encoding{
		ContentType: scalar(n.Get("contentType")),
		Style:       scalar(n.Get("style")),
		Headers:     n.Get("headers").Keys(),
	}
	if v, ok := n.Get("explode").Truth(); ok {
		e.Explode = &v
	}
	e.AllowReserved, _ = n.Get("allowReserved").Truth()
	return e
}

// exampleValue gives the value of an Example Object. Examples are never worth a
// problem: what cannot be read is left out.
func (g *gatherer) exampleValue(n *node.Node) *node.Node {
	n = g.doc.glance(n)
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

// mediaName gives a media type or range without its parameters, in lower case;
// empty for what is none.
func mediaName(s string) string {
	name, _, err := mime.ParseMediaType(s)
	if err != nil {
		name, _, _ = strings.Cut(s, ";")
		name = strings.ToLower(strings.TrimSpace(name))
	}
	major, minor, ok := strings.Cut(name, "/")
	if !ok || major == "" || minor == "" || strings.ContainsAny(name, " \t\r\n,\"") {
		return ""
	}
	return name
}
