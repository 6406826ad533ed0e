package raw

import (
	"net/url"
	"strings"

	"github.com/oatools/oatools/compile/node"
)

// Discriminator is OpenAPI's Discriminator Object, read.
type Discriminator struct {
	Property string
	Mapping  []node.Member // value → reference or name of a schema
}

// ReadDiscriminator gives the discriminator of n; its property is "" when there is
// none, or none that is named.
func ReadDiscriminator(n *node.Node) Discriminator {
	d := n.Get("discriminator")
	if s, ok := d.Str(); ok { // Swagger 2.0
		return Discriminator{Property: s}
	}
	s, _ := d.Get("propertyName").Str()
	return Discriminator{Property: s, Mapping: d.Get("mapping").Members()}
}

// Mapped resolves a mapping entry: a reference, or the name of a component.
func (r *Reader) Mapped(n *node.Node, m node.Member) (Target, error) {
	text, _ := m.Value.Str()
	holder := m.Value.WithMembers([]node.Member{{Key: "$ref", Value: m.Value}})
	if name := BaseName(text); name == text {
		named := n.WithMembers([]node.Member{{Key: "$ref", Value: node.NewString("#/components/schemas/" + text)}})
		if t := r.Follow(named, nil); t.Err == nil {
			return t, nil
		}
		named = n.WithMembers([]node.Member{{Key: "$ref", Value: node.NewString("#/definitions/" + text)}})
		if t := r.Follow(named, nil); t.Err == nil {
			return t, nil
		}
	}
	t := r.Follow(holder, nil)
	return t, t.Err
}

// SchemaName gives the component's name from the key of a target.
func SchemaName(key string) string {
	for i := len(key) - 1; i >= 0; i-- {
		if key[i] == '/' || key[i] == '#' {
			key = key[i+1:]
			break
		}
	}
	if s, err := url.PathUnescape(key); err == nil {
		key = s
	}
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
}

// OwnValues gives the values that the schema itself allows for the property.
func (r *Reader) OwnValues(n *node.Node, property string, sc *Scope) []*node.Node {
	var own []*node.Node
	r.EachJoined(n, sc, func(part *node.Node, sc *Scope) {
		p := part.Get("properties").Get(property)
		r.EachJoined(p, sc, func(s *node.Node, _ *Scope) {
			vals := s.Get("enum").Items()
			if v := s.Get("const"); v != nil {
				vals = []*node.Node{v}
			}
			if len(vals) > 0 && (own == nil || len(vals) < len(own)) {
				own = vals
			}
		})
	})
	return own
}
