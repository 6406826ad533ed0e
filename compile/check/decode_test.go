package check

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDecode(t *testing.T) {
	tests := []struct {
		name string
		in   string
		want any
		at   string
		say  string // part of the message
	}{
		{"an object", `{"a": [1, 2.50, -1e3, true, null, "x"]}`,
			map[string]any{"a": []any{json.Number("1"), json.Number("2.50"), json.Number("-1e3"), true, nil, "x"}}, "", ""},
		{"digits are kept", `9007199254740993`, json.Number("9007199254740993"), "", ""},
		{"surrogates and escaped slashes", `"\ud83d\udc4d\/"`, "👍/", "", ""},
		{"a name given twice", `{"a": {"b": 1, "b": 2}}`, nil, "/a/b", "twice"},
		{"a huge exponent", `{"n": [0, 1e10000000]}`, nil, "/n/1", "exponent is at most 308"},
		{"a large exponent", `1e309`, nil, "", "exponent"},
		{"the largest exponent", `1e308`, json.Number("1e308"), "", ""},
		{"an exponent with zeros", `1e-0000000000000000000000000001`, json.Number("1e-0000000000000000000000000001"), "", ""},
		{"many digits", strings.Repeat("9", 41), nil, "", "too many digits"},
		{"deep nesting", strings.Repeat("[", 65) + strings.Repeat("]", 65), nil, "", "nested too deep"},
		{"just not too deep", strings.Repeat("[", 2) + strings.Repeat("]", 2), []any{[]any{}}, "", ""},
		{"very deep nesting", strings.Repeat("[", 100000), nil, "", "nested too deep"},
		{"many values", "[" + strings.Repeat("1,", 100_000) + "1]", nil, "", "too many values"},
		{"a large text", `"` + strings.Repeat("x", 1<<20) + `"`, nil, "", "too large"},
		{"no UTF-8", "\"\xff\"", nil, "", "not valid JSON"},
		{"half a surrogate", `"\ud83d"`, nil, "", "not valid JSON"},
		{"nothing", "  ", nil, "", "nothing was given"},
		{"two values", `{} {}`, nil, "", "text after"},
		{"cut short", `{"a": `, nil, "", "ends too early"},
		{"a trailing comma", `{"a": 1,}`, nil, "", "not valid JSON"},
		{"words", `hello`, nil, "", "not valid JSON"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, problems := Decode([]byte(tt.in), Limits{})
			if tt.say == "" {
				if len(problems) > 0 {
					t.Fatalf("Decode refused: %+v", problems)
				}
				if d := cmp.Diff(tt.want, got); d != "" {
					t.Error(d)
				}
				return
			}
			if got != nil || len(problems) != 1 {
				t.Fatalf("Decode = %v, %+v, want one problem", got, problems)
			}
			if !strings.Contains(problems[0].Message, tt.say) || tt.at != "" && problems[0].At != tt.at {
				t.Errorf("problem = %+v, want %q at %q", problems[0], tt.say, tt.at)
			}
		})
	}
}

// What Decode takes, encoding/json takes too, and both see the same value.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{`{"a":1}`, `[1e3,"\ud83d\udc4d"]`, `{"a":1,"a":2}`, "\"\xff\"", `1e10000000`, `[[[[]]]]`, ``, `-0`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, problems := Decode(raw, Limits{})
		if len(problems) > 0 {
			return
		}
		dec := json.NewDecoder(strings.NewReader(string(raw)))
		dec.UseNumber()
		var want any
		if err := dec.Decode(&want); err != nil {
			t.Fatalf("Decode took %q, encoding/json says %v", raw, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("Decode(%q) = %#v, encoding/json %#v", raw, got, want)
		}
	})
}
