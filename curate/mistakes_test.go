package curate_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/curate"
)

const thingsSpec = `openapi: 3.0.3
info: {title: Things, version: "1"}
servers: [{url: "https://api.example.test"}]
paths:
  /things:
    get:
      operationId: listThings
      parameters:
        - {name: q, in: query, schema: {type: string, maxLength: 9}}
        - {name: name, in: query, schema: {type: string}}
        - {name: name, in: header, schema: {type: string}}
        - {name: cursor, in: query, schema: {type: string}}
        - {name: max, in: query, schema: {type: integer}}
        - {name: X-Tenant, in: header, schema: {type: string}}
        - {name: Idempotency-Key, in: header, schema: {type: string}}
        - {name: api_key, in: query, schema: {type: string}}
      responses: {"200": {description: ok, content: {application/json: {schema: {type: object, properties: {items: {type: array, items: {$ref: "#/components/schemas/Thing"}}, next: {type: string}}}}}}}
    post:
      operationId: addThing
      parameters: [{name: once, in: query, schema: {type: string}}]
      requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}}
      responses: {"201": {description: added, content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}}}
  /things/{id}:
    get:
      operationId: getThing
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}}}
    delete:
      operationId: dropThing
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {"204": {description: gone}}
components:
  schemas:
    Thing: {type: object, properties: {id: {type: string}, name: {type: string}, mark: {type: string}, meta: {type: object, additionalProperties: false, properties: {a: {type: string}, "b/c": {type: string}}}}}
`

const thingsHead = `apiVersion: oatools/v1
kind: Overlay
metadata: {name: things}
sources: {things: {spec: spec.yaml, auth: {open: {none: public}}}}
tools:
  it:
    description: Does it.
`

// buildThings builds an overlay of one tool, it.
func buildThings(t *testing.T, tool string) (*curate.Built, string) {
	t.Helper()
	dir := t.TempDir()
	overlay := thingsHead + tool
	for name, text := range map[string]string{"spec.yaml": thingsSpec, "things.yaml": overlay} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	built, err := curate.Build(filepath.Join(dir, "things.yaml"), curate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return built, overlay
}

const (
	listIt = "    shape: query\n    operation: listThings\n"
	addIt  = "    shape: command\n    operation: addThing\n"
	dropIt = "    shape: command\n    operation: dropThing\n"
	once   = `idempotency: {none: "it does no harm"}`
)

// Each mistake is one diagnostic, at the place where it is made.
func TestOneMistake(t *testing.T) {
	for _, tt := range []struct {
		name, tool string
		at         string // what stands where the diagnostic points; the last one of its kind
		want       string // code and words
	}{
		{"a name that no provider takes", listIt + `    params: {"a b": {from: "query:q"}}`, `"a b"`, `bad-argument-name: argument name "a b" must`},
		{"the runtime's argument", addIt + "    params: {dry_run: {from: body:/name}}\n    command: {effect: create, " + once + "}", "dry_run", "reserved-name: tool it is a command: the argument dry_run"},
		{"the runtime's argument of pages", listIt + "    params: {cursor: {from: query:q}}\n    result: {items: /items, select: [id], page: {style: cursor, param: query:cursor, next: /next}}", "cursor: {from", "reserved-name: tool it has pages: the argument cursor"},
		{"a slash in a query", listIt + "    params: {q: {slash: encode}}", "encode", "conflict: argument q: slash is for path values"},
		{"two places of one name", listIt + "    params: [name]", "name]", "ambiguous-parameter: tool it: name fits 2 places"},
		{"the ledger's header", listIt + "    params: {key: {from: header:Idempotency-Key}}", "header:Idem", "credential-exposed: tool it: header:Idempotency-Key is never shown to a model: it is owned by the runtime's ledger"},
		{"a credential", listIt + "    params: {key: {from: query:api_key}}", "query:api_key", "credential-exposed: tool it: query:api_key is never shown"},
		{"a secret in a pin", listIt + "    params: []\n    pin: {query:q: sk_live_abcdefgh12345678}", "sk_live", "secret-literal: the value pinned to query:q looks like a secret"},
		{"a credential in a pin", listIt + "    params: []\n    pin: {query:api_key: abc}", "abc", "secret-literal: query:api_key"},
		{"a credential from the caller", listIt + "    params: []\n    inject: {query:api_key: caller.id}", "query:api_key", "credential-bound: query:api_key"},
		{"the transport's header", listIt + "    params: []\n    undeclared: [header:Host]", "header:Host", "reserved-locator: header:Host cannot be set by an overlay: it is owned by the HTTP transport"},
		{"a path that stands nowhere", listIt + "    params: []\n    undeclared: [path:x]", "path:x", "bad-locator: a path parameter stands in the path"},
		{"read only, and a command", dropIt + "    hints: {read_only: true}\n    command: {effect: delete, " + once + "}", "true", "conflict: tool it: read_only follows from the shape, command"},
		{"harmless, and deletes", dropIt + "    hints: {destructive: false}\n    command: {effect: delete, " + once + "}", "false", "conflict: tool it deletes, so it is destructive"},
		{"deletes without being asked", dropIt + "    command: {effect: delete, confirm: {none: trust me}, " + once + "}", "trust me", "confirm-needed: tool it: a command that can delete is always confirmed"},
		{"may run twice", dropIt, "it:", "idempotency-missing: tool it does not say"},
		{"a key in a place that the request lacks", addIt + "    params: [name]\n    command: {effect: create, idempotency: {query: key}}", "key", "dead-parameter: tool it: POST /things declares no query:key"},
		{"a key where an argument is", addIt + "    params: {once: {from: query:once}}\n    command: {effect: create, idempotency: {query: once}}", "once: {from", "locator-twice: tool it: query:once is bound under idempotency already"},
		{"a media type of no body", listIt + "    params: []\n    body: {media: application/json}", "application/json", "dead-media: GET /things has no request body"},
		{"a media type that it does not take", addIt + "    params: [name]\n    body: {media: text/csv}\n    command: {effect: create, " + once + "}", "text/csv", "dead-media: POST /things takes no text/csv, only application/json"},
		{"a query that acts", "    shape: query\n    operation: addThing\n    params: [name]", "it:", "unsafe-query: tool it is a query, but POST"},
		{"what cannot be narrowed so", listIt + "    params: {q: {maxLength: 10}}", "10", "not-narrower: query:q: maxLength 10 is wider"},
		{"words after ok", listIt + "    params: []\n    next: {ok: [ask the user]}", "ask the user", "dead-tool: next ok proposes tools"},
		{"a credential of a step", dropIt + "    command: {effect: delete, verify: {operation: listThings, bind: {query:api_key: abc}, expect: 'true'}, " + once + "}", "abc", "secret-literal: query:api_key"},
		{"nothing at a place of the request", dropIt + "    command: {effect: delete, verify: {operation: getThing, bind: {path:id: $request.query.id}, expect: 'true'}, " + once + "}", "$request", `bad-expression: "$request.query.id": the request of tool it has nothing at query:id`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			built, overlay := buildThings(t, tt.tool+"\n")
			i := strings.LastIndex(overlay, tt.at)
			if i < 0 {
				t.Fatalf("%q is not in the overlay", tt.at)
			}
			line := strings.Count(overlay[:i], "\n") + 1
			col := i - strings.LastIndexByte(overlay[:i], '\n')
			code, words, _ := strings.Cut(tt.want, ": ")
			found := 0
			for _, d := range built.Diags.Sorted() {
				if d.Severity != diag.Error {
					continue
				}
				if d.Code == code && strings.Contains(d.Message, words) && d.Pos.Line == line && d.Pos.Col == col {
					found++
				}
				if strings.Contains(d.String(), "sk_live") {
					t.Errorf("a diagnostic repeats a secret: %s", d)
				}
			}
			if n := built.Diags.Count(diag.Error); found != 1 || n != 1 || built.Set != nil {
				t.Errorf("want one error %q at %d:%d, got %d:\n%s", tt.want, line, col, n, built.Diags)
			}
		})
	}
}

// What is bound elsewhere is no longer the model's: an object loses that part,
// and is gone when nothing is left of it.
func TestWhatIsLeftOfAnObject(t *testing.T) {
	for _, tt := range []struct {
		name, more string
		args       []string // of the request's body
		meta       string   // what the model may say of it
	}{
		{"all of it", "", []string{"/id", "/mark", "/meta", "/name"}, "a b_c"},
		{"a part is pinned", "    pin: {body:/meta/a: x}\n", []string{"/id", "/mark", "/meta", "/meta/a", "/name"}, "b_c"},
		{"every part is pinned", "    pin: {body:/meta/a: x, body:/meta/b~1c: y}\n", []string{"/id", "/mark", "/meta/a", "/meta/b~1c", "/name"}, ""},
	} {
		built, _ := buildThings(t, addIt+"    params: \"*\"\n"+tt.more+"    command: {effect: create, "+once+"}\n")
		if built.Set == nil {
			t.Fatalf("%s: %s", tt.name, built.Diags)
		}
		tl := &built.Set.Tools[0]
		var got []string
		for _, f := range tl.Main.Binding.Body.Fields {
			got = append(got, f.To)
		}
		slices.Sort(got)
		if !slices.Equal(got, tt.args) {
			t.Errorf("%s: the body has %v, want %v", tt.name, got, tt.args)
		}
		if got := propertiesOf(t, tl.Input, "meta"); got != tt.meta {
			t.Errorf("%s: meta has %q, want %q", tt.name, got, tt.meta)
		}
	}
}

// The key that lets a try be repeated may stand anywhere in a request.
func TestPlacesOfKeys(t *testing.T) {
	for place, want := range map[string]string{
		"{query: once}":         "query:once",
		"{body: /mark}":         "body:/mark",
		"{marker: name}":        "body:/name",
		"{marker: /name}":       "body:/name",
		"{marker: query:once}":  "query:once",
		"{marker: /meta/b~1c}":  "body:/meta/b~1c",
		"{none: does no harm.}": "",
	} {
		built, _ := buildThings(t, addIt+"    params: [id]\n    command: {effect: create, idempotency: "+place+"}\n")
		if built.Set == nil {
			t.Fatalf("%s: %s", place, built.Diags)
		}
		b, got := built.Set.Tools[0].Main.Binding, ""
		for _, p := range b.Params {
			if p.Value.Gen != "" {
				got += string(p.In) + ":" + p.Name
			}
		}
		for _, f := range b.Body.Fields {
			if f.Value.Gen != "" {
				got += "body:" + f.To
			}
		}
		if got != want {
			t.Errorf("%s: the key goes to %q, want %q", place, got, want)
		}
	}
}

// propertiesOf gives the names of the properties of a property, joined.
func propertiesOf(t *testing.T, input []byte, name string) string {
	t.Helper()
	var s struct {
		Properties map[string]struct{ Properties map[string]any }
	}
	if err := json.Unmarshal(input, &s); err != nil {
		t.Fatal(err)
	}
	return strings.Join(slices.Sorted(maps.Keys(s.Properties[name].Properties)), " ")
}
