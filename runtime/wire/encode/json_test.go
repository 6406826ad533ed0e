package encode

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/tool"
)

// A refusal names the place of what is wrong.
func TestJSONThatCannotBeWritten(t *testing.T) {
	var deep any = "x"
	for range maxDepth + 1 {
		deep = []any{deep}
	}
	for _, tt := range []struct {
		value any
		at    string
	}{
		{map[string]any{"a": []any{"b", map[string]any{"c": "\xff"}}}, "/a/1/c"},
		{map[string]any{"a": map[string]any{"\xff": 1}}, "/a"},
		{[]any{json.RawMessage("1")}, "/0"},
		{[]any{[]string{"a"}}, "/0"},
		{map[string]any{"a/b": json.Number("0x1")}, "/a~1b"},
		{deep, strings.Repeat("/0", maxDepth+1)},
	} {
		if out, r := AppendJSON(nil, tt.value, nil); r == nil || r.At != tt.at {
			t.Errorf("%.60v gives %s and %+v, want a refusal of %s", tt.value, out, r, tt.at)
		}
	}
	if out, r := AppendJSON(nil, map[string]any{"t\t": "\r\n\t\x01\x7f\u2028<é"}, nil); r != nil || string(out) != `{"t\t":"\r\n\t\u0001`+"\x7f\u2028<é\"}" {
		t.Errorf("%s (%+v)", out, r)
	}
}

// FuzzJSON states: writing and reading gives the value back, and writing that
// again gives the same bytes.
func FuzzJSON(f *testing.F) {
	f.Add([]byte(`{"b":[1,null,1e5,"é\u0000\ud800"],"a":{}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := DecodeValue(data)
		if err != nil {
			return
		}
		for _, write := range []func([]byte, any, *tool.Layout) ([]byte, *Refusal){AppendJSON, appendASCII} {
			out, r := write(nil, v, nil)
			if r != nil {
				return
			}
			back, err := DecodeValue(out)
			if err != nil || !reflect.DeepEqual(v, back) {
				t.Fatalf("%s reads back as %v (%v)", out, back, err)
			}
			again, _ := write(nil, back, nil)
			if !bytes.Equal(out, again) {
				t.Fatalf("%s, then %s", out, again)
			}
		}
	})
}
