package mcpserver

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// addressed reports whether r is meant for this server: by its Host header, which
// a browser takes from the address of the page and a page cannot change.
func (s *Server) addressed(r *http.Request) bool {
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if len(s.opts.Hosts) == 0 && (local == nil || !thisMachine(local.String())) {
		return true // served on a network, and nobody said by which names
	}
	if thisMachine(r.Host) {
		return true
	}
	name := hostName(r.Host)
	return slices.ContainsFunc(s.opts.Hosts, func(h string) bool { return strings.EqualFold(h, name) })
}

// thisMachine reports whether a host, with or without a port, is loopback.
func thisMachine(host string) bool {
	name := hostName(host)
	if strings.EqualFold(name, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(name)
	return err == nil && addr.Unmap().IsLoopback()
}

// hostName gives a host without its port and brackets.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}
