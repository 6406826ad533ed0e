package schema

import (
	"math"
	"strconv"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/raw"
)

// Memo keeps what was made of the targets of references, so that the Rewriters
// of all tools of one document rewrite each of them once: in large APIs every
// operation reaches the same few hundred. It changes nothing but the time. The
// zero value is empty and ready; it is not safe for concurrent use.
type Memo struct {
	made    map[memoKey]*written
	numbers map[string]int // of placeholders, by the key of a def
}

// memoKey tells apart what the options and the surroundings of a target decide.
type memoKey struct {
	key       string
	dialect   raw.Dialect
	direction raw.Direction
	depth     int
	lenient   bool
}

// number gives the placeholder for the definition with this key.
func (m *Memo) number(key string) int {
	n, ok := m.numbers[key]
	if !ok {
		if m.numbers == nil {
			m.numbers = map[string]int{}
		}
		n = len(m.numbers)
		m.numbers[key] = n
	}
	return n
}

// written is one schema, rewritten. Nothing in it depends on the Rewriter that
// made it, unless it is scoped: references in out are placeholders, and what a
// Rewriter has to do about them is listed.
type written struct {
	raw     *node.Node
	out     *node.Node
	uses    []use // in order of first use
	places  []int // the numbers of the placeholders in out, as often as they stand there
	diags   diag.List
	renamed int
	scoped  bool // a reference in it was looked up in an enclosing schema
}

// use is a reference that a rewritten schema makes.
type use struct {
	number int
	key    string // of Rewriter.defs
	target string // key of the target
	raw    *node.Node
	ctx    ctx
	joined bool // see def
}

func (s *written) use(u use) {
	for i := range s.uses {
		if have := &s.uses[i]; have.number == u.number && (have.joined || !u.joined) {
			return
		}
	}
	s.uses = append(s.uses, u)
}

// write rewrites n and leaves no trace in w but what s says.
func (w *Rewriter) write(n *node.Node, c ctx) *written {
	s := &written{raw: n}
	diags, renamed, scoped := w.diags, w.renamed, w.read.Scoped()
	w.writing, w.diags, w.renamed = s, &s.diags, 0
	s.out = w.schema(n, c)
	s.renamed, s.scoped = w.renamed, w.read.Scoped() > scoped
	w.writing, w.diags, w.renamed = nil, diags, renamed
	var visit func(n *node.Node)
	visit = func(n *node.Node) {
		if i, ok := placeholder(n); ok {
			s.places = append(s.places, i)
		}
		keyword.Each(n, func(_, _ string, sub *node.Node) { visit(sub) })
	}
	visit(s.out)
	return s
}

// writeDef rewrites the target of d, or finds that another Rewriter did.
func (w *Rewriter) writeDef(d *def) *written {
	if d.ctx.scope != nil || d.ctx.rec != nil {
		return w.write(d.raw, d.ctx)
	}
	key := memoKey{d.key, w.opts.Dialect, w.opts.Direction, w.opts.MaxDepth, w.opts.Lenient}
	memo := w.opts.Memo
	if s := memo.made[key]; s != nil && s.raw == d.raw {
		return s
	}
	s := w.write(d.raw, d.ctx)
	if !s.scoped {
		if memo.made == nil {
			memo.made = map[memoKey]*written{}
		}
		memo.made[key] = s
	}
	return s
}

// place makes the definitions that s refers to, tells what there is to tell of
// it, and gives it with references to what is published already.
func (w *Rewriter) place(s *written) *node.Node {
	w.diags.Append(&s.diags)
	w.renamed += s.renamed
	published := false
	for i := range s.uses {
		published = w.refer(&s.uses[i]).name != "" || published
	}
	if published {
		return w.published(s.out)
	}
	return s.out
}

// refer gives the definition that u means, made and queued if it is new.
func (w *Rewriter) refer(u *use) *def {
	d := w.defs[u.key]
	if d == nil {
		d = &def{key: u.key, target: u.target, index: len(w.fresh), raw: u.raw, ctx: u.ctx}
		if v, _ := u.raw.Get("$recursiveAnchor").Truth(); v {
			d.ctx.rec = d
		}
		w.defs[u.key] = d
		w.placed[u.number] = d
		w.fresh = append(w.fresh, d)
		w.queue = append(w.queue, d)
	}
	if u.joined && !d.joined {
		d.joined = true
		if d.left {
			d.left = false
			w.queue = append(w.queue, d)
		}
	}
	return d
}

// published gives n with the placeholders of published definitions replaced.
func (w *Rewriter) published(n *node.Node) *node.Node {
	if d := w.target(n); d != nil && d.name != "" {
		n = n.With("$ref", node.NewString(keyword.DefPrefix+d.name).MovedTo(n.Get("$ref")))
	}
	return keyword.Map(n, func(_, _ string, sub *node.Node) *node.Node { return w.published(sub) })
}

// size gives the bytes of s, in which a reference counts as what it reads in
// the order of this tool.
func (w *Rewriter) size(s *written) int {
	size := s.out.Size(math.MaxInt)
	for _, i := range s.places {
		text := strconv.Itoa(w.placed[i].index)
		if name := w.placed[i].name; name != "" {
			text = keyword.DefPrefix + name
		}
		size += len(text) - len(strconv.Itoa(i))
	}
	return size
}

// placeholder gives the number of the definition that n stands for until it is
// published.
func placeholder(n *node.Node) (number int, ok bool) {
	text := keyword.Ref(n)
	if text == "" || text[0] == '#' {
		return 0, false
	}
	number, err := strconv.Atoi(text)
	return number, err == nil && number >= 0
}
