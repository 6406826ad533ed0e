package check

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
)

func TestUnquote(t *testing.T) {
	const schema = `{"type":"object","properties":{
		"tags":{"type":"array","items":{"type":"string"}},
		"note":{"type":"string"},
		"either":{"type":["string","array"]},
		"cfg":{"$ref":"#/$defs/Cfg"},
		"n":{"type":"integer","maximum":9},
		"x":{"type":"number"},
		"on":{"type":"boolean"},
		"maybe":{"anyOf":[{"$ref":"#/$defs/Cfg"},{"type":"null"}]},
		"code":{"anyOf":[{"type":"string","maxLength":2},{"type":"array"}]},
		"list":{"type":"array","items":{"$ref":"#/$defs/Cfg"}}
	},"additionalProperties":false,"$defs":{"Cfg":{"type":"object","properties":{"a":{"type":"array"}}}}}`
	tests := []struct{ in, want string }{
		{`{"tags":"[\"a\",\"b\"]"}`, `{"tags":["a","b"]}`},
		{`{"tags":" [\"a\"]\n"}`, `{"tags":["a"]}`},
		{`{"note":"[1]","tags":"[]"}`, `{"note":"[1]","tags":[]}`},
		{`{"either":"[1]"}`, ""},
		{`{"cfg":"{bad"}`, ""},
		{`{"cfg":"[1]"}`, ""},
		{`{"cfg":"{\"a\":1,\"a\":2}"}`, ""},
		{`{"cfg":"{\"a\":\"[1]\"}"}`, `{"cfg":{"a":[1]}}`},
		{`{"n":"5"}`, `{"n":5}`},
		{`{"n":"-5"}`, `{"n":-5}`},
		{`{"n":"9007199254740993"}`, `{"n":9007199254740993}`}, // and then refused as too large
		{`{"n":"5.5"}`, ""},
		{`{"n":"5.0"}`, ""},
		{`{"n":"1e1"}`, ""},
		{`{"n":" 5"}`, ""},
		{`{"n":""}`, ""},
		{`{"n":"05"}`, ""},
		{`{"x":"5.5"}`, `{"x":5.5}`},
		{`{"x":"NaN"}`, ""},
		{`{"on":"true"}`, `{"on":true}`},
		{`{"on":"yes"}`, ""},
		{`{"on":"1"}`, ""},
		{`{"maybe":"{}"}`, `{"maybe":{}}`},
		{`{"maybe":"null"}`, ""},
		{`{"code":"[1]"}`, ""}, // a string that is too long, or an array
		{`{"list":[{},"{}","{"]}`, `{"list":[{},{},"{"]}`},
		{`{"unknown":"[]"}`, ""},
		{`{"tags":["a"]}`, ""},
	}
	v, err := Compile(tool.Schema(schema))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		in, problems := Decode([]byte(tt.in), Limits{})
		if problems != nil {
			t.Fatal(problems)
		}
		want, changes := tt.want, tt.want != ""
		if !changes {
			want = tt.in
		}
		out, at := v.Unquote(in)
		got, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(decoded(t, want), decoded(t, string(got))); diff != "" || (len(at) > 0) != changes {
			t.Errorf("Unquote(%s) = %s at %q, want %s", tt.in, got, at, want)
		}
		if diff := cmp.Diff(decoded(t, tt.in), in); diff != "" {
			t.Errorf("Unquote(%s) changed its argument: %s", tt.in, diff)
		}
	}
}

func decoded(t *testing.T, text string) any {
	t.Helper()
	v, problems := Decode([]byte(text), Limits{})
	if problems != nil {
		t.Fatalf("%s: %v", text, problems)
	}
	return v
}

// What is valid is never touched, and what was read is no string any more.
func FuzzUnquote(f *testing.F) {
	f.Add(`{"a":"[1]","b":"5","c":"{\"a\":\"[]\"}"}`)
	f.Add(`{"a":["x"],"c":"\"[]\""}`)
	v, err := Compile(tool.Schema(`{"type":"object","properties":{"a":{"type":"array"},"b":{"type":"integer"},"c":{"$ref":"#"},"d":{"type":["string","null"]}}}`))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		in, problems := Decode([]byte(text), Limits{})
		if problems != nil {
			return
		}
		out, at := v.Unquote(in)
		if len(v.Validate(in)) == 0 && len(at) > 0 {
			t.Fatalf("%s is valid, and %q was read", text, at)
		}
		for _, place := range at {
			if _, ok := lookup(out, place).(string); ok {
				t.Fatalf("%s: %s is still a string", text, place)
			}
		}
	})
}

func lookup(v any, place string) any {
	for token := range strings.SplitSeq(strings.TrimPrefix(place, "/"), "/") {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		switch w := v.(type) {
		case map[string]any:
			v = w[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil {
				return nil
			}
			v = w[i]
		}
	}
	return v
}
