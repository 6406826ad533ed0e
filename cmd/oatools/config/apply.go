package config

import (
	"context"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime/credential"
	"github.com/oatools/oatools/runtime/wire"
	"github.com/oatools/oatools/runtime/wire/transport"
)

// Check holds the configuration against the set that it is for. A name that the
// set does not have would leave a server without what was meant for it, so it is
// an error.
func (c *Config) Check(set *tool.Set, diags *diag.List) {
	if c == nil {
		return
	}
	servers := slices.Sorted(maps.Keys(set.Servers))
	for name, e := range c.upstreams {
		if name != Everything && !slices.Contains(servers, name) {
			diags.Errorf(e.pos, "server-unknown", "the set has no server %q%s", name, diag.DidYouMean(name, servers))
			diags.Hint("its servers are %s", strings.Join(servers, ", "))
		}
	}
	hosts := tokenHosts(set)
	for name, e := range c.tokens {
		switch {
		case slices.Contains(hosts, name):
		case len(hosts) == 0:
			diags.Errorf(e.pos, "token-endpoint-unknown", "the set has no token endpoint")
		default:
			diags.Errorf(e.pos, "token-endpoint-unknown", "the set has no token endpoint at %q%s", name, diag.DidYouMean(name, hosts))
			diags.Hint("its token endpoints are at %s", strings.Join(hosts, ", "))
		}
	}
}

// tokenHosts gives the hosts of all token endpoints of a set, sorted.
func tokenHosts(set *tool.Set) []string {
	hosts := map[string]bool{}
	for _, s := range set.Auth {
		if u, err := url.Parse(s.TokenURL); err == nil && u.Host != "" {
			hosts[hostOf(u)] = true
		}
	}
	return slices.Sorted(maps.Keys(hosts))
}

// hostOf gives host[:port] without the scheme's own port, in lower case.
func hostOf(u *url.URL) string {
	own := map[string]string{"https": ":443", "http": ":80"}[u.Scheme]
	return strings.TrimSuffix(strings.ToLower(u.Host), own)
}

// Apply fills w in with how the servers of set are reached. It reads the
// passwords of proxies, which a running process does not read again; where w has
// a transport of its own, nothing is reached and nothing is read.
func (c *Config) Apply(ctx context.Context, set *tool.Set, w *wire.Config) error {
	if c == nil {
		return nil
	}
	if w.Env == nil {
		w.Env = os.LookupEnv
	}
	if w.SecretDir == "" {
		w.SecretDir = c.secretDir
	}
	if w.Secrets == nil {
		// One resolver for the set's secrets and for ours, so that all of them are
		// scrubbed from whatever leaves the process.
		w.Secrets = credential.NewResolver(credential.Options{Env: w.Env, Dir: w.SecretDir, Now: w.Now})
	}
	connect := func(e endpoint) (transport.Options, error) {
		if w.Transport != nil {
			return transport.Options{}, nil
		}
		return e.options(ctx, w.Secrets)
	}
	w.Upstreams, w.Tokens = map[string]wire.UpstreamConfig{}, map[string]wire.EndpointConfig{}
	for id := range set.Servers {
		e := c.upstreams[id].over(c.upstreams[Everything])
		opts, err := connect(e)
		if err != nil {
			return fmt.Errorf("upstream %s: %w", id, err)
		}
		u := wire.UpstreamConfig{Options: opts, Redirects: e.redirects}
		if e.network != nil {
			u.Network = e.network.class
		}
		if e.limits != nil {
			u.MaxBytes, u.Attempt, u.Total = e.limits.response, e.limits.attempt, e.limits.total
		}
		w.Upstreams[id] = u
	}
	for host, e := range c.tokens {
		opts, err := connect(e)
		if err != nil {
			return fmt.Errorf("token endpoint %s: %w", host, err)
		}
		t := wire.EndpointConfig{Options: opts}
		if e.network != nil {
			t.Network = e.network.class
		}
		w.Tokens[host] = t
	}
	return nil
}

func (e endpoint) options(ctx context.Context, secrets *credential.Resolver) (transport.Options, error) {
	var o transport.Options
	if e.tls != nil {
		o.TLS = *e.tls
	}
	if e.pool != nil {
		o.Concurrency, o.Idle = e.pool.connections, e.pool.idle
	}
	if n := e.network; n != nil && len(n.allow)+len(n.deny) > 0 {
		o.Control = n.control
	}
	if e.proxy == nil || e.proxy.url == nil {
		return o, nil
	}
	to := *e.proxy.url
	switch {
	case e.proxy.password != "":
		secret, err := secrets.Resolve(ctx, e.proxy.password)
		if err != nil {
			return o, fmt.Errorf("proxy: password: %w", err)
		}
		// It travels as base64 of both, which is a secret as a whole, too.
		secrets.Scrubber().Add(credential.NewSecret(e.proxy.username + ":" + secret.Reveal()))
		to.User = url.UserPassword(e.proxy.username, secret.Reveal())
	case e.proxy.username != "":
		to.User = url.User(e.proxy.username)
	}
	o.Proxy = &to
	return o, nil
}

// control is a transport.Control: it sees every address after resolution.
func (n *network) control(_, address string, _ syscall.RawConn) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("%w: %s", transport.ErrBlocked, address)
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return fmt.Errorf("%w: %s", transport.ErrBlocked, address)
	}
	return n.forbidden(addr.Unmap().WithZone(""))
}
