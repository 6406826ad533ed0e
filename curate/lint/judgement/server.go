package judgement

import (
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
)

var reference = regexp.MustCompile(`\$\{[A-Za-z_][A-Za-z0-9_]*(?::-([^}]*))?\}`)

// origin reads a server's URL with the defaults of its references; nil when a
// reference without one, or none that can be read, decides about the host.
func origin(s tool.Server) *url.URL {
	text := reference.ReplaceAllString(s.URL, "$1")
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" {
		return nil
	}
	return u
}

// eachServer visits the servers whose host is known.
func (c *check) eachServer(visit func(s tool.Server, u *url.URL, pos diag.Pos)) {
	for _, id := range sorted(c.built.Set.Servers) {
		s := c.built.Set.Servers[id]
		pos := c.built.Tree.At("sources", id, "server").Pos()
		if pos.IsZero() {
			pos = c.built.Tree.At("sources", id).Pos()
		}
		if u := origin(s); u != nil {
			visit(s, u, pos)
		}
	}
}

func hostOutside(c *check) {
	c.eachServer(func(s tool.Server, u *url.URL, pos diag.Pos) {
		port := u.Port()
		if port == "" {
			port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
		}
		allowed := slices.ContainsFunc(s.Hosts, func(h string) bool {
			name, own, err := net.SplitHostPort(h)
			if err != nil { // the scheme's default port
				name, own = strings.Trim(h, "[]"), map[string]string{"http": "80", "https": "443"}[u.Scheme]
			}
			return strings.EqualFold(name, u.Hostname()) && own == port
		})
		if len(s.Hosts) > 0 && !allowed {
			c.report(pos, false, "requests go to %s, which is not among hosts", u.Host).hint("add it to hosts, or correct the URL")
		}
	})
}

func plainHTTP(c *check) {
	c.eachServer(func(s tool.Server, u *url.URL, pos diag.Pos) {
		ip := net.ParseIP(u.Hostname())
		if u.Scheme == "http" && u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
			c.report(pos, false, "requests go to %s over plain http", u.Host).hint("write https://")
		}
	})
}
