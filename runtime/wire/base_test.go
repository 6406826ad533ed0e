package wire

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/transport"
)

// TestBaseURL: a path is appended to its server's URL, never resolved against it.
// Where a server's URL may not be relative, or may not have a variable left or a
// query, the client is refused as a whole.
func TestBaseURL(t *testing.T) {
	for _, tt := range []struct{ server, path, want string }{
		{"https://h.example/v1", "/users", "https://h.example/v1/users"},
		{"https://h.example/v1/", "/users", "https://h.example/v1/users"},
		{"https://h.example/", "/users", "https://h.example/users"},
		{"https://h.example", "/users", "https://h.example/users"},
		{"https://h.example", "/", "https://h.example/"},
		{"https://h.example/v1", "/", "https://h.example/v1/"},
		{"https://h.example/v1", "/users/", "https://h.example/v1/users/"},
		{"https://h.example/a/b", "/users", "https://h.example/a/b/users"},
		{"https://h.example/v%31", "/a%20b", "https://h.example/v%31/a%20b"},
		{"https://h.example:8443/v1", "/users", "https://h.example:8443/v1/users"},
		{"https://h.example:443", "/users", "https://h.example/users"},
		{"https://H.Example", "/Users", "https://h.example/Users"},
		{"${BASE}", "/users", "https://env.example/v2/users"},
		{"${NONE:-https://d.example/v3}", "/users", "https://d.example/v3/users"},
		{"/v2", "/users", "refused"},
		{"v2", "/users", "refused"},
		{"../v3", "/users", "refused"},
		{"./test", "/users", "refused"},
		{"//cdn.example.com/v1", "/users", "refused"},
		{"", "/users", "refused"},
		{"https://{user}.example:{port}/{base}", "/users", "refused"},
		{"https://h.example/v1?x=1", "/users", "refused"},
		{"https://h.example/v1#x", "/users", "refused"},
		{"${NONE}", "/users", "refused"},
	} {
		got := "refused"
		c, err := NewClient(setOf(tt.server, nil), Config{Env: func(name string) (string, bool) { return "https://env.example/v2/", name == "BASE" }})
		if err == nil {
			req, problem, err := c.Plan(step("GET", tt.path), runtime.Inputs{})
			if problem != nil || err != nil {
				t.Fatalf("%s%s: %+v, %v", tt.server, tt.path, problem, err)
			}
			got = req.URL
		}
		if got != tt.want {
			t.Errorf("%s and %s: %s (%v), want %s", tt.server, tt.path, got, err, tt.want)
		}
	}
}

// TestTokenEndpointWithCertificate: a client proves itself to the token endpoint
// by its certificate (RFC 8705), and sends no secret.
func TestTokenEndpointWithCertificate(t *testing.T) {
	var form string
	tokens := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		form = string(body) + r.Header.Get("Authorization")
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"access_token":"issued-to-`+strings.ReplaceAll(r.TLS.PeerCertificates[0].Subject.Organization[0], " ", "-")+`","token_type":"Bearer"}`)
	}))
	tokens.TLS = &tls.Config{ClientAuth: tls.RequireAnyClientCert}
	tokens.Config.ErrorLog = log.New(io.Discard, "", 0)
	tokens.StartTLS()
	defer tokens.Close()
	dir := t.TempDir()
	pair := tokens.TLS.Certificates[0]
	key, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, der []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	cert, keyFile := write("cert.pem", "CERTIFICATE", pair.Certificate[0]), write("key.pem", "PRIVATE KEY", key)
	var got string
	api := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Get("Authorization")
		w.WriteHeader(http.StatusNoContent)
	})
	s := step("GET", "/x")
	s.Binding.Auth = [][]tool.AuthUse{{{Scheme: "o", Scopes: []string{"read"}}}}
	set := setOf(api.URL, map[string]tool.AuthScheme{"o": {Type: "oauth2", TokenURL: tokens.URL + "/token", ClientID: "me"}})
	host := strings.TrimPrefix(tokens.URL, "https://")
	for name, settings := range map[string]transport.TLS{"": {CAFile: cert}, "Bearer issued-to-Acme-Co": {CAFile: cert, CertFile: cert, KeyFile: keyFile}} {
		got = ""
		c := clientFor(t, set, func(cfg *Config) {
			cfg.Tokens = map[string]EndpointConfig{host: {Options: transport.Options{TLS: settings}}}
		})
		res := do(t, c, s, runtime.Inputs{}, read)
		if got != name || (res.Problem == nil) != (name != "") {
			t.Errorf("sent with %q, want %q (%+v)", got, name, res.Problem)
		}
	}
	if form != "client_id=me&grant_type=client_credentials&scope=read" {
		t.Errorf("the token endpoint is sent %q", form)
	}
}
