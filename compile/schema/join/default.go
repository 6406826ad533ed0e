package join

import (
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// Unfit reports a default that its schema refuses.
func Unfit(v *node.Node, diags *diag.List) {
	diags.Warnf(v.Pos(), "schema-default", "default %s is not valid itself and left out", keyword.Short(v))
}
