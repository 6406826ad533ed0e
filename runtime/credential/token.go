package credential

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
	"golang.org/x/sync/singleflight"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

const (
	tokenSkew    = 60 * time.Second // a token this close to its end is not used any more
	tokenLife    = 5 * time.Minute  // of a token that states none
	tokenTimeout = 10 * time.Second
	maxTokens    = 10_000
)

// tokens holds access tokens by what they were issued for.
type tokens struct {
	opts    AuthorityOptions
	flights singleflight.Group

	mu    sync.Mutex
	cache map[string]issued
}

type issued struct {
	token   Secret
	expires time.Time
	serial  uint64
}

func newTokens(opts AuthorityOptions) *tokens {
	return &tokens{opts: opts, cache: map[string]issued{}}
}

// cacheKey tells tokens apart. An exchanged token belongs to one caller.
func cacheKey(use tool.AuthUse, s tool.AuthScheme, p runtime.Principal) string {
	key := use.Scheme + "\x00" + strings.Join(scopes(use, s), " ")
	if s.Exchange != "" {
		key += "\x00" + p.Key()
	}
	return key
}

// scopes gives the narrowest set that is stated: what the operation needs, else
// what the scheme lists.
func scopes(use tool.AuthUse, s tool.AuthScheme) []string {
	if len(use.Scopes) > 0 {
		return use.Scopes
	}
	return s.Scopes
}

// token gives an access token, from the cache or from the token endpoint. Calls
// that need the same one wait for one request.
func (t *tokens) token(ctx context.Context, use tool.AuthUse, s tool.AuthScheme, p runtime.Principal) (Secret, *runtime.Problem) {
	key := cacheKey(use, s, p)
	if have, ok := t.cached(key); ok {
		return have.token, nil
	}
	flight := t.flights.DoChan(key, func() (any, error) {
		if have, ok := t.cached(key); ok { // another flight has just landed
			return have, nil
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tokenTimeout)
		defer cancel()
		got, err := t.fetch(ctx, use, s, p)
		if err == nil {
			t.keep(key, got)
		}
		return got, err
	})
	select {
	case <-ctx.Done():
		return Secret{}, runtime.NewProblem(runtime.CodeTimeout, "No access token was issued in time. Nothing was sent; try again.")
	case r := <-flight:
		if r.Err != nil {
			t.opts.Log.Error("no access token", "scheme", use.Scheme, "error", t.opts.Resolver.scrub.Scrub(reason(r.Err)))
			return Secret{}, tokenProblem(use.Scheme, r.Err)
		}
		return r.Val.(issued).token, nil
	}
}

// cached gives a token that is still good.
func (t *tokens) cached(key string) (issued, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	have, ok := t.cache[key]
	return have, ok && t.opts.Now().Before(have.expires)
}

func (t *tokens) keep(key string, got issued) {
	t.opts.Resolver.scrub.Add(got.token)
	got.serial = t.opts.Resolver.serial.Add(1)
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.cache) >= maxTokens {
		clear(t.cache)
	}
	t.cache[key] = got
}

// forget drops a token, unless it was issued after mark.
func (t *tokens) forget(key string, mark uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cache[key].serial <= mark {
		delete(t.cache, key)
	}
}

// errSetup is an error that the operator must mend.
var errSetup = errors.New("not set up")

// fetch asks the token endpoint: client credentials (RFC 6749 §4.4) or, for the
// caller, token exchange (RFC 8693).
func (t *tokens) fetch(ctx context.Context, use tool.AuthUse, s tool.AuthScheme, p runtime.Principal) (issued, error) {
	if t.opts.Client == nil {
		return issued{}, errSetup
	}
	client, err := t.opts.Client(s.TokenURL)
	if err != nil {
		return issued{}, fmt.Errorf("%w: %w", errSetup, err)
	}
	conf := clientcredentials.Config{ClientID: s.ClientID, TokenURL: s.TokenURL, Scopes: slices.Clone(scopes(use, s)), AuthStyle: oauth2.AuthStyleInHeader, EndpointParams: url.Values{}}
	if s.Audience != "" {
		conf.EndpointParams.Set("audience", s.Audience)
	}
	if s.Exchange != "" {
		if p.Proof.IsZero() {
			return issued{}, errNoProof
		}
		conf.EndpointParams.Set("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange")
		t.opts.Resolver.scrub.Add(NewSecret(p.Proof.Token()))
		conf.EndpointParams.Set("subject_token", p.Proof.Token())
		conf.EndpointParams.Set("subject_token_type", "urn:ietf:params:oauth:token-type:access_token")
		conf.EndpointParams.Set("requested_token_type", "urn:ietf:params:oauth:token-type:access_token")
	}
	if err := t.authenticate(ctx, &conf, s); err != nil {
		return issued{}, err
	}
	token, err := conf.Token(context.WithValue(ctx, oauth2.HTTPClient, client))
	if err != nil {
		return issued{}, err
	}
	if !strings.EqualFold(token.Type(), "Bearer") || carries("header", token.AccessToken) != nil {
		return issued{}, fmt.Errorf("%w: the token is not a bearer token", errSetup)
	}
	expires := token.Expiry
	if expires.IsZero() {
		expires = t.opts.Now().Add(tokenLife)
	} else if life := expires.Sub(t.opts.Now()); life > 2*tokenSkew {
		expires = expires.Add(-tokenSkew)
	} else {
		expires = expires.Add(-life / 2)
	}
	return issued{token: NewSecret(token.AccessToken), expires: expires}, nil
}

// authenticate fills in how the client proves itself to the token endpoint.
func (t *tokens) authenticate(ctx context.Context, conf *clientcredentials.Config, s tool.AuthScheme) error {
	if s.ClientSecret == "" { // a public client, or one with a certificate
		conf.AuthStyle = oauth2.AuthStyleInParams
		return nil
	}
	switch s.Method {
	case "private_key_jwt":
		pem, err := t.opts.Resolver.Text(ctx, s.ClientSecret)
		if err != nil {
			return fmt.Errorf("%w: %w", errSetup, err)
		}
		assertion, err := assertion(pem, s.ClientID, s.TokenURL, t.opts.Now())
		if err != nil {
			return fmt.Errorf("%w: client key %w", errSetup, err)
		}
		t.opts.Resolver.scrub.Add(NewSecret(assertion))
		conf.AuthStyle = oauth2.AuthStyleInParams
		conf.EndpointParams.Set("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
		conf.EndpointParams.Set("client_assertion", assertion)
		return nil
	case "post":
		conf.AuthStyle = oauth2.AuthStyleInParams
	}
	secret, err := t.opts.Resolver.Resolve(ctx, s.ClientSecret)
	if err != nil {
		return fmt.Errorf("%w: %w", errSetup, err)
	}
	conf.ClientSecret = secret.Reveal()
	return nil
}

// reason says why a token request failed. Of what the endpoint says it quotes
// the code alone, and that only where it is one.
func reason(err error) string {
	re, ok := errors.AsType[*oauth2.RetrieveError](err)
	if !ok || re.Response == nil {
		return err.Error()
	}
	text := fmt.Sprintf("token endpoint answers %d", re.Response.StatusCode)
	if len(re.ErrorCode) <= 40 && strings.Trim(re.ErrorCode, "abcdefghijklmnopqrstuvwxyz_") == "" {
		text += " " + re.ErrorCode
	}
	return strings.TrimSpace(text)
}

var errNoProof = errors.New("the caller has no token to exchange")

// tokenProblem says what a failed token request means. What the endpoint said is
// foreign and may quote secrets: it is dropped.
func tokenProblem(scheme string, err error) *runtime.Problem {
	if errors.Is(err, errSetup) {
		return missing(scheme)
	}
	if errors.Is(err, errNoProof) {
		return runtime.NewProblem(runtime.CodeUnauthenticated, "The upstream wants to know on whose behalf this call is made, and this connection does not say. Trying again does not help; tell the operator.")
	}
	if re, ok := errors.AsType[*oauth2.RetrieveError](err); ok && re.Response != nil {
		if re.Response.StatusCode/100 == 4 && re.Response.StatusCode != http.StatusTooManyRequests {
			return runtime.NewProblem(runtime.CodeUnauthenticated, "")
		}
	}
	return runtime.NewProblem(runtime.CodeDependencyUnavailable, "The service that issues access tokens cannot be reached. Nothing was changed. Try again later.")
}
