package source

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// bindAuth enters the auth entries of a source in the set: those of the
// description's schemes under s.auth, new ones under s.Added.
func (set *Set) bindAuth(s *Source) {
	for i := range s.Decl.Auth {
		a := &s.Decl.Auth[i]
		scheme, known := s.Doc.Schemes[a.Name.V]
		if !known && !a.Type.Set && !a.None.Set && !a.Exchange.Set && !a.Account.Set {
			names := sortedKeys(s.Doc.Schemes)
			set.diags.Errorf(a.Name.Pos, "dead-scheme", "source %s: the description has no security scheme %q%s",
				s.Decl.Name.V, a.Name.V, diag.DidYouMean(a.Name.V, names))
			set.diags.Hint("a new one says its type: bearer, basic, apiKey or oauth2")
			s.broken = true
			continue
		}
		out, ok := set.authScheme(a, scheme, known)
		if !ok {
			s.broken = true
			continue
		}
		key := s.Decl.Name.V + "." + a.Name.V
		set.Auth[key] = out
		s.Auth[a.Name.V] = key // also a new one: security may name what the description forgot to define
		if !known {
			s.Added = append(s.Added, key)
		}
	}
	slices.Sort(s.Added)
	if len(s.Decl.Auth) == 0 && len(s.Doc.Schemes) == 0 {
		set.diags.Warnf(s.Decl.Name.Pos, "auth-undeclared", "source %s: the description says nothing about security, so requests carry no credential", s.Decl.Name.V)
		set.diags.Hint(`write auth: {key: {type: bearer, secret: "env:NAME"}}, or auth: {open: {none: "<why>"}}`)
	}
}

// authScheme joins what the overlay and the description say.
func (set *Set) authScheme(a *overlay.Auth, scheme oas.Scheme, known bool) (tool.AuthScheme, bool) {
	out := tool.AuthScheme{
		Type: a.Type.V, In: a.In.V, Name: a.Param.V, Prefix: a.Prefix.V, Secret: a.Secret.V, Username: a.Username.V,
		TokenURL: a.TokenURL.V, ClientID: a.ClientID.V, ClientSecret: a.ClientSecret.V, Scopes: overlay.Values(a.Scopes),
		Method: a.Method.V, Exchange: a.Exchange.V, Audience: a.Audience.V, Account: a.Account.V, None: a.None.V,
	}
	if known && out.None == "" && !set.fromDocument(a, scheme, &out) {
		return out, false
	}
	switch {
	case out.None != "":
		out.Type = "none"
	case out.Exchange != "" || out.Account != "":
		out.Type = "oauth2" // the token is the caller's own
	}
	return out, set.checkAuth(a, &out)
}

// fromDocument completes out with the description's scheme.
func (set *Set) fromDocument(a *overlay.Auth, scheme oas.Scheme, out *tool.AuthScheme) bool {
	want := ""
	switch scheme.Type {
	case "apiKey":
		want = "apiKey"
		if out.In == "" && slices.Contains([]tool.In{tool.InHeader, tool.InQuery, tool.InCookie}, scheme.In) {
			out.In = string(scheme.In) // what says it stands elsewhere does not say where
		}
		if out.Name == "" {
			out.Name = scheme.Param
		}
	case "http":
		if scheme.HTTP == "basic" || scheme.HTTP == "bearer" {
			want = scheme.HTTP
		}
	case "oauth2", "openIdConnect":
		if want = "bearer"; a.ClientID.Set || a.ClientSecret.Set || a.TokenURL.Set { // else: somebody else got the token
			if want = "oauth2"; out.TokenURL == "" && !a.Exchange.Set {
				out.TokenURL = scheme.Token
			}
		}
	}
	if out.Type == "" {
		out.Type = want
	}
	switch {
	case out.Type == "":
		set.diags.Errorf(a.Name.Pos, "unsupported-scheme", "auth %s: schemes of type %s are not supported", a.Name.V, strings.TrimSpace(scheme.Type+" "+scheme.HTTP))
		set.diags.Relate(scheme.Pos, "the scheme")
		if scheme.Type == "http" && scheme.HTTP != "" && scheme.HTTP != "digest" {
			set.diags.Hint("where the word stands before a token: {type: bearer, prefix: %s, secret: …}", scheme.HTTP)
		} else {
			set.diags.Hint("state another way that the API accepts: {type: bearer, secret: …}")
		}
		return false
	case want == "apiKey" && out.Type != "apiKey":
		out.In, out.Name = a.In.V, a.Param.V // the overlay corrects the description
	}
	return true
}

// authKeys says which keys a kind of auth entry needs and which it may have.
func authKeys(kind string) (need, may []string) {
	switch kind {
	case "none":
		return []string{"none"}, nil
	case "apiKey":
		return []string{"secret", "in", "name"}, []string{"prefix"}
	case "bearer":
		return []string{"secret"}, []string{"prefix"}
	case "basic":
		return []string{"secret"}, []string{"username"}
	case "oauth2":
		return []string{"token_url", "client_id", "client_secret"}, []string{"scopes", "method", "audience"}
	case "exchange":
		return []string{"token_url", "audience"}, []string{"client_id", "client_secret", "scopes", "method", "exchange"}
	case "account":
		return nil, []string{"account", "scopes", "token_url", "client_id", "client_secret", "method"}
	}
	return nil, nil
}

// checkAuth reports what an entry of this kind lacks or must not have.
func (set *Set) checkAuth(a *overlay.Auth, out *tool.AuthScheme) bool {
	kind := out.Type
	switch {
	case out.Exchange != "":
		kind = "exchange"
	case out.Account != "":
		kind = "account"
	}
	stated := map[string]overlay.Val[string]{
		"in": a.In, "name": a.Param, "prefix": a.Prefix, "secret": a.Secret, "username": a.Username,
		"token_url": a.TokenURL, "client_id": a.ClientID, "client_secret": a.ClientSecret, "method": a.Method,
		"exchange": a.Exchange, "audience": a.Audience, "account": a.Account, "none": a.None,
	}
	if len(a.Scopes) > 0 {
		stated["scopes"] = a.Scopes[0]
	}
	have := map[string]string{
		"in": out.In, "name": out.Name, "secret": out.Secret, "token_url": out.TokenURL, "client_id": out.ClientID,
		"client_secret": out.ClientSecret, "audience": out.Audience, "none": out.None,
	}
	ok := true
	need, may := authKeys(kind)
	for _, key := range need {
		if have[key] == "" {
			set.diags.Errorf(a.Name.Pos, "missing-key", "auth %s of type %s needs the key %q", a.Name.V, kind, key)
			ok = false
		}
	}
	for _, key := range sortedKeys(stated) {
		if v := stated[key]; v.Set && !slices.Contains(need, key) && !slices.Contains(may, key) {
			set.diags.Errorf(v.Pos, "conflict", "auth %s: %s has no meaning for type %s", a.Name.V, key, kind)
			ok = false
		}
	}
	if u := out.TokenURL; u != "" && !strings.HasPrefix(u, "https://") && !strings.HasPrefix(u, "http://localhost") && !strings.HasPrefix(u, "http://127.0.0.1") {
		set.diags.Errorf(cmp.Or(a.TokenURL.Pos, a.Name.Pos), "bad-server", "auth %s: token_url must be https", a.Name.V)
		ok = false
	}
	return ok
}

// Authorised settles how requests of op prove who sends them: op as compile
// should see it, and the keys of Auth that the description does not know. A
// request is anonymous only where the description or the overlay says so; else
// it is reported, at pos and once for each source and kind of
// credential, and ok is false.
func (set *Set) Authorised(s *Source, op *oas.Operation, pos diag.Pos) (out *oas.Operation, added []string, ok bool) {
	anonymous := func(alt oas.Alternative) bool { return len(alt) == 0 }
	others := slices.DeleteFunc(slices.Clone(op.Security), anonymous)
	switch {
	case len(op.Security) == 0 && s.Doc.SecurityDeclared: // an exception that the description makes
		return op, nil, true
	case len(op.Security) == 0:
		return op, s.Added, true
	case slices.ContainsFunc(others, s.covers), len(others) == 0:
		return op, nil, true
	case len(s.Added) > 0: // the overlay knows a way that the description does not
		c := *op
		c.Security = nil
		return &c, s.Added, true
	case len(others) < len(op.Security): // anonymous, since none of the others is bound
		return op, nil, true
	}
	var ways []string
	for _, alt := range op.Security {
		var names []string
		for _, use := range alt {
			names = append(names, use.Name)
		}
		ways = append(ways, strings.Join(names, " with "))
	}
	c := *op
	c.Security = nil // so that the rest of the tool is checked all the same
	key := s.Decl.Name.V + ":" + strings.Join(ways, "|")
	if s.broken || set.unauthorised[key] { // one mistake, one diagnostic
		return &c, nil, false
	}
	set.unauthorised[key] = true
	set.diags.Errorf(pos, "auth-missing", "%s %s needs a credential (%s), and source %s configures none of these",
		op.Method, op.Path, strings.Join(ways, ", or "), s.Decl.Name.V)
	set.diags.Hint("under sources.%s write %s", s.Decl.Name.V, s.suggest(op.Security))
	set.diags.Relate(op.Security[0][0].Pos, "required here")
	return &c, nil, false
}

// covers reports whether every scheme of an alternative is configured.
func (s *Source) covers(alt oas.Alternative) bool {
	return !slices.ContainsFunc(alt, func(u oas.Use) bool { return s.Auth[u.Name] == "" })
}

// suggest gives the auth block that would satisfy the first alternative whose
// schemes are all known.
func (s *Source) suggest(alts []oas.Alternative) string {
	best := alts[0]
	for _, alt := range alts {
		if !slices.ContainsFunc(alt, func(u oas.Use) bool { return s.Doc.Schemes[u.Name].Type == "mutualTLS" }) {
			best = alt
			break
		}
	}
	var parts []string
	for _, u := range best {
		fields := `secret: "env:` + EnvName(s.Decl.Name.V) + `"`
		if sc := s.Doc.Schemes[u.Name]; sc.Type == "http" && sc.HTTP == "basic" {
			fields = "username: …, " + fields
		}
		if s.Doc.Schemes[u.Name].Type == "" {
			fields = "type: bearer, " + fields
		}
		parts = append(parts, u.Name+": {"+fields+"}")
	}
	return "auth: {" + strings.Join(parts, ", ") + "}"
}

// EnvName proposes an environment variable for the secret of a source.
func EnvName(source string) string {
	return strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(source)) + "_TOKEN"
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
