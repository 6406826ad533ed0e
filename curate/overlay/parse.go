package overlay

import (
	"regexp"
	"sync"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/value"
)

// The two lines that every overlay starts with.
const (
	APIVersion = "oatools/v1"
	Kind       = "Overlay"
)

// parser reads values with their places.
type parser struct{ value.Reader }

// Parse reads the model out of the tree of an overlay. It never stops at a
// mistake: what it could not read is reported in diags and left out. The result
// is never nil.
func Parse(root *node.Node, diags *diag.List) *Overlay {
	p, o := &parser{value.Reader{Diags: diags, Todo: true}}, &Overlay{}
	if !root.Is(node.Object) {
		p.Wrong("the overlay", "a map with apiVersion, kind, metadata, sources, tools", root)
		return o
	}
	for key, hint := range map[string]string{
		"overlay": "it is an OpenAPI Overlay, which belongs under sources.NAME.patches",
		"openapi": "it is an API description; oatools init writes an overlay over it",
		"swagger": "it is an API description; oatools init writes an overlay over it",
	} {
		if root.Has(key) && !root.Has("apiVersion") {
			diags.Errorf(root.Member(key).Pos(), "wrong-file", "this file is no overlay of ours")
			diags.Hint("%s", hint)
			return o
		}
	}
	p.Object(value.Keys{
		"apiVersion": p.word(new(Val[string]), APIVersion),
		"kind":       p.word(new(Val[string]), Kind),
		"metadata":   p.metadata(o),
		"sources":    p.each(func(key Val[string], n *node.Node) { o.Sources = append(o.Sources, p.source(key, n)) }),
		"audiences":  p.audiences(&o.Audiences),
		"defaults":   p.defaults(&o.Defaults),
		"tools":      p.each(func(key Val[string], n *node.Node) { o.Tools = append(o.Tools, p.tool(key, n)) }),
	})("the overlay", root)
	p.Need(root, "the overlay", "apiVersion", "kind", "metadata", "sources", "tools")
	return o
}

var (
	nameForm    = form(`^[a-z0-9][a-z0-9._-]{0,63}$`)
	semverForm  = form(`^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)
	secretForm  = form(`^(env:[A-Za-z_][A-Za-z0-9_]*|file:.+|exec:.+)$`)
	prefixForm  = form(`^[a-z][a-z0-9_]{0,31}$`)
	mediaForm   = form(`^[a-z0-9!#$&^_.+*-]+/[a-z0-9!#$&^_.+*-]+$`)
	headerForm  = form("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")
	atForm      = form(`^[A-Za-z][A-Za-z-]* /.*$`)
	callerForm  = form(`^caller\.(id|tenant|roles|scopes|claims\.[^\s.][^\s]*)$|^run\.[a-z][a-z0-9_]*$`)
	hostForm    = form(`^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?)(:[0-9]{1,5})?$`)
	sourceForm  = form(`^[a-z][a-z0-9_-]{0,63}$`)
	pointerForm = form(`^(/([^~/]|~[01])*)+$`)
)

// form compiles an expression when it is first used: the program starts far more
// often than it reads overlays.
func form(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

func (p *parser) metadata(o *Overlay) value.Setter {
	return func(what string, n *node.Node) {
		p.Object(value.Keys{
			"name":         p.match(&o.Name, nameForm, "a name of a-z, 0-9, dots and dashes"),
			"version":      p.match(&o.Version, semverForm, "a semantic version such as 1.0.0"),
			"title":        p.text(&o.Title),
			"owners":       p.texts(&o.Owners),
			"instructions": p.text(&o.Instructions),
			"budget":       p.budget(&o.Budget),
		})(what, n)
		p.Need(n, what, "name")
	}
}

func (p *parser) defaults(d *Defaults) value.Setter {
	return p.Object(value.Keys{
		"audience":   p.texts(&d.Audience),
		"inject":     p.injects(&d.Inject),
		"timeout":    p.duration(&d.Timeout),
		"retry":      p.retry(&d.Retry),
		"rate":       p.rate(&d.Rate),
		"result":     p.defaultResult(&d.Result),
		"redact":     p.redact(&d.Redact),
		"companions": p.companions(&d.Companions),
	})
}

// defaultResult reads the part of a result that does not depend on an operation.
func (p *parser) defaultResult(r *Result) value.Setter {
	return func(what string, n *node.Node) {
		r.Pos = n.Pos()
		p.Object(value.Keys{"max_bytes": p.bytes(&r.MaxBytes)})("defaults.result", n)
	}
}

func (p *parser) budget(b *Budget) value.Setter {
	return func(what string, n *node.Node) {
		b.Pos = n.Pos()
		p.Object(value.Keys{"tools": p.integer(&b.Tools, 1), "tokens": p.integer(&b.Tokens, 1)})(what, n)
	}
}

func (p *parser) audiences(dst *[]Audience) value.Setter {
	return p.each(func(key Val[string], n *node.Node) {
		a := Audience{Name: key}
		if !sourceForm().MatchString(key.V) || key.V == "caller" {
			p.Diags.Errorf(key.Pos, "bad-value", "audience name %q is not of a-z, 0-9, _ and - (and not caller)", key.V)
		}
		p.text(&a.When)("audience "+key.V, n)
		*dst = append(*dst, a)
	})
}
