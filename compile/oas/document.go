package oas

import (
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/component"
	"github.com/oatools/oatools/compile/oas/object"
	"github.com/oatools/oatools/compile/oas/source"
	"github.com/oatools/oatools/compile/oas/swagger"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/tool"
)

// Document is one API description. Its references are followed when an
// operation or a schema needs them, so it must not be used by two goroutines at
// once.
type Document struct {
	Dialect     Dialect
	Title       string
	Version     string
	Description string
	Schemes     map[string]Scheme // security schemes by name
	Servers     []Server          // of the whole document; empty when it states none
	// SecurityDeclared says that the document states a security requirement for
	// all operations, be it an empty one.
	SecurityDeclared bool

	src        *source.Source
	entries    []entry
	byOp       map[opKey]int
	byID       map[string][]int // of entries, in their order
	lost       []node.Member    // path items whose reference leads nowhere, or that are no objects
	hidden     []entry          // operations that stand there already, under another spelling
	components *component.Graph
	schemas    *swagger.Schemas      // Swagger 2.0 only
	bases      map[string]*node.Node // see inherited
	heirsOf    map[string][]heir
}

var _ raw.Resolver = (*Document)(nil)

// Limits bounds what one document may cost; see source.Limits.
type Limits = source.Limits

// LoadOptions narrows and edits what Load reads. The zero value is useful.
type LoadOptions struct {
	Limits Limits
	// Patch edits the root file's tree before anything else is read from it. Nil
	// leaves it as it is; a nil result means that the patch failed and has said so.
	Patch func(root *node.Node) *node.Node
}

// Load reads the API description at path, which may have further files in the
// same folder and below. What is wrong with the description is added to diags;
// the Document is nil when nothing can be read from it. The error tells only
// that the file could not be read. Places name files as path does.
func Load(path string, opts LoadOptions, diags *diag.List) (*Document, error) {
	src, err := source.Open(path, opts.Limits)
	if err != nil {
		return nil, err
	}
	d := &Document{src: src, bases: map[string]*node.Node{}}
	d.components = component.New(src, d.schemaOf)
	defer d.flush(diags)
	root := src.Root()
	if root != nil && opts.Patch != nil {
		root = opts.Patch(root)
	}
	if root == nil {
		return nil, nil
	}
	if d.Dialect = detect(root, diags); d.Dialect == "" {
		return nil, nil
	}
	root = rootAsMeant(root, d.Dialect, diags)
	src.SetRoot(root, d.Dialect == OpenAPI31 || d.Dialect == OpenAPI32)
	if d.Dialect == Swagger20 {
		d.schemas = swagger.NewSchemas()
	}
	g := d.gatherer(diags)
	info := root.Get("info")
	d.Title = scalar(info.Get("title"))
	d.Version = g.unquoted("info.version", info.Get("version"))
	d.Description = scalar(info.Get("description"))
	d.Servers = g.rootServers()
	d.Schemes = d.readSchemes()
	security := root.Get("security")
	d.SecurityDeclared = security != nil && !security.Is(node.Null)
	if !root.Get("paths").Is(node.Object) {
		g.Tell("oas-no-paths", root.Pos())
	}
	return d, nil
}

// Files gives the files that the selected operations and schemas needed so far:
// the root file first, then by name, relative to the root file's folder.
func (d *Document) Files() []tool.File { return d.src.Files() }

func (d *Document) gatherer(diags *diag.List) *gatherer {
	return &gatherer{Reader: object.NewReader(d.src, diags), doc: d}
}

// flush passes on what the readers of files said.
func (d *Document) flush(diags *diag.List) {
	for _, item := range d.src.News() {
		diags.Add(item)
	}
}

// detect tells the dialect, or "" after an error.
func detect(root *node.Node, diags *diag.List) Dialect {
	if !root.Is(node.Object) {
		diags.Add(object.Fault("oas-dialect", root.Pos(), "this is no API description but "+object.Describe(root)))
		return ""
	}
	for _, key := range []string{"openapi", "swagger"} {
		m := root.Member(key)
		if m == nil {
			continue
		}
		version := scalar(m.Value)
		if m.Value.Is(node.Number) {
			diags.Add(object.Fault("version-unquoted", m.Value.Pos(), key, version, version))
		}
		if d := dialectOf(key, version); d != "" {
			return d
		}
		diags.Add(object.Fault("oas-dialect", m.Value.Pos(), key+" "+version+" is not supported"))
		return ""
	}
	say := `this is no API description: it has neither "openapi" nor "swagger"`
	for _, m := range root.Members() {
		if k := strings.ToLower(m.Key); k == "openapi" || k == "swagger" || k == "swaggerversion" {
			say = "this is no API description that can be read: it states its version as " + m.Key + ": " + scalar(m.Value)
		}
	}
	diags.Add(object.Fault("oas-dialect", root.Pos(), say))
	return ""
}

func dialectOf(key, version string) Dialect {
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	switch {
	case key == "swagger" && major == "2":
		return Swagger20
	case key == "openapi" && major == "3":
		switch minor {
		case "0":
			return OpenAPI30
		case "1":
			return OpenAPI31
		case "2":
			return OpenAPI32
		}
	}
	return ""
}

// unquoted gives the text of a scalar that should have been a string.
func (g *gatherer) unquoted(what string, n *node.Node) string {
	if n.Is(node.Number) {
		g.Tell("version-unquoted", n.Pos(), what, n.Text(), n.Text())
	}
	return scalar(n)
}

// scalar gives the text of a string, number or boolean, and "" of everything
// else.
func scalar(n *node.Node) string { return n.Text() }

// Resolve follows the reference text ref that stands in node at, in the root
// file or in other files below its folder. It implements raw.Resolver:
// schemas of Swagger 2.0 come back in their OpenAPI 3.0 form. A nil target comes
// with an error that says why, without a place.
func (d *Document) Resolve(at *node.Node, ref string) (*node.Node, string, error) {
	t, err := d.src.Find(at, ref)
	if err != nil {
		return nil, "", err
	}
	t.Need()
	return d.schemaOf(t), t.Key, nil
}

// schemaOf gives the schema that a reference leads to in the form that the rest
// of the compiler knows.
func (d *Document) schemaOf(t source.Target) *node.Node {
	n := t.Node
	if d.schemas != nil {
		n = d.schemas.Convert(n)
	}
	return d.inherited(n, t.Key)
}
