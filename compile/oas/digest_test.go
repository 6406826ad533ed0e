package oas

import (
	"strings"
	"testing"
)

const digestSpec = `openapi: 3.0.0
info: {title: t, version: "1"}
security: [{key: []}]
paths:
  /a/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get:
      summary: one
      parameters: [{$ref: "#/components/parameters/Q"}]
      responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Tree"}}}}}
    post: {responses: {"200": {description: other}}}
components:
  parameters: {Q: {name: q, in: query, schema: {type: string}}}
  schemas:
    Tree: {type: object, properties: {left: {$ref: "#/components/schemas/Tree"}, leaf: {$ref: "#/components/schemas/Leaf"}}}
    Leaf: {type: string}
    Unused: {type: string}
  securitySchemes: {key: {type: apiKey, in: header, name: X}}
`

func digestOf(t *testing.T, spec string) string {
	t.Helper()
	d, diags := load(t, write(t, [2]string{"openapi.yaml", spec}), LoadOptions{})
	op := d.Operations([]Ref{{Method: "GET", Path: "/a/{id}"}}, diags)[0]
	if op == nil {
		t.Fatal(diags)
	}
	return op.Digest
}

func TestDigest(t *testing.T) {
	base := digestOf(t, digestSpec)
	for _, tt := range []struct {
		name, old, new string
		same           bool
	}{
		{"order of keys", "{name: q, in: query, schema", "{in: query, name: q, schema", true},
		{"an unused schema", "Unused: {type: string}", "Unused: {type: integer}", true},
		{"another operation", "description: other", "description: changed", true},
		{"the document's title", "title: t", "title: u", true},
		{"a comment", "paths:", "# here\npaths:", true},
		{"its summary", "summary: one", "summary: two", false},
		{"a path-level parameter", "in: path, required: true, schema: {type: string}", "in: path, required: true, schema: {type: integer}", false},
		{"a parameter by reference", "in: query, schema: {type: string}", "in: query, schema: {type: integer}", false},
		{"a schema two references away", "Leaf: {type: string}", "Leaf: {type: integer}", false},
		{"the security in effect", "security: [{key: []}]", "security: [{key: []}, {}]", false},
		{"the security scheme", "name: X}", "name: Y}", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			changed := strings.Replace(digestSpec, tt.old, tt.new, 1)
			if changed == digestSpec {
				t.Fatal("nothing was changed")
			}
			if got := digestOf(t, changed) == base; got != tt.same {
				t.Errorf("same digest: %v, want %v", got, tt.same)
			}
		})
	}
}

// A broken operation does not take others down, alone or in company.
func TestSelected(t *testing.T) {
	d, diags := load(t, "testdata/broken/openapi.json", LoadOptions{})
	ops := d.Operations([]Ref{{Method: "GET", Path: "/fine"}}, diags)
	if ops[0] == nil || diags.Len() != 0 {
		t.Errorf("operation %v, diagnostics:\n%s", ops[0], diags)
	}
	ops = d.Operations([]Ref{{Method: "GET", Path: "/place"}, {Method: "GET", Path: "/fine"}, {Method: "PUT", Path: "/no"}}, diags)
	if ops[0] != nil || ops[1] == nil || ops[2] != nil || diags.Len() != 2 {
		t.Errorf("operations %v, diagnostics:\n%s", ops, diags)
	}
}
