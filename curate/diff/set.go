package diff

import (
	"net/url"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/journal"
)

// set compares what belongs to no single tool.
func set(s *journal.Scope, o, n *tool.Set, both bool) {
	if both {
		journal.Value(s, "set-renamed", "/name", "", "The set's name", o.Name, n.Name)
		journal.Value(s, "version-changed", "/version", "", "The version", o.Version, n.Version)
		journal.Value(s, "set-title", "/title", "", "The set's title", o.Title, n.Title)
		journal.Value(s, "owners-changed", "/owners", "", "The owners", o.Owners, n.Owners)
		journal.Value(s, "budget-changed", "/budget", "", "The cap on what an audience is shown", budget(o), budget(n))
	}
	if o.Instructions != n.Instructions {
		s.Add("instructions-changed", "/instructions", "", journal.Stated(o.Instructions), journal.Stated(n.Instructions), "The instructions are other text.")
	}
	for _, name := range journal.Names(o.Audiences, n.Audiences) {
		was, before := o.Audiences[name]
		is, now := n.Audiences[name]
		ptr := "/audiences/" + journal.Token(name)
		switch {
		case before != now:
			journal.Value(s, "audience-defined", ptr, "", "The audience "+name, was, is)
		case was != is:
			s.Add("audience-condition", ptr, "", was, is, "%s Whether that lets in more people is not proved.",
				journal.Moved("Who belongs to "+name, was, is)).Unproven = true
		}
	}
	companions(s, o, n)
	servers(s, o, n)
	auth(s, o, n)
	sources(s, o, n)
}

// budget gives the cap of a set; a budget without caps is none.
func budget(s *tool.Set) tool.Budget {
	if s.Budget == nil {
		return tool.Budget{}
	}
	return *s.Budget
}

func companions(s *journal.Scope, o, n *tool.Set) {
	for _, key := range journal.Names(o.Companions, n.Companions) {
		was, is := o.Companions[key], n.Companions[key]
		ptr := "/companions/" + journal.Token(key)
		if a, b := journal.Or(was.Name, key), journal.Or(is.Name, key); a != b {
			s.Add("companion-renamed", ptr+"/name", "", a, b, "The companion tool %s is called %s now: calls of %s fail.", a, b, a)
		}
		journal.Value(s, "companion-text", ptr+"/description", "", "The description of the companion tool "+key, was.Description, is.Description)
	}
}

// hosts gives the hosts that a server's requests may go to.
func hosts(srv tool.Server) []string {
	if len(srv.Hosts) > 0 {
		return srv.Hosts
	}
	if h := hostOf(srv.URL); h != "" {
		return []string{h}
	}
	return nil
}

// hostOf gives the host of a URL as it is written; a variable is its own host.
func hostOf(text string) string {
	_, rest, ok := strings.Cut(literal(text), "://")
	if !ok {
		return text
	}
	host, _, _ := strings.Cut(rest, "/")
	return strings.ToLower(host)
}

// literal fills the defaults of ${NAME:-default} in.
func literal(text string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, "${")
		if i < 0 {
			return b.String() + text
		}
		end := strings.IndexByte(text[i:], '}')
		if end < 0 {
			return b.String() + text
		}
		b.WriteString(text[:i])
		inner := text[i : i+end+1]
		if _, otherwise, ok := strings.Cut(inner[2:len(inner)-1], ":-"); ok {
			inner = otherwise
		}
		b.WriteString(inner)
		text = text[i+end+1:]
	}
}

func plain(text string) bool {
	u, err := url.Parse(literal(text))
	return err == nil && u.Scheme == "http"
}

// servers compares where requests may go: first all hosts together, since a
// host that another server of the set had is not new, then each server.
func servers(s *journal.Scope, o, n *tool.Set) {
	all := func(set *tool.Set) []string {
		var out []string
		for _, key := range journal.Names(set.Servers, nil) {
			out = append(out, hosts(set.Servers[key])...)
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	s.Members("host-added", "host-removed", "/servers/hosts", "server", "Requests may go to %s, too.", "Requests may not go to %s any more.", all(o), all(n))
	for _, key := range journal.Names(o.Servers, n.Servers) {
		was, before := o.Servers[key]
		is, now := n.Servers[key]
		ptr := "/servers/" + journal.Token(key)
		if plain(is.URL) && !plain(was.URL) {
			s.Add("host-plain", ptr+"/url", "server", journal.Stated(was.URL), is.URL, "Requests to %s are not encrypted.", is.URL)
		}
		if before != now {
			journal.Value(s, "server-defined", ptr, "server", "The server "+key, was, is)
			continue
		}
		journal.Value(s, "url-changed", ptr+"/url", "server", "The address of the server "+key, was.URL, is.URL)
		s.Members("host-added", "host-removed", ptr+"/hosts", "server", "Requests of "+key+" may go to %s, too.", "Requests of "+key+" may not go to %s any more.",
			hosts(was), hosts(is))
		s.Order("server-defined", ptr+"/hosts", "server", "The order of hosts", hosts(was), hosts(is))
		journal.Value(s, "network-changed", ptr+"/network", "server", "The network of the server "+key, was.Network, is.Network)
		if journal.Equal(hosts(was), hosts(is)) && !journal.Equal(was.Hosts, is.Hosts) {
			journal.Value(s, "server-defined", ptr+"/stated", "server", "The stated hosts of the server "+key, was.Hosts, is.Hosts)
		}
	}
}

func auth(s *journal.Scope, o, n *tool.Set) {
	for _, key := range journal.Names(o.Auth, n.Auth) {
		was, before := o.Auth[key]
		is, now := n.Auth[key]
		ptr := "/auth/" + journal.Token(key)
		switch {
		case !before:
			s.Add("credential-added", ptr, "auth", nil, is, "The credential %s is new: %s.", key, credentialWords(is))
		case !now:
			s.Add("credential-removed", ptr, "auth", was, nil, "The credential %s is gone.", key)
		case !journal.Equal(was, is):
			s.Add("credential-changed", ptr, "auth", was, is, "The credential %s is got or sent otherwise: %s before, %s now.", key, credentialWords(was), credentialWords(is))
		}
	}
}

// credentialWords describes a credential by its references.
func credentialWords(a tool.AuthScheme) string {
	words := []string{a.Type}
	for _, w := range [...]string{a.Prefix, a.In, a.Name, a.Secret, a.TokenURL, a.ClientID, a.ClientSecret, a.Exchange, a.Account, a.None} {
		if w != "" {
			words = append(words, w)
		}
	}
	return journal.Clip(strings.Join(append(words, a.Scopes...), " "), 2*journal.MaxShown)
}

// sources compares the API descriptions. What they do to tools stands with the
// tools.
func sources(s *journal.Scope, o, n *tool.Set) {
	was, is := map[string]tool.Source{}, map[string]tool.Source{}
	for _, src := range o.Sources {
		was[src.ID] = src
	}
	for _, src := range n.Sources {
		is[src.ID] = src
	}
	for _, id := range journal.Names(was, is) {
		a, b := was[id], is[id]
		ptr := "/sources/" + journal.Token(id)
		journal.Value(s, "source-changed", ptr+"/title", "", "The title of "+id, a.Title, b.Title)
		journal.Value(s, "source-changed", ptr+"/version", "", "The version of "+id, a.Version, b.Version)
		journal.Value(s, "source-changed", ptr+"/dialect", "", "The dialect of "+id, a.Dialect, b.Dialect)
		journal.Value(s, "source-changed", ptr+"/closed", "", "That "+id+" is a closed world", a.Closed, b.Closed)
		files(s, ptr+"/files", "a file of "+id, a.Files, b.Files)
		files(s, ptr+"/patches", "a patch of "+id, a.Patches, b.Patches)
	}
}

func files(s *journal.Scope, ptr, what string, o, n []tool.File) {
	was, is := map[string]string{}, map[string]string{}
	for _, f := range o {
		was[f.Path] = f.SHA256
	}
	for _, f := range n {
		is[f.Path] = f.SHA256
	}
	for _, path := range journal.Names(was, is) {
		a, b := was[path], is[path]
		switch {
		case a == b:
		case a == "":
			s.Add("source-changed", ptr+"/"+journal.Token(path), "", nil, b, "%s is new: %s.", journal.Upper(what), path)
		case b == "":
			s.Add("source-changed", ptr+"/"+journal.Token(path), "", a, nil, "%s is gone: %s.", journal.Upper(what), path)
		default:
			s.Add("source-changed", ptr+"/"+journal.Token(path), "", a, b, "%s changed: %s.", journal.Upper(what), path)
		}
	}
	if journal.Equal(len(o), len(n)) && len(was) == len(is) && !journal.Equal(o, n) {
		paths := func(list []tool.File) []string {
			var out []string
			for _, f := range list {
				out = append(out, f.Path)
			}
			return out
		}
		s.Order("source-changed", ptr, "", "The order of files", paths(o), paths(n))
	}
}
