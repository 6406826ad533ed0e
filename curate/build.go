package curate

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/compile/yaml"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/curate/provenance"
	"github.com/oatools/oatools/curate/roster"
	"github.com/oatools/oatools/curate/selection"
	"github.com/oatools/oatools/curate/source"
)

// Options are the settings of Build. The zero value is useful.
type Options struct {
	// Limits bounds the files that are read; zero fields mean the defaults.
	Limits oas.Limits

	// Specs replaces the description of a source by the file at a path, to see
	// what a new version of it would do. An unknown source is an error.
	Specs map[string]string
}

// Built is what a build gives.
type Built struct {
	Set        *tool.Set           // nil when Diags holds an error
	Provenance *provenance.Origins // never nil
	Diags      *diag.List          // never nil

	// Overlay is what the author wrote, and Operations what each tool stands for,
	// by the tool's full name: for those who judge or explain a set. Both may be
	// incomplete where there are errors.
	Overlay    *overlay.Overlay
	Operations map[string]*oas.Operation
	Tree       *node.Node // the overlay as it was read; nil when it could not be
}

// Build compiles the overlay at path. Mistakes of the author come as
// Built.Diags; the error is ours, for instance an overlay that cannot be read.
// Equal files give equal results.
func Build(path string, opts Options) (*Built, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read overlay: %w", err)
	}
	built := &Built{Provenance: &provenance.Origins{}, Diags: &diag.List{}}
	file := filepath.ToSlash(path)
	root := yaml.Read(file, data, yaml.Options{Strict: true, Limits: opts.Limits.Node}, built.Diags)
	if root == nil {
		return built, nil
	}
	b := &builder{opts: opts, file: file, diags: built.Diags, prov: built.Provenance}
	built.Tree = root
	b.overlay = overlay.Parse(root, b.diags)
	b.operations = map[string]*oas.Operation{}
	built.Overlay, built.Operations = b.overlay, b.operations
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
	prov    *provenance.Origins

	sources    *source.Set
	picks      selection.Picks
	roster     *roster.Roster
	tools      []tool.Tool
	operations map[string]*oas.Operation // by the tool's full name
	audiences  map[string]string
	companions map[string]tool.Companion
	used       map[tool.Locator]bool // defaults.inject that some tool has a place for
	shared     compile.Shared
}

// build fills in sources and tools. It goes on after mistakes, so that all of
// them are reported.
func (b *builder) build() error {
	b.used = map[tool.Locator]bool{}
	if err := b.exchange(); err != nil {
		return err
	}
	sources, err := source.Load(b.file, b.overlay.Sources, b.opts.Limits, b.diags)
	if err != nil {
		return err
	}
	b.sources = sources
	b.picks = selection.Of(b.overlay, sources, b.diags)
	b.common()
	for i := range b.overlay.Tools {
		b.tool(&b.overlay.Tools[i])
	}
	b.unused()
	return nil
}

// exchange puts the descriptions of Options.Specs in the place of those that
// the overlay names.
func (b *builder) exchange() error {
	for _, id := range slices.Sorted(maps.Keys(b.opts.Specs)) {
		i := slices.IndexFunc(b.overlay.Sources, func(s overlay.Source) bool { return s.Name.V == id })
		if i < 0 {
			return fmt.Errorf("overlay %s: there is no source %q", b.file, id)
		}
		// Sources are read beside the overlay.
		spec, err := filepath.Rel(filepath.FromSlash(path.Dir(b.file)), b.opts.Specs[id])
		if err != nil {
			return fmt.Errorf("overlay %s: source %s: %w", b.file, id, err)
		}
		b.overlay.Sources[i].Spec.V = filepath.ToSlash(spec)
	}
	return nil
}

// set gathers the artifact.
func (b *builder) set() *tool.Set {
	o := b.overlay
	s := &tool.Set{
		Format: tool.Format, Name: o.Name.V, Version: o.Version.V, Title: o.Title.V,
		Owners: overlay.Values(o.Owners), Instructions: strings.TrimSpace(o.Instructions.V),
		Tools: b.tools, Servers: b.sources.Servers, Auth: b.sources.Auth,
		Audiences: b.audiences, Companions: b.companions,
	}
	if !o.Budget.Pos.IsZero() {
		s.Budget = &tool.Budget{Tools: o.Budget.Tools.V, Tokens: o.Budget.Tokens.V}
	}
	slices.SortFunc(s.Tools, func(a, c tool.Tool) int { return strings.Compare(a.Name, c.Name) })
	for _, src := range b.sources.Sources {
		s.Sources = append(s.Sources, src.Describe())
	}
	slices.SortFunc(s.Sources, func(a, c tool.Source) int { return strings.Compare(a.ID, c.ID) })
	return s
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
func (b *builder) options(s *source.Source, op *oas.Operation) compile.Options {
	return compile.Options{
		Source: s.Decl.Name.V, Server: b.sources.Server(s, op), Auth: s.Auth,
		Closed: s.Decl.Closed.V, Companions: b.companions, Shared: &b.shared,
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
