package patch

import (
	"slices"
	"strconv"
	"strings"

	"github.com/theory/jsonpath"
	"github.com/theory/jsonpath/spec"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// Change is a place of the description that an action changed.
type Change struct {
	Action int // index in Patch.Actions
	At     node.Pointer
}

// Apply gives root with all actions applied in order, each seeing the result of
// those before. root itself stays as it is. An action that cannot be applied is
// reported and left out.
func (p *Patch) Apply(root *node.Node, diags *diag.List) *node.Node {
	out, _ := p.ApplyAll(root, diags)
	return out
}

// ApplyAll is Apply that also tells what was changed.
func (p *Patch) ApplyAll(root *node.Node, diags *diag.List) (*node.Node, []Change) {
	var changes []Change
	for i := range p.Actions {
		a := &p.Actions[i]
		targets := find(a.Target, root)
		if len(targets) == 0 {
			diags.Errorf(a.Pos, "patch-dead", "the target %s matched 0 nodes: the action changes nothing", a.Target)
			continue
		}
		next, ok := p.apply(a, root, targets, diags)
		if !ok {
			continue
		}
		changed := false
		for _, at := range targets {
			if a.Remove || !node.Equal(at.Lookup(root), at.Lookup(next)) {
				changes = append(changes, Change{Action: i, At: at})
				changed = true
			}
		}
		if !changed {
			diags.Warnf(a.Pos, "patch-noop", "the description says this already; the action changes nothing")
			diags.Hint("remove the action")
		}
		root = next
	}
	return root, changes
}

// Only gives a patch of the same version with one action.
func (p *Patch) Only(a Action) *Patch {
	c := *p
	c.Actions = []Action{a}
	return &c
}

func (p *Patch) apply(a *Action, root *node.Node, targets []node.Pointer, diags *diag.List) (*node.Node, bool) {
	if a.Remove {
		return remove(root, targets, a, diags)
	}
	value := a.Update
	if a.Copy != nil {
		from := find(a.Copy, root)
		if len(from) != 1 {
			diags.Errorf(a.Pos, "patch-copy", "copy must select one node, %s selects %d", a.Copy, len(from))
			return root, false
		}
		value = from[0].Lookup(root)
	}
	if !p.sameKind(a, root, targets, diags) {
		return root, false
	}
	// Deeper targets first: a merge above must not move what is below.
	slices.SortStableFunc(targets, func(x, y node.Pointer) int { return len(y) - len(x) })
	for _, at := range targets {
		merged, err := merge(at.Lookup(root), value, true)
		if err != "" {
			diags.Errorf(a.Pos, "patch-kind", "%s: %s", at.Fragment(), err)
			diags.Relate(at.Lookup(root).Pos(), "the target")
			return root, false
		}
		root = replace(root, at, merged)
	}
	return root, true
}

// sameKind checks that all targets are objects, or all arrays, or all
// primitives, as the specification demands.
func (p *Patch) sameKind(a *Action, root *node.Node, targets []node.Pointer, diags *diag.List) bool {
	kind := kindOf(targets[0].Lookup(root))
	for _, at := range targets[1:] {
		if k := kindOf(at.Lookup(root)); k != kind {
			diags.Errorf(a.Pos, "patch-kind", "the target selects %s and %s; all must be of one kind", kind, k)
			return false
		}
	}
	if kind == "a primitive" && !p.primitives {
		diags.Errorf(a.Pos, "patch-kind", "the target is a primitive, which needs overlay: 1.1.0")
		return false
	}
	return true
}

func kindOf(n *node.Node) string {
	switch n.Kind() {
	case node.Object:
		return "an object"
	case node.Array:
		return "an array"
	}
	return "a primitive"
}

// merge joins value into old. At the target itself an array takes whatever else
// comes as a further item; deeper down only an array.
func merge(old, value *node.Node, target bool) (*node.Node, string) {
	have, given := kindOf(old), kindOf(value)
	switch {
	case have == "an array" && given == "an array":
		return old.WithItems(slices.Concat(old.Items(), value.Items())), ""
	case have == "an array" && target:
		return old.WithItems(append(slices.Clone(old.Items()), value)), ""
	case have != given:
		return nil, have + " cannot be merged with " + given
	case have == "a primitive":
		return value, ""
	}
	for _, m := range value.Members() {
		if !old.Has(m.Key) {
			old = old.WithMembers(append(slices.Clone(old.Members()), m))
			continue
		}
		inner, err := merge(old.Get(m.Key), m.Value, false)
		if err != "" {
			return nil, m.Key + ": " + err
		}
		old = old.With(m.Key, inner)
	}
	return old, ""
}

// remove takes the targets out, the last of an array first.
func remove(root *node.Node, targets []node.Pointer, a *Action, diags *diag.List) (*node.Node, bool) {
	if slices.ContainsFunc(targets, func(p node.Pointer) bool { return len(p) == 0 }) {
		diags.Errorf(a.Pos, "patch-kind", "the whole description cannot be removed")
		return root, false
	}
	slices.SortFunc(targets, func(x, y node.Pointer) int { return -compare(x, y) })
	for _, at := range targets {
		parent, last := at[:len(at)-1], at[len(at)-1]
		n := parent.Lookup(root)
		switch n.Kind() {
		case node.Object:
			root = replace(root, parent, n.Without(last))
		case node.Array:
			if i, err := strconv.Atoi(last); err == nil && i < len(n.Items()) {
				root = replace(root, parent, n.WithItems(slices.Delete(slices.Clone(n.Items()), i, i+1)))
			}
		}
	}
	return root, true
}

// compare orders places by document structure: array indices as numbers.
func compare(x, y node.Pointer) int {
	for i := range min(len(x), len(y)) {
		a, errA := strconv.Atoi(x[i])
		b, errB := strconv.Atoi(y[i])
		switch {
		case errA == nil && errB == nil && a != b:
			return a - b
		case x[i] != y[i]:
			return strings.Compare(x[i], y[i])
		}
	}
	return len(x) - len(y)
}

// replace gives root with another node at a place, copying only what is above.
func replace(root *node.Node, at node.Pointer, n *node.Node) *node.Node {
	if len(at) == 0 {
		return n
	}
	if root.Is(node.Array) {
		i, err := strconv.Atoi(at[0])
		if err != nil || i >= len(root.Items()) {
			return root
		}
		items := slices.Clone(root.Items())
		items[i] = replace(items[i], at[1:], n)
		return root.WithItems(items)
	}
	return root.With(at[0], replace(root.Get(at[0]), at[1:], n))
}

// find gives the places that a path selects, each once. The plain steps at its
// beginning are walked in the tree itself, so that a patch of one operation does
// not cost a copy of a large description.
func find(path *jsonpath.Path, root *node.Node) []node.Pointer {
	segments := path.Query().Segments()
	var prefix node.Pointer
	sub, k := root, 0
	for ; k < len(segments) && sub != nil; k++ {
		name, ok := plain(segments[k], sub)
		if !ok {
			break
		}
		prefix = append(prefix, name)
		sub = node.Pointer{name}.Lookup(sub)
	}
	switch {
	case sub == nil:
		return nil
	case k == len(segments):
		return []node.Pointer{prefix}
	}
	rest := spec.Query(true, segments[k:]...)
	if strings.Contains(rest.String()[1:], "$") { // it may look back at the root
		prefix, sub, rest = nil, root, path.Query()
	}
	var out []node.Pointer
	seen := map[string]bool{}
	for _, l := range jsonpath.New(rest).SelectLocated(sub.Value()) {
		tail, err := node.ParsePointer(l.Path.Pointer())
		if at := prefix.With(tail...); err == nil && !seen[at.String()] {
			seen[at.String()] = true
			out = append(out, at)
		}
	}
	slices.SortFunc(out, compare)
	return out
}

// plain gives the one step of a segment that selects a single child of n.
func plain(s *spec.Segment, n *node.Node) (string, bool) {
	if s.IsDescendant() || len(s.Selectors()) != 1 {
		return "", false
	}
	switch sel := s.Selectors()[0].(type) {
	case spec.Name:
		return string(sel), n.Is(node.Object)
	case spec.Index:
		i := int(sel)
		if i < 0 {
			i += len(n.Items())
		}
		return strconv.Itoa(i), n.Is(node.Array) && i >= 0
	}
	return "", false
}
