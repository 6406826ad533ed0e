package swagger

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
)

// Servers gives host, basePath and schemes as a list of Server Objects, https
// first; nil when the document says nothing of them. The schemes are those of
// an operation; nil means the document's.
func Servers(root, schemes *node.Node) *node.Node {
	if schemes == nil {
		schemes = root.Get("schemes")
	}
	hostNode := root.Get("host")
	if hostNode.Is(node.Array) {
		hostNode = hostNode.Index(0)
	}
	host := strings.TrimSuffix(hostNode.Text(), "/")
	base := root.Get("basePath").Text()
	if base != "" && !strings.HasPrefix(base, "/") {
		base = "/" + base
	}
	if host == "" {
		if base == "" {
			return nil
		}
		return node.NewArray(serverAt(root.Get("basePath"), base))
	}
	if _, rest, ok := strings.Cut(host, "://"); ok {
		host = rest // a URL where a host belongs
	}
	var names []string
	for _, s := range schemes.Items() {
		if name := strings.ToLower(s.Text()); (name == "https" || name == "http") && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		names = []string{"https"}
	}
	slices.SortStableFunc(names, func(a, b string) int { return strings.Compare(b, a) })
	var out []*node.Node
	for _, name := range names {
		out = append(out, serverAt(hostNode, name+"://"+host+base))
	}
	return node.NewArray(out...)
}

// Unspoken gives the schemes of a list, joined, when none of them is http or
// https; else nothing.
func Unspoken(schemes *node.Node) string {
	var others []string
	for _, s := range schemes.Items() {
		name := strings.ToLower(s.Text())
		if name == "https" || name == "http" {
			return ""
		}
		others = append(others, name)
	}
	return strings.Join(others, ", ")
}

func serverAt(at *node.Node, url string) *node.Node {
	return node.NewObject(node.M("url", node.NewString(url).MovedTo(at))).MovedTo(at)
}

// flows maps the names of OAuth 2.0 flows.
var flows = map[string]string{
	"implicit": "implicit", "password": "password",
	"application": "clientCredentials", "accesscode": "authorizationCode",
}

// Scheme gives a Security Scheme Object in the form of OpenAPI 3.0.
func Scheme(n *node.Node) *node.Node {
	switch strings.ToLower(n.Get("type").Text()) {
	case "basic":
		return n.With("type", node.NewString("http")).With("scheme", node.NewString("basic"))
	case "oauth2":
		flow := flows[strings.ToLower(n.Get("flow").Text())]
		if flow == "" {
			return n.Without("flow", "authorizationUrl", "tokenUrl", "scopes")
		}
		var members []node.Member
		for _, m := range n.Members() {
			if m.Key == "authorizationUrl" || m.Key == "tokenUrl" || m.Key == "scopes" {
				members = append(members, m)
			}
		}
		flat := n.Without("flow", "authorizationUrl", "tokenUrl", "scopes")
		return flat.With("flows", node.NewObject(node.M(flow, n.WithMembers(members))))
	}
	return n
}
