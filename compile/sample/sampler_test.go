package sample

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/check"
)

func TestSampler(t *testing.T) {
	for _, schema := range []string{
		`{"type": "object", "additionalProperties": false, "properties": {}}`,
		`{"type": "object", "additionalProperties": false, "required": ["id"], "properties": {"id": {"type": "integer", "minimum": 5, "maximum": 5}, "at": {"type": "string", "format": "date-time"}, "tags": {"type": "array", "minItems": 2, "uniqueItems": true, "items": {"type": "string", "enum": ["a", "b", "c"]}}}}`,
		`{"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.001}`,
		`{"type": "integer", "multipleOf": 7, "minimum": 100}`,
		`{"type": "number", "multipleOf": 0.01, "maximum": -3}`,
		`{"type": "integer", "minimum": 9007199254740993}`,
		`{"type": "integer", "minimum": -9223372036854775808, "maximum": 9223372036854775807}`,
		`{"type": "string", "pattern": "^[A-Z]{3}-[0-9]{4,6}(x|y)?$", "minLength": 9}`,
		`{"type": "string", "pattern": "\\d+", "minLength": 50}`,
		`{"type": "string", "minLength": 30, "maxLength": 31}`,
		`{"type": "string", "maxLength": 1}`,
		`{"$ref": "#/$defs/T", "$defs": {"T": {"type": "object", "required": ["v", "kids"], "properties": {"v": {"type": "integer"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/T"}}}}}}`,
		`{"oneOf": [{"type": "object", "required": ["k", "a"], "properties": {"k": {"const": "a"}, "a": {"type": "boolean"}}}, {"type": "object", "required": ["k"], "properties": {"k": {"const": "b"}}}]}`,
		`{"allOf": [{"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}, {"properties": {"a": {"maxLength": 2}}, "required": ["b"]}]}`,
		`{"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 2}`,
		`{"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false, "minItems": 2}`,
		`{"type": "array", "contains": {"const": 3}, "items": {"type": "integer"}}`,
		`{"allOf": [{"type": "number"}, {"type": ["integer", "string"], "minimum": 2}, {"maximum": 2.5}]}`,
		`{"allOf": [{"type": "integer", "multipleOf": 6}, {"multipleOf": 3, "minimum": 1}]}`,
		`{"allOf": [{"type": "integer", "multipleOf": 4}, {"multipleOf": 6, "minimum": 1}]}`,
		`{"type": "integer", "multipleOf": 1.5, "minimum": 1}`,
		`{"type": "number", "minimum": 0.1, "maximum": 0.1}`,
		`{"enum": ["a", 1, null, [1]], "type": ["number", "array"]}`,
		`{"if": {"properties": {"k": {"const": "a"}}, "required": ["k"]}, "then": {"required": ["a"]}, "else": {"required": ["b"]}, "type": "object", "properties": {"k": {"enum": ["a", "b"]}, "a": {"type": "integer"}, "b": {"type": "integer"}}, "required": ["k"]}`,
		`{"properties": {"a": {"minItems": 1}, "b": {"minLength": 3}, "c": {"minimum": 3}, "d": {"prefixItems": [{"type": "null"}]}}, "required": ["a", "b", "c", "d"], "type": "object"}`,
		`{"type": "array", "contains": {"const": 3}, "minContains": 2, "items": {"type": "integer"}}`,
		`{"type": "array", "prefixItems": [{"const": 1}, {"const": 2}], "contains": {"const": 2}, "minItems": 2}`,
		`{"type": "array", "prefixItems": [{"const": 1}, {"const": 2}], "contains": {"const": 2}, "items": false}`,
		`{"type": "array", "prefixItems": [{"const": 1}, {"type": "string"}], "items": {"type": "boolean"}, "minItems": 4}`,
		`{"type": "array", "uniqueItems": true, "minItems": 3, "items": {"enum": [1, 2, 3]}}`,
		`{"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}, "minProperties": 2, "additionalProperties": false}`,
		`{"type": "object", "properties": {"a": false, "b": {"type": "integer"}}, "required": ["b"]}`,
		`{"type": "string", "pattern": "^(foo|bar).[^a-z]{2}\\s?.*$"}`,
		`{"type": "string", "pattern": "^\\p{Greek}+$"}`,
		`{"type": "string", "pattern": "^[a-c]{2,}$", "minLength": 20, "maxLength": 25}`,
		`{"type": "string", "format": "date"}`,
		`{"type": "string", "format": "date-time"}`,
		`{"type": "string", "format": "time"}`,
		`{"type": "string", "format": "duration"}`,
		`{"type": "string", "format": "uuid"}`,
		`{"type": "string", "format": "email"}`,
		`{"type": "string", "format": "uri"}`,
		`{"type": "string", "format": "ipv4"}`,
		`{"type": "string", "format": "ipv6"}`,
		`{"type": "string", "format": "byte"}`,
		`{"type": "string", "format": "base64"}`,
		`{"type": "integer", "format": "int32"}`,
		`{"type": "string", "format": "hostname", "minLength": 40}`,
		`{"type": "string", "contentEncoding": "base64"}`,
		`{"type": ["string", "null"]}`,
		`{"type": "object", "dependentRequired": {"a": ["b"]}, "required": ["a"], "properties": {"a": {"type": "null"}, "b": {"type": "boolean"}}}`,
		`{"type": "object", "patternProperties": {"^x-[a-z]+$": {"type": "integer"}}, "additionalProperties": false, "minProperties": 1}`,
	} {
		v, err := check.Compile([]byte(schema))
		if err != nil {
			t.Fatal(err)
		}
		s, err := New([]byte(schema), 1)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			good, err := s.Valid()
			if err != nil {
				t.Errorf("%s: %v", schema, err)
				break
			}
			if p := v.Validate(good); p != nil {
				t.Errorf("%s: %v is not valid: %v", schema, good, p)
			}
			bad, what, err := s.Invalid()
			if err != nil {
				t.Errorf("%s: %v", schema, err)
				break
			}
			if v.Validate(bad) == nil || what == "" {
				t.Errorf("%s: %v (%s) is valid", schema, bad, what)
			}
		}
	}
}

func TestSamplerRefuses(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type": "string", "pattern": "^(?!a)b$"}`:       "backtracking",
		`{"type": "integer", "minimum": 2, "maximum": 1}`: "between the bounds",
		`{"not": {}}`: "no value found",
		`false`:       "takes nothing",
		`{"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/A"}}}`:                                                             "in a circle",
		`{"allOf": [{"type": "string"}, {"type": "integer"}]}`:                                                                     "no type meets",
		`{"allOf": [{"enum": ["a"]}, {"const": "b"}]}`:                                                                             "no value meets",
		`{"type": "integer", "enum": ["a"]}`:                                                                                       "no listed value",
		`{"type": "array", "items": false, "minItems": 1}`:                                                                         "more than the list takes",
		`{"type": "array", "items": {"not": {}, "type": "string"}, "minItems": 20000}`:                                             "too many items",
		`{"type": "object", "additionalProperties": false, "minProperties": 1}`:                                                    "more than the object has",
		`{"type": "object", "properties": {"a": false}, "required": ["a"]}`:                                                        "property a",
		`{"type": "string", "minLength": 300000}`:                                                                                  "300000 characters",
		`{"type": "string", "pattern": "^[^\\x00-\\x{10FFFF}]$"}`:                                                                  "no value found",
		`{"$ref": "#/$defs/T", "$defs": {"T": {"type": "object", "required": ["t"], "properties": {"t": {"$ref": "#/$defs/T"}}}}}`: "endless nesting",
	} {
		s, err := New([]byte(schema), 1)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := s.Valid(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s gives %v, %v; want %q", schema, v, err, want)
		}
	}
	s, _ := New([]byte(`true`), 1)
	if _, _, err := s.Invalid(); err == nil {
		t.Error("true refuses something")
	}
}

func TestSamplerIsSeeded(t *testing.T) {
	schema := []byte(`{"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}, "c": {"type": "array", "items": {"type": "boolean"}}}}`)
	run := func(seed uint64) string {
		s, err := New(schema, seed)
		if err != nil {
			t.Fatal(err)
		}
		var out []any
		for range 10 {
			v, err := s.Valid()
			if err != nil {
				t.Fatal(err)
			}
			bad, what, err := s.Invalid()
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, v, bad, what)
		}
		b, _ := json.Marshal(out)
		return string(b)
	}
	if first, again := run(7), run(7); first != again {
		t.Error("the same seed gives other values")
	}
	if run(7) == run(8) {
		t.Error("seeds do not matter")
	}
}
