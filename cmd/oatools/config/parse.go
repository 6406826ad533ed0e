package config

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/value"
	"github.com/oatools/oatools/runtime"
)

var (
	nameForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`) })
	hostForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?)(:[0-9]{1,5})?$`)
	})
)

func (p *parser) config(c *Config, root *node.Node) {
	var version, kind, responses string
	p.Object(value.Keys{
		"apiVersion": p.word(&version, APIVersion),
		"kind":       p.word(&kind, Kind),
		"callers": p.Each(func(key *node.Member) {
			if p.named(key, nameForm(), "caller name", "letters, digits, _ and -") {
				c.callers[key.Key] = p.caller(key)
			}
		}),
		"secrets": p.Object(value.Keys{"dir": p.path(&c.secretDir)}),
		"files":   func(what string, n *node.Node) { c.files = p.files(what, n) },
		"audit":   p.Object(value.Keys{"file": p.path(&c.auditFile)}),
		"upstreams": p.Each(func(key *node.Member) {
			c.upstreams[key.Key] = p.endpoint("upstream "+key.Key, key, true)
		}),
		"tokens": p.Each(func(key *node.Member) {
			if p.named(key, hostForm(), "token endpoint", "a host or host:port") {
				c.tokens[strings.TrimSuffix(strings.ToLower(key.Key), ":443")] = p.endpoint("token endpoint "+key.Key, key, false)
			}
		}),
		"costs":     p.Object(value.Keys{"run_usd": p.amount(&c.costs.RunUSD), "caller_usd": p.amount(&c.costs.CallerUSD)}),
		"responses": p.word(&responses, "warn", "strict"),
	})("the configuration", root)
	c.strict = responses == "strict"
	p.apart(root, c.secretDir, c.auditFile)
	p.Need(root, "the configuration", "apiVersion", "kind")
}

// named holds a key that the author chose against its form.
func (p *parser) named(key *node.Member, form *regexp.Regexp, what, want string) bool {
	if form.MatchString(key.Key) {
		return true
	}
	p.Diags.Errorf(key.Pos(), "bad-value", "%s %q: want %s", what, value.Shorten(key.Key), want)
	return false
}

// caller reads who calls: a file, or the caller itself.
func (p *parser) caller(key *node.Member) runtime.Principal {
	what, n := "caller "+key.Key, key.Value
	var who runtime.Principal
	if n.Has("file") {
		p.Object(value.Keys{"file": func(what string, n *node.Node) { who = p.callerFile(what, n) }})(what, n)
		return who
	}
	p.Object(value.Keys{
		"id":     p.text(&who.ID),
		"tenant": p.text(&who.Tenant),
		"roles":  p.texts(&who.Roles),
		"scopes": p.texts(&who.Scopes),
		"claims": func(what string, n *node.Node) {
			if !n.Is(node.Object) {
				p.Wrong(what, "a map", n)
				return
			}
			who.Claims, _ = n.Value().(map[string]any)
		},
	})(what, n)
	p.Need(n, what, "id")
	return who
}

func (p *parser) callerFile(what string, n *node.Node) runtime.Principal {
	var path string
	if p.path(&path)(what, n); path == "" {
		return runtime.Principal{}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		p.Diags.Errorf(n.Pos(), "file-unreadable", "%s: %v", what, err)
		return runtime.Principal{}
	}
	who, err := runtime.ParsePrincipal(data)
	if err != nil {
		p.Diags.Errorf(n.Pos(), "bad-caller", "%s: %v", n.Text(), err)
	}
	return who
}

// endpoint reads how a server, or else a token endpoint, is reached.
func (p *parser) endpoint(what string, key *node.Member, server bool) endpoint {
	e := endpoint{pos: key.Pos()}
	table := value.Keys{
		"tls":     func(what string, n *node.Node) { e.tls = p.tls(what, n) },
		"proxy":   func(what string, n *node.Node) { e.proxy = p.proxy(what, n) },
		"pool":    func(what string, n *node.Node) { e.pool = p.pool(what, n) },
		"network": func(what string, n *node.Node) { e.network = p.network(what, n) },
	}
	if server {
		table["redirects"] = p.hosts(&e.redirects)
		table["limits"] = func(what string, n *node.Node) {
			e.limits = &limits{}
			p.Object(value.Keys{"response": p.bytes(&e.limits.response), "attempt": p.duration(&e.limits.attempt), "total": p.duration(&e.limits.total)})(what, n)
		}
	}
	p.Object(table)(what, key.Value)
	if e.proxy == nil || e.proxy.url == nil {
		return e
	}
	if e.network != nil {
		p.Diags.Errorf(key.Value.Member("network").Pos(), "conflict", "%s: network and proxy exclude each other: behind a proxy, it is the proxy that decides which addresses are dialled", what)
	}
	if e.proxy.url.Scheme == "https" && e.tls != nil && (e.tls.ServerName != "" || e.tls.CertFile != "" || len(e.tls.Pins) > 0) {
		p.Diags.Errorf(key.Value.Member("proxy").Pos(), "conflict", "%s: with a proxy that is reached over https, tls.server_name, tls.cert and tls.pins would hold for the proxy as well", what)
		p.Diags.Hint("reach the proxy over http: what is inside stays encrypted to the server")
	}
	return e
}

func (p *parser) pool(what string, n *node.Node) *pool {
	v := &pool{}
	p.Object(value.Keys{"connections": p.integer(&v.connections), "idle": p.duration(&v.idle)})(what, n)
	return v
}

// path reads a path, which starts from the folder of the file.
func (p *parser) path(dst *string) value.Setter {
	return func(what string, n *node.Node) {
		var v string
		switch p.text(&v)(what, n); {
		case v == "":
		case strings.Contains(v, "://"):
			p.Diags.Errorf(n.Pos(), "bad-value", "%s: %q is an address; only files are read", what, value.Shorten(v))
		case filepath.IsAbs(v):
			*dst = v
		default:
			*dst = filepath.Join(p.dir, v)
		}
	}
}

// secret reads a reference. What stands there instead is never repeated: it may
// be the secret.
func (p *parser) secret(dst *string) value.Setter {
	return func(what string, n *node.Node) {
		s, ok := n.Str()
		kind, rest, _ := strings.Cut(s, ":")
		if !ok || !slices.Contains([]string{"env", "file", "exec"}, kind) || strings.TrimSpace(rest) == "" {
			p.Diags.Errorf(n.Pos(), "secret-literal", "%s holds no reference to a secret; a secret itself must not be written here", what)
			p.Diags.Hint("write env:NAME, file:PATH or exec:COMMAND, and replace the secret if it was real")
			return
		}
		if rest = strings.TrimSpace(rest); kind == "file" && !filepath.IsAbs(rest) {
			s = "file:" + filepath.Join(p.dir, rest)
		}
		*dst = s
	}
}
