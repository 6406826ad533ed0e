package overlay

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// The two lines that every overlay starts with.
const (
	APIVersion = "oatools/v1"
	Kind       = "Overlay"
)

type parser struct{ diags *diag.List }

// Parse reads the model out of the tree of an overlay. It never stops at a
// mistake: what it could not read is reported in diags and left out. The result
// is never nil.
func Parse(root *node.Node, diags *diag.List) *Overlay {
	p, o := &parser{diags}, &Overlay{}
	if !root.Is(node.Object) {
		p.wrong("the overlay", "a map with apiVersion, kind, metadata, sources, tools", root)
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
	p.object(keys{
		"apiVersion": p.word(new(Val[string]), APIVersion),
		"kind":       p.word(new(Val[string]), Kind),
		"metadata":   p.metadata(o),
		"sources":    p.each(func(key Val[string], n *node.Node) { o.Sources = append(o.Sources, p.source(key, n)) }),
		"audiences":  p.audiences(&o.Audiences),
		"defaults":   p.defaults(&o.Defaults),
		"tools":      p.each(func(key Val[string], n *node.Node) { o.Tools = append(o.Tools, p.tool(key, n)) }),
	})("the overlay", root)
	p.need(root, "the overlay", "apiVersion", "kind", "metadata", "sources", "tools")
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

// need reports the keys that the object n lacks.
func (p *parser) need(n *node.Node, what string, names ...string) {
	for _, name := range names {
		if n.Is(node.Object) && !n.Has(name) {
			p.diags.Errorf(n.Pos(), "missing-key", "%s needs the key %q", what, name)
		}
	}
}

func (p *parser) metadata(o *Overlay) setter {
	return func(what string, n *node.Node) {
		p.object(keys{
			"name":         p.match(&o.Name, nameForm, "a name of a-z, 0-9, dots and dashes"),
			"version":      p.match(&o.Version, semverForm, "a semantic version such as 1.0.0"),
			"title":        p.text(&o.Title),
			"owners":       p.texts(&o.Owners),
			"instructions": p.text(&o.Instructions),
			"budget":       p.budget(&o.Budget),
		})(what, n)
		p.need(n, what, "name")
	}
}

func (p *parser) defaults(d *Defaults) setter {
	return p.object(keys{
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
func (p *parser) defaultResult(r *Result) setter {
	return func(what string, n *node.Node) {
		r.Pos = n.Pos()
		p.object(keys{"max_bytes": p.bytes(&r.MaxBytes)})("defaults.result", n)
	}
}

func (p *parser) source(name Val[string], n *node.Node) Source {
	s := Source{Name: name}
	if !sourceForm().MatchString(name.V) {
		p.diags.Errorf(name.Pos, "bad-value", "source name %q is not of a-z, 0-9, _ and -", name.V)
	}
	what := "source " + name.V
	p.object(keys{
		"spec":    p.file(&s.Spec),
		"patches": p.patches(&s.Patches),
		"prefix":  p.match(&s.Prefix, prefixForm, "a prefix of a-z, 0-9 and _"),
		"closed":  p.boolean(&s.Closed),
		"network": p.word(&s.Network, "public", "private", "loopback"),
		"server":  p.server(&s.Server),
		"auth":    p.each(func(key Val[string], n *node.Node) { s.Auth = append(s.Auth, p.auth(key, n)) }),
	})(what, n)
	p.need(n, what, "spec")
	return s
}

// file reads the path of a file beside the overlay.
func (p *parser) file(dst *Val[string]) setter {
	return func(what string, n *node.Node) {
		var v Val[string]
		p.text(&v)(what, n)
		switch {
		case !v.Set:
		case strings.Contains(v.V, "://"):
			p.diags.Errorf(v.Pos, "bad-value", "%s: %q is an address; only files beside the overlay are read", what, v.V)
			p.diags.Hint("download it, commit it, and name its path")
		case strings.HasPrefix(v.V, "/") || strings.Contains(v.V, `\`) || strings.Contains(v.V, ":"):
			p.diags.Errorf(v.Pos, "bad-value", "%s: %q is not a relative path with forward slashes", what, v.V)
		case strings.Contains(v.V, "${"):
			p.noEnv(what, v)
		default:
			*dst = v
		}
	}
}

// patches reads the files of a source's patches.
func (p *parser) patches(dst *[]Val[string]) setter {
	return p.list(func(what string, n *node.Node) {
		var v Val[string]
		if p.file(&v)(what, n); v.Set {
			*dst = append(*dst, v)
		}
	})
}

func (p *parser) budget(b *Budget) setter {
	return func(what string, n *node.Node) {
		b.Pos = n.Pos()
		p.object(keys{"tools": p.integer(&b.Tools, 1), "tokens": p.integer(&b.Tokens, 1)})(what, n)
	}
}

func (p *parser) audiences(dst *[]Audience) setter {
	return p.each(func(key Val[string], n *node.Node) {
		a := Audience{Name: key}
		if !sourceForm().MatchString(key.V) || key.V == "caller" {
			p.diags.Errorf(key.Pos, "bad-value", "audience name %q is not of a-z, 0-9, _ and - (and not caller)", key.V)
		}
		p.text(&a.When)("audience "+key.V, n)
		*dst = append(*dst, a)
	})
}

func (p *parser) server(s *Server) setter {
	return func(what string, n *node.Node) {
		s.Pos = n.Pos()
		if n.Is(node.String) {
			p.text(&s.URL)(what, n)
			return
		}
		p.object(keys{
			"url":   p.text(&s.URL),
			"index": p.integer(&s.Index, 0),
			"hosts": p.list(func(what string, n *node.Node) {
				var h Val[string]
				if p.match(&h, hostForm, "a host or host:port")(what, n); h.Set {
					s.Hosts = append(s.Hosts, h)
				}
			}),
			"variables": p.each(func(key Val[string], n *node.Node) {
				pair := Pair{Name: key}
				if p.text(&pair.Value)("variable "+key.V, n); pair.Value.Set {
					s.Variables = append(s.Variables, pair)
				}
			}),
		})(what, n)
		if s.URL.Set && s.Index.Set {
			p.diags.Errorf(s.Index.Pos, "conflict", "index picks a server of the description, url states another: keep one")
		}
	}
}

func (p *parser) auth(name Val[string], n *node.Node) Auth {
	a := Auth{Name: name}
	what := "auth " + name.V
	p.object(keys{
		"type":          p.word(&a.Type, "bearer", "basic", "apiKey", "oauth2"),
		"in":            p.word(&a.In, "header", "query", "cookie"),
		"name":          p.plain(&a.Param),
		"prefix":        p.plain(&a.Prefix),
		"secret":        p.secret(&a.Secret),
		"username":      p.plain(&a.Username),
		"none":          p.text(&a.None),
		"token_url":     p.plain(&a.TokenURL),
		"client_id":     p.plain(&a.ClientID),
		"client_secret": p.secret(&a.ClientSecret),
		"scopes":        p.texts(&a.Scopes),
		"method":        p.word(&a.Method, "basic", "post", "private_key_jwt"),
		"exchange":      p.word(&a.Exchange, "caller"),
		"audience":      p.plain(&a.Audience),
		"account":       p.word(&a.Account, "user"),
	})(what, n)
	return a
}

// plain reads text in which the environment has no place.
func (p *parser) plain(dst *Val[string]) setter {
	return func(what string, n *node.Node) {
		var v Val[string]
		if p.text(&v)(what, n); v.Set && strings.Contains(v.V, "${") {
			p.noEnv(what, v)
			return
		}
		*dst = v
	}
}

func (p *parser) noEnv(what string, v Val[string]) {
	p.diags.Errorf(v.Pos, "bad-value", "%s: ${…} is allowed in server.url only", what)
}

// secret reads a reference. What stands there instead is never repeated in a
// message: it may be the secret.
func (p *parser) secret(dst *Val[string]) setter {
	return func(what string, n *node.Node) {
		s, ok := n.Str()
		if !ok || !secretForm().MatchString(s) {
			p.diags.Errorf(n.Pos(), "secret-literal", "%s holds no reference to a secret; a secret itself must not be written here", what)
			p.diags.Hint("write env:NAME, file:PATH or exec:COMMAND, and replace the secret if it was real")
			s = "env:INVALID" // stated, though wrongly: one mistake, one diagnostic
		}
		*dst = val(s, n)
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
