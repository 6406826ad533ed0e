package check

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// judged gives the problems that a value has with a schema, "at: message" each.
func judged(t *testing.T, schema, in string) []string {
	t.Helper()
	val, problems := Decode([]byte(in), Limits{})
	if problems != nil {
		t.Fatal(in, problems)
	}
	var got []string
	for _, p := range mustCompile(t, schema).Validate(val) {
		got = append(got, p.At+": "+p.Message)
	}
	return got
}

// A format is checked, and the model is told how it is written.
func TestFormats(t *testing.T) {
	tests := []struct {
		format    string
		good, bad []string
		told      string
	}{
		{"date", []string{"2026-01-31"}, []string{"2026-02-30", "31.01.2026", "2026-1-1"}, "a date such as 2026-01-31"},
		{"date-time", []string{"2026-01-31T09:30:00Z", "2026-01-31T09:30:00.5+01:00"}, []string{"2026-01-31 09:30", "2026-01-31T09:30:00"}, "a date and time with offset such as 2026-01-31T09:30:00Z"},
		{"time", []string{"09:30:00Z", "09:30:00+01:00"}, []string{"09:30:00", "9:30"}, "a time with offset such as 09:30:00Z"},
		{"duration", []string{"PT15M", "P3D", "P1Y2M"}, []string{"15m", "P", "PT"}, "an ISO 8601 duration such as PT15M or P3D"},
		{"uuid", []string{"123e4567-e89b-12d3-a456-426614174000"}, []string{"123e4567e89b12d3a456426614174000", "x"}, "a UUID such as 123e4567-e89b-12d3-a456-426614174000"},
		{"email", []string{"a@b", "ä+x@example.org"}, []string{"a", "@b", "a@", "a@b@c", "a b@c"}, "an e-mail address"},
		{"uri", []string{"https://example.org/a", "urn:a:b"}, []string{"/a", "example.org"}, "an absolute URI such as https://example.org/a"},
		{"ipv4", []string{"192.0.2.1"}, []string{"192.0.2.256", "192.0.2", "2001:db8::1"}, "an IPv4 address"},
		{"ipv6", []string{"2001:db8::1"}, []string{"192.0.2.1", "2001:db8"}, "an IPv6 address"},
		{"byte", []string{"", "YQ==", "YQ", "_-8="}, []string{"a", "ä", "YQ=a"}, "text in base64"},
		{"base64", []string{"YWJj"}, []string{"!"}, "text in base64"},
		{"int32", []string{"2147483647", "-2147483648", "1e3", "1.5", "12345678901.5"}, []string{"2147483648", "-2147483649", "1e10"}, "a whole number of 32 bits"},
		{"int64", []string{"9223372036854775807", "-9223372036854775808"}, []string{"9223372036854775808", "1e19"}, "a whole number of 64 bits"},
		{"hostname-of-ours", []string{"any thing"}, nil, ""},
	}
	for _, tt := range tests {
		number := strings.HasPrefix(tt.format, "int")
		of := func(v string) string {
			if number {
				return v
			}
			return fmt.Sprintf("%q", v)
		}
		schema := fmt.Sprintf(`{"format": %q}`, tt.format)
		for _, v := range tt.good {
			if got := judged(t, schema, of(v)); got != nil {
				t.Errorf("%s: %s: %v", tt.format, v, got)
			}
		}
		for _, v := range tt.bad {
			want := []string{": expected " + tt.told + ", got " + of(v)}
			if diff := cmp.Diff(want, judged(t, schema, of(v))); diff != "" {
				t.Errorf("%s: %s: -want +got:\n%s", tt.format, v, diff)
			}
		}
		// A format says nothing about other types (JSON Schema 2020-12, Validation §7.1).
		if got := judged(t, schema, `["x"]`); got != nil {
			t.Errorf("%s: a list: %v", tt.format, got)
		}
	}
}

// What is wrong stands in words that tell what to do.
func TestWords(t *testing.T) {
	enum := func(n int) string {
		var words []string
		for i := range n {
			words = append(words, fmt.Sprintf("%q", fmt.Sprintf("value-%02d", i)))
		}
		return `{"enum": [` + strings.Join(words, ",") + `]}`
	}
	const untyped = `{"oneOf": [{"required": ["kind"], "properties": {"kind": {"const": "a"}}}, {"required": ["kind"], "properties": {"kind": {"const": "b"}}}]}`
	tests := []struct {
		schema, in string
		want       []string
	}{
		{`{"exclusiveMaximum": 5}`, `5`, []string{": must be less than 5, got 5"}},
		{`{"exclusiveMinimum": 5}`, `5`, []string{": must be more than 5, got 5"}},
		{`{"minProperties": 2}`, `{"a": 1}`, []string{": needs at least 2 properties, got 1"}},
		{`{"maxProperties": 1}`, `{"a": 1, "b": 2}`, []string{": takes at most 1 properties, got 2"}},
		{`{"minItems": 2}`, `[1]`, []string{": needs at least 2 items, got 1"}},
		{`{"contains": {"const": 1}}`, `[2]`, []string{": no item has the form that at least one must have"}},
		{`{"contains": {"const": 1}, "minContains": 2}`, `[1, 2]`, []string{": at least 2 items must have the form that is asked for, got 1"}},
		{`{"contains": {"const": 1}, "maxContains": 1}`, `[1, 1]`, []string{": at most 1 items may have the form that is asked for, got 2"}},
		{`{"propertyNames": {"maxLength": 2}}`, `{"abc": 1}`, []string{"/abc: this name is not allowed here"}},
		{`{"const": {"a": 1}}`, `1`, []string{": expected an object, got 1"}},
		{enum(12), `"x"`, []string{`: expected one of "value-00", "value-01", "value-02", "value-03", "value-04", "value-05", "value-06", "value-07", "value-08", "value-09", "value-10", "value-11", got "x"`}},
		// Of many values those that help.
		{enum(40), `"valu-31"`, []string{`: expected one of "value-00", "value-01", "value-02", …, got "valu-31" (did you mean "value-31"?)`}},
		// A secret is not echoed, whatever is wrong with it.
		{`{"format": "password", "enum": ["hunter2"]}`, `"hunter3"`, []string{`: expected one of "hunter2" (did you mean "hunter2"?)`}},
		{`{"format": "password", "maxLength": 3, "type": "string"}`, `"hunter3"`, []string{": takes at most 3 characters, got 7"}},
		{`{"format": "password", "type": "string"}`, `12345`, []string{": expected string; put it in quotes"}},
		// Branches that a constant tells apart, and a value that is no object.
		{untyped, `{"kind": "a"}`, nil},
		{untyped, `{"kind": "c"}`, []string{`/kind: expected one of "a", "b", got "c"`}},
		{untyped, `"text"`, []string{": fits more than one of the allowed forms (number 1 and 2); leave out what belongs to the other"}},
		{strings.Replace(untyped, "oneOf", "anyOf", 1), `"text"`, nil},
		{`false`, `1`, []string{": is not allowed here; leave it out or change it"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, judged(t, tt.schema, tt.in)); diff != "" {
			t.Errorf("%s: %s: -want +got:\n%s", tt.schema, tt.in, diff)
		}
	}
}

// Values that Go code makes are taken as they are, if JSON has them.
func TestGoValues(t *testing.T) {
	v := mustCompile(t, `{"type": ["number", "object", "array"], "minimum": 1, "additionalProperties": {"type": "number"}}`)
	for _, good := range []any{1, int8(1), uint64(math.MaxUint64), float32(1.5), 1.5, map[string]any{"a": 1}, []any{2}} {
		if p := v.Validate(good); p != nil {
			t.Errorf("%T %v: %v", good, good, p)
		}
	}
	for _, tt := range []struct {
		v    any
		want string
	}{
		{0, ": must be at least 1, got 0"},
		{0.5, ": must be at least 1, got 0.5"},
		{math.NaN(), ": not a JSON number"},
		{float32(math.Inf(1)), ": not a JSON number"},
		{map[string]any{"a": []any{1, math.Inf(-1)}}, "/a/1: not a JSON number"},
		{make([]any, defaultNodes+1), "/" + fmt.Sprint(defaultNodes-1) + fmt.Sprintf(": too many values: at most %d are taken", defaultNodes)},
	} {
		var got []string
		for _, p := range v.Validate(tt.v) {
			got = append(got, p.At+": "+p.Message)
		}
		if diff := cmp.Diff([]string{tt.want}, got); diff != "" {
			t.Errorf("%T: -want +got:\n%s", tt.v, diff)
		}
	}
}
