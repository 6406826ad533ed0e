package curate

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/compile/yaml"
	"github.com/oatools/oatools/curate/overlay"
)

// Options are the settings of Build. The zero value is useful.
type Options struct {
	// Limits bounds the files that are read; zero fields mean the defaults.
	Limits oas.Limits
}

// Built is what a build gives.
type Built struct {
	Set        *tool.Set   // nil when Diags holds an error
	Provenance *Provenance // never nil
	Diags      *diag.List  // never nil
}

// Build compiles the overlay at path. Mistakes of the author come as
// Built.Diags; the error is ours, for instance an overlay that cannot be read.
// Equal files give equal results.
func Build(path string, opts Options) (*Built, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read overlay: %w", err)
	}
	built := &Built{Provenance: &Provenance{}, Diags: &diag.List{}}
	file := filepath.ToSlash(path)
	root := yaml.Read(file, data, yaml.Options{Strict: true, Limits: opts.Limits.Node}, built.Diags)
	if root == nil {
		return built, nil
	}
	b := &builder{opts: opts, file: file, diags: built.Diags, prov: built.Provenance}
	b.overlay = overlay.Parse(root, b.diags)
	if err := b.build(); err != nil {
		return nil, err
	}
	if !b.diags.HasErrors() {
		built.Set = b.set()
		if _, err := tool.Encode(built.Set); err != nil { // fills in the digest
			return nil, fmt.Errorf("overlay %s: encode: %w", file, err)
		}
	}
	return built, nil
}

// builder holds one build.
type builder struct {
	opts    Options
	file    string // path of the overlay, slash-separated, as given
	overlay *overlay.Overlay
	diags   *diag.List
	prov    *Provenance

	sources []*source
	picks   map[*overlay.Operation]pick // by selector
	known   map[string]*overlay.Tool    // tools by the name that the overlay uses
	tools   []tool.Tool
	servers map[string]tool.Server
	auth    map[string]tool.AuthScheme

	unauthorised map[string]bool // kinds of credentials whose lack is reported

	audiences  map[string]string
	companions map[string]tool.Companion
	used       map[tool.Locator]bool // defaults.inject that some tool has a place for
	names      map[string]diag.Pos   // full names of tools and where they are stated
}

// beside gives the path of a file that the overlay names.
func (b *builder) beside(name string) string { return path.Join(path.Dir(b.file), name) }

// build fills in sources and tools. It goes on after mistakes, so that all of
// them are reported.
func (b *builder) build() error {
	b.servers, b.auth = map[string]tool.Server{}, map[string]tool.AuthScheme{}
	b.used, b.names, b.unauthorised = map[tool.Locator]bool{}, map[string]diag.Pos{}, map[string]bool{}
	for i := range b.overlay.Sources {
		s, err := b.load(&b.overlay.Sources[i])
		if err != nil {
			return err
		}
		b.sources = append(b.sources, s)
	}
	b.selectAll()
	b.common()
	for i := range b.overlay.Tools {
		b.tool(&b.overlay.Tools[i])
	}
	b.unused()
	return nil
}

// set gathers the artifact.
func (b *builder) set() *tool.Set {
	o := b.overlay
	s := &tool.Set{
		Format: tool.Format, Name: o.Name.V, Version: o.Version.V, Title: o.Title.V,
		Owners: values(o.Owners), Instructions: strings.TrimSpace(o.Instructions.V),
		Tools: b.tools, Servers: b.servers, Auth: b.auth,
		Audiences: b.audiences, Companions: b.companions,
	}
	if !o.Budget.Pos.IsZero() {
		s.Budget = &tool.Budget{Tools: o.Budget.Tools.V, Tokens: o.Budget.Tokens.V}
	}
	slices.SortFunc(s.Tools, func(a, c tool.Tool) int { return strings.Compare(a.Name, c.Name) })
	for _, src := range b.sources {
		s.Sources = append(s.Sources, b.describe(src))
	}
	slices.SortFunc(s.Sources, func(a, c tool.Source) int { return strings.Compare(a.ID, c.ID) })
	return s
}

// describe gives a source as the artifact names it.
func (b *builder) describe(s *source) tool.Source {
	out := tool.Source{
		ID: s.decl.Name.V, Title: s.doc.Title, Version: s.doc.Version,
		Dialect: string(s.doc.Dialect), Closed: s.decl.Closed.V,
	}
	for _, f := range s.doc.Files() {
		f.Path = path.Join(path.Dir(s.decl.Spec.V), f.Path)
		out.Files = append(out.Files, f)
	}
	out.Patches = s.patches
	return out
}

// unused warns of defaults that no tool has a use for.
func (b *builder) unused() {
	for _, in := range b.overlay.Defaults.Inject {
		if !b.used[in.At.V] && !b.diags.HasErrors() {
			b.diags.Warnf(in.At.Pos, "unused", "no operation of this overlay declares %s", in.At.V)
		}
	}
}

// options are what compile needs to know about an operation of s.
func (b *builder) options(s *source, op *oas.Operation) compile.Options {
	return compile.Options{
		Source: s.decl.Name.V, Server: b.server(s, op), Auth: s.auth,
		Closed: s.decl.Closed.V, Companions: b.companions,
	}
}

// values strips the places.
func values[T any](list []overlay.Val[T]) []T {
	var out []T
	for _, v := range list {
		out = append(out, v.V)
	}
	return out
}
