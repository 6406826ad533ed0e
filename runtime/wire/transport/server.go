package transport

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
)

// Network is a class of addresses.
type Network string

// The classes. Link-local addresses, where clouds keep their metadata, belong to
// none of them.
const (
	Public   Network = "public"
	Private  Network = "private"
	Loopback Network = "loopback"
)

// Server is where a source's requests go: an origin and a base path.
type Server struct {
	Scheme  string
	Host    string     // as a URL and the Host header have it: without the scheme's own port
	Name    string     // host name or address alone, lower case
	Port    string     // always stated
	Base    string     // escaped path before every operation's path; "" or "/…" without a slash at the end
	Network Network    // the class that may be dialled
	Addr    netip.Addr // valid when the host is an address: nothing else may be dialled
}

// Origin gives scheme://host.
func (s *Server) Origin() string { return s.Scheme + "://" + s.Host }

// Same reports whether u, a URL that an upstream gave, stays at this origin.
func (s *Server) Same(u *url.URL) bool {
	return u.User == nil && u.Opaque == "" && u.Scheme == s.Scheme && strings.EqualFold(u.Hostname(), s.Name) && portOf(u) == s.Port
}

// Load fills a server's template in and checks what it became: the scheme, the
// host against the allowed ones, and that there is nothing but a base path after
// it. env looks up environment variables.
func Load(def tool.Server, env func(string) (string, bool)) (*Server, error) {
	text, err := expand(def.URL, env)
	if err != nil {
		return nil, err
	}
	s, err := parse(text)
	if err != nil {
		return nil, err
	}
	if err := s.allowed(def.Hosts); err != nil {
		return nil, err
	}
	switch n := Network(def.Network); n {
	case "":
		s.Network = implied(s)
	case Public, Private, Loopback:
		s.Network = n
	default:
		return nil, fmt.Errorf("network %q is none of public, private, loopback", def.Network)
	}
	// Plain HTTP only where the reviewed template itself says so, or inside this
	// machine: an environment must not take the encryption away.
	if s.Scheme == "http" && s.Network != Loopback && !strings.HasPrefix(def.URL, "http://") {
		return nil, fmt.Errorf("%s: plain http is not allowed; write http:// in the overlay to allow it", s.Origin())
	}
	return s, nil
}

func parse(text string) (*Server, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return nil, errors.New("is not a URL")
	case u.Scheme == "" && u.Host == "":
		return nil, fmt.Errorf("%q is relative; state the server's full URL", text)
	case u.Scheme != "https" && u.Scheme != "http":
		return nil, fmt.Errorf("scheme %q is neither https nor http", u.Scheme)
	case u.User != nil:
		return nil, errors.New("holds a user name; credentials belong to auth")
	case u.RawQuery != "" || u.ForceQuery || strings.Contains(text, "#"):
		return nil, errors.New("a server's URL has no query and no fragment")
	case strings.ContainsAny(text, "{}"):
		return nil, errors.New("holds a variable that is not filled in")
	}
	s := &Server{Scheme: u.Scheme, Name: strings.ToLower(u.Hostname()), Port: portOf(u), Base: strings.TrimSuffix(u.EscapedPath(), "/")}
	if s.Addr, err = hostName(s.Name); err != nil {
		return nil, err
	}
	if s.Port == "" || len(s.Port) > 5 || strings.Trim(s.Port, "0123456789") != "" {
		return nil, fmt.Errorf("port %q is not a number", s.Port)
	}
	s.Host = s.Name
	if s.Addr.Is6() {
		s.Host = "[" + s.Name + "]"
	}
	if s.Port != defaultPort(s.Scheme) {
		s.Host = net.JoinHostPort(s.Name, s.Port)
	}
	for segment := range strings.SplitSeq(strings.TrimPrefix(s.Base, "/"), "/") {
		if d, err := url.PathUnescape(segment); err != nil || d == "." || d == ".." || s.Base != "" && d == "" {
			return nil, fmt.Errorf("path %q holds an empty or a dot segment", s.Base)
		}
	}
	return s, nil
}

func portOf(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	return defaultPort(u.Scheme)
}

func defaultPort(scheme string) string {
	if scheme == "http" {
		return "80"
	}
	return "443"
}

// hostName admits addresses in their usual form and names of letters, digits and
// hyphens. Spellings that some resolver takes for an address (127.1, 0x7f000001,
// 2130706433) are no names.
func hostName(name string) (netip.Addr, error) {
	if addr, err := netip.ParseAddr(name); err == nil {
		if addr.Zone() != "" || addr.Is4In6() {
			return netip.Addr{}, fmt.Errorf("host %q: is not a plain address", name)
		}
		return addr, nil
	}
	labels := strings.Split(strings.TrimSuffix(name, "."), ".")
	for _, label := range labels {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return netip.Addr{}, fmt.Errorf("host %q is not a host name", name)
		}
		for i := 0; i < len(label); i++ {
			if c := label[i]; c != '-' && c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
				return netip.Addr{}, fmt.Errorf("host %q is not a host name", name)
			}
		}
	}
	last := labels[len(labels)-1]
	if strings.Trim(last, "0123456789") == "" || strings.HasPrefix(last, "0x") {
		return netip.Addr{}, fmt.Errorf("host %q: a name must not end like a number", name)
	}
	return netip.Addr{}, nil
}

// allowed holds the origin against the hosts that the overlay lists. A host
// without a port means the scheme's own port. Without a list, the reviewed
// template is its own list.
func (s *Server) allowed(hosts []string) error {
	if len(hosts) == 0 {
		return nil
	}
	fits := func(h string) bool {
		host, port, err := net.SplitHostPort(h)
		if err != nil {
			host, port = strings.Trim(h, "[]"), defaultPort(s.Scheme)
		}
		return strings.EqualFold(host, s.Name) && port == s.Port
	}
	if !slices.ContainsFunc(hosts, fits) {
		return fmt.Errorf("host %s is not among the allowed hosts %s", net.JoinHostPort(s.Name, s.Port), strings.Join(hosts, ", "))
	}
	return nil
}

// implied gives the class that a server's literal host stands for.
func implied(s *Server) Network {
	switch {
	case s.Name == "localhost", s.Addr.IsLoopback():
		return Loopback
	case s.Addr.IsValid() && privateAddr(s.Addr):
		return Private
	}
	return Public
}
