package config

import (
	"crypto/tls"
	"encoding/base64"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/value"
	"github.com/oatools/oatools/runtime/wire/transport"
)

// tls reads whom to trust and what to show, and tries whether the files can be
// used.
func (p *parser) tls(what string, n *node.Node) *transport.TLS {
	var least string
	v := &transport.TLS{}
	p.Object(value.Keys{
		"min":         p.word(&least, "1.2", "1.3"),
		"ca":          p.path(&v.CAFile),
		"cert":        p.path(&v.CertFile),
		"key":         p.path(&v.KeyFile),
		"server_name": p.host(&v.ServerName, false),
		"pins":        p.pins(&v.Pins),
	})(what, n)
	v.MinVersion = map[string]uint16{"1.2": tls.VersionTLS12, "1.3": tls.VersionTLS13}[least]
	try := func(key string, part transport.TLS) {
		if _, err := transport.New(&transport.Server{Port: "443"}, transport.Options{TLS: part}); err != nil {
			p.Diags.Errorf(n.Get(key).Pos(), "file-unusable", "%s.%s: %v", what, key, err)
		}
	}
	if v.CAFile != "" {
		try("ca", transport.TLS{CAFile: v.CAFile})
	}
	switch {
	case n.Has("cert") != n.Has("key"):
		p.Diags.Errorf(n.Pos(), "missing-key", "%s: cert and key go together", what)
	case v.CertFile != "" && v.KeyFile != "":
		try("cert", transport.TLS{CertFile: v.CertFile, KeyFile: v.KeyFile})
	}
	return v
}

func (p *parser) pins(dst *[]string) value.Setter {
	return func(what string, n *node.Node) {
		p.texts(dst)(what, n)
		for _, it := range n.Items() {
			if sum, err := base64.StdEncoding.DecodeString(it.Text()); it.Is(node.String) && (err != nil || len(sum) != 32) {
				p.Diags.Errorf(it.Pos(), "bad-value", "%s: %q is no SHA-256 in base64", what, value.Shorten(it.Text()))
			}
		}
	}
}

// proxy reads an egress proxy: its URL, or that and who we are there.
func (p *parser) proxy(what string, n *node.Node) *proxy {
	v := &proxy{}
	switch {
	case n.Is(node.String) && n.Text() == "none":
	case n.Is(node.String):
		p.proxyURL(v)(what, n)
	default:
		p.Object(value.Keys{"url": p.proxyURL(v), "username": p.text(&v.username), "password": p.secret(&v.password)})(what, n)
		p.Need(n, what, "url")
		if n.Has("password") && !n.Has("username") {
			p.Diags.Errorf(n.Member("password").Pos(), "missing-key", "%s needs the key \"username\" beside a password", what)
		}
	}
	return v
}

// proxyURL reads the address of a proxy. What is wrong with it is said without
// repeating it: it may hold a password.
func (p *parser) proxyURL(v *proxy) value.Setter {
	return func(what string, n *node.Node) {
		var text string
		if p.text(&text)(what, n); text == "" {
			return
		}
		u, err := url.Parse(text)
		schemes := []string{"http", "https", "socks5", "socks5h"}
		switch {
		case strings.Contains(text, "@"):
			p.Diags.Errorf(n.Pos(), "secret-literal", "%s holds a user name or password", what)
			p.Diags.Hint("write username: and password: beside url:, the password as env:NAME, file:PATH or exec:COMMAND, and replace it if it was real")
		case err != nil || u.Host == "" || !slices.Contains(schemes, u.Scheme) || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "":
			p.Diags.Errorf(n.Pos(), "bad-value", "%s is not the URL of a proxy, such as http://proxy.internal:3128", what)
			p.Diags.Hint("its scheme is one of %s", strings.Join(schemes, ", "))
		default:
			v.url = u
		}
	}
}

func (p *parser) network(what string, n *node.Node) *network {
	v := &network{}
	var class string
	p.Object(value.Keys{
		"class": p.word(&class, string(transport.Public), string(transport.Private), string(transport.Loopback)),
		"allow": p.ranges(&v.allow),
		"deny":  p.ranges(&v.deny),
	})(what, n)
	v.class = transport.Network(class)
	return v
}

// ranges reads a list of address ranges; a single address is one.
func (p *parser) ranges(dst *[]netip.Prefix) value.Setter {
	return p.List(func(what string, n *node.Node) {
		r, err := netip.ParsePrefix(n.Text())
		if addr, aerr := netip.ParseAddr(n.Text()); aerr == nil {
			r, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if !n.Is(node.String) || err != nil || r != r.Masked() || r.Addr().Is4In6() || r.Addr().Zone() != "" {
			p.Wrong(what, "a range of addresses such as 10.2.0.0/16", n)
			return
		}
		*dst = append(*dst, r)
	})
}

// hosts reads a list of hosts, each without the port of https.
func (p *parser) hosts(dst *[]string) value.Setter {
	return func(what string, n *node.Node) {
		*dst = []string{}
		p.List(func(what string, n *node.Node) {
			var h string
			if p.host(&h, true)(what, n); h != "" {
				*dst = append(*dst, strings.TrimSuffix(h, ":443"))
			}
		})(what, n)
	}
}

func (p *parser) host(dst *string, port bool) value.Setter {
	return func(what string, n *node.Node) {
		var v string
		switch p.text(&v)(what, n); {
		case v == "":
		case !hostForm().MatchString(v), !port && strings.Contains(v, ":"):
			want := "a host"
			if port {
				want = "a host or host:port"
			}
			p.Diags.Errorf(n.Pos(), "bad-value", "%s: %q is not %s", what, value.Shorten(v), want)
		default:
			*dst = strings.ToLower(v)
		}
	}
}
