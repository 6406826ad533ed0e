package overlay

import (
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/value"
)

func (p *parser) source(name Val[string], n *node.Node) Source {
	s := Source{Name: name}
	if !sourceForm().MatchString(name.V) {
		p.Diags.Errorf(name.Pos, "bad-value", "source name %q is not of a-z, 0-9, _ and -", name.V)
	}
	what := "source " + name.V
	p.Object(value.Keys{
		"spec":    p.file(&s.Spec),
		"patches": p.patches(&s.Patches),
		"prefix":  p.match(&s.Prefix, prefixForm, "a prefix of a-z, 0-9 and _"),
		"closed":  p.boolean(&s.Closed),
		"network": p.word(&s.Network, "public", "private", "loopback"),
		"server":  p.server(&s.Server),
		"auth":    p.each(func(key Val[string], n *node.Node) { s.Auth = append(s.Auth, p.auth(key, n)) }),
	})(what, n)
	p.Need(n, what, "spec")
	return s
}

// file reads the path of a file beside the overlay.
func (p *parser) file(dst *Val[string]) value.Setter {
	return func(what string, n *node.Node) {
		var v Val[string]
		p.text(&v)(what, n)
		switch {
		case !v.Set:
		case strings.Contains(v.V, "://"):
			p.Diags.Errorf(v.Pos, "bad-value", "%s: %q is an address; only files beside the overlay are read", what, v.V)
			p.Diags.Hint("download it, commit it, and name its path")
		case strings.HasPrefix(v.V, "/") || strings.Contains(v.V, `\`) || strings.Contains(v.V, ":"):
			p.Diags.Errorf(v.Pos, "bad-value", "%s: %q is not a relative path with forward slashes", what, v.V)
		case strings.Contains(v.V, "${"):
			p.noEnv(what, v)
		default:
			*dst = v
		}
	}
}

// patches reads the files of a source's patches.
func (p *parser) patches(dst *[]Val[string]) value.Setter {
	return p.List(func(what string, n *node.Node) {
		var v Val[string]
		if p.file(&v)(what, n); v.Set {
			*dst = append(*dst, v)
		}
	})
}

func (p *parser) server(s *Server) value.Setter {
	return func(what string, n *node.Node) {
		s.Pos = n.Pos()
		if n.Is(node.String) {
			p.text(&s.URL)(what, n)
			return
		}
		p.Object(value.Keys{
			"url":   p.text(&s.URL),
			"index": p.integer(&s.Index, 0),
			"hosts": p.List(func(what string, n *node.Node) {
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
			p.Diags.Errorf(s.Index.Pos, "conflict", "index picks a server of the description, url states another: keep one")
		}
	}
}

func (p *parser) auth(name Val[string], n *node.Node) Auth {
	a := Auth{Name: name}
	what := "auth " + name.V
	p.Object(value.Keys{
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
func (p *parser) plain(dst *Val[string]) value.Setter {
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
	p.Diags.Errorf(v.Pos, "bad-value", "%s: ${…} is allowed in server.url only", what)
}

// secret reads a reference. What stands there instead is never repeated in a
// message: it may be the secret.
func (p *parser) secret(dst *Val[string]) value.Setter {
	return func(what string, n *node.Node) {
		s, ok := n.Str()
		if !ok || !secretForm().MatchString(s) {
			p.Diags.Errorf(n.Pos(), "secret-literal", "%s holds no reference to a secret; a secret itself must not be written here", what)
			p.Diags.Hint("write env:NAME, file:PATH or exec:COMMAND, and replace the secret if it was real")
			s = "env:INVALID" // stated, though wrongly: one mistake, one diagnostic
		}
		*dst = val(s, n)
	}
}
