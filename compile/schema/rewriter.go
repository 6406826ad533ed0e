package schema

import (
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// Dialect is the flavour of JSON Schema that a document's schemas are written
// in.
type Dialect string

// The dialects. Schemas of Swagger 2.0 are read as Draft30, of OpenAPI 3.2 as
// Draft31.
const (
	Draft30 Dialect = "openapi-3.0"
	Draft31 Dialect = "openapi-3.1"
)

// Direction says which way a value travels.
type Direction string

// The directions. A readOnly property is never part of a Request, a writeOnly
// one never part of a Response.
const (
	Request  Direction = "request"
	Response Direction = "response"
)

// Options of a Rewriter. The zero value reads 3.1 for requests.
type Options struct {
	Dialect   Dialect   // "": Draft31
	Direction Direction // "": Request
	MaxDepth  int       // nesting below which a schema is left open; 0: 64
	Lenient   bool      // honour nullable in 3.1 too, which dropped it
}

// Rewriter turns schemas of one document into JSON Schema 2020-12 that share
// one table of definitions. It is not safe for concurrent use.
type Rewriter struct {
	res      Resolver
	opts     Options
	diags    *diag.List
	resolved map[*node.Node]target // by the node that holds the reference
	locals   map[*node.Node]int    // targets found in an enclosing schema, numbered
	defs     map[string]*def       // by key and variant
	queue    []*def                // to be rewritten, in order of first use
	fresh    []*def                // made by the Rewrite that is running; a reference holds the index
	names    map[string]*def       // published
	order    []string              // names, in order of publication
	renamed  int                   // illegal property names met by the Rewrite that is running
	layouts  map[*node.Node]*Layout
}

// def is one target of references, in one variant.
type def struct {
	key   string // of defs
	base  string // wish for a name
	index int    // in fresh
	raw   *node.Node
	ctx   ctx
	out   *node.Node
	name  string // set when published
	// settled: out holds no placeholders any more.
	settled bool
}

// ctx is what the surroundings of a schema decide about it.
type ctx struct {
	depth  int
	hidden []string // sorted: properties that the joined schema does not have in this direction
	joined bool     // part of a conjunction or union, so no type is inferred
	base   bool     // part of a conjunction, where a base stays a base
	open   bool     // additionalProperties: false is stated at the joined level instead
	mixed  bool     // with open: properties stand beside a union, so that its branches are open too
	scope  *scope
	rec    *def // innermost definition with $recursiveAnchor
}

// scope is the chain of enclosing schemas, for references that are meant
// relative to one of them.
type scope struct {
	n  *node.Node
	up *scope
}

// New makes a Rewriter. A nil resolver resolves nothing; diags must not be nil.
func New(res Resolver, opts Options, diags *diag.List) *Rewriter {
	if opts.Dialect == "" {
		opts.Dialect = Draft31
	}
	if opts.Direction == "" {
		opts.Direction = Request
	}
	if opts.MaxDepth <= 0 {
		opts.MaxDepth = 64
	}
	return &Rewriter{
		res: res, opts: opts, diags: diags,
		resolved: map[*node.Node]target{},
		locals:   map[*node.Node]int{},
		defs:     map[string]*def{},
		names:    map[string]*def{},
		layouts:  map[*node.Node]*Layout{},
	}
}

// Rewrite gives n as JSON Schema 2020-12. References in the result read
// #/$defs/NAME and are answered by Defs. A nil n gives {}: anything.
func (w *Rewriter) Rewrite(n *node.Node) *node.Node {
	w.fresh, w.queue, w.renamed = nil, nil, 0
	out := w.schema(n, ctx{})
	for len(w.queue) > 0 {
		d := w.queue[0]
		w.queue = w.queue[1:]
		d.out = w.schema(d.raw, d.ctx)
	}
	return w.publish(out)
}

// Defs gives the definitions that rewritten schemas refer to, in order of first
// use; nil when there are none. Call it after the last Rewrite.
func (w *Rewriter) Defs() *node.Node {
	if len(w.order) == 0 {
		return nil
	}
	members := make([]node.Member, len(w.order))
	for i, name := range w.order {
		members[i] = node.M(name, w.names[name].out)
	}
	return node.NewObject(members...)
}
