package schema

import (
	"math"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/null"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/shown"
)

// Options of a Rewriter. The zero value reads 3.1 for requests.
type Options struct {
	Dialect   raw.Dialect   // "": raw.Draft31
	Direction raw.Direction // "": raw.Request
	MaxDepth  int           // nesting below which a schema is left open; 0: 64
	Lenient   bool          // honour nullable in 3.1 too, which dropped it
	// Bytes bounds what one Rewrite gives, before definitions are shared: the
	// targets of references that are reached after so many bytes, going breadth
	// first, are left open; see Bounded. 0: no bound. It saves the work on what
	// Fit would cut.
	Bytes int
	// Memo shares work with the other Rewriters that have it, all of one document.
	// Nil shares nothing.
	Memo *Memo
}

// Rewriter turns schemas of one document into JSON Schema 2020-12 that share
// one table of definitions. It is not safe for concurrent use.
type Rewriter struct {
	read    *raw.Reader
	opts    Options
	nulls   null.Rules
	diags   *diag.List
	defs    map[string]*def // by key and variant
	placed  map[int]*def    // the same by the numbers of their placeholders
	queue   []*def          // to be rewritten, in order of first use
	fresh   []*def          // made by the Rewrite that is running
	writing *written        // where references are listed
	names   map[string]*def // published
	order   []string        // names, in order of publication
	renamed int             // illegal property names met by the Rewrite that is running
	bounded bool            // a target was left open
	layouts map[*node.Node]*shown.Layout
}

// def is one target of references, in one variant.
type def struct {
	key    string // of defs
	target string // key of the target, which its name is made of
	index  int    // in fresh
	raw    *node.Node
	ctx    ctx
	out    *node.Node
	name   string // set when published
	// settled: out holds no placeholders any more.
	settled bool
	// joined: a schema refers to it that might take less if it were left open.
	joined bool
	left   bool // left open
}

// ctx is what the surroundings of a schema decide about it.
type ctx struct {
	depth  int
	hidden []string // sorted: properties that the joined schema does not have in this direction
	joined bool     // part of a conjunction or union, so no type is inferred
	loose  bool     // joined, and only in ways in which a schema that takes more makes the whole take more
	base   bool     // part of a conjunction, where a base stays a base
	open   bool     // additionalProperties: false is stated at the joined level instead
	mixed  bool     // with open: properties stand beside a union, so that its branches are open too
	shut   shut
	scope  *raw.Scope
	rec    *def // the definition that is rewritten, if it has $recursiveAnchor
}

// New makes a Rewriter. A nil resolver resolves nothing; diags must not be nil.
func New(res raw.Resolver, opts Options, diags *diag.List) *Rewriter {
	if opts.Dialect == "" {
		opts.Dialect = raw.Draft31
	}
	if opts.Direction == "" {
		opts.Direction = raw.Request
	}
	if opts.MaxDepth <= 0 {
		opts.MaxDepth = 64
	}
	if opts.Memo == nil {
		opts.Memo = new(Memo)
	}
	return &Rewriter{
		read: raw.NewReader(res, opts.Dialect, diags), opts: opts, diags: diags,
		nulls:   null.Rules{Dialect: opts.Dialect, Direction: opts.Direction, Lenient: opts.Lenient},
		defs:    map[string]*def{},
		placed:  map[int]*def{},
		names:   map[string]*def{},
		layouts: map[*node.Node]*shown.Layout{},
	}
}

// Rewrite gives n as JSON Schema 2020-12. References in the result read
// #/$defs/NAME and are answered by Defs. A nil n gives {}: anything.
func (w *Rewriter) Rewrite(n *node.Node) *node.Node { return w.rewrite(n, ctx{}) }

func (w *Rewriter) rewrite(n *node.Node, c ctx) *node.Node {
	w.fresh, w.queue, w.renamed = nil, nil, 0
	whole := w.write(n, c)
	out := w.place(whole)
	left := math.MaxInt
	if w.opts.Bytes > 0 {
		left = w.opts.Bytes - w.size(whole)
	}
	for len(w.queue) > 0 {
		d := w.queue[0]
		w.queue = w.queue[1:]
		if d.left = left < 0 && !d.joined; d.left {
			d.out, w.bounded = w.outline(d.raw, d.ctx), true
			continue
		}
		s := w.writeDef(d)
		d.out = w.place(s)
		if w.opts.Bytes > 0 && left >= 0 {
			left -= w.size(s)
		}
	}
	return w.publish(out)
}

// outline rewrites what n says about itself, not what is inside.
func (w *Rewriter) outline(n *node.Node, c ctx) *node.Node {
	var members []node.Member
	for _, m := range n.Members() {
		switch m.Key {
		case "title", "description", "type", "nullable", "x-nullable":
			members = append(members, m)
		}
	}
	return w.place(w.write(n.WithMembers(members), ctx{scope: c.scope}))
}

// Bounded reports whether Options.Bytes left something open.
func (w *Rewriter) Bounded() bool { return w.bounded }

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
