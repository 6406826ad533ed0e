package credential

import (
	"context"
	"encoding/base64"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

// AuthorityOptions say what an Authority works with.
type AuthorityOptions struct {
	// Resolver reads secrets; it is required.
	Resolver *Resolver
	// Client gives the client for a token endpoint, guarded as the upstream's is.
	// Nil: schemes that need a token endpoint cannot be used.
	Client func(tokenURL string) (*http.Client, error)
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Log takes what an operator has to mend: which scheme, and what about its
	// secret; never a value. Nil drops it.
	Log *slog.Logger
}

// Authority puts credentials on requests. It is safe for concurrent use.
type Authority struct {
	schemes  map[string]tool.AuthScheme
	resolver *Resolver
	tokens   *tokens
	log      *slog.Logger
}

// NewAuthority makes an authority over the schemes of a set.
func NewAuthority(schemes map[string]tool.AuthScheme, opts AuthorityOptions) *Authority {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	return &Authority{schemes: schemes, resolver: opts.Resolver, tokens: newTokens(opts), log: opts.Log}
}

// Choose picks the alternative by which requests are authenticated: the first
// whose schemes are all configured and whose secrets are all there; then the
// first whose schemes are configured, so that a missing secret is an error when
// the tool is called and never turns into an anonymous request. An empty
// alternative, anonymous, is taken only if the set binds the schemes of no other
// one, be they such that they cannot be used here. ok is false when there is
// nothing to choose. mtls says that the server is reached
// with a client certificate.
func (a *Authority) Choose(alternatives [][]tool.AuthUse, mtls bool) (uses []tool.AuthUse, ok bool) {
	if len(alternatives) == 0 {
		return nil, true
	}
	var configured [][]tool.AuthUse
	anonymous, bound := false, false
	for _, uses := range alternatives {
		switch {
		case len(uses) == 0:
			anonymous = true
		case a.configured(uses, mtls):
			configured = append(configured, uses)
		default:
			bound = bound || a.bound(uses)
		}
	}
	for _, uses := range configured {
		if a.present(uses) {
			return uses, true
		}
	}
	if len(configured) > 0 {
		return configured[0], true
	}
	return nil, anonymous && !bound
}

// bound reports whether the set has all schemes of uses.
func (a *Authority) bound(uses []tool.AuthUse) bool {
	return !slices.ContainsFunc(uses, func(u tool.AuthUse) bool {
		_, ok := a.schemes[u.Scheme]
		return !ok
	})
}

func (a *Authority) configured(uses []tool.AuthUse, mtls bool) bool {
	for _, use := range uses {
		s, ok := a.schemes[use.Scheme]
		if !ok || s.Account != "" {
			return false
		}
		switch s.Type {
		case "none":
		case "mutualTLS":
			ok = mtls
		case "apiKey":
			ok = s.Secret != "" && s.Name != ""
		case "basic", "bearer":
			ok = s.Secret != "" || s.TokenURL != ""
		case "oauth2", "openIdConnect":
			ok = s.TokenURL != "" || s.Secret != ""
		default:
			ok = false
		}
		if !ok {
			return false
		}
	}
	return true
}

func (a *Authority) present(uses []tool.AuthUse) bool {
	for _, use := range uses {
		s := a.schemes[use.Scheme]
		for _, ref := range []string{s.Secret, s.ClientSecret} {
			if ref != "" && !a.resolver.Present(ref) {
				return false
			}
		}
	}
	return true
}

// Place is where a credential is written.
type Place struct {
	In   tool.In
	Name string
}

// Places gives where the credentials of uses are written, so that no value of a
// caller is written there.
func (a *Authority) Places(uses []tool.AuthUse) []Place {
	var places []Place
	for _, use := range uses {
		switch s := a.schemes[use.Scheme]; s.Type {
		case "apiKey":
			places = append(places, Place{tool.In(s.In), s.Name})
		case "basic", "bearer", "oauth2", "openIdConnect":
			places = append(places, Place{tool.InHeader, "Authorization"})
		}
	}
	return places
}

// Apply puts the credentials of uses on a finished request. It changes headers
// and, for keys in a query, the query; never the method, the path or the body.
// The problem, if any, holds no secret and no name of one.
func (a *Authority) Apply(ctx context.Context, req *http.Request, uses []tool.AuthUse, p runtime.Principal) *runtime.Problem {
	for _, use := range uses {
		if problem := a.apply(ctx, req, use, p); problem != nil {
			return problem
		}
	}
	return nil
}

func (a *Authority) apply(ctx context.Context, req *http.Request, use tool.AuthUse, p runtime.Principal) *runtime.Problem {
	s := a.schemes[use.Scheme]
	switch s.Type {
	case "none", "mutualTLS":
		return nil
	}
	if s.TokenURL != "" {
		token, problem := a.tokens.token(ctx, use, s, p)
		if problem != nil {
			return problem
		}
		return setHeader(req, "Authorization", "Bearer "+token.Reveal())
	}
	secret, err := a.resolver.Resolve(ctx, s.Secret)
	if err != nil {
		return a.missing(use.Scheme, err)
	}
	switch s.Type {
	case "basic":
		return a.basic(ctx, req, use.Scheme, s, secret)
	case "apiKey":
		if err := carries(s.In, secret.Reveal()); err != nil {
			return a.missing(use.Scheme, err)
		}
		return key(req, s, withPrefix(s.Prefix, secret.Reveal()))
	}
	if err := carries("header", secret.Reveal()); err != nil {
		return a.missing(use.Scheme, err)
	}
	return setHeader(req, "Authorization", withPrefix(firstOf(s.Prefix, "Bearer"), secret.Reveal()))
}

// carries says why a secret cannot be written as it is where it belongs: a
// transport would cut it, or a reader would find two values in it. In a query it
// is encoded.
func carries(in, secret string) error {
	if in == "query" {
		return nil
	}
	for i := 0; i < len(secret); i++ {
		switch c := secret[i]; {
		case c < 0x20 || c >= 0x7F:
			return errors.New("holds a character that a header cannot carry")
		case c == ';' && in == "cookie":
			return errors.New("holds a semicolon, which ends a cookie")
		}
	}
	if secret != strings.Trim(secret, " ") {
		return errors.New("begins or ends with a blank, which is cut off on the way")
	}
	return nil
}

// basic writes RFC 7617. Without a user name the secret is "user:password".
func (a *Authority) basic(ctx context.Context, req *http.Request, scheme string, s tool.AuthScheme, secret Secret) *runtime.Problem {
	pair := secret.Reveal()
	if s.Username != "" {
		user, err := a.resolver.text(ctx, s.Username)
		if err == nil && strings.Contains(user, ":") {
			err = errors.New("a user name holds no colon")
		}
		if err != nil {
			return a.missing(scheme, err)
		}
		pair = user + ":" + pair
	}
	encoded := base64.StdEncoding.EncodeToString([]byte(pair))
	a.resolver.scrub.Add(NewSecret(encoded))
	return setHeader(req, "Authorization", "Basic "+encoded)
}

// key writes an API key as it is (OpenAPI, Security Scheme Object).
func key(req *http.Request, s tool.AuthScheme, value string) *runtime.Problem {
	switch s.In {
	case "query":
		pair := strings.ReplaceAll(url.QueryEscape(s.Name)+"="+url.QueryEscape(value), "+", "%20")
		if req.URL.RawQuery != "" {
			pair = req.URL.RawQuery + "&" + pair
		}
		req.URL.RawQuery = pair
		return nil
	case "cookie":
		pair := s.Name + "=" + value
		if have := req.Header["Cookie"]; len(have) == 1 {
			pair = have[0] + "; " + pair
		}
		req.Header["Cookie"] = []string{pair}
		return nil
	}
	return setHeader(req, s.Name, value)
}

func setHeader(req *http.Request, name, value string) *runtime.Problem {
	name = http.CanonicalHeaderKey(name)
	if _, taken := req.Header[name]; taken {
		return runtime.NewProblem(runtime.CodeConfigurationError, "Two credentials would be sent in one header. Trying again does not help; tell the operator.")
	}
	req.Header[name] = []string{value}
	return nil
}

// Mark gives a point in the order in which credentials are read and issued.
func (a *Authority) Mark() uint64 { return a.resolver.serial.Load() }

// Refresh forgets what had been read and issued for uses at mark, after an
// upstream refused it. What is newer stays: of many calls that were refused at
// once, the first gets another credential for all. Refresh reports whether
// another try can have another one.
func (a *Authority) Refresh(uses []tool.AuthUse, p runtime.Principal, mark uint64) bool {
	again := false
	for _, use := range uses {
		s := a.schemes[use.Scheme]
		if s.TokenURL != "" {
			a.tokens.forget(cacheKey(use, s, p), mark)
			again = true
			continue
		}
		if s.Secret != "" && a.resolver.Forget(s.Secret, mark) {
			again = true
		}
	}
	return again
}

// Secret gives the secret of one scheme with its prefix: a credential that an API
// wants as an ordinary parameter.
func (a *Authority) Secret(ctx context.Context, scheme string) (string, *runtime.Problem) {
	s, ok := a.schemes[scheme]
	if !ok {
		return "", a.missing(scheme, errors.New("is not in the set"))
	}
	secret, err := a.resolver.Resolve(ctx, s.Secret)
	if err != nil {
		return "", a.missing(scheme, err)
	}
	return withPrefix(s.Prefix, secret.Reveal()), nil
}

// missing tells the operator what is wrong, and the caller only that something
// is.
func (a *Authority) missing(scheme string, err error) *runtime.Problem {
	a.log.Error("credential is not set up", "scheme", scheme, "error", err)
	return missing(scheme)
}

func missing(scheme string) *runtime.Problem {
	return runtime.NewProblem(runtime.CodeConfigurationError,
		"The credential "+scheme+" of this tool is not set up. Trying again does not help; tell the operator.")
}

func withPrefix(prefix, value string) string {
	if prefix == "" {
		return value
	}
	return prefix + " " + value
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// text gives a setting that may be written out or be a reference.
func (r *Resolver) text(ctx context.Context, s string) (string, error) {
	if !isReference(s) {
		return s, nil
	}
	secret, err := r.Resolve(ctx, s)
	return secret.Reveal(), err
}

// Personal reports whether uses authenticate the caller rather than this
// service.
func (a *Authority) Personal(uses []tool.AuthUse) bool {
	for _, use := range uses {
		if a.schemes[use.Scheme].Exchange != "" {
			return true
		}
	}
	return false
}
