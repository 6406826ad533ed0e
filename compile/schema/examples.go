package schema

import (
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/build"
	"github.com/oatools/oatools/compile/schema/example"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/raw"
)

// examples keeps the examples of n that help to fill in a request.
func (w *Rewriter) examples(b *build.Builder, n *node.Node) {
	if w.opts.Direction != raw.Request {
		return
	}
	var values []*node.Node
	for _, key := range []string{"example", "x-example"} {
		if v := n.Get(key); v != nil {
			values = append(values, v)
		}
	}
	values = append(values, n.Get(keyword.Examples).Items()...)
	if len(values) == 0 {
		return
	}
	if kept := example.Useful(b.Node(), values); kept != nil {
		b.Set(keyword.Examples, kept)
	}
}

// patternNote says in words what a pattern that nobody can read asks for: a
// person wrote it to tell something.
func (w *Rewriter) patternNote(b *build.Builder, n *node.Node) {
	s := strings.TrimSpace(n.Get("pattern").Text())
	if b.Has("pattern") || s == "" || len(s) > patternNoteMax || w.opts.Direction != raw.Request {
		return
	}
	if _, hidden := keyword.Visible(s); len(hidden) > 0 {
		return
	}
	text := b.Get("description").Text()
	if text != "" {
		text += " "
	}
	b.Set("description", node.NewString(text+"(Pattern: "+s+")").MovedTo(n.Get("pattern")))
}

// patternNoteMax is the length of the longest pattern that is said in words.
const patternNoteMax = 120
