package source

import (
	"slices"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/curate/overlay"
)

// Find gives the one operation that sel names. A step that names no source
// means prefer, the source of its tool. Where id and place of a selector disagree,
// which is reported, it gives the one that there is: what else is wrong with the
// tool can be said in the same run.
func (set *Set) Find(sel *overlay.Operation, prefer *Source) (*Source, oas.Ref, bool) {
	sources, blind, ok := set.candidates(sel, prefer)
	if !ok {
		return nil, oas.Ref{}, false
	}
	var found []hit
	for _, s := range sources {
		for _, ref := range s.Index {
			if sel.ID.Set && ref.ID == sel.ID.V || !sel.ID.Set && Endpoint(ref) == sel.At.V {
				found = append(found, hit{s, ref})
			}
		}
	}
	switch {
	case len(found) == 0:
		h := set.dead(sel, sources, blind)
		return h.source, h.ref, h.source != nil
	case len(found) > 1 && sel.At.Set && sel.ID.Set:
		found = slices.DeleteFunc(found, func(h hit) bool { return Endpoint(h.ref) != sel.At.V })
	}
	if len(found) != 1 {
		set.several(sel, sources, found)
		return nil, oas.Ref{}, false
	}
	h := found[0]
	if sel.At.Set && Endpoint(h.ref) != sel.At.V {
		set.diags.Errorf(sel.At.Pos, "operation-moved", "operation %s is at %s, not at %s", sel.ID.V, Endpoint(h.ref), sel.At.V)
		set.diags.Hint("if that is right, write at: %s", Endpoint(h.ref))
		set.diags.Relate(h.ref.Pos, "the operation")
	}
	return h.source, h.ref, true
}

type hit struct {
	source *Source
	ref    oas.Ref
}

// candidates gives the readable sources that sel may mean. blind says that it
// may also mean one that could not be read, which is reported already. ok is
// false when there is nothing to look into.
func (set *Set) candidates(sel *overlay.Operation, prefer *Source) (list []*Source, blind, ok bool) {
	var names []string
	known := !sel.Source.Set
	for _, s := range set.Sources {
		names = append(names, s.Decl.Name.V)
		switch {
		case sel.Source.Set && s.Decl.Name.V != sel.Source.V, !sel.Source.Set && prefer != nil && s != prefer:
			continue
		case s.Doc == nil:
			blind = true
		default:
			list = append(list, s)
		}
		known = true
	}
	if !known {
		set.diags.Errorf(sel.Source.Pos, "dead-source", "there is no source %q%s", sel.Source.V, diag.DidYouMean(sel.Source.V, names))
	}
	return list, blind, len(list) > 0 && (sel.ID.Set || sel.At.Set)
}

// dead reports a selector that matches nothing. What stands now where the
// author says the operation was is the best hint, and given; else the nearest
// name is. When a source could not be read, a selector that is like nothing else
// may mean that one, and is only warned of.
func (set *Set) dead(sel *overlay.Operation, sources []*Source, blind bool) (at hit) {
	var ids, ends []string
	for _, s := range sources {
		for _, ref := range s.Index {
			if ref.ID != "" {
				ids = append(ids, ref.ID)
			}
			ends = append(ends, Endpoint(ref))
			if sel.At.Set && Endpoint(ref) == sel.At.V {
				at = hit{s, ref}
			}
		}
	}
	slices.Sort(ids)
	slices.Sort(ends)
	if blind && at.source == nil && diag.Nearest(sel.ID.V, ids) == "" && diag.Nearest(sel.At.V, ends) == "" {
		pos, what := sel.ID.Pos, "has the id "+strconv.Quote(sel.ID.V)
		if !sel.ID.Set {
			pos, what = sel.At.Pos, "is at "+sel.At.V
		}
		set.diags.Warnf(pos, "dead-operation", "no operation of the descriptions that could be read %s", what)
		return at
	}
	if !sel.ID.Set {
		set.diags.Errorf(sel.At.Pos, "dead-operation", "no operation is at %s%s", sel.At.V, diag.DidYouMean(sel.At.V, ends))
		if methods := methodsAt(sel.At.V, sources); methods != "" {
			set.diags.Hint("that path has %s", methods)
		}
		return at
	}
	if at.source != nil {
		set.diags.Errorf(sel.ID.Pos, "dead-operation", "no operation has the id %q; %s has now %s", sel.ID.V, sel.At.V, idOf(at.ref))
		set.diags.Relate(at.ref.Pos, "the operation at %s", sel.At.V)
		return at
	}
	set.diags.Errorf(sel.ID.Pos, "dead-operation", "no operation has the id %q%s", sel.ID.V, diag.DidYouMean(sel.ID.V, ids))
	if diag.Nearest(sel.ID.V, ids) == "" && len(ids) > 0 && len(ids) <= 12 {
		set.diags.Hint("the ids are %s", strings.Join(ids, ", "))
	}
	return at
}

func (set *Set) several(sel *overlay.Operation, sources []*Source, found []hit) {
	pos, what := sel.ID.Pos, "the id "+sel.ID.V
	if !sel.ID.Set {
		pos, what = sel.At.Pos, sel.At.V
	}
	if len(found) == 0 { // the id is there several times, none of them at the place
		set.diags.Errorf(sel.At.Pos, "operation-moved", "several operations have the id %q, none is at %s", sel.ID.V, sel.At.V)
		return
	}
	set.diags.Errorf(pos, "operation-ambiguous", "%d operations have %s", len(found), what)
	if len(sources) > 1 {
		set.diags.Hint("say which source: {source: %s, …}", found[0].source.Decl.Name.V)
	} else {
		set.diags.Hint("select by place: %s", Endpoint(found[0].ref))
	}
	for _, h := range found {
		set.diags.Relate(h.ref.Pos, "%s of source %s", Endpoint(h.ref), h.source.Decl.Name.V)
	}
}

// Endpoint gives "METHOD /path", as overlays spell it.
func Endpoint(ref oas.Ref) string { return ref.Method + " " + ref.Path }

func idOf(ref oas.Ref) string {
	if ref.ID == "" {
		return "an operation without an id"
	}
	return "the id " + ref.ID
}

// methodsAt lists the methods of the path of a "METHOD /path".
func methodsAt(at string, sources []*Source) string {
	_, want, _ := strings.Cut(at, " ")
	methods := map[string]bool{}
	for _, s := range sources {
		for _, ref := range s.Index {
			if ref.Path == want {
				methods[ref.Method] = true
			}
		}
	}
	return strings.Join(sortedKeys(methods), ", ")
}
