package tool

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// sample makes a valid set of n tools that look like those of a large API.
func sample(n int) *Set {
	s := &Set{
		Format: Format, Name: "sample", Version: "1.2.3", Owners: []string{"@a/b"},
		Instructions: "Amounts are in cents <always> & \"exact\".",
		Audiences:    map[string]string{"staff": `"staff" in caller.roles`},
		Sources: []Source{{ID: "api", Title: "API", Version: "1", Dialect: "openapi-3.1",
			Files: []File{{Path: "api.json", SHA256: strings.Repeat("0", 64)}}}},
		Servers: map[string]Server{"api": {URL: "https://api.example.test/v1"}},
		Auth:    map[string]AuthScheme{"bearer": {Type: "bearer", Secret: "env:TOKEN"}},
	}
	for i := range n {
		s.Tools = append(s.Tools, sampleTool(i))
	}
	return s
}

func sampleTool(i int) Tool {
	t := Tool{
		Name: fmt.Sprintf("tool_%04d", i), Title: "Search issues",
		Description: "Finds issues by words, labels and people. Use it before any other issue tool. Newest first.",
		Shape:       ShapeQuery, Query: &Query{Cache: &Cache{TTL: Duration(30 * time.Second)}},
		Hints: Hints{ReadOnly: true, Idempotent: true, OpenWorld: true},
		Input: Schema(`{"type":"object","properties":{"q":{"type":"string","description":"Words to look for."},` +
			`"state":{"type":"string","enum":["open","closed","all"],"default":"open"},"per":{"type":"integer","minimum":1,"maximum":100},` +
			`"labels":{"type":"array","items":{"$ref":"#/$defs/Label"}}},"required":["q"],"additionalProperties":false,` +
			`"$defs":{"Label":{"type":"object","properties":{"name":{"type":"string"},"color":{"type":["string","null"]}}}}}`),
		Output: Schema(`{"type":["array","null"],"items":{"type":["object","null"],"properties":{"id":{"type":["integer","null"]},"title":{"type":["string","null"]}}}}`),
		Main: &Step{
			Op: Op{Source: "api", Method: "GET", Path: "/orgs/{org}/issues", ID: "issues/search", Digest: strings.Repeat("a", 64)},
			Binding: Binding{Method: "GET", Server: "api",
				Path: []Seg{{Lit: "/orgs/"}, {Param: "org"}, {Lit: "/issues"}},
				Params: []Param{
					{Name: "org", In: InPath, Value: Value{Const: json.RawMessage(`"acme"`)}, Style: "simple", Required: true},
					{Name: "q", In: InQuery, Value: Value{Arg: "/q"}, Style: "form", Explode: true, Required: true},
					{Name: "state", In: InQuery, Value: Value{Arg: "/state"}, Style: "form", Explode: true},
					{Name: "per_page", In: InQuery, Value: Value{Arg: "/per", Default: json.RawMessage("20")}, Style: "form", Explode: true, Integer: true},
				},
				Accept: []string{"application/json"},
				Auth:   [][]AuthUse{{{Scheme: "bearer", Scopes: []string{"repo"}}}},
			},
			Results: []Response{{Status: "200", Media: "application/json", Decode: DecodeJSON, Success: true,
				Schema: Schema(`{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"},"title":{"type":"string"}},"required":["id"]}}`)}},
		},
		Audience: []string{"staff"},
		Result:   Result{Select: []Pick{{From: []string{"id"}}, {From: []string{"user", "login"}, To: "author"}}, MaxBytes: 24 << 10},
		Next:     map[string][]string{"ok": {"tool_0000"}, "not_found": {"ask"}},
		Tokens:   120,
		Hash:     Hash{Op: strings.Repeat("b", 64), Surface: strings.Repeat("c", 64), Runtime: strings.Repeat("d", 64)},
	}
	if i%5 == 4 {
		t.Shape, t.Query = ShapeCommand, nil
		t.Command = &Command{Effect: EffectCreate, DryRun: DryRun{Kind: DryRunPlan}, Confirm: Confirm{None: "it only <notes> & tells"}}
		t.Input = Schema(`{"type":"object","properties":{"q":{"type":"string"},"state":{},"per":{},"dry_run":{"type":"boolean"}},"required":["dry_run"],"additionalProperties":false}`)
	}
	return t
}
