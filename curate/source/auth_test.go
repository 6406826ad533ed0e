package source_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/oatools/oatools/curate"
)

// A scheme that says too little, or what nobody sends, is never guessed at and
// never left out.
func TestSchemesThatCannotBeSent(t *testing.T) {
	const spec = `openapi: 3.0.3
info: {title: Things, version: "1"}
servers: [{url: "https://api.example.test"}]
paths: {/things: {get: {operationId: listThings, security: [{s: []}], responses: {"200": {description: ok}}}}}
components: {securitySchemes: {s: SCHEME}}
`
	const overlay = `apiVersion: oatools/v1
kind: Overlay
metadata: {name: things}
sources: {things: {spec: spec.yaml, auth: {s: AUTH}}}
tools: {list_things: {shape: query, operation: listThings, description: Lists things.}}
`
	for _, tt := range []struct{ scheme, auth, want string }{
		{`{type: apiKey, in: header, name: X-Key}`, `{secret: "env:K"}`, ""},
		{`{type: apiKey, in: body, name: key}`, `{secret: "env:K"}`, `needs the key "in"`},
		{`{type: apiKey, name: key}`, `{secret: "env:K"}`, `needs the key "in"`},
		{`{type: apiKey, in: body, name: key}`, `{secret: "env:K", in: query}`, ""},
		{`{type: http, scheme: Token}`, `{secret: "env:K"}`, "{type: bearer, prefix: token, secret: …}"},
		{`{type: http, scheme: Token}`, `{type: bearer, prefix: Token, secret: "env:K"}`, ""},
		{`{type: http, scheme: digest}`, `{secret: "env:K"}`, "schemes of type http digest are not supported"},
		{`{type: apiKey, in: header, name: Authorization, x-amazon-apigateway-authtype: awsSigv4}`, `{secret: "env:K"}`, "schemes of type awsSigv4 are not supported"},
		{`{type: apiKey, in: header, name: Authorization, x-amazon-apigateway-authtype: awsSigv4}`, `{type: bearer, secret: "env:K"}`, ""},
		{`{type: apiKey, in: header, name: Authorization, x-amazon-apigateway-authtype: custom}`, `{secret: "env:K"}`, ""},
		{`{type: mutualTLS}`, `{secret: "env:K"}`, "schemes of type mutualTLS are not supported"},
		{`{type: http}`, `{secret: "env:K"}`, "schemes of type http are not supported"},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{
			"spec.yaml": strings.Replace(spec, "SCHEME", tt.scheme, 1), "things.yaml": strings.Replace(overlay, "AUTH", tt.auth, 1),
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		built, err := curate.Build(filepath.Join(dir, "things.yaml"), curate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := built.Diags.String(); (built.Set != nil) != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s with %s: want %q\n%s", tt.scheme, tt.auth, tt.want, got)
		}
	}
}
