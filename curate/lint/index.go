package lint

import (
	"maps"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/naming"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/lint/prose"
)

// How alike two descriptions are, 0 to 1.
const (
	likeSome = 0.34
	likeMuch = 0.6
	// common is the number of tools from which on a word tells none apart; it
	// keeps the comparison of siblings linear.
	common = 24
)

// index finds tools by what they say, return and take. It is made once, so that
// no rule compares every tool with every other.
type index struct {
	words   map[*subject][]string   // content of name and purpose, sorted
	byWord  map[string][]*subject   // tools that use a word
	fields  map[string][]*subject   // folded name of a returned field → tools
	ids     map[string][]*subject   // noun → tools that return an id of it
	takers  map[string][]*subject   // noun → tools that take an id of it
	retired map[string]*subject     // old name → its replacement
	nouns   map[*subject][]string   // what a tool is about
	returns map[*subject]fieldNames // what a tool returns
}

// fieldNames holds names of fields, folded.
type fieldNames map[string]bool

func (l *linter) indexed() *index {
	if l.index != nil {
		return l.index
	}
	x := &index{
		words: map[*subject][]string{}, byWord: map[string][]*subject{}, fields: map[string][]*subject{}, ids: map[string][]*subject{},
		takers: map[string][]*subject{}, retired: map[string]*subject{}, nouns: map[*subject][]string{}, returns: map[*subject]fieldNames{},
	}
	for _, s := range l.subjects {
		x.add(s)
	}
	l.index = x
	return x
}

func (x *index) add(s *subject) {
	what := s.t.Description
	if s.decl != nil {
		what, _ = s.part("what")
		what = prose.FirstSentence(what)
	}
	x.words[s] = prose.Content(s.t.Name + " " + what)
	for _, w := range x.words[s] {
		x.byWord[w] = append(x.byWord[w], s)
	}
	x.returns[s] = fieldNames{}
	collect(s.output, x.returns[s])
	for _, pick := range s.t.Result.Select { // an id under another name is an id
		x.returns[s][fold(pick.From[len(pick.From)-1])] = true
	}
	for _, name := range slices.Sorted(maps.Keys(x.returns[s])) {
		x.fields[name] = append(x.fields[name], s)
	}
	x.nouns[s] = s.nouns()
	if x.returns[s]["id"] || x.returns[s]["uuid"] {
		for _, n := range x.nouns[s] {
			x.ids[n] = append(x.ids[n], s)
		}
	}
	for i := range s.args {
		if a := &s.args[i]; isID(a) {
			n := s.noun(a)
			x.takers[n] = append(x.takers[n], s)
		}
	}
	if r := s.t.Replaces; r != nil {
		x.retired[r.Name] = s
	}
}

// collect notes the names of all properties of a schema.
func collect(n *node.Node, into fieldNames) {
	if n == nil {
		return
	}
	for name, p := range n.Get("properties").All() {
		into[fold(name)] = true
		collect(p, into)
	}
	for _, key := range []string{"items", "additionalProperties"} {
		collect(n.Get(key), into)
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		for _, sub := range n.Get(key).Items() {
			collect(sub, into)
		}
	}
	for _, def := range n.Get("$defs").All() {
		collect(def, into)
	}
}

// fold makes "vehicleId" and "vehicle_id" one.
func fold(name string) string { return strings.Join(naming.Words(name), "") }

// nearest gives the tool that reads most like s, among those that somebody sees
// beside it, if at least least alike.
func (l *linter) nearest(s *subject, least float64) (best *subject, share float64) {
	x := l.indexed()
	seen := map[*subject]bool{s: true}
	for _, w := range x.words[s] {
		if len(x.byWord[w]) > common {
			continue
		}
		for _, o := range x.byWord[w] {
			if seen[o] || !meet(s, o) {
				continue
			}
			seen[o] = true
			if like := prose.Likeness(x.words[s], x.words[o]); like >= least && like > share {
				best, share = o, like
			}
		}
	}
	return best, share
}

// visible reports whether everybody who sees by sees s too.
func visible(s, by *subject) bool {
	if len(s.t.Audience) == 0 {
		return true
	}
	for _, a := range by.t.Audience {
		if !slices.Contains(s.t.Audience, a) {
			return false
		}
	}
	return len(by.t.Audience) > 0
}

// meet reports whether somebody may see both.
func meet(a, b *subject) bool {
	return len(a.t.Audience) == 0 || len(b.t.Audience) == 0 ||
		slices.ContainsFunc(a.t.Audience, func(name string) bool { return slices.Contains(b.t.Audience, name) })
}

// isID reports whether an argument takes the id of something.
func isID(a *arg) bool {
	if a.schema.Has("enum") || a.schema.Has("const") {
		return false
	}
	words := naming.Words(a.name)
	wire := naming.Words(a.at.Name[strings.LastIndexByte(a.at.Name, '/')+1:])
	for _, w := range [][]string{words, wire} {
		if n := len(w); n > 0 && (w[n-1] == "id" || w[n-1] == "ids" || w[n-1] == "uuid") {
			return true
		}
	}
	return false
}

// noun gives what an id argument is the id of: what stands before "id" in its
// name or in the API's, else the part of the path before it, else the tool's
// noun.
func (s *subject) noun(a *arg) string {
	for _, name := range []string{a.name, a.at.Name[strings.LastIndexByte(a.at.Name, '/')+1:]} {
		if w := naming.Words(name); len(w) > 1 && (w[len(w)-1] == "id" || w[len(w)-1] == "ids" || w[len(w)-1] == "uuid") {
			return singular(w[len(w)-2])
		}
	}
	if s.t.Main != nil && a.at.In == tool.InPath {
		before, _, found := strings.Cut(s.t.Main.Op.Path, "{"+a.at.Name+"}")
		if words := naming.Words(before[strings.LastIndexByte(strings.TrimRight(before, "/"), '/')+1:]); found && len(words) > 0 {
			return singular(words[len(words)-1])
		}
	}
	if nouns := s.nouns(); len(nouns) > 0 {
		return nouns[0]
	}
	return "thing"
}

// nouns gives what a tool is about: the words of its name that are no verbs,
// and the literal parts of its path.
func (s *subject) nouns() []string {
	var out []string
	add := func(words []string) {
		for _, w := range words {
			if w = singular(w); !slices.Contains(out, w) && len(w) > 1 {
				out = append(out, w)
			}
		}
	}
	for _, w := range naming.Words(s.t.Name) {
		if !prose.Verb(w) {
			add([]string{w})
		}
	}
	if s.t.Main != nil {
		for seg := range strings.SplitSeq(s.t.Main.Op.Path, "/") {
			if !strings.Contains(seg, "{") {
				add(naming.Words(seg))
			}
		}
	}
	return out
}

func singular(w string) string {
	switch {
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return strings.TrimSuffix(w, "ies") + "y"
	case strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "us") || strings.HasSuffix(w, "is"):
		return w
	case strings.HasSuffix(w, "xes") || strings.HasSuffix(w, "ches") || strings.HasSuffix(w, "shes") || strings.HasSuffix(w, "sses"):
		return strings.TrimSuffix(w, "es")
	}
	return strings.TrimSuffix(w, "s")
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
