package subject

import (
	"maps"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/naming"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/lint/prose"
)

// common is the number of tools from which on a word tells none apart; it keeps
// the comparison of siblings linear.
const common = 24

// Index finds tools by what they say, return and take, so that no rule compares
// every tool with every other.
type Index struct {
	Fields  map[string][]*Tool // folded name of a returned field → tools
	IDs     map[string][]*Tool // noun → tools that return an id of it
	Takers  map[string][]*Tool // noun → tools that take an id of it
	Retired map[string]*Tool   // old name → its replacement
	Nouns   map[*Tool][]string // what a tool is about
	Returns map[*Tool]Names    // what a tool returns

	words  map[*Tool][]string // content of name and purpose, sorted
	byWord map[string][]*Tool // tools that use a word
}

// Names holds names of fields, folded.
type Names map[string]bool

// NewIndex indexes the tools of a set.
func NewIndex(tools []*Tool) *Index {
	x := &Index{
		Fields: map[string][]*Tool{}, IDs: map[string][]*Tool{}, Takers: map[string][]*Tool{}, Retired: map[string]*Tool{},
		Nouns: map[*Tool][]string{}, Returns: map[*Tool]Names{}, words: map[*Tool][]string{}, byWord: map[string][]*Tool{},
	}
	for _, s := range tools {
		x.add(s)
	}
	return x
}

func (x *Index) add(s *Tool) {
	what := s.Tool.Description
	if s.Decl != nil {
		what, _ = s.Part("what")
		what = prose.FirstSentence(what)
	}
	x.words[s] = prose.Content(s.Tool.Name + " " + what)
	for _, w := range x.words[s] {
		x.byWord[w] = append(x.byWord[w], s)
	}
	x.Returns[s] = Names{}
	collect(s.Output, x.Returns[s])
	for _, pick := range s.Tool.Result.Select { // an id under another name is an id
		x.Returns[s][Fold(pick.From[len(pick.From)-1])] = true
	}
	for _, name := range slices.Sorted(maps.Keys(x.Returns[s])) {
		x.Fields[name] = append(x.Fields[name], s)
	}
	x.Nouns[s] = s.nouns()
	if x.Returns[s]["id"] || x.Returns[s]["uuid"] {
		for _, n := range x.Nouns[s] {
			x.IDs[n] = append(x.IDs[n], s)
		}
	}
	for i := range s.Args {
		if a := &s.Args[i]; IsID(a) {
			n := s.Noun(a)
			x.Takers[n] = append(x.Takers[n], s)
		}
	}
	if r := s.Tool.Replaces; r != nil {
		x.Retired[r.Name] = s
	}
}

// collect notes the names of all properties of a schema.
func collect(n *node.Node, into Names) {
	if n == nil {
		return
	}
	for name, p := range n.Get("properties").All() {
		into[Fold(name)] = true
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

// Fold makes "vehicleId" and "vehicle_id" one.
func Fold(name string) string { return strings.Join(naming.Words(name), "") }

// Nearest gives the tool that reads most like s, among those that somebody sees
// beside it, if at least least alike.
func (x *Index) Nearest(s *Tool, least float64) (best *Tool, share float64) {
	seen := map[*Tool]bool{s: true}
	for _, w := range x.words[s] {
		if len(x.byWord[w]) > common {
			continue
		}
		for _, o := range x.byWord[w] {
			if seen[o] || !Meet(s, o) {
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

// Visible reports whether everybody who sees by sees s too.
func Visible(s, by *Tool) bool {
	if len(s.Tool.Audience) == 0 {
		return true
	}
	for _, a := range by.Tool.Audience {
		if !slices.Contains(s.Tool.Audience, a) {
			return false
		}
	}
	return len(by.Tool.Audience) > 0
}

// Meet reports whether somebody may see both.
func Meet(a, b *Tool) bool {
	return len(a.Tool.Audience) == 0 || len(b.Tool.Audience) == 0 ||
		slices.ContainsFunc(a.Tool.Audience, func(name string) bool { return slices.Contains(b.Tool.Audience, name) })
}

// IsID reports whether an argument takes the id of something.
func IsID(a *Arg) bool {
	if a.Schema.Has("enum") || a.Schema.Has("const") {
		return false
	}
	words := naming.Words(a.Name)
	wire := naming.Words(a.At.Name[strings.LastIndexByte(a.At.Name, '/')+1:])
	for _, w := range [][]string{words, wire} {
		if n := len(w); n > 0 && (w[n-1] == "id" || w[n-1] == "ids" || w[n-1] == "uuid") {
			return true
		}
	}
	return false
}

// Noun gives what an id argument is the id of: what stands before "id" in its
// name or in the API's, else the part of the path before it, else the tool's
// noun.
func (s *Tool) Noun(a *Arg) string {
	for _, name := range []string{a.Name, a.At.Name[strings.LastIndexByte(a.At.Name, '/')+1:]} {
		if w := naming.Words(name); len(w) > 1 && (w[len(w)-1] == "id" || w[len(w)-1] == "ids" || w[len(w)-1] == "uuid") {
			return Singular(w[len(w)-2])
		}
	}
	if s.Tool.Main != nil && a.At.In == tool.InPath {
		before, _, found := strings.Cut(s.Tool.Main.Op.Path, "{"+a.At.Name+"}")
		if words := naming.Words(before[strings.LastIndexByte(strings.TrimRight(before, "/"), '/')+1:]); found && len(words) > 0 {
			return Singular(words[len(words)-1])
		}
	}
	if nouns := s.nouns(); len(nouns) > 0 {
		return nouns[0]
	}
	return "thing"
}

// nouns gives what a tool is about: the words of its name that are no verbs,
// and the literal parts of its path.
func (s *Tool) nouns() []string {
	var out []string
	add := func(words []string) {
		for _, w := range words {
			if w = Singular(w); !slices.Contains(out, w) && len(w) > 1 {
				out = append(out, w)
			}
		}
	}
	for _, w := range naming.Words(s.Tool.Name) {
		if !prose.Verb(w) {
			add([]string{w})
		}
	}
	if s.Tool.Main != nil {
		for seg := range strings.SplitSeq(s.Tool.Main.Op.Path, "/") {
			if !strings.Contains(seg, "{") {
				add(naming.Words(seg))
			}
		}
	}
	return out
}

// Singular gives the singular of an English word, mostly.
func Singular(w string) string {
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
