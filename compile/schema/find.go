package schema

import (
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// Found is what Find found.
type Found struct {
	Node     *node.Node // schema of the property
	Required bool       // every step of the path is required
	Names    []string   // properties that exist where the path left the schema
	OK       bool
	Depth    int // steps that were found
}

// Find walks path.
func Find(res Resolver, n *node.Node, path []string, through bool) Found { return Found{} }

// Property is one property of an object schema.
type Property struct {
	Name     string
	Node     *node.Node
	Required bool
	Pos      diag.Pos
}

// Properties gives the properties of n.
func Properties(res Resolver, n *node.Node) (props []Property, plain bool) { return nil, false }

// Omit gives n without the properties at pointers.
func Omit(res Resolver, n *node.Node, pointers []string) *node.Node { return n }

// Relax opens n.
func Relax(n *node.Node) *node.Node { return n }

// Cut cuts n.
func Cut(n *node.Node, depth int, diags *diag.List) *node.Node { return n }
