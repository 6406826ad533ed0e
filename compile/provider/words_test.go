package provider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/provider"
	"github.com/oatools/oatools/compile/tool"
)

const someDefs = `"$defs":{` +
	`"A":{"type":"object","properties":{"a":{"type":"string"}}},` +
	`"R":{"type":"object","properties":{"r":{"$ref":"#/$defs/R"}}},` +
	`"J":{"anyOf":[{"type":"string"},{"type":"array","items":{"$ref":"#/$defs/J"}}]},` +
	`"L":{"type":"array","items":{"$ref":"#/$defs/L"}},` +
	`"S":{"type":"array","items":{"type":"string"}}}`

// What one profile makes of one schema: what it can say, and in words the rest.
func TestLowerOne(t *testing.T) {
	tests := []struct {
		profile, in string
		want        string // of the schema
		lost        string // part of the losses; empty: nothing is lost
	}{
		// Null.
		{"gemini", `{"type":"null"}`, `{"type":"string","nullable":true}`, ""},
		{"gemini", `{"type":["null"]}`, `{"type":"string","nullable":true}`, ""},
		{"gemini", `{"enum":[null]}`, `{"type":"string","nullable":true}`, ""},
		{"gemini", `{"anyOf":[{"anyOf":[{"type":"string"},{"type":"integer"}]},{"type":"null"}],"description":"D."}`,
			`{"anyOf":[{"type":"string","nullable":true,"description":"D."},{"type":"integer","nullable":true,"description":"D."}]}`, ""},
		// Each of several types with what is about it.
		{"gemini", `{"type":["array","object","string"],"items":{"type":"integer"},"minItems":1,"properties":{"a":{"type":"string"}},"minLength":2,"description":"D."}`,
			`{"anyOf":[{"type":"array","items":{"type":"integer"},"minItems":1,"description":"D."},{"type":"object","properties":{"a":{"type":"string"}},"description":"D."},{"type":"string","minLength":2,"description":"D."}]}`, ""},
		// Bounds that the profile has only in another form, or not at all.
		{"gemini", `{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":10}`, `{"type":"integer","minimum":1,"maximum":9}`, ""},
		{"gemini", `{"type":"integer","minimum":3,"exclusiveMinimum":0,"exclusiveMaximum":10.5}`,
			`{"type":"integer","minimum":3,"description":"(greater than 0; less than 10.5)"}`, "less than 10.5"},
		{"gemini", `{"type":"object","properties":{},"minProperties":1,"maxProperties":2}`,
			`{"type":"object","properties":{},"description":"(at least 1 properties; at most 2 properties)"}`, "maxProperties is said"},
		{"gemini-json", `{"type":"string","contentEncoding":"base64","deprecated":true}`, `{"type":"string","description":"(in base64; deprecated)"}`, "in base64"},
		// Fixed values.
		{"openai-strict", `{"const":{"a":1}}`, `{"type":["string","null"],"description":"(JSON text of the object; always {\"a\":1})"}`, "travels as JSON text"},
		{"anthropic-strict", `{"const":1.5}`, `{"const":1.5,"type":"number"}`, ""},
		{"anthropic-strict", `{"enum":["a",1,true]}`, `{"enum":["a",1,true],"type":["string","integer","boolean"]}`, ""},
		{"gemini", `{"const":1}`, `{"type":"integer","description":"(always 1)"}`, "always 1"},
		{"gemini", `{"const":"a"}`, `{"enum":["a"],"type":"string"}`, ""},
		// Tuples and other keywords that hold schemas.
		{"mcp", `{"type":"array","prefixItems":[{"type":"integer"}],"items":false}`, `{"type":"array","prefixItems":[{"type":"integer"}],"items":false}`, ""},
		{"gemini-json", `{"type":"array","prefixItems":[{"type":"integer"}],"items":false}`, `{"type":"array","prefixItems":[{"type":"integer"}],"items":{}}`, "nothing is allowed here"},
		{"gemini-json", `{"type":"array","prefixItems":[{"type":"integer"}]}`, `{"type":"array","prefixItems":[{"type":"integer"}]}`, ""},
		{"openai-strict", `{"type":"array"}`, `{"type":["array","null"],"items":{"type":"string","description":"(JSON text of the value)"}}`, "travels as JSON text"},
		{"bedrock", `{"type":"object","patternProperties":{"^x":{"$ref":"#/$defs/A"}},"not":{"$ref":"#/$defs/S"}}`,
			`{"type":"object","patternProperties":{"^x":{"type":"object","properties":{"a":{"type":"string"}}}},"not":{"type":"array","items":{"type":"string"}},"properties":{}}`, ""},
		// References.
		{"mcp", `{"$ref":"#/$defs/R","description":"The root."}`, `{"$ref":"#/$defs/R","description":"The root."}`, ""},
		{"gemini-json", `{"$ref":"#/$defs/R","description":"The root."}`, `{"$ref":"#/$defs/R"}`, "description cannot stand beside a reference"},
		// What is cut keeps its kind, if it has one.
		{"gemini", `{"$ref":"#/$defs/L"}`, `{"type":"array","items":{"type":"array","items":{"type":"array","items":{"type":"string","description":"(JSON text of the value)"}}}}`, "contains itself"},
		{"bedrock", `{"$ref":"#/$defs/L"}`, `{"type":"array","items":{"type":"array","items":{"type":"array","items":{"type":"array","items":{},"description":"(deeper levels are not described)"}}}}`, "contains itself"},
		{"anthropic-strict", `{"$ref":"#/$defs/J"}`, `{"anyOf":[{"type":"string"},{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string","description":"(JSON text of the value)"}}]}}]}`, "contains itself"},
		{"bedrock", nest(7, `{"$ref":"#/$defs/S"}`), nest(7, `{"type":"array","items":{"type":"string"},"description":"(deeper levels are not described)"}`), "more than 10 levels"},
		{"bedrock", nest(7, `{"$ref":"#/$defs/A","description":"D."}`), nest(7, `{"type":"object","description":"D. (deeper levels are not described)"}`), "more than 10 levels"},
		// Unions and conjunctions.
		{"gemini", `{"oneOf":[{"type":"string"},{"type":"integer"}],"anyOf":[{"minLength":1},{"minimum":1}]}`, `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, "anyOf beside oneOf cannot be said"},
		{"gemini", `{"items":{"type":"string"},"maxItems":20,"oneOf":[{"type":"array","items":{"type":"string"}},{"type":"string"}],"description":"D."}`,
			`{"anyOf":[{"type":"array","items":{"type":"string"},"description":"D."},{"type":"string","description":"D."}]}`, "items cannot stand beside anyOf"},
		{"gemini", `{"allOf":[{"$ref":"#/$defs/A"},{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}]}`,
			`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`, "described twice"},
		{"anthropic-strict", `{"type":"object","properties":{"a":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`,
			`{"anyOf":[{"required":["a"],"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false},{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}]}`, "b is required, but not described"},
		// What is required and not described.
		{"gemini", `{"type":"object","properties":{"a":{"type":"string"}},"required":["a","b"]}`, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`, "b is required, but not described"},
		{"mcp", `{"type":"object","properties":{"a":{"type":"string"}},"required":["a","b"]}`, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a","b"]}`, ""},
		// Maps where objects are closed.
		{"anthropic-strict", `{"type":["object","null"],"additionalProperties":{"type":"string"}}`,
			`{"type":["string","null"],"description":"(JSON text of the object; each value: {\"type\":\"string\"})"}`, "travels as JSON text"},
	}
	for _, tt := range tests {
		decl, losses, err := lowered(t, tt.profile, `{"type":"object","properties":{"x":`+tt.in+`},`+someDefs+`}`)
		if err != nil {
			t.Errorf("%s: %s: %v", tt.profile, tt.in, err)
			continue
		}
		var diags diag.List
		got := node.ReadJSON("", []byte(decl), node.Limits{}, &diags)
		for _, key := range []string{"toolSpec", "inputSchema", "json", "input_schema", "parameters", "parametersJsonSchema", "properties", "x"} {
			if got.Has(key) {
				got = got.Get(key)
			}
		}
		if text := string(got.AppendJSON(nil)); text != tt.want {
			t.Errorf("%s: %s:\n got %s\nwant %s", tt.profile, tt.in, text, tt.want)
		}
		if (losses == "") != (tt.lost == "") || !strings.Contains(losses, tt.lost) {
			t.Errorf("%s: %s: lost %q, want %q", tt.profile, tt.in, losses, tt.lost)
		}
	}
}

// nest puts a schema into n objects.
func nest(n int, schema string) string {
	for range n {
		schema = `{"type":"object","properties":{"n":` + schema + `}}`
	}
	return schema
}

// A text stays a text where a schema has too many parts to be written out: what
// the model gives for it has to be valid for the tool.
func TestTooManyParts(t *testing.T) {
	defs := `"D0":{"type":"object","properties":{"s":{"type":"string"},"l":{"type":"array","items":{"type":"integer"}}}}`
	for i := 1; i < 7; i++ {
		defs += fmt.Sprintf(`,"D%d":{"type":"object","properties":{"s":{"type":"string"}`, i)
		for j := range 5 {
			defs += fmt.Sprintf(`,"p%d":{"$ref":"#/$defs/D%d"}`, j, i-1)
		}
		defs += `}}`
	}
	for _, profile := range []string{"bedrock", "gemini"} {
		decl, losses, err := lowered(t, profile, `{"type":"object","properties":{"x":{"$ref":"#/$defs/D6"}},"$defs":{`+defs+`}}`)
		if err != nil || !strings.Contains(losses, "too many parts") {
			t.Errorf("%s: %v, %d bytes of losses", profile, err, len(losses))
		}
		for start, whole := range map[string]string{`"s":{`: `"s":{"type":"string"}`, `"l":{`: `"l":{"type":"array","items":{"type":"integer"}`} {
			if n, good := strings.Count(decl, start), strings.Count(decl, whole); n == 0 || n != good {
				t.Errorf("%s: %d times %s, %d times %s", profile, n, start, good, whole)
			}
		}
	}
}

func TestRestoreTuples(t *testing.T) {
	p, _ := provider.Find("gemini-json")
	tl := named("it", `{"type":"object","properties":{"x":{"type":"array",
		"prefixItems":[{"type":"integer"},{"type":"object","properties":{"e.mail":{"type":"string"}}}],
		"items":{"type":"object","properties":{"a.b":{"type":"string"}}}}}}`)
	_, back, _, err := provider.Lower(&tl, p)
	if err != nil {
		t.Fatal(err)
	}
	got, err := back.Restore([]byte(`{"x":[1,{"e_mail":"m","a_b":"x"},{"e_mail":"m","a_b":"y"}]}`))
	if want := `{"x":[1,{"e.mail":"m","a_b":"x"},{"e_mail":"m","a.b":"y"}]}`; err != nil || string(got) != want {
		t.Errorf("Restore gives %s, %v, want %s", got, err, want)
	}
	v, err := check.Compile(tl.Input)
	if err != nil {
		t.Fatal(err)
	}
	if val, _ := check.Decode(got, check.Limits{}); v.Validate(val) != nil {
		t.Errorf("%s is not valid for the tool", got)
	}
}

// Check names the first place of a schema that a profile does not take.
func TestCheck(t *testing.T) {
	tests := []struct{ profile, in, want string }{
		{"mcp", `{"type":"object","properties":{"a":{"type":"string"}}}`, ""},
		{"mcp", `{"type":"array"}`, "the root is not an object with properties"},
		{"mcp", `{"type":"object"}`, "the root is not an object with properties"},
		{"mcp", `{"type":"object","properties":{},"oneOf":[{}]}`, "the root holds oneOf"},
		{"bedrock", `{"type":"object","properties":{},"title":"T"}`, "the root holds title"},
		{"mcp", `{"type":"object","properties":{"a":true}}`, "/properties/a: a schema must be an object here"},
		{"mcp", `{"type":"object","properties":{"a b":{}}}`, `: the property name "a b" does not match`},
		{"mcp", `{"type":"object","properties":{"a":{"enum":[]}}}`, "/properties/a: an enum without values"},
		{"mcp", `{"type":"object","properties":{"a":{"type":"array"}}}`, "/properties/a: the items are not described"},
		{"mcp", `{"type":"object","properties":{"a":{"patternProperties":{"x":{"type":"array"}}}}}`, "/properties/a/patternProperties/x: the items"},
		{"mcp", `{"type":"object","properties":{"a":{"anyOf":[{},{"not":{"type":"array"}}]}}}`, "/properties/a/anyOf/1/not: the items"},
		{"mcp", `{"type":"object","properties":{"a":{"prefixItems":[{},{"type":"array"}]}}}`, "/properties/a/prefixItems/1: the items"},
		{"mcp", `{"type":"object","properties":{},"$defs":{"A":{"type":"array"}}}`, "/$defs/A: the items"},
		{"bedrock", `{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}}}`, "references are not taken"},
		{"mcp", `{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}}}`, "a reference leads nowhere"},
		{"openai-strict", `{"type":"object","properties":{"a":{"$ref":"#/$defs/A","title":"T"}},"required":["a"],"additionalProperties":false,"$defs":{"A":{"type":"string"}}}`, "something stands beside a reference"},
		{"anthropic-strict", `{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"additionalProperties":false,"$defs":{"A":{"type":"array","items":{"$ref":"#/$defs/A"}}}}`, "a definition contains itself"},
		{"gemini", `{"type":"object","properties":{"a":{"anyOf":[{"type":"string"}],"description":"D."}}}`, "something stands beside anyOf"},
		{"gemini", `{"type":"object","properties":{"a":{"type":["string","null"]}}}`, "null is no type"},
		{"gemini", `{"type":"object","properties":{"a":{}}}`, "no type is stated"},
		{"gemini", `{"type":"object","properties":{"a":{"type":"string","const":"a"}}}`, "const is not taken"},
		{"gemini", `{"type":"object","properties":{"a":{"type":"integer","enum":[1]}}}`, "an enum value is no text"},
		{"gemini", `{"type":"object","properties":{"a":{"type":"string","format":"email"}}}`, "the format email is not taken"},
		{"gemini", `{"type":"object","properties":{"a":{"type":"string"}},"required":["b"]}`, "a required property is not described"},
		{"gemini", nest(10, `{"type":"string"}`), ""},
		{"gemini", nest(11, `{"type":"string"}`), "more than 10 levels"},
		{"anthropic-strict", `{"type":"object","properties":{"a":{"type":"string"}}}`, "the object is not closed"},
		{"anthropic-strict", `{"type":"object","properties":{"a":{"enum":[{}]}},"additionalProperties":false}`, "an enum value is an object or a list"},
		{"anthropic-strict", `{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"},"minItems":2}},"additionalProperties":false}`, "minItems is more than 1"},
		{"openai-strict", `{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`, "not every property is required"},
		{"gemini-json", `{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"},"maxItems":961}}}`, "961 items in all lists together, the limit is 960"},
	}
	for _, tt := range tests {
		p, _ := provider.Find(tt.profile)
		var diags diag.List
		err := provider.Check(node.ReadJSON("", []byte(tt.in), node.Limits{}, &diags), p)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %s: %v, want %q", tt.profile, tt.in, err, tt.want)
		}
	}
}

// A set says what each tool loses, and every tool that the API refuses.
func TestLowerAllTellsEverything(t *testing.T) {
	p, _ := provider.Find("gemini")
	set := &tool.Set{Tools: []tool.Tool{named("one", object(1, `{"type":"string","format":"email"}`)), named("two-parts", object(1, `{"type":"string"}`)), named("3", object(0, "")), named("four!", object(0, ""))}}
	_, losses, err := provider.LowerAll(set, p)
	if err == nil || !strings.Contains(err.Error(), "tool 3:") || !strings.Contains(err.Error(), "tool four!:") || strings.Contains(err.Error(), "tool one:") {
		t.Error(err)
	}
	if len(losses) != 1 || !strings.Contains(losses[0], "tool one: gemini: /properties/a0: format is said") {
		t.Error(losses)
	}
}
