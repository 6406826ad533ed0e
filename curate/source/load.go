package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// Source is one API description with what the overlay says about it.
type Source struct {
	Decl  *overlay.Source
	Doc   *oas.Document // nil when it could not be read
	Index []oas.Ref
	Auth  map[string]string // security scheme → key of Set.Auth
	Added []string          // keys of Set.Auth that the document does not know

	broken  bool // an auth entry is wrong, which is reported
	patches []tool.File
}

// Set holds the sources of an overlay and what their requests need. The zero
// Set has none; Load makes one.
type Set struct {
	Sources []*Source
	Servers map[string]tool.Server
	Auth    map[string]tool.AuthScheme

	file         string // path of the overlay, slash-separated
	limits       oas.Limits
	diags        *diag.List
	unauthorised map[string]bool // kinds of credentials whose lack is reported
}

// Load reads the sources that the overlay at file declares. Mistakes of the
// author are in diags, and leave a source without a document; the error is ours.
func Load(file string, decls []overlay.Source, limits oas.Limits, diags *diag.List) (*Set, error) {
	set := &Set{
		Servers: map[string]tool.Server{}, Auth: map[string]tool.AuthScheme{},
		file: file, limits: limits, diags: diags, unauthorised: map[string]bool{},
	}
	for i := range decls {
		s, err := set.load(&decls[i])
		if err != nil {
			return nil, err
		}
		set.Sources = append(set.Sources, s)
	}
	return set, nil
}

// Of makes a set of one document that is read already.
func Of(doc *oas.Document, diags *diag.List) *Set {
	return &Set{Sources: []*Source{{Decl: &overlay.Source{}, Doc: doc, Index: doc.Index()}}, diags: diags}
}

// beside gives the path of a file that the overlay names.
func (set *Set) beside(name string) string { return path.Join(path.Dir(set.file), name) }

// Describe gives the source as the artifact names it.
func (s *Source) Describe() tool.Source {
	out := tool.Source{
		ID: s.Decl.Name.V, Title: s.Doc.Title, Version: s.Doc.Version,
		Dialect: string(s.Doc.Dialect), Closed: s.Decl.Closed.V,
	}
	for _, f := range s.Doc.Files() {
		f.Path = path.Join(path.Dir(s.Decl.Spec.V), f.Path)
		out.Files = append(out.Files, f)
	}
	out.Patches = s.patches
	return out
}

// load reads the description of a source. What the author did wrong is
// reported, and leaves a source without a document.
func (set *Set) load(decl *overlay.Source) (*Source, error) {
	s := &Source{Decl: decl, Auth: map[string]string{}}
	if !decl.Spec.Set {
		return s, nil
	}
	file := set.beside(decl.Spec.V)
	if err := Readable(filepath.FromSlash(file)); err != nil {
		set.diags.Errorf(decl.Spec.Pos, "missing-file", "source %s: %s: %s", decl.Name.V, decl.Spec.V, err)
		if near := diag.Nearest(filepath.Base(file), neighbours(file)); near != "" {
			set.diags.Hint("the folder holds %s", near)
		}
		return s, nil
	}
	patch, err := set.patches(s)
	if err != nil {
		return nil, err
	}
	doc, err := oas.Load(file, oas.LoadOptions{Limits: set.limits, Patch: patch}, set.diags)
	if err != nil {
		return nil, fmt.Errorf("source %s: %w", decl.Name.V, err)
	}
	if doc == nil {
		return s, nil
	}
	s.Doc, s.Index = doc, doc.Index()
	set.bindAuth(s)
	set.checkServer(s)
	return s, nil
}

// Readable says in words of ours why a file cannot be read: the system's own
// words differ by machine.
func Readable(file string) error {
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
