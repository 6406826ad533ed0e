package curate

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// source is one API description with what the overlay says about it.
type source struct {
	decl  *overlay.Source
	doc   *oas.Document // nil when it could not be read
	index []oas.Ref
	auth  map[string]string // scheme of the document → key of the set's Auth
	added []string          // keys of Auth that the document does not know

	broken  bool // an auth entry is wrong, which is reported
	patches []tool.File
}

// load reads the description of a source. What the author did wrong is
// reported, and leaves a source without a document.
func (b *builder) load(decl *overlay.Source) (*source, error) {
	s := &source{decl: decl, auth: map[string]string{}}
	if !decl.Spec.Set {
		return s, nil
	}
	file := b.beside(decl.Spec.V)
	if err := readable(filepath.FromSlash(file)); err != nil {
		b.diags.Errorf(decl.Spec.Pos, "missing-file", "source %s: %s: %s", decl.Name.V, decl.Spec.V, err)
		if near := diag.Nearest(filepath.Base(file), neighbours(file)); near != "" {
			b.diags.Hint("the folder holds %s", near)
		}
		return s, nil
	}
	patch, err := b.patches(s)
	if err != nil {
		return nil, err
	}
	doc, err := oas.Load(file, oas.LoadOptions{Limits: b.opts.Limits, Patch: patch}, b.diags)
	if err != nil {
		return nil, fmt.Errorf("source %s: %w", decl.Name.V, err)
	}
	if doc == nil {
		return s, nil
	}
	s.doc, s.index = doc, doc.Index()
	b.bindAuth(s)
	b.checkServer(s)
	return s, nil
}

// readable says in words of ours why a file cannot be read: the system's own
// words differ by machine.
func readable(file string) error {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("there is no such file")
	case err != nil:
		return errors.New("the file cannot be read")
	case info.IsDir():
		return errors.New("this is a folder")
	}
	return nil
}

// neighbours gives the names of the files beside file.
func neighbours(file string) []string {
	entries, err := os.ReadDir(filepath.Dir(filepath.FromSlash(file)))
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// find gives the one operation that sel names. A step that names no source
// means prefer, the source of its tool.
func (b *builder) find(sel *overlay.Operation, prefer *source) (*source, oas.Ref, bool) {
	sources, blind, ok := b.candidates(sel, prefer)
	if !ok {
		return nil, oas.Ref{}, false
	}
	var found []hit
	for _, s := range sources {
		for _, ref := range s.index {
			if sel.ID.Set && ref.ID == sel.ID.V || !sel.ID.Set && endpoint(ref) == sel.At.V {
				found = append(found, hit{s, ref})
			}
		}
	}
	switch {
	case len(found) == 0:
		if !blind {
			b.dead(sel, sources)
		}
		return nil, oas.Ref{}, false
	case len(found) > 1 && sel.At.Set && sel.ID.Set:
		found = slices.DeleteFunc(found, func(h hit) bool { return endpoint(h.ref) != sel.At.V })
	}
	if len(found) != 1 {
		b.several(sel, sources, found)
		return nil, oas.Ref{}, false
	}
	h := found[0]
	if sel.At.Set && endpoint(h.ref) != sel.At.V {
		b.diags.Errorf(sel.At.Pos, "operation-moved", "operation %s is at %s, not at %s", sel.ID.V, endpoint(h.ref), sel.At.V)
		b.diags.Hint("if that is right, write at: %s", endpoint(h.ref))
		b.diags.Relate(h.ref.Pos, "the operation")
		return nil, oas.Ref{}, false
	}
	return h.source, h.ref, true
}

type hit struct {
	source *source
	ref    oas.Ref
}

// candidates gives the readable sources that sel may mean. blind says that it
// may also mean one that could not be read, which is reported already. ok is
// false when there is nothing to look into.
func (b *builder) candidates(sel *overlay.Operation, prefer *source) (list []*source, blind, ok bool) {
	var names []string
	known := !sel.Source.Set
	for _, s := range b.sources {
		names = append(names, s.decl.Name.V)
		switch {
		case sel.Source.Set && s.decl.Name.V != sel.Source.V, !sel.Source.Set && prefer != nil && s != prefer:
			continue
		case s.doc == nil:
			blind = true
		default:
			list = append(list, s)
		}
		known = true
	}
	if !known {
		b.diags.Errorf(sel.Source.Pos, "dead-source", "there is no source %q%s", sel.Source.V, diag.DidYouMean(sel.Source.V, names))
	}
	return list, blind, len(list) > 0 && (sel.ID.Set || sel.At.Set)
}

// dead reports a selector that matches nothing. What stands now where the
// author says the operation was is the best hint; else the nearest name.
func (b *builder) dead(sel *overlay.Operation, sources []*source) {
	var ids, ends []string
	var at *oas.Ref
	for _, s := range sources {
		for i, ref := range s.index {
			if ref.ID != "" {
				ids = append(ids, ref.ID)
			}
			ends = append(ends, endpoint(ref))
			if sel.At.Set && endpoint(ref) == sel.At.V {
				at = &s.index[i]
			}
		}
	}
	slices.Sort(ids)
	slices.Sort(ends)
	if !sel.ID.Set {
		b.diags.Errorf(sel.At.Pos, "dead-operation", "no operation is at %s%s", sel.At.V, diag.DidYouMean(sel.At.V, ends))
		if methods := methodsAt(sel.At.V, sources); methods != "" {
			b.diags.Hint("that path has %s", methods)
		}
		return
	}
	if at != nil {
		b.diags.Errorf(sel.ID.Pos, "dead-operation", "no operation has the id %q; %s has now %s", sel.ID.V, sel.At.V, idOf(*at))
		b.diags.Relate(at.Pos, "the operation at %s", sel.At.V)
		return
	}
	b.diags.Errorf(sel.ID.Pos, "dead-operation", "no operation has the id %q%s", sel.ID.V, diag.DidYouMean(sel.ID.V, ids))
	if diag.Nearest(sel.ID.V, ids) == "" && len(ids) > 0 && len(ids) <= 12 {
		b.diags.Hint("the ids are %s", strings.Join(ids, ", "))
	}
}

func (b *builder) several(sel *overlay.Operation, sources []*source, found []hit) {
	pos, what := sel.ID.Pos, "the id "+sel.ID.V
	if !sel.ID.Set {
		pos, what = sel.At.Pos, sel.At.V
	}
	if len(found) == 0 { // the id is there several times, none of them at the place
		b.diags.Errorf(sel.At.Pos, "operation-moved", "several operations have the id %q, none is at %s", sel.ID.V, sel.At.V)
		return
	}
	b.diags.Errorf(pos, "operation-ambiguous", "%d operations have %s", len(found), what)
	if len(sources) > 1 {
		b.diags.Hint("say which source: {source: %s, …}", found[0].source.decl.Name.V)
	} else {
		b.diags.Hint("select by place: %s", endpoint(found[0].ref))
	}
	for _, h := range found {
		b.diags.Relate(h.ref.Pos, "%s of source %s", endpoint(h.ref), h.source.decl.Name.V)
	}
}

func endpoint(ref oas.Ref) string { return ref.Method + " " + ref.Path }

func idOf(ref oas.Ref) string {
	if ref.ID == "" {
		return "an operation without an id"
	}
	return "the id " + ref.ID
}

// methodsAt lists the methods of the path of a "METHOD /path".
func methodsAt(at string, sources []*source) string {
	_, want, _ := strings.Cut(at, " ")
	methods := map[string]bool{}
	for _, s := range sources {
		for _, ref := range s.index {
			if ref.Path == want {
				methods[ref.Method] = true
			}
		}
	}
	return strings.Join(sortedKeys(methods), ", ")
}
