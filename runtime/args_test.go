package runtime

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/tool"
)

func decode(t testing.TB, text string) any {
	t.Helper()
	var v any
	if err := decodeNumber(text, &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestAppendCanonical(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{`{"b":1,"a":[true,null,"x\n\u0001\"é"]}`, `{"a":[true,null,"x\n\u0001\"é"],"b":1}`},
		{`1.10`, `11e-1`},
		{`1.1`, `11e-1`},
		{`110e-2`, `11e-1`},
		{`100`, `1e2`},
		{`1E+2`, `1e2`},
		{`0.0`, `0`},
		{`-0`, `0`},
		{`-0.010`, `-1e-2`},
		{`9007199254740993`, `9007199254740993`},
		{`9007199254740992`, `9007199254740992`},
		{`1e99999999999`, `"1e99999999999"`},
	} {
		if got := string(AppendCanonical(nil, decode(t, tt.in))); got != tt.want {
			t.Errorf("AppendCanonical(%s) = %s, want %s", tt.in, got, tt.want)
		}
	}
}

func TestArgsHashTellsToolsAndVersionsApart(t *testing.T) {
	args := map[string]any{"a": json.Number("1")}
	base := tool.Tool{Name: "x", Hash: tool.Hash{Surface: "s", Runtime: "r"}}
	seen := map[string]string{}
	for name, tl := range map[string]tool.Tool{
		"base": base, "name": {Name: "y", Hash: base.Hash},
		"surface": {Name: "x", Hash: tool.Hash{Surface: "s2", Runtime: "r"}},
		"runtime": {Name: "x", Hash: tool.Hash{Surface: "s", Runtime: "r2"}},
	} {
		h := ArgsHash(&tl, args)
		if other, dup := seen[h]; dup {
			t.Errorf("%s and %s share a hash", name, other)
		}
		seen[h] = name
	}
	if ArgsHash(&base, args) == ArgsHash(&base, map[string]any{"a": "1"}) {
		t.Error("a number and a string share a hash")
	}
}

// Two numbers have the same canonical form exactly if they are the same decimal.
func FuzzCanonicalNumber(f *testing.F) {
	f.Add("1.10", "1.1")
	f.Add("9007199254740993", "9007199254740992")
	f.Add("1e2", "100")
	f.Add("-0", "0")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a) > 60 || len(b) > 60 || !json.Valid([]byte(a)) || !json.Valid([]byte(b)) {
			return
		}
		na, oka := decode(t, a).(json.Number)
		nb, okb := decode(t, b).(json.Number)
		if !oka || !okb {
			return
		}
		ca, cb := AppendCanonical(nil, na), AppendCanonical(nil, nb)
		if !json.Valid(ca) {
			t.Fatalf("AppendCanonical(%s) = %s, which is no JSON", a, ca)
		}
		if ca[0] == '"' || cb[0] == '"' {
			return
		}
		for _, n := range []json.Number{json.Number(ca), json.Number(cb), na, nb} {
			if e, err := json.Number(n).Float64(); err != nil || e != 0 && (e > 1e60 || e < -1e60 || e < 1e-60 && e > -1e-60) {
				return // the exact comparison below would be too large
			}
		}
		ra, _ := new(big.Rat).SetString(string(na))
		rb, _ := new(big.Rat).SetString(string(nb))
		if ra == nil || rb == nil {
			return
		}
		if same := ra.Cmp(rb) == 0; same != (string(ca) == string(cb)) {
			t.Fatalf("%s and %s: equal %v, canonical %s and %s", a, b, same, ca, cb)
		}
	})
}

func decodeNumber(text string, v *any) error {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	return dec.Decode(v)
}
