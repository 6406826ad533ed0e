package shown

import (
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// Reaches reports whether a Layout says something of the schemas under a keyword.
func Reaches(key string) bool {
	switch key {
	case "properties", "items", "allOf", "anyOf", "oneOf":
		return true
	}
	return false
}

// Drop removes the renamed properties of n that no Layout reaches, since their
// names on the wire would be lost, and tells each; ok says that a Layout reaches n.
func Drop(n *node.Node, ok bool, diags *diag.List) *node.Node {
	var lost []string
	n = keyword.Map(n, func(key, name string, sub *node.Node) *node.Node {
		if wire, renamed := sub.Get(keyword.Wire).Str(); renamed && !ok && key == "properties" {
			diags.Warnf(sub.Pos(), "schema-name-lost", "property %q cannot be shown: its name is refused by models' APIs, and no other can be mapped back here", wire)
			lost = append(lost, name)
			return nil
		}
		return Drop(sub, ok && Reaches(key), diags)
	})
	if req := n.Get("required"); len(lost) > 0 && req != nil {
		var keep []*node.Node
		for _, r := range req.Items() {
			if !keyword.Has(node.NewStrings(lost...), r) {
				keep = append(keep, r)
			}
		}
		if len(keep) == 0 {
			return n.Without("required")
		}
		return n.With("required", req.WithItems(keep))
	}
	return n
}
