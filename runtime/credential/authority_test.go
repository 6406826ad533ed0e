package credential

import (
	"crypto"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

var env = map[string]string{"KEY": "key-value", "TOKEN": "token-value", "PASS": "p:x", "CLIENT": "client-secret"}

func resolver() *Resolver {
	return NewResolver(Options{Env: func(n string) (string, bool) { v, ok := env[n]; return v, ok }})
}

func authority(schemes map[string]tool.AuthScheme) *Authority {
	return NewAuthority(schemes, AuthorityOptions{Resolver: resolver(), Client: func(string) (*http.Client, error) { return http.DefaultClient, nil }})
}

func request(rawURL string) *http.Request {
	u, _ := url.Parse(rawURL)
	return &http.Request{Method: "GET", URL: u, Header: http.Header{}}
}

func TestApply(t *testing.T) {
	for _, tt := range []struct {
		name   string
		scheme tool.AuthScheme
		want   string // header, or query after ?
	}{
		{"bearer", tool.AuthScheme{Type: "bearer", Secret: "env:TOKEN"}, "Authorization: Bearer token-value"},
		{"bearer with a prefix", tool.AuthScheme{Type: "bearer", Prefix: "Token", Secret: "env:TOKEN"}, "Authorization: Token token-value"},
		{"key in a header", tool.AuthScheme{Type: "apiKey", In: "header", Name: "X-Key", Secret: "env:KEY"}, "X-Key: key-value"},
		{"key in Authorization", tool.AuthScheme{Type: "apiKey", In: "header", Name: "Authorization", Secret: "env:KEY"}, "Authorization: key-value"},
		{"key in the query", tool.AuthScheme{Type: "apiKey", In: "query", Name: "api_key", Secret: "env:PASS"}, "?a=1&api_key=p%3Ax"},
		{"a name with a blank", tool.AuthScheme{Type: "apiKey", In: "query", Name: "api key", Secret: "env:PASS"}, "?a=1&api%20key=p%3Ax"},
		{"key in a cookie", tool.AuthScheme{Type: "apiKey", In: "cookie", Name: "sid", Secret: "env:KEY"}, "Cookie: sid=key-value"},
		{"basic", tool.AuthScheme{Type: "basic", Username: "u", Secret: "env:PASS"}, "Authorization: Basic dTpwOng="},
		{"basic, and the user name is a reference", tool.AuthScheme{Type: "basic", Username: "env:KEY", Secret: "env:TOKEN"}, "Authorization: Basic a2V5LXZhbHVlOnRva2VuLXZhbHVl"},
		{"basic without a user name", tool.AuthScheme{Type: "basic", Secret: "env:PASS"}, "Authorization: Basic cDp4"},
		{"none", tool.AuthScheme{Type: "none", None: "public"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := authority(map[string]tool.AuthScheme{"s": tt.scheme})
			req := request("https://h/p?a=1")
			if p := a.Apply(t.Context(), req, []tool.AuthUse{{Scheme: "s"}}, runtime.Principal{}); p != nil {
				t.Fatal(p.Message)
			}
			var got []string
			for k, v := range req.Header {
				got = append(got, k+": "+v[0])
			}
			if req.URL.RawQuery != "a=1" {
				got = append(got, "?"+req.URL.RawQuery)
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A user name with a colon would move the border to the password.
func TestUserNamesThatCannotBeSent(t *testing.T) {
	for _, user := range []string{"a:b", "env:PASS", "env:NONE"} {
		req := request("https://h/p")
		p := authority(map[string]tool.AuthScheme{"s": {Type: "basic", Username: user, Secret: "env:KEY"}}).Apply(t.Context(), req, []tool.AuthUse{{Scheme: "s"}}, runtime.Principal{})
		if p == nil || p.Code != runtime.CodeConfigurationError || len(req.Header) > 0 || strings.Contains(p.Message, "p:x") {
			t.Errorf("%s: %+v, sent %v", user, p, req.Header)
		}
	}
}

func TestApplyNeverMixes(t *testing.T) {
	a := authority(map[string]tool.AuthScheme{
		"one": {Type: "bearer", Secret: "env:TOKEN"}, "two": {Type: "basic", Username: "u", Secret: "env:PASS"}, "gone": {Type: "bearer", Secret: "env:ABSENT"},
		"c1": {Type: "apiKey", In: "cookie", Name: "a", Secret: "env:KEY"}, "c2": {Type: "apiKey", In: "cookie", Name: "b", Secret: "env:KEY"},
	})
	if p := a.Apply(t.Context(), request("https://h/"), []tool.AuthUse{{Scheme: "one"}, {Scheme: "two"}}, runtime.Principal{}); p == nil || p.Code != runtime.CodeConfigurationError {
		t.Errorf("two credentials in one header: %+v", p)
	}
	p := a.Apply(t.Context(), request("https://h/"), []tool.AuthUse{{Scheme: "gone"}}, runtime.Principal{})
	if p == nil || p.Code != runtime.CodeConfigurationError || strings.Contains(p.Message, "ABSENT") {
		t.Errorf("a missing secret: %+v", p)
	}
	req := request("https://h/")
	a.Apply(t.Context(), req, []tool.AuthUse{{Scheme: "c1"}, {Scheme: "c2"}}, runtime.Principal{})
	if got := req.Header["Cookie"]; len(got) != 1 || got[0] != "a=key-value; b=key-value" {
		t.Errorf("cookies: %q", got)
	}
}

func TestChoose(t *testing.T) {
	schemes := map[string]tool.AuthScheme{
		"key": {Type: "apiKey", In: "header", Name: "X", Secret: "env:KEY"}, "token": {Type: "bearer", Secret: "env:TOKEN"},
		"lost": {Type: "bearer", Secret: "env:ABSENT"}, "cert": {Type: "mutualTLS"}, "none": {Type: "none"}, "odd": {Type: "digest", Secret: "env:KEY"}, "user": {Type: "oauth2", Account: "user"},
	}
	uses := func(names ...string) []tool.AuthUse {
		out := []tool.AuthUse{}
		for _, n := range names {
			out = append(out, tool.AuthUse{Scheme: n})
		}
		return out
	}
	for _, tt := range []struct {
		name string
		from [][]tool.AuthUse
		mtls bool
		want string
	}{
		{"nothing is asked for", nil, false, "[]"},
		{"the only one", [][]tool.AuthUse{uses("key")}, false, "[key]"},
		{"the first that is configured", [][]tool.AuthUse{uses("unbound"), uses("token")}, false, "[token]"},
		{"all of one alternative are needed", [][]tool.AuthUse{uses("key", "unbound"), uses("token")}, false, "[token]"},
		{"both of one alternative", [][]tool.AuthUse{uses("key", "token")}, false, "[key token]"},
		{"the first whose secret is there", [][]tool.AuthUse{uses("lost"), uses("key")}, false, "[key]"},
		{"a missing secret is not forgotten", [][]tool.AuthUse{uses("lost"), {}}, false, "[lost]"},
		{"a credential is preferred to none", [][]tool.AuthUse{{}, uses("key")}, false, "[key]"},
		{"anonymous, because nothing is configured", [][]tool.AuthUse{uses("unbound"), {}}, false, "[]"},
		{"never anonymous for want of an account", [][]tool.AuthUse{uses("user"), {}}, false, "nothing"},
		{"never anonymous for want of a certificate", [][]tool.AuthUse{{}, uses("cert")}, false, "nothing"},
		{"anonymous where that is all there is", [][]tool.AuthUse{{}}, false, "[]"},
		{"never anonymous by silence", [][]tool.AuthUse{uses("unbound")}, false, "nothing"},
		{"anonymous by decision", [][]tool.AuthUse{uses("none")}, false, "[none]"},
		{"a certificate that is there", [][]tool.AuthUse{uses("cert")}, true, "[cert]"},
		{"a certificate that is not", [][]tool.AuthUse{uses("cert")}, false, "nothing"},
		{"a type that is not built", [][]tool.AuthUse{uses("odd")}, false, "nothing"},
		{"a connected account", [][]tool.AuthUse{uses("user")}, false, "nothing"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := authority(schemes).Choose(tt.from, tt.mtls)
			text := "nothing"
			if ok {
				names := []string{}
				for _, u := range got {
					names = append(names, u.Scheme)
				}
				text = fmt.Sprint(names)
			}
			if text != tt.want {
				t.Errorf("got %s, want %s", text, tt.want)
			}
		})
	}
}

// issuer is a token endpoint that records what it was asked.
type issuer struct {
	*httptest.Server
	asked  atomic.Int32
	mu     sync.Mutex
	form   url.Values
	header http.Header
}

func startIssuer(t *testing.T, answer func(n int32) (int, string)) *issuer {
	s := &issuer{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := s.asked.Add(1)
		r.ParseForm()
		s.mu.Lock()
		s.form, s.header = r.PostForm, r.Header
		s.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		code, body := answer(n)
		w.WriteHeader(code)
		fmt.Fprint(w, body)
	}))
	t.Cleanup(s.Close)
	return s
}

func good(n int32) (int, string) {
	return 200, fmt.Sprintf(`{"access_token":"issued-%d","token_type":"bearer","expires_in":3600}`, n)
}

func bearer(t *testing.T, a *Authority, use tool.AuthUse, p runtime.Principal) (string, *runtime.Problem) {
	t.Helper()
	req := request("https://h/")
	problem := a.Apply(t.Context(), req, []tool.AuthUse{use}, p)
	return req.Header.Get("Authorization"), problem
}

func TestClientCredentials(t *testing.T) {
	s := startIssuer(t, good)
	scheme := tool.AuthScheme{Type: "oauth2", TokenURL: s.URL, ClientID: "me", ClientSecret: "env:CLIENT", Scopes: []string{"all"}}
	a := authority(map[string]tool.AuthScheme{"o": scheme})
	use := tool.AuthUse{Scheme: "o", Scopes: []string{"read"}}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got, p := bearer(t, a, use, runtime.Principal{}); p != nil || got != "Bearer issued-1" {
				t.Errorf("%q, %+v", got, p)
			}
		})
	}
	wg.Wait()
	if n := s.asked.Load(); n != 1 {
		t.Errorf("asked %d times", n)
	}
	user, pass, _ := (&http.Request{Header: s.header}).BasicAuth()
	if user != "me" || pass != "client-secret" || s.form.Get("grant_type") != "client_credentials" || s.form.Get("scope") != "read" || s.form.Has("client_secret") {
		t.Errorf("asked with %v as %s", s.form, user)
	}
	if !a.Refresh([]tool.AuthUse{use}, runtime.Principal{}, a.Mark()) {
		t.Error("a refused token is not renewed")
	}
	if got, _ := bearer(t, a, use, runtime.Principal{}); got != "Bearer issued-2" {
		t.Errorf("after a refresh: %q", got)
	}
	if got := a.resolver.Scrubber().Scrub("issued-2 client-secret"); strings.Contains(got, "issued") || strings.Contains(got, "client-secret") {
		t.Errorf("not scrubbed: %s", got)
	}
}

func TestClientSecretInTheBody(t *testing.T) {
	s := startIssuer(t, good)
	a := authority(map[string]tool.AuthScheme{"o": {Type: "oauth2", TokenURL: s.URL, ClientID: "me", ClientSecret: "env:CLIENT", Method: "post", Audience: "https://api"}})
	bearer(t, a, tool.AuthUse{Scheme: "o"}, runtime.Principal{})
	if s.form.Get("client_id") != "me" || s.form.Get("client_secret") != "client-secret" || s.form.Get("audience") != "https://api" || s.header.Get("Authorization") != "" {
		t.Errorf("asked with %v", s.form)
	}
}

func TestPrivateKeyJWT(t *testing.T) {
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	der, _ := x509.MarshalPKCS8PrivateKey(key)
	env := map[string]string{"PEM": string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))}
	s := startIssuer(t, good)
	a := NewAuthority(map[string]tool.AuthScheme{"o": {Type: "oauth2", TokenURL: s.URL, ClientID: "me", ClientSecret: "env:PEM", Method: "private_key_jwt"}}, AuthorityOptions{
		Resolver: NewResolver(Options{Env: func(n string) (string, bool) { v, ok := env[n]; return v, ok }}),
		Client:   func(string) (*http.Client, error) { return http.DefaultClient, nil },
	})
	if _, p := bearer(t, a, tool.AuthUse{Scheme: "o"}, runtime.Principal{}); p != nil {
		t.Fatal(p.Message)
	}
	if s.form.Has("client_secret") || s.form.Get("client_assertion_type") != "urn:ietf:params:oauth:client-assertion-type:jwt-bearer" {
		t.Errorf("asked with %v", s.form)
	}
	claims := jwt.MapClaims{}
	token, err := jwt.ParseWithClaims(s.form.Get("client_assertion"), claims, func(*jwt.Token) (any, error) { return &key.PublicKey, nil })
	if err != nil || !token.Valid || claims["iss"] != "me" || claims["sub"] != "me" || claims["aud"] != s.URL || claims["jti"] == "" {
		t.Errorf("assertion %v: %v", claims, err)
	}
}

// Keys come in three forms of PEM, and each kind of key signs in its own way.
func TestAssertionKeys(t *testing.T) {
	rsaKey, _ := rsa.GenerateKey(rand.Reader, 2048)
	_, edKey, _ := ed25519.GenerateKey(rand.Reader)
	curve := func(c elliptic.Curve) *ecdsa.PrivateKey { k, _ := ecdsa.GenerateKey(c, rand.Reader); return k }
	pkcs8 := func(k any) []byte { der, _ := x509.MarshalPKCS8PrivateKey(k); return der }
	sec1 := func(k *ecdsa.PrivateKey) []byte { der, _ := x509.MarshalECPrivateKey(k); return der }
	p256, p384, p521 := curve(elliptic.P256()), curve(elliptic.P384()), curve(elliptic.P521())
	dh, _ := ecdh.X25519().GenerateKey(rand.Reader)
	for _, tt := range []struct {
		name, block string
		der         []byte
		alg, err    string
		key         crypto.Signer
	}{
		{"RSA in PKCS 8", "PRIVATE KEY", pkcs8(rsaKey), "RS256", "", rsaKey},
		{"RSA in PKCS 1", "RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(rsaKey), "RS256", "", rsaKey},
		{"Ed25519", "PRIVATE KEY", pkcs8(edKey), "EdDSA", "", edKey},
		{"P-256 in PKCS 8", "PRIVATE KEY", pkcs8(p256), "ES256", "", p256},
		{"P-256 in SEC 1", "EC PRIVATE KEY", sec1(p256), "ES256", "", p256},
		{"P-384", "EC PRIVATE KEY", sec1(p384), "ES384", "", p384},
		{"P-521", "PRIVATE KEY", pkcs8(p521), "ES512", "", p521},
		{"P-224", "EC PRIVATE KEY", sec1(curve(elliptic.P224())), "", "cannot sign", nil},
		{"X25519", "PRIVATE KEY", pkcs8(dh), "", "can be read", nil},
		{"no key", "PRIVATE KEY", []byte("s3cr3t"), "", "can be read", nil},
		{"no PEM", "", nil, "", "PEM", nil},
	} {
		text := "s3cr3t"
		if tt.block != "" {
			text = string(pem.EncodeToMemory(&pem.Block{Type: tt.block, Bytes: tt.der}))
		}
		got, err := assertion(NewSecret(text), "me", "https://issuer.test/token", time.Now())
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) || strings.Contains(err.Error(), "s3cr3t") {
				t.Errorf("%s: %v, want one that says %q", tt.name, err, tt.err)
			}
			continue
		}
		token, err := jwt.Parse(got, func(*jwt.Token) (any, error) { return tt.key.Public(), nil })
		if err != nil || token.Method.Alg() != tt.alg {
			t.Errorf("%s: %v, %v, want %s", tt.name, token, err, tt.alg)
		}
	}
}

func TestTokenExchange(t *testing.T) {
	s := startIssuer(t, good)
	a := authority(map[string]tool.AuthScheme{"o": {Type: "oauth2", Exchange: "caller", TokenURL: s.URL, ClientID: "me", ClientSecret: "env:CLIENT", Audience: "up"}})
	use := tool.AuthUse{Scheme: "o"}
	ada := runtime.Principal{ID: "ada", Proof: runtime.NewProof("token-of-ada")}
	bob := runtime.Principal{ID: "bob", Proof: runtime.NewProof("token-of-bob")}
	first, p := bearer(t, a, use, ada)
	if p != nil || s.form.Get("subject_token") != "token-of-ada" || s.form.Get("grant_type") != "urn:ietf:params:oauth:grant-type:token-exchange" || s.form.Get("audience") != "up" {
		t.Errorf("asked with %v (%+v)", s.form, p)
	}
	second, _ := bearer(t, a, use, bob)
	if again, _ := bearer(t, a, use, ada); again != first || second == first || s.asked.Load() != 2 {
		t.Errorf("ada has %q, then %q; bob has %q", first, again, second)
	}
	if _, p := bearer(t, a, use, runtime.Principal{ID: "eve"}); p == nil || p.Code != runtime.CodeUnauthenticated {
		t.Errorf("a caller without a token: %+v", p)
	}
	if strings.Contains(fmt.Sprintf("%+v %#v", ada, ada), "token-of") {
		t.Error("a principal shows its token")
	}
}

func TestTokenFailures(t *testing.T) {
	for _, tt := range []struct {
		name string
		code int
		body string
		want runtime.Code
	}{
		{"refused", 401, `{"error":"invalid_client","error_description":"client-secret is wrong"}`, runtime.CodeUnauthenticated},
		{"bad request", 400, `{"error":"invalid_scope"}`, runtime.CodeUnauthenticated},
		{"broken", 500, `oops`, runtime.CodeDependencyUnavailable},
		{"busy", 429, `{}`, runtime.CodeDependencyUnavailable},
		{"another kind of token", 200, `{"access_token":"x","token_type":"mac"}`, runtime.CodeConfigurationError},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := startIssuer(t, func(int32) (int, string) { return tt.code, tt.body })
			a := authority(map[string]tool.AuthScheme{"o": {Type: "oauth2", TokenURL: s.URL, ClientID: "me", ClientSecret: "env:CLIENT"}})
			_, p := bearer(t, a, tool.AuthUse{Scheme: "o"}, runtime.Principal{})
			if p == nil || p.Code != tt.want || strings.Contains(p.Message, "client-secret") {
				t.Errorf("%+v, want %s", p, tt.want)
			}
		})
	}
}

func TestTokensExpire(t *testing.T) {
	now := time.Now()
	s := startIssuer(t, good)
	a := NewAuthority(map[string]tool.AuthScheme{"o": {Type: "oauth2", TokenURL: s.URL, ClientID: "me", ClientSecret: "env:CLIENT"}}, AuthorityOptions{
		Resolver: resolver(), Client: func(string) (*http.Client, error) { return http.DefaultClient, nil }, Now: func() time.Time { return now },
	})
	for _, after := range []time.Duration{0, 50 * time.Minute, 9*time.Minute + 30*time.Second} {
		now = now.Add(after)
		bearer(t, a, tool.AuthUse{Scheme: "o"}, runtime.Principal{})
	}
	if n := s.asked.Load(); n != 2 {
		t.Errorf("asked %d times, want 2: once at first and once before the end", n)
	}
}
