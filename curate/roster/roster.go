package roster

import (
	"maps"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// Roster is the names of one overlay. Whatever is wrong with one is reported at
// its place.
type Roster struct {
	tools     map[string]*overlay.Tool // by the name that the overlay uses
	audiences []string
	prefix    func(*overlay.Tool) string
	taken     map[string]diag.Pos // full names and where they are stated
	diags     *diag.List
}

// New reads the names of o. prefix gives what stands before the name of a tool
// in full. Names that the overlay gives to companions are taken.
func New(o *overlay.Overlay, prefix func(*overlay.Tool) string, diags *diag.List) *Roster {
	r := &Roster{tools: map[string]*overlay.Tool{}, prefix: prefix, taken: map[string]diag.Pos{}, diags: diags}
	for i := range o.Tools {
		r.tools[o.Tools[i].Name.V] = &o.Tools[i]
	}
	for _, a := range o.Audiences {
		r.audiences = append(r.audiences, a.Name.V)
	}
	for _, c := range o.Defaults.Companions {
		if c.Name.Set {
			r.taken[c.Name.V] = c.Name.Pos
		}
	}
	return r
}

// Declared gives the tool that the overlay calls so, or nil.
func (r *Roster) Declared(name string) *overlay.Tool { return r.tools[name] }

// Claim gives the full name of a tool, which nobody else may have from now on,
// and reports one that is illegal, reserved or taken.
func (r *Roster) Claim(decl *overlay.Tool) string {
	name := r.full(decl)
	switch {
	case !tool.ValidName(name):
		r.diags.Errorf(decl.Name.Pos, "bad-tool-name", "tool name %q must start with a-z and hold only a-z, 0-9 and _, at most 64", name)
		if fixed := strings.ToLower(strings.NewReplacer("-", "_", ".", "_", " ", "_").Replace(name)); fixed != name && tool.ValidName(fixed) {
			r.diags.Hint("write %s", fixed)
		}
	case slices.Contains(overlay.CompanionNames(), name):
		r.diags.Errorf(decl.Name.Pos, "reserved-name", "%s is a tool that the runtime adds", name)
	}
	if first, ok := r.taken[name]; ok {
		r.diags.Errorf(decl.Name.Pos, "duplicate-tool", "two tools have the name %s", name)
		r.diags.Relate(first, "the other one")
	} else {
		r.taken[name] = decl.Name.Pos
	}
	return name
}

func (r *Roster) full(decl *overlay.Tool) string { return r.prefix(decl) + decl.Name.V }

// Retire takes the old name of a tool, which nobody else may have.
func (r *Roster) Retire(old *overlay.Replaces) {
	if first, ok := r.taken[old.Name.V]; ok {
		r.diags.Errorf(old.Name.Pos, "duplicate-tool", "the name %s is in use, it cannot be an old one", old.Name.V)
		r.diags.Relate(first, "used here")
	}
	r.taken[old.Name.V] = old.Name.Pos
}

// Tool gives the full name of a tool that the overlay refers to: one of its own,
// or one that the runtime adds.
func (r *Roster) Tool(name overlay.Val[string]) string {
	t, ok := r.tools[name.V]
	if !ok {
		if slices.Contains(overlay.CompanionNames(), name.V) {
			return name.V
		}
		r.diags.Errorf(name.Pos, "dead-tool", "there is no tool %q%s", name.V, diag.DidYouMean(name.V, slices.Sorted(maps.Keys(r.tools))))
		return name.V
	}
	return r.full(t)
}

// Audience reports a name that is no audience. A name that is not set is reported
// where it is missing.
func (r *Roster) Audience(name overlay.Val[string]) {
	if name.Set && !slices.Contains(r.audiences, name.V) {
		r.diags.Errorf(name.Pos, "dead-audience", "there is no audience %q%s", name.V, diag.DidYouMean(name.V, r.audiences))
	}
}
