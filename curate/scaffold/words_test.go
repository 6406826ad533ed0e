package scaffold_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/scaffold"
)

// What a description says about credentials, keys and dry runs, and what it says
// strangely: the overlay has it as it is meant, and compiles.
func TestWhatIsWritten(t *testing.T) {
	const ok = `responses: {"200": {description: ok}}`
	get := func(more string) string { return "paths: {/a: {get: {operationId: a, " + more + ok + "}}}\n" }
	post := func(more string) string { return "paths: {/a: {post: {operationId: a, " + more + ok + "}}}\n" }
	scheme := func(text string) string {
		return "components: {securitySchemes: {s: " + text + "}}\n" + get("security: [{s: []}], ")
	}
	const server = "servers: [{url: 'https://api.example.test'}]\n"
	for _, tt := range []struct {
		name, spec string
		want       []string // lines, trimmed
	}{
		{"no security at all", server + get(""), []string{`# auth: {key: {type: bearer, secret: "env:MY_API_TOKEN"}}   # the description says nothing about security`}},
		{"a bearer scheme", server + scheme("{type: http, scheme: bearer}"), []string{`s: {secret: "env:MY_API_TOKEN"}`}},
		{"a basic scheme", server + scheme("{type: http, scheme: basic}"), []string{`s: {username: TODO, secret: "env:MY_API_TOKEN"}`}},
		{"a scheme that no secret satisfies", server + scheme("{type: http, scheme: digest}"), []string{`s: {none: "TODO: this kind of scheme is not supported; say another way, or why none is needed"}`}},
		{"one scheme of two that will do", server + "components: {securitySchemes: {s: {type: http, scheme: digest}, k: {type: apiKey, in: header, name: X-Key}}}\n" + get("security: [{s: []}, {k: []}], "), []string{`k: {secret: "env:MY_API_TOKEN"}`}},
		{"a credential as a parameter", server + get("parameters: [{name: Api-Key, in: query, required: true, schema: {type: string}}], "), []string{`query_api_key: {type: apiKey, in: query, name: Api-Key, secret: "env:MY_API_TOKEN"}`, "params: {}"}},
		{"a parameter that a scheme has", server + "components: {securitySchemes: {s: {type: apiKey, in: header, name: X-Key}}}\n" + get("parameters: [{name: x-key, in: header, required: true, schema: {type: string}}], "), []string{`s: {secret: "env:MY_API_TOKEN"}`, "params: {}"}},
		{"a cookie that is needed", server + get("parameters: [{name: Zone, in: cookie, required: true, schema: {type: string}}], "), []string{`zone: {from: "cookie:Zone"}`}},
		{"no address", get(""), []string{"server: https://api.example.com   # TODO: the description names no absolute URL"}},
		{"a key in the body", server + post("requestBody: {content: {application/json: {schema: {type: object, properties: {idempotency_key: {type: string}}}}}}, "), []string{`# idempotency: {body: "/idempotency_key"}   # it takes /idempotency_key`}},
		{"a dry run by a flag", server + post("parameters: [{name: dry_run, in: query, schema: {type: boolean}}], "), []string{`# dry_run: {native: {"query:dry_run": true}}   # it takes dry_run`}},
		{"a dry run by a text", server + post("parameters: [{name: dry_run, in: query, schema: {type: string}}], "), []string{`# dry_run: {native: {"query:dry_run": "true"}}   # it takes dry_run`}},
		{"a summary of a novel", server + get("summary: '"+strings.Repeat("word ", 60)+"', "), []string{"what: " + `"` + strings.Repeat("word ", 32)[:159] + `…"`}},
		{"a summary that YAML reads otherwise", server + get(`summary: "a\tb: \"c\" # d\u2028e\u0085f", `), []string{`what: "a\u0009b: \"c\" # d\u2028e\u0085f."`}},
		{"one name for two", server + "paths: {/a: {get: {operationId: find.it, " + ok + "}, post: {operationId: find-it, " + ok + "}}}\n", []string{"find_it:", "find_it_2:"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			spec, overlay := filepath.Join(dir, "spec.yaml"), filepath.Join(dir, "o.yaml")
			text := "openapi: 3.0.3\ninfo: {title: My API, version: '1'}\n" + tt.spec
			if err := os.WriteFile(spec, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			doc := load(t, spec)
			var picks []string
			for _, ref := range doc.Index() {
				picks = append(picks, ref.Method+" "+ref.Path)
			}
			out, diags := scaffold.Write(doc, picks, scaffold.Options{Spec: "spec.yaml"})
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			var lines []string
			for l := range strings.SplitSeq(string(out), "\n") {
				lines = append(lines, strings.TrimSpace(l))
			}
			for _, want := range tt.want {
				if !slices.Contains(lines, want) {
					t.Errorf("no line %s in\n%s", want, out)
				}
			}
			if err := os.WriteFile(overlay, out, 0o644); err != nil {
				t.Fatal(err)
			}
			built, err := curate.Build(overlay, curate.Options{})
			if err != nil || built.Diags.Count(diag.Error) > 0 || len(built.Set.Tools) != len(picks) {
				t.Errorf("%v\n%s\n%s", err, built.Diags, out)
			}
		})
	}
}

// A set has a name that every place takes.
func TestNames(t *testing.T) {
	for title, want := range map[string]string{
		"My API": "my-api", "": "api", "日本": "api", "9 lives": "api-9-lives", "  ---  ": "api",
		strings.Repeat("long name ", 9): "long-name-long-name-long-name-long-name", strings.Repeat("x", 60): strings.Repeat("x", 40),
	} {
		doc := load(t, "../testdata/shop/shop.yaml")
		doc.Title = title
		out, diags := scaffold.Write(doc, nil, scaffold.Options{Spec: "shop.yaml"})
		if diags.HasErrors() || !strings.Contains(string(out), "\n  name: "+want+"\n") || !strings.HasSuffix(string(out), "\ntools: {}\n") {
			t.Errorf("%q gives\n%s\nwant the name %s", title, out, want)
		}
	}
}

// A credential in a path cannot be bound: nothing is written that would not work.
func TestCredentialInThePath(t *testing.T) {
	spec := filepath.Join(t.TempDir(), "spec.yaml")
	if err := os.WriteFile(spec, []byte("openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths: {'/a/{api_key}': {get: {operationId: a, parameters: [{name: api_key, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok}}}}}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, diags := scaffold.Write(load(t, spec), []string{"a"}, scaffold.Options{Spec: "spec.yaml"})
	if out != nil || diags.Count(diag.Error) != 1 || diags.Sorted()[0].Code != "credential-in-path" || diags.Sorted()[0].Pos.Line != 3 {
		t.Errorf("%s\n%s", diags, out)
	}
}
