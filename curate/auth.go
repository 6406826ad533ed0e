package curate

import (
	"maps"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// bindAuth enters the auth entries of a source in the set: those of the
// description's schemes under s.auth, new ones under s.added.
func (b *builder) bindAuth(s *source) {
	for i := range s.decl.Auth {
		a := &s.decl.Auth[i]
		scheme, known := s.doc.Schemes[a.Name.V]
		if !known && !a.Type.Set && !a.None.Set {
			names := sortedKeys(s.doc.Schemes)
			b.diags.Errorf(a.Name.Pos, "dead-scheme", "source %s: the description has no security scheme %q%s",
				s.decl.Name.V, a.Name.V, diag.DidYouMean(a.Name.V, names))
			b.diags.Hint("a new one says its type: bearer, basic or apiKey")
			continue
		}
		out, ok := b.authScheme(a, scheme, known)
		if !ok {
			continue
		}
		key := s.decl.Name.V + "." + a.Name.V
		b.auth[key] = out
		if known {
			s.auth[a.Name.V] = key
		} else {
			s.added = append(s.added, key)
		}
	}
	slices.Sort(s.added)
	if len(s.decl.Auth) == 0 && len(s.doc.Schemes) == 0 {
		b.diags.Warnf(s.decl.Name.Pos, "auth-undeclared", "source %s: the description says nothing about security, so requests carry no credential", s.decl.Name.V)
		b.diags.Hint(`write auth: {key: {type: bearer, secret: "env:NAME"}}, or auth: {open: {none: "<why>"}}`)
	}
}

// authScheme joins what the overlay and the description say.
func (b *builder) authScheme(a *overlay.Auth, scheme oas.Scheme, known bool) (tool.AuthScheme, bool) {
	if a.None.Set {
		for _, v := range []overlay.Val[string]{a.Type, a.Secret, a.In, a.Param, a.Prefix, a.Username} {
			if v.Set {
				b.diags.Errorf(v.Pos, "conflict", "auth %s: none stands alone", a.Name.V)
			}
		}
		return tool.AuthScheme{Type: "none", None: a.None.V}, true
	}
	out := tool.AuthScheme{
		Type: a.Type.V, In: a.In.V, Name: a.Param.V, Prefix: a.Prefix.V,
		Secret: a.Secret.V, Username: a.Username.V,
	}
	if known && !b.fromDocument(a, scheme, &out) {
		return out, false
	}
	return out, b.checkAuth(a, &out)
}

// fromDocument completes out with the description's scheme.
func (b *builder) fromDocument(a *overlay.Auth, scheme oas.Scheme, out *tool.AuthScheme) bool {
	want := ""
	switch scheme.Type {
	case "apiKey":
		want = "apiKey"
		if out.In == "" {
			out.In = string(scheme.In)
		}
		if out.Name == "" {
			out.Name = scheme.Param
		}
	case "http":
		if scheme.HTTP == "basic" || scheme.HTTP == "bearer" {
			want = scheme.HTTP
		}
	case "oauth2", "openIdConnect": // a secret is an access token that somebody else got
		want = "bearer"
	}
	if out.Type == "" {
		out.Type = want
	}
	switch {
	case out.Type == "":
		b.diags.Errorf(a.Name.Pos, "unsupported-scheme", "auth %s: schemes of type %s are not supported", a.Name.V, strings.TrimSpace(scheme.Type+" "+scheme.HTTP))
		b.diags.Relate(scheme.Pos, "the scheme")
		b.diags.Hint("state another way that the API accepts: {type: bearer, secret: …}")
		return false
	case want == "apiKey" && out.Type != "apiKey":
		out.In, out.Name = a.In.V, a.Param.V // the overlay corrects the description
	}
	return true
}

// checkAuth reports what a scheme of this type lacks or must not have.
func (b *builder) checkAuth(a *overlay.Auth, out *tool.AuthScheme) bool {
	ok := true
	need := func(v, key string) {
		if v == "" {
			b.diags.Errorf(a.Name.Pos, "missing-key", "auth %s of type %s needs the key %q", a.Name.V, out.Type, key)
			ok = false
		}
	}
	refuse := func(v overlay.Val[string], key string) {
		if v.Set {
			b.diags.Errorf(v.Pos, "conflict", "auth %s: %s has no meaning for type %s", a.Name.V, key, out.Type)
			ok = false
		}
	}
	if out.Type == "oauth2" {
		b.diags.Errorf(a.Type.Pos, "not-yet", "auth %s: %q is part of the format but not supported yet", a.Name.V, "oauth2")
		return false
	}
	need(out.Secret, "secret")
	if out.Type == "apiKey" {
		need(out.In, "in")
		need(out.Name, "name")
	} else {
		refuse(a.In, "in")
		refuse(a.Param, "name")
	}
	if out.Type != "basic" {
		refuse(a.Username, "username")
	}
	return ok
}

// authorised settles how requests of op prove who sends them: op as compile
// should see it, and the keys of Auth that the description does not know. A
// request is anonymous only where the description or the overlay says so; else
// it is reported at pos and ok is false.
func (b *builder) authorised(s *source, op *oas.Operation, pos diag.Pos) (out *oas.Operation, added []string, ok bool) {
	switch {
	case len(op.Security) == 0 && s.doc.SecurityDeclared: // an exception that the description makes
		return op, nil, true
	case len(op.Security) == 0:
		return op, s.added, true
	case slices.ContainsFunc(op.Security, s.covers):
		return op, nil, true
	case len(s.added) > 0: // the overlay knows a way that the description does not
		c := *op
		c.Security = nil
		return &c, s.added, true
	}
	var ways []string
	for _, alt := range op.Security {
		var names []string
		for _, use := range alt {
			names = append(names, use.Name)
		}
		ways = append(ways, strings.Join(names, " with "))
	}
	b.diags.Errorf(pos, "auth-missing", "%s %s needs a credential (%s), and source %s configures none of these",
		op.Method, op.Path, strings.Join(ways, ", or "), s.decl.Name.V)
	b.diags.Hint("under sources.%s write %s", s.decl.Name.V, s.suggest(op.Security))
	b.diags.Relate(op.Security[0][0].Pos, "required here")
	return op, nil, false
}

// credentials binds parameters that carry a credential to the secret of the
// auth entry that names them, and gives the entries that are left to be sent
// in the usual way.
func (p *planner) credentials(added []string) []string {
	left := slices.Clone(added)
	for _, a := range p.source.decl.Auth {
		key := p.source.decl.Name.V + "." + a.Name.V
		at := tool.Locator{In: tool.In(a.In.V), Name: a.Param.V}
		if !slices.Contains(p.source.added, key) || p.auth[key].Type != "apiKey" || !compile.Locate(p.op, p.plan.Media, at).OK {
			continue
		}
		if p.claim(at, "auth", a.Name.Pos) {
			p.plan.Fixed = append(p.plan.Fixed, compile.Fixed{At: at, Value: tool.Value{Secret: key}, From: a.Name.Pos})
		}
		left = slices.DeleteFunc(left, func(k string) bool { return k == key })
	}
	return left
}

// covers reports whether every scheme of an alternative is configured.
func (s *source) covers(alt oas.Alternative) bool {
	return !slices.ContainsFunc(alt, func(u oas.Use) bool { return s.auth[u.Name] == "" })
}

// suggest gives the auth block that would satisfy the first alternative whose
// schemes are all known.
func (s *source) suggest(alts []oas.Alternative) string {
	best := alts[0]
	for _, alt := range alts {
		if !slices.ContainsFunc(alt, func(u oas.Use) bool { return s.doc.Schemes[u.Name].Type == "mutualTLS" }) {
			best = alt
			break
		}
	}
	var parts []string
	for _, u := range best {
		fields := `secret: "env:` + envName(s.decl.Name.V) + `"`
		if sc := s.doc.Schemes[u.Name]; sc.Type == "http" && sc.HTTP == "basic" {
			fields = "username: …, " + fields
		}
		if s.doc.Schemes[u.Name].Type == "" {
			fields = "type: bearer, " + fields
		}
		parts = append(parts, u.Name+": {"+fields+"}")
	}
	return "auth: {" + strings.Join(parts, ", ") + "}"
}

// envName makes the name of an environment variable.
func envName(source string) string {
	return strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(source)) + "_TOKEN"
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
