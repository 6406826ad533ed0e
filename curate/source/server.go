package source

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

var (
	envForm      = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)(:-([^{}]*))?\}`) })
	variableForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$?\{([^{}$]+)\}`) })
)

// checkServer judges what the overlay says about a source's server by itself.
func (set *Set) checkServer(s *Source) {
	decl := &s.Decl.Server
	if decl.URL.Set {
		set.checkURL(decl.URL.V, decl.URL.Pos)
		host := hostPart(decl.URL.V)
		if strings.Contains(host, "${") && !allDefaults(host) && len(decl.Hosts) == 0 {
			set.diags.Warnf(decl.URL.Pos, "hosts-missing", "source %s: the environment alone decides which host gets the credentials", s.Decl.Name.V)
			set.diags.Hint("list the allowed hosts: server: {url: …, hosts: [api.example.com]}")
		}
	}
	if decl.Index.Set && decl.Index.V >= max(len(s.Doc.Servers), 1) {
		set.diags.Errorf(decl.Index.Pos, "dead-server", "the description has %d servers, counted from 0", len(s.Doc.Servers))
	}
}

// Server gives the key of the server that op's requests go to, and enters it in
// the set.
func (set *Set) Server(s *Source, op *oas.Operation) string {
	key, decl := s.Decl.Name.V, &s.Decl.Server
	out := tool.Server{URL: decl.URL.V, Hosts: overlay.Values(decl.Hosts), Network: s.Decl.Network.V}
	if decl.URL.Set {
		out.URL = set.variables(decl.URL.V, decl, nil, decl.URL.Pos)
		set.Servers[key] = out
		if own := ownServer(s.Doc, op); own != "" {
			set.diags.Warnf(decl.URL.Pos, "server-replaced", "%s %s has a server of its own, %s; its requests go to the overlay's all the same", op.Method, op.Path, own)
			set.diags.Hint("leave server out, or give such operations a source of their own")
		}
		return key
	}
	pos := decl.Pos
	if pos.IsZero() {
		pos = s.Decl.Name.Pos
	}
	if decl.Index.V >= len(op.Servers) {
		if decl.Index.V >= max(len(s.Doc.Servers), 1) {
			return key // reported where the source was read
		}
		set.diags.Errorf(pos, "missing-server", "source %s: the description names no server", s.Decl.Name.V)
		set.diags.Hint(`say where the API is: server: "https://api.example.com"`)
		return key
	}
	stated := op.Servers[decl.Index.V]
	out.URL = set.variables(stated.URL, decl, stated.Variables, pos)
	set.checkURL(out.URL, pos)
	for n := 1; ; n++ { // operations of one source may have servers of their own
		k := key
		if n > 1 {
			k = fmt.Sprintf("%s.%d", key, n)
		}
		if have, ok := set.Servers[k]; !ok || have.URL == out.URL {
			set.Servers[k] = out
			return k
		}
	}
}

// ownServer gives the first server of op where it is none of the document's.
func ownServer(doc *oas.Document, op *oas.Operation) string {
	if len(op.Servers) == 0 {
		return ""
	}
	first := op.Servers[0].URL
	if slices.ContainsFunc(doc.Servers, func(s oas.Server) bool { return s.URL == first }) {
		return ""
	}
	return first
}

// variables fills in {name} from the overlay, else from the description.
func (set *Set) variables(u string, decl *overlay.Server, spec map[string]oas.Variable, pos diag.Pos) string {
	used := map[string]bool{}
	masked := envForm().ReplaceAllStringFunc(u, func(s string) string {
		return strings.NewReplacer("{", "\x00", "}", "\x01").Replace(s)
	})
	filled := variableForm().ReplaceAllStringFunc(masked, func(m string) string {
		if m[0] == '$' { // a reference to the environment that is none; reported by checkURL
			return m
		}
		name := m[1 : len(m)-1]
		used[name] = true
		v, known := spec[name]
		for _, pair := range decl.Variables {
			if pair.Name.V != name {
				continue
			}
			if len(v.Enum) > 0 && !slices.Contains(v.Enum, pair.Value.V) {
				set.diags.Errorf(pair.Value.Pos, "dead-value", "server variable %s: %q is none of %s", name, pair.Value.V, strings.Join(v.Enum, ", "))
			}
			return pair.Value.V
		}
		if !known || v.Default == "" {
			set.diags.Errorf(pos, "missing-server", "server %s: the variable %s has no value", u, name)
			set.diags.Hint("state it: server: {variables: {%s: …}}", name)
		} else if len(v.Enum) > 0 && !slices.Contains(v.Enum, v.Default) {
			set.diags.Warnf(pos, "server-default", "server variable %s: the default %q is none of %s", name, v.Default, strings.Join(v.Enum, ", "))
			set.diags.Hint("state it: server: {variables: {%s: …}}", name)
		}
		return v.Default
	})
	for _, pair := range decl.Variables {
		if !used[pair.Name.V] {
			set.diags.Errorf(pair.Name.Pos, "dead-variable", "the server %s has no variable %q", u, pair.Name.V)
		}
	}
	return strings.NewReplacer("\x00", "{", "\x01", "}").Replace(filled)
}

// checkURL reports a server URL that no request can be sent to.
func (set *Set) checkURL(u string, pos diag.Pos) {
	probe := envForm().ReplaceAllStringFunc(u, func(m string) string {
		if def := envForm().FindStringSubmatch(m)[3]; def != "" {
			return def
		}
		if strings.HasPrefix(u, m) { // the whole origin comes from the environment
			return "https://host.invalid"
		}
		return "x"
	})
	switch parsed, err := url.Parse(variableForm().ReplaceAllString(probe, "x")); {
	case strings.Contains(probe, "${"):
		set.diags.Errorf(pos, "bad-server", "server %q: an environment reference is ${NAME} or ${NAME:-default}", u)
	case err != nil:
		set.diags.Errorf(pos, "bad-server", "server %q is no URL", u)
	case parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Host == "":
		set.diags.Errorf(pos, "bad-server", "server %q is not an absolute http or https URL", u)
		set.diags.Hint(`say where the API is: server: "https://api.example.com"`)
	case parsed.User != nil:
		set.diags.Errorf(pos, "secret-literal", "a server URL must not hold a user or password")
		set.diags.Hint("write an auth entry with a secret reference, and replace the password if it was real")
	case parsed.RawQuery != "" || parsed.Fragment != "":
		set.diags.Errorf(pos, "bad-server", "server %q must not have a query or fragment", u)
	}
}

// hostPart gives the authority of a URL template, roughly.
func hostPart(u string) string {
	if _, rest, ok := strings.Cut(u, "://"); ok && !strings.HasPrefix(u, "${") {
		host, _, _ := strings.Cut(rest, "/")
		return host
	}
	return u
}

// allDefaults reports whether every reference to the environment has a default.
func allDefaults(s string) bool {
	for _, m := range envForm().FindAllStringSubmatch(s, -1) {
		if m[2] == "" {
			return false
		}
	}
	return true
}

// Serves reports whether requests of op can be sent to its first server as the
// description states it.
func Serves(op *oas.Operation) bool {
	if len(op.Servers) == 0 {
		return false
	}
	quiet := &Set{diags: &diag.List{}}
	quiet.checkURL(quiet.variables(op.Servers[0].URL, &overlay.Server{}, op.Servers[0].Variables, diag.Pos{}), diag.Pos{})
	return !quiet.diags.HasErrors()
}
