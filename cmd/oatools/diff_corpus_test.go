package main

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"sync"
	"testing"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/naming"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff"
	"github.com/oatools/oatools/curate/diff/change"
)

// TestCorpusDiff makes default tools of some operations of every document and of
// mutated copies of it, and compares the sets: a set and itself do not differ;
// what differs differs both ways; every change has, backwards, one of the rules
// that the table calls its inverse, so that what is additive is breaking
// backwards; and nothing panics.
//
//	OATOOLS_CORPUS=DIR go test ./cmd/oatools -run TestCorpusDiff -v
//
// Mutations are drawn from a seed that is the document's path.
func TestCorpusDiff(t *testing.T) {
	rows := manifest(t, corpus(t))
	results := make([]*compared, len(rows))
	work := make(chan int)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for i := range work {
				results[i] = compareGuarded(rows[i])
			}
		})
	}
	for i := range rows {
		work <- i
	}
	close(work)
	wg.Wait()
	sum := newCompared()
	for i, c := range results {
		for _, p := range c.problems {
			t.Errorf("%s: %s", rows[i].path, p)
		}
		for k, n := range c.counts {
			sum.counts[k] += n
		}
		for k, n := range c.rules {
			sum.rules[k] += n
		}
	}
	for _, k := range slices.Sorted(maps.Keys(sum.counts)) {
		t.Logf("%7d %s", sum.counts[k], k)
	}
	for _, k := range slices.SortedFunc(maps.Keys(sum.rules), func(a, b string) int {
		return cmp.Or(sum.rules[b]-sum.rules[a], cmp.Compare(a, b))
	}) {
		t.Logf("%7d × %s", sum.rules[k], k)
	}
	// Mutants that change nothing would prove nothing.
	if n := sum.counts["mutants that are told"]; n < 1000 || 2*n < sum.counts["mutants"] {
		t.Errorf("%d of %d mutants are told, want 1000 and half of them", n, sum.counts["mutants"])
	}
	if n := sum.rules["unknown-changed"]; n > 0 {
		t.Errorf("%d changes have no rule", n)
	}
}

const (
	diffOperations = 8   // of a document, spread over it
	diffMutants    = 6   // of a document
	diffLarge      = 600 // operations of a document that is mutated once only
	diffEdits      = 4   // at most, of one mutant
)

// compared is what one document came to.
type compared struct {
	counts, rules map[string]int
	problems      []string // what must never be
}

func newCompared() *compared {
	return &compared{counts: map[string]int{}, rules: map[string]int{}}
}

func (c *compared) problemf(format string, args ...any) {
	if len(c.problems) < 5 {
		c.problems = append(c.problems, fmt.Sprintf(format, args...))
	}
}

func compareGuarded(r row) (c *compared) {
	c = newCompared()
	defer func() {
		if p := recover(); p != nil {
			c.problemf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	c.document(r)
	return c
}

func (c *compared) document(r row) {
	var refs []oas.Ref
	base := defaults(r, &refs, nil)
	if base == nil || len(base.Tools) == 0 {
		return
	}
	c.counts["documents"]++
	c.counts["tools"] += len(base.Tools)
	if again := defaults(r, &refs, nil); !diff.Diff(base, again).Empty() || diff.Moved(base, again) != nil {
		c.problemf("a document and itself differ: %v", diff.Diff(base, again).Changes)
	}
	seed := fnv.New64a()
	seed.Write([]byte(r.path))
	mutants := uint64(diffMutants)
	if r.ops > diffLarge {
		mutants = 1
	}
	for i := range mutants {
		m := &mutator{rand: rand.New(rand.NewPCG(seed.Sum64(), i)), refs: refs}
		other := defaults(r, &refs, m.document)
		if other == nil {
			c.counts["mutants that are no description any more"]++
			continue
		}
		c.counts["mutants"]++
		c.pair(base, other, m.done)
	}
}

// pair holds what every two sets promise.
func (c *compared) pair(a, b *tool.Set, edits []string) {
	there, back := diff.Diff(a, b), diff.Diff(b, a)
	if there.Empty() != back.Empty() {
		c.problemf("%q is told one way only", edits)
	}
	if there.Empty() {
		return
	}
	c.counts["mutants that are told"]++
	if len(diff.Moved(a, b)) == 0 {
		c.problemf("%q: nothing moved", edits)
	}
	if !diff.Diff(b, b).Empty() {
		c.problemf("%q: a mutant and itself differ", edits)
	}
	c.inverse(there, back, edits)
	c.inverse(back, there, edits)
}

func (c *compared) inverse(there, back *change.Report, edits []string) {
	rules := map[string]change.Rule{}
	for _, r := range change.Rules() {
		rules[r.ID] = r
	}
	for _, ch := range there.Changes {
		c.rules[ch.Rule]++
		want := rules[ch.Rule].Inverse
		if len(want) > 0 && !slices.ContainsFunc(back.Changes, func(b change.Change) bool { return slices.Contains(want, b.Rule) }) {
			c.problemf("%q: %s of %s%s has none of %v backwards: %s", edits, ch.Rule, ch.Tool, ch.Pointer, want, ch.What)
		}
	}
}

// defaults gives the set of default tools of a document, or of what edit makes
// of it; nil when it is not readable. The first time it picks the operations.
func defaults(r row, refs *[]oas.Ref, edit func(*node.Node) *node.Node) *tool.Set {
	var diags diag.List
	doc, err := oas.Load(r.file, oas.LoadOptions{Patch: edit}, &diags)
	if err != nil || doc == nil {
		return nil
	}
	all := doc.Index()
	if *refs == nil {
		n := min(len(all), diffOperations)
		for i := range n {
			*refs = append(*refs, all[i*len(all)/n])
		}
	}
	var picked []oas.Ref
	var keys []naming.Key
	for _, ref := range all {
		if slices.ContainsFunc(*refs, func(have oas.Ref) bool { return have.Method == ref.Method && have.Path == ref.Path }) {
			picked = append(picked, ref)
			keys = append(keys, naming.Key{ID: ref.ID, Method: ref.Method, Path: ref.Path})
		}
	}
	set := &tool.Set{
		Format: tool.Format, Name: "corpus", Servers: map[string]tool.Server{"api": {URL: "https://api.example.com"}},
		Sources: []tool.Source{{ID: "api", Title: doc.Title, Version: doc.Version}},
	}
	names := naming.Tools(keys)
	opts := compile.Options{Source: "api", Shared: &compile.Shared{}}
	for i, op := range doc.Operations(picked, &diags) {
		if made := assembleWith(opts, op, names[i], &diags); made != nil {
			set.Tools = append(set.Tools, *made)
		}
	}
	slices.SortFunc(set.Tools, func(a, b tool.Tool) int { return cmp.Compare(a.Name, b.Name) })
	return set
}

// mutator changes a document at places of some operations and of what they
// share.
type mutator struct {
	rand *rand.Rand
	refs []oas.Ref
	done []string // what was changed, in words
}

func (m *mutator) document(root *node.Node) *node.Node {
	for range 1 + m.rand.IntN(diffEdits) {
		at := node.Pointer{"components", "schemas"}
		if ref := m.refs[m.rand.IntN(len(m.refs))]; m.rand.IntN(3) > 0 || !at.Lookup(root).Is(node.Object) {
			at = node.Pointer{"paths", ref.Path, lower(ref.Method)}
		}
		if at.Lookup(root) != nil {
			root = m.along(root, at, at)
		}
	}
	return root
}

func lower(method string) string {
	b := []byte(method)
	for i := range b {
		b[i] |= 0x20
	}
	return string(b)
}

// along goes to a place, changes it, and gives the tree with the change.
func (m *mutator) along(n *node.Node, rest, whole node.Pointer) *node.Node {
	if len(rest) == 0 {
		return m.change(n, whole.String())
	}
	return n.With(rest[0], m.along(n.Get(rest[0]), rest[1:], whole))
}

// change goes down by chance and changes what it comes to.
func (m *mutator) change(n *node.Node, at string) *node.Node {
	say := func(what string) { m.done = append(m.done, what+" "+at) }
	members, items := n.Members(), n.Items()
	deeper := m.rand.IntN(12) > 0
	switch {
	case len(members) > 0 && deeper:
		i := m.rand.IntN(len(members))
		return n.With(members[i].Key, m.change(members[i].Value, at+"/"+members[i].Key))
	case len(items) > 0 && deeper:
		i := m.rand.IntN(len(items))
		changed := slices.Clone(items)
		changed[i] = m.change(items[i], fmt.Sprint(at, "/", i))
		return n.WithItems(changed)
	case len(members) > 0:
		return m.object(n, say)
	case len(items) > 0:
		say("turned round, or without its first:")
		changed := slices.Clone(items)
		if m.rand.IntN(2) == 0 {
			return n.WithItems(changed[1:])
		}
		slices.Reverse(changed)
		return n.WithItems(changed)
	}
	say("another value:")
	return m.scalar(n)
}

func (m *mutator) object(n *node.Node, say func(string)) *node.Node {
	members := slices.Clone(n.Members())
	i := m.rand.IntN(len(members))
	switch m.rand.IntN(4) {
	case 0:
		say("without " + members[i].Key + ":")
		return n.Without(members[i].Key)
	case 1:
		say(members[i].Key + " renamed:")
		members[i] = node.M(members[i].Key+"x", members[i].Value)
		return n.WithMembers(members)
	case 2:
		say("turned round:")
		slices.Reverse(members)
		return n.WithMembers(members)
	}
	say("a keyword more:")
	more := []node.Member{
		node.M("maxLength", node.NewInt(5)), node.M("minimum", node.NewInt(3)), node.M("nullable", node.NewBool(true)),
		node.M("enum", node.NewStrings("a", "b")), node.M("additionalProperties", node.NewBool(false)), node.M("required", node.NewStrings(members[i].Key)),
		node.M("type", node.NewString("string")), node.M("description", node.NewString("Other words.")), node.M("allOf", node.NewArray(node.NewObject(members[i]))),
	}
	add := more[m.rand.IntN(len(more))]
	return n.With(add.Key, add.Value)
}

func (m *mutator) scalar(n *node.Node) *node.Node {
	switch v, is := n.Truth(); {
	case is && m.rand.IntN(4) > 0:
		return node.NewBool(!v)
	case n.Is(node.String) && m.rand.IntN(3) > 0:
		words := []string{"string", "integer", "number", "boolean", "array", "object", "query", "header", "date", "x", n.Text() + "x"}
		return node.NewString(words[m.rand.IntN(len(words))])
	case n.Is(node.Number) && m.rand.IntN(4) > 0:
		return node.NewInt(m.rand.Int64N(400) - 100)
	}
	others := []*node.Node{node.NewNull(), node.NewInt(7), node.NewString(""), node.NewObject(), node.NewArray(), node.NewBool(true)}
	return others[m.rand.IntN(len(others))]
}
