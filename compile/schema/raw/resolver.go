package raw

import "github.com/oatools/oatools/compile/node"

// Resolver follows references. Package oas implements it for documents.
type Resolver interface {
	// Resolve follows the reference text ref that stands in node at. The key is
	// stable and equal for every reference to the same target; its last part is
	// a good name for the target. A nil target comes with an error that says
	// why, without a place.
	Resolve(at *node.Node, ref string) (target *node.Node, key string, err error)
}
