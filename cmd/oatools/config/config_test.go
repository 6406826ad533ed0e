package config

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/middleware"
	"github.com/oatools/oatools/runtime/wire"
	"github.com/oatools/oatools/runtime/wire/transport"
)

const head = "apiVersion: oatools/v1\nkind: Config\n"

// load reads a configuration that has to be right.
func load(t *testing.T, dir, text string) *Config {
	t.Helper()
	path := filepath.Join(dir, "oatools.yaml")
	write(t, path, text)
	var diags diag.List
	c, err := Load(path, &diags)
	if err != nil || diags.Len() > 0 {
		t.Fatalf("Load: %v\n%s", err, &diags)
	}
	return c
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func set() *tool.Set {
	return &tool.Set{
		Servers: map[string]tool.Server{"main": {URL: "https://main.example"}, "other": {URL: "https://other.example"}},
		Auth:    map[string]tool.AuthScheme{"o": {Type: "oauth2", TokenURL: "https://Login.Example/token"}},
	}
}

func TestEveryKeyIsApplied(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "ci.json"), `{"id": "ci", "scopes": ["s"]}`)
	write(t, filepath.Join(dir, "proxy.pw"), "p4ssword-of-the-proxy\n")
	c := load(t, dir, head+`
callers:
  ada: {id: ada, tenant: acme, roles: [employee], scopes: [a, b], claims: {level: 3}}
  ci: {file: ci.json}
secrets: {dir: secrets}
upstreams:
  "*":
    proxy: {url: "http://proxy.example:3128", username: me, password: file:proxy.pw}
    limits: {response: 1MiB, attempt: 3s, total: 20s}
  main:
    tls: {min: "1.3", server_name: inner.example, pins: [47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=]}
    pool: {connections: 4, idle: 5s}
    network: {class: private, allow: [10.2.0.0/16], deny: [10.2.9.0/24, 10.2.0.1]}
    redirects: [cdn.example:443, files.example:8443]
tokens:
  login.example: {proxy: none, pool: {connections: 2}}
costs: {run_usd: 1.5, caller_usd: 20}
responses: strict
`)
	var diags diag.List
	if c.Check(set(), &diags); diags.Len() > 0 {
		t.Fatal(diags.String())
	}
	if got := c.Callers(); !cmp.Equal(got, []string{"ada", "ci"}) {
		t.Errorf("callers %v", got)
	}
	ada, _ := c.Caller("ada")
	if ada.ID != "ada" || ada.Tenant != "acme" || len(ada.Roles) != 1 || len(ada.Scopes) != 2 || ada.Claims["level"] == nil {
		t.Errorf("ada is %+v", ada)
	}
	if ci, ok := c.Caller("ci"); !ok || ci.ID != "ci" {
		t.Errorf("ci is %+v", ci)
	}
	if c.Costs() != (middleware.CostLimits{RunUSD: 1.5, CallerUSD: 20}) || !c.Strict() {
		t.Errorf("costs %+v, strict %v", c.Costs(), c.Strict())
	}
	w := wire.Config{Env: func(string) (string, bool) { return "", false }}
	if err := c.Apply(t.Context(), set(), &w); err != nil {
		t.Fatal(err)
	}
	if w.SecretDir != filepath.Join(dir, "secrets") {
		t.Errorf("secrets are in %s", w.SecretDir)
	}
	control := w.Upstreams["main"].Control
	for addr, want := range map[string]bool{"10.2.1.1:443": true, "10.2.0.1:443": false, "10.2.9.7:443": false, "10.3.0.1:443": false, "[::ffff:10.2.1.1]:443": true, "[::ffff:10.2.9.1]:443": false, "x": false} {
		if got := control("tcp", addr, nil) == nil; got != want {
			t.Errorf("%s may be dialled: %v, want %v", addr, got, want)
		}
	}
	main := w.Upstreams["main"]
	main.Control = nil
	wantMain := wire.UpstreamConfig{
		Options: transport.Options{Concurrency: 4, Idle: 5 * time.Second, TLS: transport.TLS{
			MinVersion: tls.VersionTLS13, ServerName: "inner.example", Pins: []string{"47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="}}},
		Network: transport.Private, MaxBytes: 1 << 20, Attempt: 3 * time.Second, Total: 20 * time.Second,
		Redirects: []string{"cdn.example", "files.example:8443"},
	}
	if diff := cmp.Diff(wantMain, main, cmp.AllowUnexported(url.Userinfo{})); diff != "" {
		t.Errorf("main (-want +got):\n%s", diff)
	}
	other := w.Upstreams["other"]
	if other.Proxy == nil || other.Proxy.String() != "http://me:p4ssword-of-the-proxy@proxy.example:3128" || other.MaxBytes != 1<<20 {
		t.Errorf("other is %+v", other)
	}
	if got := w.Tokens["login.example"]; got.Concurrency != 2 || got.Proxy != nil {
		t.Errorf("token endpoint %+v", got)
	}
	if got := w.Secrets.Scrubber().Scrub("Basic bWU6cDRzc3dvcmQtb2YtdGhlLXByb3h5 p4ssword-of-the-proxy"); strings.Contains(got, "p4ss") || strings.Contains(got, "bWU6") {
		t.Errorf("the proxy's password is not scrubbed: %s", got)
	}
}

// A token endpoint has a network of its own, and a proxy may know us by name alone.
func TestTokensAndNames(t *testing.T) {
	c := load(t, t.TempDir(), head+"upstreams: {main: {proxy: {url: \"http://proxy.example:3128\", username: me}}}\ntokens: {login.example: {network: {class: private}}}\n")
	var diags diag.List
	if c.Check(&tool.Set{Servers: set().Servers}, &diags); !strings.Contains(diags.String(), "the set has no token endpoint [token-endpoint-unknown]") {
		t.Errorf("a set without token endpoints: %s", &diags)
	}
	w := wire.Config{Env: func(string) (string, bool) { return "", false }}
	if err := c.Apply(t.Context(), set(), &w); err != nil {
		t.Fatal(err)
	}
	if got := w.Tokens["login.example"].Network; got != transport.Private {
		t.Errorf("the token endpoint is in the network %q", got)
	}
	if got := w.Upstreams["main"].Options.Proxy; got == nil || got.String() != "http://me@proxy.example:3128" {
		t.Errorf("the proxy is %v", got)
	}
}

func TestNothingIsSaid(t *testing.T) {
	var c *Config
	var w wire.Config
	if err := c.Apply(t.Context(), set(), &w); err != nil || w.Secrets != nil || c.Strict() || c.Callers() != nil || c.Costs() != (middleware.CostLimits{}) {
		t.Error("nil is not empty")
	}
	c.Check(set(), nil)
	dir := t.TempDir()
	c = load(t, dir, head)
	if err := c.Apply(t.Context(), set(), &w); err != nil || !cmp.Equal(w.Upstreams["main"], wire.UpstreamConfig{}) {
		t.Errorf("an empty file changes something: %v", err)
	}
	if _, err := Load(filepath.Join(dir, "none.yaml"), new(diag.List)); err == nil {
		t.Error("a file that is not there is read")
	}
}

func TestEveryMistakeAtOnce(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "caller.json"), `{"id": "x", "tenat": "y"}`)
	write(t, filepath.Join(dir, "empty.pem"), "nothing")
	t.Chdir(dir)
	text := strings.TrimPrefix(`
apiVersion: oatools/v2
kind: Config
caller: ada
callers:
  ada: {ident: ada}
  b.c: {id: b}
  file: {file: caller.json}
  none: {file: none.json}
  both: {file: caller.json, id: x}
  address: {file: "https://a.example/caller.json"}
  claims: {id: x, claims: [a]}
upstreams:
  main:
    tls: {min: "1.1", ca: empty.pem, cert: c.pem, server_name: "a:1", pins: [short]}
    proxy: http://svc:hunter2-in-url@proxy:3128
    pool: {connections: 0, idle: 5}
    network: {class: intranet, allow: [10.2.0.1/16], deny: 10.0.0.0/8}
    redirects: ["https://x"]
    limit: {response: 1MiB}
    limits: {response: -1, attempt: soon}
  mian: {}
  other:
    proxy: {url: ftp://proxy, username: me, password: hunter2-literal}
  third:
    tls: {server_name: a.example}
    proxy: {url: https://proxy, password: env:P}
    network: {class: private}
tokens:
  "https://login": {}
  login.exmaple: {limits: {}}
costs: {run_usd: 0, caller: 1}
responses: strickt
secrets: {dir: ""}
`, "\n")
	var diags diag.List
	parse("oatools.yaml", []byte(text), &diags).Check(set(), &diags)
	want := strings.TrimPrefix(`
oatools.yaml:1:13: error: apiVersion: "oatools/v2" is none of oatools/v1 (did you mean oatools/v1?) [bad-value]
oatools.yaml:3:1: error: the configuration has no key "caller" (did you mean callers?) [unknown-key]
oatools.yaml:5:8: error: caller ada needs the key "id" [missing-key]
oatools.yaml:5:9: error: caller ada has no key "ident" [unknown-key]
oatools.yaml:6:3: error: caller name "b.c": want letters, digits, _ and - [bad-value]
oatools.yaml:7:16: error: caller.json: caller: unknown key "tenat" (did you mean tenant?) [bad-caller]
oatools.yaml:8:16: error: file: open none.json: no such file or directory [file-unreadable]
oatools.yaml:9:16: error: caller.json: caller: unknown key "tenat" (did you mean tenant?) [bad-caller]
oatools.yaml:9:29: error: caller both has no key "id" [unknown-key]
oatools.yaml:10:19: error: file: "https://a.example/caller.json" is an address; only files are read [bad-value]
oatools.yaml:11:27: error: claims: expected a map, found a list [wrong-type]
oatools.yaml:14:10: error: tls: cert and key go together [missing-key]
oatools.yaml:14:16: error: min: "1.1" is none of 1.2, 1.3 (did you mean 1.2?) [bad-value]
oatools.yaml:14:27: error: tls.ca: certificate authorities: the file holds no certificate [file-unusable]
oatools.yaml:14:64: error: server_name: "a:1" is not a host [bad-value]
oatools.yaml:14:78: error: pins: "short" is no SHA-256 in base64 [bad-value]
oatools.yaml:15:12: error: proxy holds a user name or password [secret-literal]
oatools.yaml:16:25: error: connections: expected a whole number from 1 to 32767, found 0 [wrong-type]
oatools.yaml:16:34: error: idle: expected a duration such as 8s, 5m or 1h30m, found 5 [wrong-type]
oatools.yaml:17:22: error: class: "intranet" is none of public, private, loopback [bad-value]
oatools.yaml:17:40: error: allow: expected a range of addresses such as 10.2.0.0/16, found a text [wrong-type]
oatools.yaml:17:60: error: deny: expected a list, found a text [wrong-type]
oatools.yaml:18:17: error: redirects: "https://x" is not a host or host:port [bad-value]
oatools.yaml:19:5: error: upstream main has no key "limit" (did you mean limits?) [unknown-key]
oatools.yaml:20:24: error: response: expected a size such as 24KiB (at most 2 GiB), found -1 [wrong-type]
oatools.yaml:20:37: error: attempt: expected a duration such as 8s, 5m or 1h30m, found a text [wrong-type]
oatools.yaml:21:3: error: the set has no server "mian" (did you mean main?) [server-unknown]
oatools.yaml:23:18: error: url is not the URL of a proxy, such as http://proxy.internal:3128 [bad-value]
oatools.yaml:23:55: error: password holds no reference to a secret; a secret itself must not be written here [secret-literal]
oatools.yaml:24:3: error: the set has no server "third" [server-unknown]
oatools.yaml:26:5: error: upstream third: with a proxy that is reached over https, tls.server_name, tls.cert and tls.pins would hold for the proxy as well [conflict]
oatools.yaml:26:33: error: proxy needs the key "username" beside a password [missing-key]
oatools.yaml:27:5: error: upstream third: network and proxy exclude each other: behind a proxy, it is the proxy that decides which addresses are dialled [conflict]
oatools.yaml:29:3: error: token endpoint "https://login": want a host or host:port [bad-value]
oatools.yaml:30:3: error: the set has no token endpoint at "login.exmaple" (did you mean login.example?) [token-endpoint-unknown]
oatools.yaml:30:19: error: token endpoint login.exmaple has no key "limits" [unknown-key]
oatools.yaml:31:18: error: run_usd: expected an amount above 0, such as 2.50, found 0 [wrong-type]
oatools.yaml:31:21: error: costs has no key "caller" (did you mean caller_usd?) [unknown-key]
oatools.yaml:32:12: error: responses: "strickt" is none of warn, strict (did you mean strict?) [bad-value]
oatools.yaml:33:16: error: dir is empty [empty-value]
`, "\n")
	var got strings.Builder
	for _, d := range diags.Sorted() {
		d.Hint, d.Related = "", nil
		got.WriteString(d.String() + "\n")
	}
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s", diff)
	}
	if strings.Contains(diags.String(), "hunter2") {
		t.Error("a diagnostic repeats a secret")
	}
}

func TestWrongFilesAndSyntax(t *testing.T) {
	for text, want := range map[string]string{
		"apiVersion: oatools/v1\nkind: Overlay\n": "wrong-file",
		"[a]":                                        "wrong-type",
		head + "kind: Config\n":                      "duplicate",
		head + "upstreams: &a {}\ntokens: *a\n":      "",
		"kind: Config\n":                             "missing-key",
		head + "upstreams:\n  main: {tls: [}\n":      "",
		head + "callers: {a: {id: 5}}\n":             "wrong-type",
		head + "upstreams: {main: {tls: {ca: 1}}}\n": "wrong-type",
	} {
		var diags diag.List
		parse("f.yaml", []byte(text), &diags)
		if !diags.HasErrors() || !strings.Contains(diags.String(), want) {
			t.Errorf("%q gives %q, want %s", text, &diags, want)
		}
		for _, d := range diags.Sorted() {
			if d.Pos.Line == 0 {
				t.Errorf("%q: no place: %s", text, d)
			}
		}
	}
}

// TestMutualTLSAndProxy reaches a real server as a file says: through a proxy
// that wants a password, with a private authority, another name than the host's
// and a client certificate.
func TestMutualTLSAndProxy(t *testing.T) {
	dir := t.TempDir()
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"client":"`+r.TLS.PeerCertificates[0].Subject.Organization[0]+`"}`)
	}))
	srv.TLS = &tls.Config{ClientAuth: tls.RequireAnyClientCert}
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	srv.StartTLS()
	defer srv.Close()
	pair := srv.TLS.Certificates[0]
	key, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "cert.pem"), string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: pair.Certificate[0]})))
	write(t, filepath.Join(dir, "key.pem"), string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key})))

	var asked, auth string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, auth = r.Method+" "+r.Host, r.Header.Get("Proxy-Authorization")
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\n")
		up, err := net.Dial("tcp", srv.Listener.Addr().String())
		if err != nil {
			return
		}
		defer up.Close()
		go io.Copy(up, conn)
		io.Copy(conn, up)
	}))
	defer proxy.Close()
	tools := &tool.Set{Servers: map[string]tool.Server{"main": {URL: "https://upstream.example"}}}
	do := func(text string) *runtime.Response {
		w := wire.Config{Log: slog.New(slog.DiscardHandler), Env: func(name string) (string, bool) { return "pässword", name == "PW" }}
		if err := load(t, dir, head+text).Apply(t.Context(), tools, &w); err != nil {
			t.Fatal(err)
		}
		client, err := wire.NewClient(tools, w)
		if err != nil {
			t.Fatal(err)
		}
		step := &tool.Step{
			Binding: tool.Binding{Method: "GET", Server: "main", Path: []tool.Seg{{Lit: "/who"}}},
			Results: []tool.Response{{Status: "200", Media: "application/json", Decode: tool.DecodeJSON, Success: true}},
		}
		res, err := client.Do(t.Context(), step, runtime.Inputs{}, runtime.SendOptions{ReadOnly: true, Retry: &tool.Retry{Attempts: 1}})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	via := "    proxy: {url: \"" + proxy.URL + "\", username: me, password: env:PW}\n"
	res := do("upstreams:\n  main:\n" + via + "    tls: {ca: cert.pem, cert: cert.pem, key: key.pem, server_name: example.com}\n")
	if res.Problem != nil || !cmp.Equal(res.Body, any(map[string]any{"client": "Acme Co"})) {
		t.Errorf("answers %v, %+v", res.Body, res.Problem)
	}
	if asked != "CONNECT upstream.example:443" || auth != "Basic bWU6cMOkc3N3b3Jk" {
		t.Errorf("the proxy is asked for %q with %q", asked, auth)
	}
	if res := do("upstreams:\n  main:\n" + via + "    tls: {ca: cert.pem, cert: cert.pem, key: key.pem}\n"); res.Problem == nil {
		t.Error("a certificate of another name is accepted")
	}
}

func TestRanges(t *testing.T) {
	n := &network{deny: []netip.Prefix{netip.MustParsePrefix("2001:db8::/32")}}
	if n.forbidden(netip.MustParseAddr("192.0.2.1")) != nil || n.forbidden(netip.MustParseAddr("2001:db8::1")) == nil {
		t.Error("deny alone must deny what it lists and nothing else")
	}
}

// FuzzParse states that no text makes the parser panic, and that a file without
// mistakes can be applied.
func FuzzParse(f *testing.F) {
	f.Add(head + "upstreams: {main: {tls: {min: \"1.3\"}, proxy: http://p, network: {deny: [10.0.0.0/8]}}}\n")
	f.Add(head + "callers: {a: {id: a}}\ncosts: {run_usd: 1}\n")
	f.Fuzz(func(t *testing.T, text string) {
		var diags diag.List
		c := parse("f.yaml", []byte(text), &diags)
		c.Check(set(), &diags)
		if diags.HasErrors() || strings.Contains(text, "password") {
			return
		}
		w := wire.Config{Env: func(string) (string, bool) { return "", false }}
		if err := c.Apply(t.Context(), set(), &w); err != nil {
			t.Error(err)
		}
	})
}

// TestFilesToSend: a folder whose files may be sent, and what none may be.
func TestFilesToSend(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"out", "secrets/deep", "all/secrets"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(dir, "out", "a.txt"), "12345")
	write(t, filepath.Join(dir, "out", "b.txt"), "123456")
	if err := os.Symlink(dir, filepath.Join(dir, "out", "up")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("all", filepath.Join(dir, "alias")); err != nil {
		t.Fatal(err)
	}
	if load(t, dir, head).File() != nil || (*Config)(nil).File() != nil {
		t.Error("files may be sent though nobody said so")
	}
	find := load(t, dir, head+"files: {root: out, max: 5B}\nsecrets: {dir: secrets}\n").File()
	if f, why := find("a.txt"); string(f.Data) != "12345" || f.Media != "text/plain" {
		t.Errorf("%+v %s", f, why)
	}
	for _, name := range []string{"b.txt", "up/oatools.yaml", "../oatools.yaml"} {
		if f, why := find(name); why == "" {
			t.Errorf("%s: %q", name, f.Data)
		}
	}
	for text, want := range map[string]string{
		"files: {}": `needs the key "root"`, "files: {root: none}": "file-unusable", "files: {root: oatools.yaml}": "file-unusable", "files: {root: out, max: 1GiB}": "at most 25 MiB",
		"files: {root: .}": "holds this configuration", "files: {root: ..}": "holds this configuration", "files: {root: out/up}": "holds this configuration",
		"files: {root: secrets}\nsecrets: {dir: secrets}": "folder of secrets", "files: {root: secrets}\nsecrets: {dir: secrets/deep}": "folder of secrets",
		"files: {root: alias}\nsecrets: {dir: all/secrets}": "folder of secrets", "files: {root: out, size: 5}": "has no key",
	} {
		path := filepath.Join(dir, "oatools.yaml")
		write(t, path, head+text+"\n")
		var diags diag.List
		if _, err := Load(path, &diags); err != nil || !strings.Contains(diags.String(), want) {
			t.Errorf("%s: %v\n%s", text, err, &diags)
		}
	}
}
