package wire

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime/wire/outcome"
	"github.com/oatools/oatools/runtime/wire/reply"
	"github.com/oatools/oatools/runtime/wire/transport"
)

// maxHops caps the redirects of one attempt.
const maxHops = 3

// forwards reports whether an answer is a redirect that may be looked at: of a
// read, and one that asks for the same request at another place. That is any
// redirect of a GET or HEAD without content, 307 and 308 of every method, whose
// content they keep (RFC 9110 §15.4.8, §15.4.9). Any other is told, never
// followed: it would turn into another request than the one that was approved.
func (x *exchange) forwards(a *attempt) bool {
	if !x.opts.ReadOnly || a.Status/100 != 3 || a.phase != outcome.Complete {
		return false
	}
	m := x.plan.Step.Binding.Method
	switch a.Status {
	case http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther:
		if m != http.MethodGet && m != http.MethodHead || len(x.request.Body) > 0 {
			return false
		}
	default:
		return false
	}
	return !reply.Succeeded(a.Status, reply.Declared(x.plan.Step.Results, a.Status, a.Media()))
}

// follow makes the request that a redirect asks for: at the same origin as it
// was, elsewhere only where the operator permits it, by GET or HEAD, and then
// without any credential or parameter. It gives nil when the redirect is not
// followed.
func (x *exchange) follow(a *attempt) *attempt {
	to, err := a.at.Parse(a.Header.Get("Location"))
	if err != nil || a.Header.Get("Location") == "" || to.User != nil || to.Opaque != "" {
		return nil
	}
	to.Fragment, to.RawFragment = "", ""
	u := x.plan.upstream
	if u.server.Same(to) && u.server.Same(a.at) {
		own, header, problem := x.apply(x.ctx)
		if problem != nil {
			return nil
		}
		addQueryCredential(to, own, x.request.URL)
		return x.send(x.ctx, u.trip, to, header, x.request.Body)
	}
	// Arguments stay where they were meant to go: elsewhere gets no content.
	if m := x.plan.Step.Binding.Method; m != http.MethodGet && m != http.MethodHead || len(x.request.Body) > 0 {
		return nil
	}
	trip := x.client.elsewhere(u, to)
	if trip == nil {
		return nil
	}
	header := http.Header{"Accept": {x.plan.Accept}, "Accept-Encoding": {"gzip"}, "User-Agent": {"oatools"}}
	return x.send(x.ctx, trip, to, header, nil)
}

// addQueryCredential adds what the credentials added to the query.
func addQueryCredential(to, with, without *url.URL) {
	extra := strings.TrimPrefix(strings.TrimPrefix(with.RawQuery, without.RawQuery), "&")
	switch {
	case extra == "":
	case to.RawQuery == "":
		to.RawQuery = extra
	default:
		to.RawQuery += "&" + extra
	}
}

// elsewhere gives a pool for a permitted redirect to another host, nil if it is
// not permitted. It is guarded like a public server's.
func (c *Client) elsewhere(u *upstream, to *url.URL) http.RoundTripper {
	if to.Scheme != "https" || !slices.ContainsFunc(u.redirects, func(h string) bool { return strings.EqualFold(h, to.Host) }) {
		return nil
	}
	if c.cfg.Transport != nil {
		return c.cfg.Transport
	}
	if known, ok := c.foreign.Load(to.Host); ok {
		return known.(http.RoundTripper)
	}
	server, err := transport.Load(tool.Server{URL: "https://" + to.Host, Network: string(transport.Public)}, c.cfg.Env)
	if err != nil {
		return nil
	}
	trip, err := transport.New(server, transport.Options{})
	if err != nil {
		return nil
	}
	known, _ := c.foreign.LoadOrStore(to.Host, trip)
	return known.(http.RoundTripper)
}

// target names where a redirect points to: the host alone, which is all that a
// reader needs, without what clean takes out.
func target(a *attempt, clean func(string) string) string {
	to, err := a.at.Parse(a.Header.Get("Location"))
	if err != nil || to.Host == "" {
		return "nowhere"
	}
	return reply.Clip(clean(to.Host), 100)
}
