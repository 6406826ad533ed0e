package diff

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
)

func sentence(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// set compares what belongs to no single tool.
func (s *scope) set(o, n *tool.Set, both bool) {
	if both {
		value(s, "set-renamed", "/name", "", "The set's name", o.Name, n.Name)
		value(s, "version-changed", "/version", "", "The version", o.Version, n.Version)
		value(s, "set-title", "/title", "", "The set's title", o.Title, n.Title)
		value(s, "owners-changed", "/owners", "", "The owners", o.Owners, n.Owners)
		value(s, "budget-changed", "/budget", "", "The cap on what an audience is shown", deref(o.Budget), deref(n.Budget))
	}
	if o.Instructions != n.Instructions {
		s.add("instructions-changed", "/instructions", "", stated(o.Instructions), stated(n.Instructions), "The instructions are other text.")
	}
	for _, name := range sortedKeys(o.Audiences, n.Audiences) {
		was, before := o.Audiences[name]
		is, now := n.Audiences[name]
		ptr := "/audiences/" + esc(name)
		switch {
		case before != now:
			value(s, "audience-defined", ptr, "", "The audience "+name, was, is)
		case was != is:
			s.add("audience-condition", ptr, "", was, is, "%s Whether that lets in more people is not proved.",
				moved("Who belongs to "+name, was, is)).Unproven = true
		}
	}
	s.companions(o, n)
	s.servers(o, n)
	s.auth(o, n)
	s.sources(o, n)
}

func (s *scope) companions(o, n *tool.Set) {
	for _, key := range sortedKeys(o.Companions, n.Companions) {
		was, is := o.Companions[key], n.Companions[key]
		ptr := "/companions/" + esc(key)
		if a, b := orWord(was.Name, key), orWord(is.Name, key); a != b {
			s.add("companion-renamed", ptr+"/name", "", a, b, "The companion tool %s is called %s now: calls of %s fail.", a, b, a)
		}
		value(s, "companion-text", ptr+"/description", "", "The description of the companion tool "+key, was.Description, is.Description)
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
func (s *scope) servers(o, n *tool.Set) {
	all := func(set *tool.Set) []string {
		var out []string
		for _, key := range sortedKeys(set.Servers, nil) {
			out = append(out, hosts(set.Servers[key])...)
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	s.members("host-added", "host-removed", "/servers/hosts", "server", "Requests may go to %s, too.", "Requests may not go to %s any more.", all(o), all(n))
	for _, key := range sortedKeys(o.Servers, n.Servers) {
		was, before := o.Servers[key]
		is, now := n.Servers[key]
		ptr := "/servers/" + esc(key)
		if plain(is.URL) && !plain(was.URL) {
			s.add("host-plain", ptr+"/url", "server", stated(was.URL), is.URL, "Requests to %s are not encrypted.", is.URL)
		}
		if before != now {
			value(s, "server-defined", ptr, "server", "The server "+key, was, is)
			continue
		}
		value(s, "url-changed", ptr+"/url", "server", "The address of the server "+key, was.URL, is.URL)
		s.members("host-added", "host-removed", ptr+"/hosts", "server", "Requests of "+key+" may go to %s, too.", "Requests of "+key+" may not go to %s any more.",
			hosts(was), hosts(is))
		s.order("server-defined", ptr+"/hosts", "server", "The order of hosts", hosts(was), hosts(is))
		value(s, "network-changed", ptr+"/network", "server", "The network of the server "+key, was.Network, is.Network)
		if equal(hosts(was), hosts(is)) && !equal(was.Hosts, is.Hosts) {
			value(s, "server-defined", ptr+"/stated", "server", "The stated hosts of the server "+key, was.Hosts, is.Hosts)
		}
	}
}

func (s *scope) auth(o, n *tool.Set) {
	for _, key := range sortedKeys(o.Auth, n.Auth) {
		was, before := o.Auth[key]
		is, now := n.Auth[key]
		ptr := "/auth/" + esc(key)
		switch {
		case !before:
			s.add("credential-added", ptr, "auth", nil, is, "The credential %s is new: %s.", key, credentialWords(is))
		case !now:
			s.add("credential-removed", ptr, "auth", was, nil, "The credential %s is gone.", key)
		case !equal(was, is):
			s.add("credential-changed", ptr, "auth", was, is, "The credential %s is got or sent otherwise: %s before, %s now.", key, credentialWords(was), credentialWords(is))
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
	return clip(strings.Join(append(words, a.Scopes...), " "), 2*maxShown)
}

// sources compares the API descriptions. What they do to tools stands with the
// tools.
func (s *scope) sources(o, n *tool.Set) {
	was, is := map[string]tool.Source{}, map[string]tool.Source{}
	for _, src := range o.Sources {
		was[src.ID] = src
	}
	for _, src := range n.Sources {
		is[src.ID] = src
	}
	for _, id := range sortedKeys(was, is) {
		a, b := was[id], is[id]
		ptr := "/sources/" + esc(id)
		value(s, "source-changed", ptr+"/title", "", "The title of "+id, a.Title, b.Title)
		value(s, "source-changed", ptr+"/version", "", "The version of "+id, a.Version, b.Version)
		value(s, "source-changed", ptr+"/dialect", "", "The dialect of "+id, a.Dialect, b.Dialect)
		value(s, "source-changed", ptr+"/closed", "", "That "+id+" is a closed world", a.Closed, b.Closed)
		s.files(ptr+"/files", "a file of "+id, a.Files, b.Files)
		s.files(ptr+"/patches", "a patch of "+id, a.Patches, b.Patches)
	}
}

func (s *scope) files(ptr, what string, o, n []tool.File) {
	was, is := map[string]string{}, map[string]string{}
	for _, f := range o {
		was[f.Path] = f.SHA256
	}
	for _, f := range n {
		is[f.Path] = f.SHA256
	}
	for _, path := range sortedKeys(was, is) {
		a, b := was[path], is[path]
		switch {
		case a == b:
		case a == "":
			s.add("source-changed", ptr+"/"+esc(path), "", nil, b, "%s is new: %s.", upper(what), path)
		case b == "":
			s.add("source-changed", ptr+"/"+esc(path), "", a, nil, "%s is gone: %s.", upper(what), path)
		default:
			s.add("source-changed", ptr+"/"+esc(path), "", a, b, "%s changed: %s.", upper(what), path)
		}
	}
	if equal(len(o), len(n)) && len(was) == len(is) && !equal(o, n) {
		names := func(list []tool.File) []string {
			var out []string
			for _, f := range list {
				out = append(out, f.Path)
			}
			return out
		}
		s.order("source-changed", ptr, "", "The order of files", names(o), names(n))
	}
}
