package repair

import (
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// Text reads title and description: a text, without characters that a
// reader cannot see.
func Text(v *node.Node, diags *diag.List) *node.Node {
	s, ok := v.Str()
	if !ok {
		switch v.Kind() {
		case node.Number, node.Bool:
			return node.NewString(v.Text()).MovedTo(v)
		case node.Null:
			return nil
		}
		diags.Warnf(v.Pos(), "schema-text", "a text is expected here, not %s; it is left out", Article(v.Kind()))
		return nil
	}
	clean, removed := keyword.Visible(s)
	if len(removed) > 0 {
		diags.Warnf(v.Pos(), "schema-text-hidden", "characters that nobody sees are removed: %s", keyword.CodePoints(removed))
	}
	clean = strings.TrimSpace(clean)
	if clean == "" {
		return nil
	}
	if clean == s {
		return v
	}
	return node.NewString(clean).MovedTo(v)
}
