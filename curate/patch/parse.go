package patch

import (
	"slices"
	"strings"

	"github.com/theory/jsonpath"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/yaml"
)

// Patch is one Overlay document, ready to be applied any number of times.
type Patch struct {
	Title   string
	Version string
	Extends string // the description that it is meant for; may be empty
	Actions []Action

	primitives bool // 1.1: a primitive may be a target
}

// Action is one change. Exactly one of Update, Copy and Remove is set.
type Action struct {
	Pos    diag.Pos // of the target
	Target *jsonpath.Path
	Update *node.Node
	Copy   *jsonpath.Path
	Remove bool
}

// Parse reads an Overlay document. It is nil after an error, which is in diags
// with all others.
func Parse(file string, data []byte, diags *diag.List) *Patch {
	before := diags.Count(diag.Error)
	root := yaml.ReadAny(file, data, yaml.Options{Strict: true}, diags)
	if root == nil {
		return nil
	}
	p := &Patch{}
	r := &reader{diags: diags}
	if r.object(root, "a patch", "overlay", "info", "extends", "actions") {
		r.version(p, root)
		r.info(p, root)
		p.Extends, _ = root.Get("extends").Str()
		r.actions(p, root)
	}
	if diags.Count(diag.Error) > before {
		return nil
	}
	return p
}

type reader struct {
	diags *diag.List
	copy  bool // 1.1: copy is known
}

// object checks that n is a map with no keys but these and extensions.
func (r *reader) object(n *node.Node, what string, keys ...string) bool {
	if !n.Is(node.Object) {
		r.diags.Errorf(n.Pos(), "wrong-type", "%s is a map", what)
		return false
	}
	members := n.Members()
	for i := range members {
		m := &members[i]
		if !slices.Contains(keys, m.Key) && !strings.HasPrefix(m.Key, "x-") {
			r.diags.Errorf(m.Pos(), "unknown-key", "%s has no key %q%s", what, m.Key, diag.DidYouMean(m.Key, keys))
		}
	}
	return true
}

func (r *reader) version(p *Patch, root *node.Node) {
	v := root.Get("overlay")
	switch s, _ := v.Str(); {
	case strings.HasPrefix(s, "1.0."):
	case strings.HasPrefix(s, "1.1."):
		r.copy, p.primitives = true, true
	case v == nil:
		r.diags.Errorf(root.Pos(), "missing-key", "a patch needs the key %q", "overlay")
	default:
		r.diags.Errorf(v.Pos(), "bad-value", "overlay: expected version 1.0.0 or 1.1.0, found %q", v.Text())
	}
}

func (r *reader) info(p *Patch, root *node.Node) {
	n := root.Get("info")
	if n == nil {
		r.diags.Errorf(root.Pos(), "missing-key", "a patch needs the key %q", "info")
		return
	}
	if !r.object(n, "info", "title", "version", "description") {
		return
	}
	for key, dst := range map[string]*string{"title": &p.Title, "version": &p.Version} {
		s, ok := n.Get(key).Str()
		if !ok {
			r.diags.Errorf(n.Pos(), "missing-key", "info needs the text %q", key)
		}
		*dst = s
	}
}

func (r *reader) actions(p *Patch, root *node.Node) {
	list := root.Get("actions")
	if !list.Is(node.Array) || len(list.Items()) == 0 {
		r.diags.Errorf(root.Pos(), "missing-key", "a patch needs a list of actions")
		return
	}
	for _, n := range list.Items() {
		if r.object(n, "an action", "target", "description", "update", "copy", "remove") {
			p.Actions = append(p.Actions, r.action(n))
		}
	}
}

func (r *reader) action(n *node.Node) Action {
	a := Action{Pos: n.Pos(), Target: r.path(n, "target"), Update: n.Get("update")}
	if t := n.Get("target"); t != nil {
		a.Pos = t.Pos()
	}
	if n.Has("copy") {
		if !r.copy {
			r.diags.Errorf(n.Member("copy").Pos(), "unknown-key", "copy needs overlay: 1.1.0")
		}
		a.Copy = r.path(n, "copy")
	}
	if rm := n.Get("remove"); rm != nil {
		v, ok := rm.Truth()
		if !ok {
			r.diags.Errorf(rm.Pos(), "wrong-type", "remove: expected true or false")
		}
		a.Remove = v
	}
	switch {
	case a.Remove && (a.Update != nil || a.Copy != nil):
		r.diags.Warnf(a.Pos, "patch-remove-wins", "the action removes its target, so update and copy have no effect")
		a.Update, a.Copy = nil, nil
	case a.Update != nil && n.Has("copy"):
		// Overlay 1.1: each "has no impact" where the other is present.
		r.diags.Errorf(a.Pos, "conflict", "an action has update or copy, not both")
	case !a.Remove && a.Update == nil && !n.Has("copy"):
		r.diags.Errorf(a.Pos, "missing-key", "an action needs update, copy or remove")
	}
	return a
}

// path reads a JSONPath (RFC 9535).
func (r *reader) path(n *node.Node, key string) *jsonpath.Path {
	at := n.Get(key)
	s, ok := at.Str()
	if !ok {
		r.diags.Errorf(n.Pos(), "missing-key", "an action needs the text %q", key)
		return nil
	}
	path, err := jsonpath.Parse(s)
	if err != nil {
		r.diags.Errorf(at.Pos(), "bad-path", "%s: %q is no JSONPath: %v", key, s, err)
		return nil
	}
	return path
}
