package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/oatools/oatools/cmd/oatools/config"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/engine"
	"github.com/oatools/oatools/runtime/middleware"
	"github.com/oatools/oatools/runtime/wire"
)

// TestCanaries plants a secret in every place where one may stand, runs calls
// against upstreams and token endpoints that give back all they are sent, in
// every form that they can think of, and looks for the secrets in all that leaves
// the engine: results, files, errors, plans, logs and audit records.
func TestCanaries(t *testing.T) {
	c := newCanary(t)
	for _, scheme := range c.schemes {
		tried := modes
		if !slices.Contains([]string{"header", "query", "cookie", "basic", "proxied"}, scheme) {
			tried = []string{"json", "400problem", "redirect-host"} // what differs is how the token is got
		}
		for _, mode := range tried {
			c.call(scheme+"_get", mode)
			c.call(scheme+"_keep", mode)
			c.commit(scheme+"_post", mode)
		}
		c.walk(scheme + "_list")
	}
	// What was sent proves that the secrets were in play.
	for name, s := range c.secrets {
		if !c.sent[s] && !strings.HasPrefix(name, "key") {
			t.Errorf("%s was never sent: the test proves nothing about it", name)
		}
	}
	if c.results["ok"] < 100 || c.results["read ok"] < 100 || c.results["error"] < 100 {
		t.Errorf("results: %v, want many of both kinds", c.results)
	}
	t.Logf("%d secrets, %d texts of %d KB looked through, %v", len(c.secrets), c.texts, c.bytes>>10, c.results)
}

// canary is a set of secrets, the servers that see them, and an engine.
type canary struct {
	t        *testing.T
	dir      string
	handler  runtime.Handler
	schemes  []string
	set      *tool.Set
	client   *wire.Client
	caller   runtime.Principal
	log      *lockedBuffer
	secrets  map[string]string // name → value
	issued   int
	mu       sync.Mutex // guards secrets and sent
	sent     map[string]bool
	results  map[string]int
	leaks    map[string]bool
	parts    map[string]string // every eight characters of a secret → its name
	known    int               // secrets in parts
	starts   [256][256]bool    // the first two bytes of all parts
	texts    int
	bytes    int
	upstream string
}

// modes are the ways in which the upstream answers.
var modes = []string{
	"json", "keys", "text", "bytes", "long", "hidden", "number", "created", "broken", "truncated", "hangup", "contract",
	"400", "400problem", "401", "403", "404html", "409", "422", "429", "500", "503", "207", "declined",
	"redirect-host", "redirect-other", "redirect-same", "redirect-user",
}

// newSecret plants a secret. Its parts look like nothing else, so that any eight
// characters of it prove a leak; the signs in it are encoded differently by
// every encoder.
func (c *canary) newSecret(name, signs string) string {
	text := rand.Text()
	// A letter after each sign: no eight characters are those of another secret.
	mixed := ""
	for i, r := range signs {
		mixed += string(r) + string(text[10+i%16])
	}
	s := text[:10] + mixed + text[10:]
	c.mu.Lock()
	c.secrets[name] = s
	c.mu.Unlock()
	return s
}

func newCanary(t *testing.T) *canary {
	t.Setenv("PATH", "/usr/bin:/bin")
	c := &canary{t: t, dir: t.TempDir(), log: &lockedBuffer{}, secrets: map[string]string{}, sent: map[string]bool{}, results: map[string]int{}, leaks: map[string]bool{}}
	up := httptest.NewServer(http.HandlerFunc(c.answer))
	t.Cleanup(up.Close)
	tokens := httptest.NewServer(http.HandlerFunc(c.token))
	t.Cleanup(tokens.Close)
	proxy := httptest.NewServer(http.HandlerFunc(c.proxied))
	t.Cleanup(proxy.Close)
	c.upstream = up.URL
	env := map[string]string{}
	inEnv := func(name, signs string) string {
		key := "CANARY_" + strings.ToUpper(name)
		env[key] = c.newSecret(name, signs)
		return "env:" + key
	}
	inFile := func(name, signs string) string {
		c.write(name, c.newSecret(name, signs)+"\n")
		return "file:" + name
	}
	byProgram := func(name, signs string) string {
		c.write(name+".json", `{"value": `+string(must(json.Marshal(c.newSecret(name, signs))))+`}`)
		return `exec:["cat", "` + filepath.Join(c.dir, name+".json") + `"]`
	}
	const signs = `/+=&%"\<>~ `
	auth := map[string]object{
		"header":    {"type": "apiKey", "in": "header", "name": "X-Api-Key", "secret": inEnv("header", `/+=&%"\<>~`)},
		"query":     {"type": "apiKey", "in": "query", "name": "api_key", "secret": inFile("query", signs)},
		"cookie":    {"type": "apiKey", "in": "cookie", "name": "session", "secret": byProgram("cookie", "/+=&")},
		"basic":     {"type": "basic", "username": "agent", "secret": inEnv("basic", signs+"é")},
		"bearer":    {"type": "bearer", "secret": inFile("bearer", "/+=~")},
		"o_basic":   {"type": "oauth2", "token_url": tokens.URL + "/ok", "client_id": "me", "client_secret": inEnv("o_basic", signs)},
		"o_post":    {"type": "oauth2", "token_url": tokens.URL + "/ok", "client_id": "me", "client_secret": inFile("o_post", signs), "method": "post"},
		"o_jwt":     {"type": "oauth2", "token_url": tokens.URL + "/ok", "client_id": "me", "client_secret": c.keyFile(), "method": "private_key_jwt"},
		"exchange":  {"type": "oauth2", "exchange": "caller", "token_url": tokens.URL + "/ok", "audience": "api", "client_id": "me", "client_secret": inEnv("exchange", signs)},
		"f_400":     {"type": "oauth2", "token_url": tokens.URL + "/400", "client_id": "me", "client_secret": inEnv("f_400", signs), "method": "post"},
		"f_code":    {"type": "oauth2", "exchange": "caller", "token_url": tokens.URL + "/code", "audience": "api", "client_id": "me", "client_secret": inEnv("f_code", signs), "method": "post"},
		"f_jwt":     {"type": "oauth2", "token_url": tokens.URL + "/code", "client_id": "me", "client_secret": c.keyFile(), "method": "private_key_jwt"},
		"f_500":     {"type": "oauth2", "token_url": tokens.URL + "/500", "client_id": "me", "client_secret": inEnv("f_500", signs)},
		"f_moved":   {"type": "oauth2", "token_url": tokens.URL + "/moved", "client_id": "me", "client_secret": inEnv("f_moved", signs)},
		"f_type":    {"type": "oauth2", "token_url": tokens.URL + "/type", "client_id": "me", "client_secret": inEnv("f_type", signs)},
		"f_garbage": {"type": "oauth2", "token_url": tokens.URL + "/garbage", "client_id": "me", "client_secret": inEnv("f_garbage", signs)},
		"f_hangup":  {"type": "oauth2", "token_url": tokens.URL + "/hangup", "client_id": "me", "client_secret": inEnv("f_hangup", signs), "method": "post"},
		"proxied":   {"type": "bearer", "secret": inEnv("proxied", "/+=~")},
	}
	c.schemes = sortedKeys(auth)
	c.caller = runtime.Principal{ID: "ada", Tenant: "acme", Proof: runtime.NewProof(c.newSecret("caller", "/+=~"))}
	c.compile(auth)

	var diags diag.List
	c.write("oatools.yaml", fmt.Sprintf(`
apiVersion: oatools/v1
kind: Config
secrets: {dir: .}
upstreams: {proxied: {proxy: {url: %q, username: agent, password: %s}}}
`, proxy.URL, inEnv("proxy", signs+"é")))
	settings, err := config.Load(filepath.Join(c.dir, "oatools.yaml"), &diags)
	if err != nil || diags.Len() > 0 {
		t.Fatalf("%v\n%s", err, &diags)
	}
	c.open(settings, func(name string) (string, bool) { v, ok := env[name]; return v, ok })
	return c
}

func (c *canary) write(name, text string) {
	if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o600); err != nil {
		c.t.Fatal(err)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// keyFile makes a private key whose text is a secret, line by line.
func (c *canary) keyFile() string {
	der := must(x509.MarshalPKCS8PrivateKey(must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))))
	name := fmt.Sprintf("key%d", len(c.secrets))
	text := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
	c.write(name, string(text))
	c.secrets[name] = strings.Split(string(text), "\n")[2] // the first line is the same for all keys
	return "file:" + name
}

// compile makes the set: for every scheme a query, a handle, a command and a
// listing.
func (c *canary) compile(auth map[string]object) {
	paths, schemes, tools := object{}, object{}, object{}
	operation := func(scheme, kind string) object {
		return object{
			"operationId": scheme + "_" + kind, "security": []object{{scheme: []string{}}},
			"parameters":  []object{{"name": "mode", "in": "path", "required": true, "schema": object{"type": "string"}}, {"name": "page", "in": "query", "schema": object{"type": "string"}}},
			"responses":   object{"200": object{"description": "echo", "content": object{"application/json": object{"schema": object{"type": "object", "properties": object{"next": object{"type": "string"}, "items": object{"type": "array", "items": object{"type": "object"}}}}}}}},
			"requestBody": nil,
		}
	}
	define := func(scheme, kind, method string, more object) {
		op := operation(scheme, kind)
		delete(op, "requestBody")
		paths["/"+scheme+"/"+kind+"/{mode}"] = object{method: op}
		entry := object{"operation": scheme + "_" + kind, "description": "Echoes.", "params": []string{"mode"}, "timeout": "2s", "retry": object{"attempts": 2}}
		for k, v := range more {
			entry[k] = v
		}
		tools[scheme+"_"+kind] = entry
	}
	for scheme := range auth {
		kind := object{"type": "http", "scheme": "bearer"}
		schemes[scheme] = kind
		define(scheme, "get", "get", object{"shape": "query"})
		define(scheme, "keep", "get", object{"shape": "handle", "result": object{"max_bytes": "1MiB"}})
		define(scheme, "list", "get", object{"shape": "query", "result": object{"items": "/items", "page": object{"style": "next_url", "next": "/next"}}})
		define(scheme, "post", "post", object{"shape": "command", "result": object{"max_bytes": "1KiB"}, "errors": object{"failure_when": object{"path": "declined", "in": []string{"yes"}}, "code_path": "code", "message_path": "message"},
			"command": object{"effect": "create", "idempotency": object{"none": "the echo has no keys"}}})
	}
	spec := object{"openapi": "3.0.3", "info": object{"title": "Echo", "version": "1"}, "servers": []object{{"url": c.upstream + "/base"}}, "paths": paths, "components": object{"securitySchemes": schemes}}
	c.write("spec.json", string(must(json.Marshal(spec))))
	sources := object{"api": object{"spec": "spec.json", "auth": auth, "network": "loopback"}}
	// The same API, behind a proxy.
	proxied := object{}
	for _, kind := range []string{"get", "keep", "list", "post"} {
		name := "proxied_" + kind
		proxied[name] = tools[name]
		tools[name].(object)["operation"] = object{"source": "proxied", "id": name}
	}
	sources["proxied"] = object{"spec": "spec.json", "auth": object{"proxied": auth["proxied"]}, "server": object{"url": strings.Replace(c.upstream, "127.0.0.1", "upstream.example", 1) + "/base"}}
	for name, entry := range tools {
		if _, other := proxied[name]; !other {
			entry.(object)["operation"] = object{"source": "api", "id": entry.(object)["operation"]}
		}
	}
	c.write("overlay.yaml", string(must(json.MarshalIndent(object{"apiVersion": "oatools/v1", "kind": "Overlay", "metadata": object{"name": "canary", "version": "1.0.0"}, "sources": sources, "tools": tools}, "", " "))))
	built, err := curate.Build(filepath.Join(c.dir, "overlay.yaml"), curate.Options{})
	if err != nil || built.Set == nil {
		c.t.Fatalf("%v\n%.3000s", err, built.Diags)
	}
	c.set = built.Set
}

func (c *canary) open(settings *config.Config, env func(string) (string, bool)) {
	log := slog.New(slog.NewJSONHandler(c.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	cfg := wire.Config{Env: env, Log: log, Isolated: true, Jitter: func() float64 { return 0 }, Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}
	if err := settings.Apply(c.t.Context(), c.set, &cfg); err != nil {
		c.t.Fatal(err)
	}
	var err error
	if c.client, err = wire.NewClient(c.set, cfg); err != nil {
		c.t.Fatal(err)
	}
	eng, err := engine.New(c.set, engine.Options{Upstream: c.client, Log: log, Audit: c})
	if err != nil {
		c.t.Fatal(err)
	}
	c.handler = eng.Handler()
}

// Record implements middleware.Auditor.
func (c *canary) Record(_ context.Context, r *middleware.Record) error {
	return json.NewEncoder(c.log).Encode(r)
}

// call runs one call and looks through all that came of it.
func (c *canary) call(name, mode string) *runtime.Result {
	args := string(must(json.Marshal(map[string]string{"mode": mode})))
	return c.invoke(name, mode, args)
}

func (c *canary) invoke(name, mode, args string) *runtime.Result {
	c.t.Helper()
	where := name + " " + mode
	r, err := c.handler(c.t.Context(), &runtime.Call{ID: "call_1", RunID: rand.Text(), Tool: name, Args: json.RawMessage(args), Principal: c.caller})
	if err != nil {
		c.look(where+": error", err.Error())
		return nil
	}
	c.results[string(r.Status)]++
	c.look(where+": result", string(must(json.Marshal(r))))
	for _, f := range r.Files {
		c.look(where+": file", string(f.Data)+f.Media)
	}
	c.look(where+": log", c.log.take())
	if r.Handle != nil {
		var h struct{ ID string }
		if err := json.Unmarshal(r.Handle, &h); err != nil {
			c.t.Fatal(err)
		}
		for offset := range 3 {
			args := fmt.Sprintf(`{"handle": %q, "from": %d}`, h.ID, offset*1000)
			if got, err := c.handler(c.t.Context(), &runtime.Call{ID: "call_2", Tool: "read_result", Args: json.RawMessage(args), Principal: c.caller}); err == nil {
				c.results["read "+string(got.Status)]++
				c.look(where+": stored", string(must(json.Marshal(got))))
			}
		}
	}
	return r
}

// commit plans a command, then executes it.
func (c *canary) commit(name, mode string) {
	i := slices.IndexFunc(c.set.Tools, func(t tool.Tool) bool { return t.Name == name })
	plan, problem, err := c.client.Plan(c.set.Tools[i].Main, runtime.Inputs{Args: map[string]any{"mode": mode}, Principal: c.caller})
	c.look(name+": plan", fmt.Sprint(string(must(json.Marshal(plan))), problem, err))
	planned := c.invoke(name, mode, fmt.Sprintf(`{"mode": %q, "dry_run": true}`, mode))
	if planned == nil || planned.ConfirmToken == "" {
		c.t.Errorf("%s: no plan: %+v", name, planned)
		return
	}
	args := fmt.Sprintf(`{"mode": %q, "dry_run": false, "confirm_token": %q}`, mode, planned.ConfirmToken)
	c.invoke(name, mode, args)
	c.invoke(name, mode, args) // the recorded outcome
}

// walk follows the pages of a listing whose addresses hold secrets.
func (c *canary) walk(name string) {
	args := `{"mode": "page"}`
	for range 3 {
		r := c.invoke(name, "page", args)
		if r == nil || r.NextCursor == "" {
			return
		}
		args = fmt.Sprintf(`{"cursor": %q}`, r.NextCursor)
	}
}

// saw notes what a server was sent, and gives all texts in it that may be secret.
func (c *canary) saw(r *http.Request) []string {
	body, _ := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ParseForm()
	var texts []string
	add := func(list ...string) { texts = append(texts, list...) }
	for _, name := range []string{"Authorization", "Proxy-Authorization", "X-Api-Key", "Cookie"} {
		v := r.Header.Get(name)
		kind, rest, _ := strings.Cut(v, " ")
		add(v, rest)
		if kind == "Basic" {
			plain, _ := base64.StdEncoding.DecodeString(rest)
			_, password, _ := strings.Cut(string(plain), ":")
			unescaped, _ := url.QueryUnescape(password)
			add(string(plain), password, unescaped)
		}
	}
	for _, cookie := range r.Cookies() {
		unescaped, _ := url.PathUnescape(cookie.Value)
		add(cookie.Value, unescaped)
	}
	for _, name := range []string{"api_key", "page", "client_secret", "subject_token", "client_assertion"} {
		add(r.Form.Get(name))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if a := r.Form.Get("client_assertion"); a != "" {
		c.issued++
		_, signature, _ := strings.Cut(a[strings.Index(a, ".")+1:], ".")
		c.secrets[fmt.Sprintf("key assertion %d", c.issued)] = signature
	}
	for _, s := range texts {
		for _, known := range c.secrets {
			if strings.Contains(s, known) {
				c.sent[known] = true
			}
		}
	}
	for name, v := range c.secrets { // the key itself is never sent, its assertion is
		if strings.HasPrefix(name, "key") {
			c.sent[v] = true
		}
	}
	slices.Sort(texts)
	return slices.DeleteFunc(slices.Compact(texts), func(s string) bool { return len(s) < 8 })
}

// forms gives the ways in which an upstream may write a text.
func spellings(s string) []string {
	low := percentRun.ReplaceAllStringFunc(url.QueryEscape(s), strings.ToLower)
	percent := ""
	for _, b := range []byte(s) {
		percent += fmt.Sprintf("%%%02x", b)
	}
	raw := []byte(s)
	ascii := ""
	for _, r := range s {
		ascii += fmt.Sprintf("\\u%04x", r)
	}
	return []string{
		s, url.QueryEscape(s), url.PathEscape(s), low, percent, strings.ToUpper(percent),
		url.QueryEscape(url.QueryEscape(s)), html.EscapeString(s), string(must(json.Marshal(s))), strings.ReplaceAll(s, "/", `\/`),
		base64.StdEncoding.EncodeToString(raw), base64.URLEncoding.EncodeToString(raw), base64.RawURLEncoding.EncodeToString(raw),
		base64.StdEncoding.EncodeToString([]byte("x:" + s + ":y")), base64.StdEncoding.EncodeToString([]byte("xy" + url.QueryEscape(s))),
		hex.EncodeToString(raw), strings.ToUpper(hex.EncodeToString(raw)),
	}
}

func all(texts []string) []string {
	var out []string
	for _, s := range texts {
		out = append(out, spellings(s)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// answer is the upstream.
func (c *canary) answer(w http.ResponseWriter, r *http.Request) {
	texts := c.saw(r)
	echo := all(texts)
	mode := r.PathValue("mode")
	if i := strings.LastIndexByte(r.URL.Path, '/'); i >= 0 {
		mode = r.URL.Path[i+1:]
	}
	longest := slices.MaxFunc(texts, func(a, b string) int { return len(a) - len(b) })
	w.Header().Set("X-Request-Id", strings.Repeat("r", 110)+longest)
	w.Header().Set("Etag", `"`+longest+`"`)
	w.Header().Set("X-Echo", longest)
	status, media, body := respond(mode, texts, echo)
	switch mode {
	case "hangup":
		panic(http.ErrAbortHandler)
	case "truncated":
		w.Header().Set("Content-Length", fmt.Sprint(len(body)+100))
	case "created":
		w.Header().Set("Location", "/base/things/"+url.PathEscape(longest)+"?x="+url.QueryEscape(longest))
	case "401":
		w.Header().Set("Www-Authenticate", `Bearer error="`+strings.Map(plain, longest)+`", scope="`+strings.Map(plain, longest)+`"`)
	case "redirect-host":
		w.Header().Set("Location", "https://"+strings.ToLower(hostly(longest))+".example/"+url.PathEscape(longest))
	case "redirect-other":
		w.Header().Set("Location", "https://other.example/"+url.PathEscape(longest)+"?"+url.QueryEscape(longest))
	case "redirect-same":
		w.Header().Set("Location", strings.Replace(r.URL.Path, "redirect-same", "400", 1)+"?leak="+url.QueryEscape(longest))
	case "redirect-user":
		w.Header().Set("Location", "http://u:"+url.QueryEscape(longest)+"@"+r.Host+r.URL.Path)
	case "page":
		next := "http://" + r.Host + r.URL.Path + "?page=" + url.QueryEscape(longest)
		body = string(must(json.Marshal(object{"items": []object{{"echo": echo}}, "next": next})))
	}
	w.Header().Set("Content-Type", media)
	w.WriteHeader(status)
	io.WriteString(w, body)
}

func plain(r rune) rune {
	if r == '"' || r == '\\' {
		return '_'
	}
	return r
}

// hostly keeps what may stand in a host.
func hostly(s string) string {
	s = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
	return s[:min(len(s), 60)]
}

// respond gives what the upstream says in a mode.
func respond(mode string, texts, echo []string) (status int, media, body string) {
	asJSON := func(v any) string { return string(must(json.Marshal(v))) }
	one := strings.Join(texts, " ")
	problem := asJSON(object{"type": "https://e.example/" + one, "title": one, "detail": one, "code": one, "message": one, "error": one,
		"errors": []object{{"field": one, "message": one, "pointer": "/" + one}, {"field": "mode", "message": one}}})
	switch mode {
	case "json":
		return 200, "application/json", asJSON(object{"echo": echo, "nested": object{"all": one}, "id": one})
	case "keys":
		keys := object{}
		for _, s := range echo {
			keys[s] = true
		}
		return 200, "application/json", asJSON(keys)
	case "text":
		return 200, "text/plain; charset=utf-8", strings.Join(echo, "\n")
	case "bytes":
		return 200, "application/octet-stream", "\x00\x01" + strings.Join(echo, "\x00")
	case "long": // wherever a text is cut, it is cut inside a secret
		var list []string
		for _, s := range texts {
			for _, form := range spellings(s) {
				for pad := 0; pad < len(form); pad += 29 {
					list = append(list, strings.Repeat("p", pad)+strings.Repeat(form, 1+2500/len(form)))
				}
			}
		}
		return 200, "application/json", asJSON(object{"long": list})
	case "hidden": // characters that are taken out later
		var list []string
		for _, s := range echo {
			for _, sign := range []string{"\u200b", "\u202e", "\x00", "\u00ad", "\U000e0041"} {
				list = append(list, strings.Join(strings.Split(s, ""), sign))
			}
		}
		return 200, "application/json", asJSON(object{"hidden": list})
	case "number":
		return 200, "application/json", asJSON(object{"id": 1, "echo": echo})
	case "created":
		return 201, "application/json", asJSON(object{"id": one})
	case "broken":
		return 200, "application/json", `{"echo": "` + one
	case "truncated":
		return 200, "application/json", asJSON(object{"echo": echo})
	case "contract":
		return 200, "application/json", asJSON(object{"next": 5, "items": one})
	case "400problem":
		return 400, "application/problem+json", problem
	case "404html":
		return 404, "text/html", "<html><title>" + one + "</title><body>" + one
	case "500":
		return 500, "text/plain", strings.Repeat("p", 480) + one
	case "503":
		return 503, "text/plain", strings.Repeat("p", 590-len(one)/2) + one
	case "207":
		return 207, "application/json", asJSON(object{"echo": echo})
	case "declined":
		return 200, "application/json", asJSON(object{"declined": "yes", "code": one, "message": strings.Repeat("p", 490) + one})
	case "400", "401", "403", "409", "422", "429":
		fmt.Sscan(mode, &status)
		return status, "application/json", problem
	}
	if strings.HasPrefix(mode, "redirect") {
		return 302, "text/plain", one
	}
	return 200, "application/json", "{}"
}

// token is a token endpoint.
func (c *canary) token(w http.ResponseWriter, r *http.Request) {
	texts := c.saw(r)
	one := strings.Join(texts, " ")
	w.Header().Set("Content-Type", "application/json")
	switch r.URL.Path {
	case "/ok":
		c.mu.Lock()
		c.issued++
		name := fmt.Sprintf("token %d", c.issued)
		c.mu.Unlock()
		json.NewEncoder(w).Encode(object{"access_token": c.newSecret(name, "-._~+/="), "token_type": "Bearer", "expires_in": 3600})
	case "/400":
		w.WriteHeader(400)
		json.NewEncoder(w).Encode(object{"error": "invalid_client", "error_description": one, "error_uri": one})
	case "/code":
		w.WriteHeader(400)
		json.NewEncoder(w).Encode(object{"error": one + strings.Join(all(texts), " "), "error_description": one})
	case "/500":
		w.WriteHeader(500)
		io.WriteString(w, one)
	case "/moved":
		w.Header().Set("Location", "https://u:"+url.QueryEscape(one)+"@other.example/?"+url.QueryEscape(one))
		w.WriteHeader(307)
	case "/type":
		json.NewEncoder(w).Encode(object{"access_token": one, "token_type": one})
	case "/garbage":
		io.WriteString(w, "{"+one)
	default:
		panic(http.ErrAbortHandler)
	}
}

// proxied is a proxy that hands requests of its modes on and tells the rest what
// it was sent.
func (c *canary) proxied(w http.ResponseWriter, r *http.Request) {
	if strings.Contains(r.URL.Path, "/hangup") || strings.Contains(r.URL.Path, "/redirect-other") {
		texts := c.saw(r)
		w.Header().Set("Proxy-Authenticate", "Basic realm="+texts[len(texts)-1])
		w.Header().Set("Content-Type", "text/plain")
		w.WriteHeader(http.StatusProxyAuthRequired)
		io.WriteString(w, strings.Join(all(texts), "\n"))
		return
	}
	c.answer(w, r)
}

var (
	base64Run  = regexp.MustCompile(`[A-Za-z0-9+/_-]{16,}`)
	hexRun     = regexp.MustCompile(`(?:[0-9a-fA-F]{2}){12,}`)
	percentRun = regexp.MustCompile(`%[0-9a-fA-F]{2}`)
	jsonRune   = regexp.MustCompile(`\\+u[0-9a-fA-F]{4}`)
)

// readings gives a text in every way that somebody may read it.
func readings(s string) []string {
	unescaped := func(s string) string {
		s = jsonRune.ReplaceAllStringFunc(s, func(m string) string {
			var r rune
			fmt.Sscanf(m[len(m)-4:], "%x", &r)
			return string(r)
		})
		return strings.NewReplacer(`\\\"`, `"`, `\\\\`, `\`, `\"`, `"`, `\\`, `\`, `\/`, `/`).Replace(s)
	}
	percent := func(s string) string {
		return percentRun.ReplaceAllStringFunc(s, func(m string) string {
			b, _ := hex.DecodeString(m[1:])
			return string(b)
		})
	}
	out := []string{s, unescaped(s)}
	for _, text := range slices.Clone(out) {
		for range 2 {
			text = percent(text)
			out = append(out, text, strings.ReplaceAll(text, "+", " "), html.UnescapeString(text))
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	for _, text := range slices.Clone(out) {
		for _, run := range base64Run.FindAllString(text, -1) {
			run = strings.NewReplacer("-", "+", "_", "/").Replace(run)
			for skip := range 4 {
				part := run[skip : len(run)-(len(run)-skip)%4]
				if plain, err := base64.StdEncoding.DecodeString(part); err == nil {
					text := string(plain)
					if out = append(out, text); strings.Contains(text, "%") {
						out = append(out, percent(text))
					}
				}
			}
		}
		for _, run := range hexRun.FindAllString(text, -1) {
			if plain, err := hex.DecodeString(run); err == nil {
				out = append(out, string(plain))
			}
		}
	}
	return out
}

// look reports every secret of which part is found in a text.
func (c *canary) look(where, text string) {
	c.t.Helper()
	const window = 8
	c.texts++
	c.bytes += len(text)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.parts == nil || c.known != len(c.secrets) {
		c.parts, c.known = map[string]string{}, len(c.secrets)
		for name, s := range c.secrets {
			for i := 0; i+window <= len(s); i++ {
				c.parts[s[i:i+window]] = name
				c.starts[s[i]][s[i+1]] = true
			}
		}
	}
	for _, reading := range readings(text) {
		for i := 0; i+window <= len(reading); i++ {
			if !c.starts[reading[i]][reading[i+1]] {
				continue
			}
			name, leaked := c.parts[reading[i:i+window]]
			if !leaked || c.leaks[where+name] {
				continue
			}
			c.leaks[where+name] = true
			if len(c.leaks) <= 40 {
				c.t.Errorf("%s shows part of %s: %q", where, name, reading[max(0, i-60):min(len(reading), i+60)])
			}
			return
		}
	}
}

// lockedBuffer is a log that may be written to from several goroutines.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write implements io.Writer.
func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

// take gives what was written and forgets it.
func (b *lockedBuffer) take() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.buf.String()
	b.buf.Reset()
	return s
}
