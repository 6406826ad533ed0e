package check

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/oatools/oatools/compile/tool"
)

const order = `{
 "type": "object", "additionalProperties": false, "required": ["id", "pay"],
 "properties": {
  "id": {"type": "integer", "minimum": 1, "format": "int32"},
  "name": {"type": "string", "minLength": 2, "maxLength": 10, "pattern": "^[a-z]+$"},
  "status": {"type": "string", "enum": ["open", "closed", "pending"]},
  "when": {"type": "string", "format": "date"},
  "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 3, "uniqueItems": true},
  "amount": {"type": "number", "multipleOf": 0.01, "exclusiveMinimum": 0, "maximum": 1000.5},
  "key": {"type": "string", "format": "password", "minLength": 8, "pattern": "^k"},
  "odd": {"type": "string", "format": "unix-time"},
  "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
  "pay": {"$ref": "#/$defs/Pay"}
 },
 "$defs": {
  "Pay": {"oneOf": [{"$ref": "#/$defs/Card"}, {"$ref": "#/$defs/Bank"}]},
  "Card": {"type": "object", "required": ["kind", "pan"], "properties": {"kind": {"const": "card"}, "pan": {"type": "string"}}},
  "Bank": {"type": "object", "additionalProperties": false, "required": ["kind", "iban"], "properties": {"kind": {"const": "bank"}, "iban": {"type": "string"}, "bic": {"type": "string"}}}
 }}`

func TestRequiredTogether(t *testing.T) {
	v := mustCompile(t, `{"type": "object", "properties": {"name": {"type": "string"}, "n": {"type": "integer"}, "m": {}},
		"dependentRequired": {"n": ["name"], "m": ["name", "n"]}}`)
	for in, want := range map[string][]Problem{
		`{}`:                           nil,
		`{"name": "x"}`:                nil,
		`{"n": 1}`:                     {{"/name", "is required because n is given: string; else leave n out"}},
		`{"n": 1, "m": 2}`:             {{"/name", "is required because m, n are given: string; else leave them out"}},
		`{"m": 2, "name": "x"}`:        {{"/n", "is required because m is given: integer; else leave m out"}},
		`{"m": 2, "n": 1, "name": ""}`: nil,
	} {
		val, _ := Decode([]byte(in), Limits{})
		if diff := cmp.Diff(want, v.Validate(val)); diff != "" {
			t.Errorf("Validate(%s) (-want +got):\n%s", in, diff)
		}
	}
}

func TestValidate(t *testing.T) {
	v := mustCompile(t, order)
	tests := []struct {
		name string
		in   string
		want []string // "at: message"
	}{
		{"valid", `{"id": 1, "pay": {"kind": "bank", "iban": "x"}, "amount": 12.34, "note": null, "odd": "?"}`, nil},
		{"missing", `{}`, []string{"/id: is required: integer", "/pay: is required"}},
		{"everything wrong", `{"id": "5", "nmae": "x", "status": "opne", "pay": {"kind": "bank", "ibann": 1}, "tags": "a", "when": "tomorrow", "name": "A", "key": "abc"}`, []string{
			`/id: expected integer, got "5"; write it without quotes`,
			`/key: must match the pattern ^k`,
			`/key: needs at least 8 characters, got 3`,
			`/name: must match the pattern ^[a-z]+$, got "A"`,
			`/name: needs at least 2 characters, got 1`,
			`/nmae: unknown property (did you mean name?)`,
			`/pay/iban: is required: string`,
			`/pay/ibann: unknown property (did you mean iban?)`,
			`/status: expected one of "open", "closed", "pending", got "opne" (did you mean "open"?)`,
			`: and 2 more problems`,
		}},
		{"another branch", `{"id": 1, "pay": {"kind": "crad"}}`, []string{`/pay/kind: expected one of "card", "bank", got "crad" (did you mean "card"?)`}},
		{"no branch", `{"id": 1, "pay": {}}`, []string{`/pay/kind: is required`}},
		{"a text for an object", `{"id": 1, "pay": "{\"kind\": \"card\"}"}`, []string{`/pay: expected object, got "{\"kind\": \"card\"}"; send the value itself, not a text that holds it`}},
		{"bounds", `{"id": 0, "pay": {"kind": "card", "pan": "1"}, "amount": 2000.005}`, []string{
			"/amount: must be a multiple of 0.01, got 2000.005", "/amount: must be at most 1000.5, got 2000.005", "/id: must be at least 1, got 0"}},
		{"too large for its format", `{"id": 4294967296, "pay": {"kind": "card", "pan": "1"}}`, []string{"/id: expected a whole number of 32 bits, got 4294967296"}},
		{"union of types", `{"id": 1, "pay": {"kind": "card", "pan": "1"}, "note": 5}`, []string{"/note: expected null or string, got 5; put it in quotes"}},
		{"null", `{"id": null, "pay": {"kind": "card", "pan": "1"}}`, []string{"/id: expected integer, got null; leave it out instead of null"}},
		{"items", `{"id": 1, "pay": {"kind": "card", "pan": "1"}, "tags": ["a", "b", "a", 4]}`, []string{
			"/tags: items 0 and 2 are equal; give each once", "/tags: takes at most 3 items, got 4", "/tags/3: expected string, got 4; put it in quotes"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			val, problems := Decode([]byte(tt.in), Limits{})
			if problems != nil {
				t.Fatal(problems)
			}
			for range 5 { // the order must not be that of a map
				var got []string
				for _, p := range v.Validate(val) {
					got = append(got, p.At+": "+p.Message)
				}
				if d := cmp.Diff(tt.want, got); d != "" {
					t.Fatalf("-want +got:\n%s", d)
				}
			}
		})
	}
}

func mustCompile(t testing.TB, s string) *Validator {
	t.Helper()
	v, err := Compile(tool.Schema(s))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestCompileRefuses(t *testing.T) {
	for _, s := range []string{
		`{"type": "strnig"}`, `{"$ref": "https://example.org/s.json"}`, `{"$ref": "other.json"}`, `{"$ref": "#/$defs/none"}`,
		`{`, `[]`, `{"minimum": 1e10000000}`, `{"properties": 3}`,
	} {
		if _, err := Compile(tool.Schema(s)); err == nil {
			t.Errorf("Compile(%s) took it", s)
		} else if strings.Contains(err.Error(), "file:") || strings.Contains(err.Error(), "/home") {
			t.Errorf("Compile(%s) = %v names a path", s, err)
		}
	}
	for _, s := range []string{"", "true", "{}", `{"pattern": "a++("}`, `{"format": "unheard-of"}`} {
		v, err := Compile(tool.Schema(s))
		if err != nil {
			t.Errorf("Compile(%s): %v", s, err)
		} else if p := v.Validate("x"); p != nil {
			t.Errorf("Compile(%s) refuses: %v", s, p)
		}
	}
}

// Each of these costs the library seconds, gigabytes or its life.
func TestValidateIsBounded(t *testing.T) {
	nest := func(n int, leaf any) any {
		v := leaf
		for range n {
			v = map[string]any{"a": v}
		}
		return v
	}
	many := make([]any, 50_000)
	for i := range many {
		many[i] = json.Number("1")
	}
	union := `{"anyOf": [` + strings.Repeat(`{"type": "string", "minLength": 3}, `, 200) + `{"type": "null"}]}`
	tests := []struct {
		name   string
		schema string
		value  any
	}{
		{"huge exponent", `{"minimum": 1}`, json.Number("1e10000000")},
		{"no number", `{"minimum": 1}`, json.Number("abc")},
		{"ambiguous recursion", `{"$ref": "#/$defs/A", "$defs": {"A": {"oneOf": [{"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}}, {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}}, {"type": "integer"}]}}}`, nest(40, "x")},
		{"doubling without recursion", doubling(30), nest(30, "x")},
		{"many values and branches", `{"type": "array", "items": ` + union + `}`, many},
		{"backtracking", `{"type": "array", "items": {"pattern": "^(?=x)?(a+)+$"}}`, slices.Repeat([]any{strings.Repeat("a", 40) + "!"}, 1000)},
		{"reference to itself", `{"$ref": "#"}`, "x"},
		{"foreign type", `{}`, struct{}{}},
		{"foreign type inside", `{}`, []any{[]string{"x"}}},
		{"deep", `{}`, nest(100, 1)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := mustCompile(t, tt.schema)
			start := time.Now()
			problems := v.Validate(tt.value)
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("took %v", took)
			}
			if len(problems) == 0 || len(problems) > 10 {
				t.Errorf("problems = %+v", problems)
			}
		})
	}
}

// doubling gives a schema in which each of n definitions tries the next twice.
func doubling(n int) string {
	var b strings.Builder
	b.WriteString(`{"$ref": "#/$defs/D0", "$defs": {`)
	for i := range n {
		fmt.Fprintf(&b, `"D%d": {"anyOf": [{"properties": {"a": {"$ref": "#/$defs/D%d"}}}, {"properties": {"a": {"$ref": "#/$defs/D%d"}}, "required": ["a"]}]},`, i, i+1, i+1)
	}
	fmt.Fprintf(&b, `"D%d": {"type": "integer"}}}`, n)
	return b.String()
}

// A union whose branches a constant tells apart is linear, and recursive ones
// are not refused.
func TestDispatchRecursion(t *testing.T) {
	v := mustCompile(t, `{"$ref": "#/$defs/E", "$defs": {"E": {"oneOf": [
	  {"$ref": "#/$defs/Not"}, {"$ref": "#/$defs/And"}, {"$ref": "#/$defs/Leaf"}]},
	  "Not": {"type": "object", "required": ["op", "a"], "properties": {"op": {"const": "not"}, "a": {"$ref": "#/$defs/E"}}},
	  "And": {"type": "object", "required": ["op", "a"], "properties": {"op": {"const": "and"}, "a": {"$ref": "#/$defs/E"}}},
	  "Leaf": {"type": "object", "required": ["op"], "properties": {"op": {"enum": ["true", "false"]}}}}}`)
	if v.risky {
		t.Error("a dispatched union is metered")
	}
	value := any(map[string]any{"op": "true"})
	for range 60 {
		value = map[string]any{"op": "and", "a": value}
	}
	if p := v.Validate(value); p != nil {
		t.Errorf("valid value refused: %v", p)
	}
	value.(map[string]any)["op"] = "or"
	if p := v.Validate(value); len(p) != 1 || p[0].At != "/op" {
		t.Errorf("problems = %v", p)
	}
}

func TestValidateConcurrently(t *testing.T) {
	for _, schema := range []string{order, `{"$ref": "#/$defs/A", "$defs": {"A": {"anyOf": [{"properties": {"id": {"$ref": "#/$defs/A"}}}, {"pattern": "^(?!x)"}]}}}`} {
		v := mustCompile(t, schema)
		good, _ := Decode([]byte(`{"id": 1, "pay": {"kind": "bank", "iban": "x"}}`), Limits{})
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for range 50 {
					if p := v.Validate(good); p != nil {
						t.Error(p)
					}
					v.Validate(map[string]any{})
				}
			})
		}
		wg.Wait()
	}
}

// Whatever schema and value: no panic, bounded words.
func FuzzValidate(f *testing.F) {
	f.Add(order, `{"id": 1}`)
	f.Add(`{"minimum": 1e300, "multipleOf": 0.1}`, `1e308`)
	f.Add(`{"$ref": "#", "properties": {"a": {"$ref": "#/properties/a"}}}`, `{"a": {}}`)
	f.Add(`{"oneOf": [{"required": ["k"], "properties": {"k": {"const": "a"}}}, {"required": ["k"], "properties": {"k": {"enum": ["b", "c"]}}}]}`, `{"k": 1}`)
	f.Add(`{"uniqueItems": true, "contains": {"type": "string"}}`, `[1, 1.0, {}]`)
	f.Add(`{"pattern": "(?<=a)b", "format": "email"}`, `"ab"`)
	f.Add(`{"dependentRequired": {"a": ["b"]}, "propertyNames": {"maxLength": 1}, "unevaluatedProperties": false}`, `{"a": 1, "bb": 2}`)
	f.Fuzz(func(t *testing.T, schema, value string) {
		v, err := Compile(tool.Schema(schema))
		if err != nil {
			return
		}
		val, problems := Decode([]byte(value), Limits{})
		if problems != nil {
			return
		}
		got := v.Validate(val)
		size := 0
		for _, p := range got {
			size += len(p.At) + len(p.Message)
		}
		if len(got) > 10 || size > 4096 {
			t.Errorf("%d problems of %d bytes", len(got), size)
		}
	})
}

func BenchmarkValidate(b *testing.B) {
	val, _ := Decode([]byte(`{"id": 1, "name": "abc", "status": "open", "when": "2026-01-31", "tags": ["a", "b"], "amount": 12.34, "note": null, "pay": {"kind": "bank", "iban": "x"}}`), Limits{})
	b.Run("ours", func(b *testing.B) {
		v := mustCompile(b, order)
		for b.Loop() {
			if v.Validate(val) != nil {
				b.Fatal("refused")
			}
		}
	})
	b.Run("bare", func(b *testing.B) {
		doc, _ := jsonschema.UnmarshalJSON(strings.NewReader(order))
		c := jsonschema.NewCompiler()
		c.AssertFormat()
		_ = c.AddResource("urn:x", doc)
		s, err := c.Compile("urn:x")
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if s.Validate(val) != nil {
				b.Fatal("refused")
			}
		}
	})
}
