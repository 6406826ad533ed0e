package raw

import (
	"slices"
	"strconv"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/keyword"
)

// Found is what lies at a path of properties.
type Found struct {
	Node     *node.Node // raw schema of the property; nil when not OK
	Required bool       // every property on the way is required
	OK       bool
	Open     bool     // not declared, but the schema reached takes any property
	Names    []string // when not OK: the properties that exist where the path leaves the schema
	Depth    int      // names of the path that were found
}

// Find walks path down the properties of the raw schema n: through references,
// allOf and the branches of unions; map values too; with through, array items
// on the way are walked into, as a path into a response does. The empty path
// finds n itself, its reference followed. A nil res follows nothing.
func Find(res Resolver, n *node.Node, path []string, through bool) Found {
	f := finder{res}
	at := []*node.Node{n}
	found := Found{Node: n, Required: true, OK: true}
	for i, name := range path {
		v := f.view(at, through, name)
		if len(v.nodes) == 0 {
			return Found{Names: unique(v.names), Open: v.open && !v.closed, Depth: i}
		}
		at = v.nodes
		found.Required = found.Required && v.required
	}
	found.Depth = len(path)
	found.Node = f.deref(at[0])
	return found
}

// finder reads raw schemas.
type finder struct{ res Resolver }

// deref follows the references of n until there is a schema. A broken one gives
// the node that holds it.
func (f finder) deref(n *node.Node) *node.Node {
	for range 32 {
		text := keyword.Ref(n)
		if text == "" || f.res == nil {
			return n
		}
		t, _, err := f.res.Resolve(n, text)
		if err != nil || t == nil {
			return n
		}
		n = t
	}
	return n
}

// view is what the schemas that one value may meet say about one name.
type view struct {
	nodes    []*node.Node
	required bool
	names    []string
	open     bool // something takes any property
	closed   bool // something says additionalProperties: false
}

func (f finder) view(at []*node.Node, through bool, name string) view {
	var v view
	seen := map[*node.Node]bool{}
	for _, n := range at {
		f.look(&v, n, through, name, true, seen)
	}
	return v
}

// look gathers what n says about name. Sure is false inside branches of a
// union, where nothing is required of every value.
func (f finder) look(v *view, n *node.Node, through bool, name string, sure bool, seen map[*node.Node]bool) {
	if n == nil || seen[n] || len(seen) > 1000 {
		return
	}
	seen[n] = true
	if keyword.Ref(n) != "" {
		if t := f.deref(n); t != n {
			f.look(v, t, through, name, sure, seen)
		}
	}
	if items := n.Get("items"); through && items != nil {
		if _, err := strconv.Atoi(name); err == nil && !items.Has("properties") {
			v.nodes = append(v.nodes, items)
			return
		}
		f.look(v, items, through, name, sure, seen)
	}
	props := n.Get("properties")
	v.names = append(v.names, props.Keys()...)
	p := props.Get(name)
	if p != nil {
		v.nodes = append(v.nodes, p)
	}
	if required, _ := p.Get("required").Truth(); sure && (required || keyword.Has(n.Get("required"), node.NewString(name))) {
		v.required = true
	}
	f.lookAround(v, n, p != nil, name)
	for _, key := range []string{"allOf", "oneOf", "anyOf"} {
		for _, s := range n.Get(key).Items() {
			f.look(v, s, through, name, sure && key == "allOf", seen)
		}
	}
	for _, m := range n.At("discriminator", "mapping").Members() {
		if t, err := NewReader(f.res, Draft31, nil).Mapped(n, m); err == nil {
			f.look(v, t.Node, through, name, false, seen)
		}
	}
}

// lookAround asks what n says about properties that it does not name.
func (f finder) lookAround(v *view, n *node.Node, declared bool, name string) {
	more := n.Get("additionalProperties")
	truth, isFlag := more.Truth()
	switch {
	case more.Is(node.Object) && len(more.Members()) > 0:
		if !declared {
			v.nodes = append(v.nodes, more)
		}
	case isFlag && !truth:
		v.closed = true
	case isFlag, more.Is(node.Object):
		v.open = true
	case !n.Has("properties") && keyword.Ref(n) == "" && !n.Has("allOf") && !n.Has("oneOf") && !n.Has("anyOf") && !n.Has("items"):
		v.open = v.open || n.Get("type") == nil || keyword.HasType(n.Get("type"), "object")
	}
}

// unique gives each name once, in order of first appearance.
func unique(names []string) []string {
	var out []string
	for _, n := range names {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}
