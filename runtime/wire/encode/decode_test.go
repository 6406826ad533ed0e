package encode

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzDecodeValue states: what is JSON is read as the standard library reads it,
// with exact numbers.
func FuzzDecodeValue(f *testing.F) {
	var many strings.Builder
	for i := range 128 {
		fmt.Fprintf(&many, `{"a%d":1,"b":{"a%d":2,"c\u0064":3}},`, i, i)
	}
	for _, s := range []string{
		`[{"id":1,"x":{"id":2}},{"x":{"id":3},"id":4},{"id":5}]`, `{"a":1,"a":2}`, `{"a":{"b":1},"a":{"c":2}}`, `{"\u0061":1,"a":2,"a\\":3}`,
		`{"":1}`, `[1e400,-0,1.50,9007199254740993]`, "{\"\xff\":\"\xff\",\"\xff\":1}", `{"é":"\ud800","\udc00x":1}`, `[]`, `{}`, `null`, `1 2`, `[1,]`, `[` + many.String() + `null]`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var want any
		dec := json.NewDecoder(strings.NewReader(string(raw)))
		dec.UseNumber()
		err := dec.Decode(&want)
		got, ours := DecodeValue(raw)
		if !json.Valid(raw) {
			if ours == nil {
				t.Fatalf("%q is read as %v, and is no JSON", raw, got)
			}
			return
		}
		if err != nil || ours != nil {
			t.Fatalf("%q: %v, and by the standard library %v", raw, ours, err)
		}
		if !reflect.DeepEqual(want, got) {
			t.Fatalf("%q (-want +got):\n%s", raw, cmp.Diff(want, got))
		}
	})
}

func TestDecodeValue(t *testing.T) {
	got, err := DecodeValue([]byte("{\"a\":1,\"\\u00e9\\/\":[{\"a\":2,\"x\xff\":\"y\xff\"},{\"a\":1e400}],\"a\":12345678901234567890, \"surrogate\":\"\\ud83d\\ude00\"} "))
	want := map[string]any{"a": json.Number("12345678901234567890"), "é/": []any{map[string]any{"a": json.Number("2"), "x\uFFFD": "y\uFFFD"}, map[string]any{"a": json.Number("1e400")}}, "surrogate": "\U0001F600"}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for _, bad := range []string{"", "{", "1 2", "[1,]", "nul", `{"a"}`, `{1:2}`, strings.Repeat("[", 20000) + strings.Repeat("]", 20000), "{'a':1}", "\"\x01\""} {
		if v, err := DecodeValue([]byte(bad)); err == nil {
			t.Errorf("%.20q is read as %v", bad, v)
		}
	}
}
