package encode

import (
	"encoding/json"
	"math"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
)

func TestQueryValues(t *testing.T) {
	tests := []struct {
		name  string
		param tool.Param
		value string
		want  string
	}{
		{"null writes nothing", tool.Param{Name: "q", Style: "form", Explode: true}, `null`, ""},
		{"an empty text is a value", tool.Param{Name: "q", Style: "form"}, `""`, "q="},
		{"false is a value", tool.Param{Name: "q", Style: "form"}, `false`, "q=false"},
		{"zero is a value", tool.Param{Name: "q", Style: "form"}, `0`, "q=0"},
		{"an empty list writes nothing", tool.Param{Name: "q", Style: "form"}, `[]`, ""},
		{"an empty list can be written", tool.Param{Name: "q", Style: "form", Empty: "value"}, `[]`, "q="},
		{"an empty object writes nothing", tool.Param{Name: "q", Style: "form", Explode: true}, `{}`, ""},
		{"nulls inside are left out", tool.Param{Name: "q", Style: "form"}, `["a",null,"b"]`, "q=a,b"},
		{"null members are left out", tool.Param{Name: "q", Style: "form", Explode: true}, `{"a":null,"b":1}`, "b=1"},
		{"a list of nulls is empty", tool.Param{Name: "q", Style: "form"}, `[null]`, ""},
		{"an empty item is an item", tool.Param{Name: "q", Style: "form"}, `["","a"]`, "q=,a"},
		{"numbers keep their literal", tool.Param{Name: "q", Style: "form"}, `1.50`, "q=1.50"},
		{"large numbers keep every digit", tool.Param{Name: "q", Style: "form"}, `9007199254740993`, "q=9007199254740993"},
		{"an exponent is kept", tool.Param{Name: "q", Style: "form"}, `1e+21`, "q=1e%2B21"},
		{"an integer loses its exponent", tool.Param{Name: "q", Style: "form", Integer: true}, `1e21`, "q=1000000000000000000000"},
		{"an integer loses its fraction", tool.Param{Name: "q", Style: "form", Integer: true}, `10.0`, "q=10"},
		{"an integer with a negative exponent", tool.Param{Name: "q", Style: "form", Integer: true}, `-1500e-2`, "q=-15"},
		{"minus zero", tool.Param{Name: "q", Style: "form", Integer: true}, `-0.0`, "q=0"},
		{"no integer at all", tool.Param{Name: "q", Style: "form", Integer: true}, `1.5`, refusedText},
		{"an absurd integer", tool.Param{Name: "q", Style: "form", Integer: true}, `1e10000000`, refusedText},
		{"a nested list", tool.Param{Name: "q", Style: "form"}, `[["a"]]`, refusedText},
		{"a nested list as JSON", tool.Param{Name: "q", Style: "form", Nested: "json"}, `[["a"],2]`, "q=%5B%22a%22%5D,2"},
		{"a nested object in deepObject", tool.Param{Name: "q", Style: "deepObject", Explode: true}, `{"a":{"b":1}}`, refusedText},
		{"… as JSON", tool.Param{Name: "q", Style: "deepObject", Nested: "json"}, `{"a":{"b":1}}`, "q%5Ba%5D=%7B%22b%22%3A1%7D"},
		{"… without explode", tool.Param{Name: "q", Style: "deepObject"}, `{"a":1}`, "q%5Ba%5D=1"},
		{"a scalar in deepObject", tool.Param{Name: "q", Style: "deepObject"}, `7`, "q=7"},
		{"a list in deepObject", tool.Param{Name: "q", Style: "deepObject"}, `[1]`, refusedText},
		{"… in brackets", tool.Param{Name: "q", Style: "deepObject", Nested: "brackets"}, `["a","b"]`, "q%5B%5D=a&q%5B%5D=b"},
		{"… by index", tool.Param{Name: "q", Style: "deepObject", Nested: "indices"}, `["a","b"]`, "q%5B0%5D=a&q%5B1%5D=b"},
		{"brackets in a member's name", tool.Param{Name: "q", Style: "deepObject"}, `{"a][b":1}`, refusedText},
		{"a member that is another parameter", tool.Param{Name: "q", Style: "form", Explode: true}, `{"admin":1}`, refusedText},
		{"… as a list", tool.Param{Name: "q", Style: "form", Explode: true}, `{"admin[]":1}`, refusedText},
		{"tab separated", tool.Param{Name: "q", Style: "tabDelimited"}, `["a","b"]`, "q=a%09b"},
		{"reserved characters kept", tool.Param{Name: "q", Style: "form", AllowReserved: true}, `":/?@!$'()*,;"`, "q=:/?@!$'()*,;"},
		{"a bare percent with allowReserved", tool.Param{Name: "q", Style: "form", AllowReserved: true}, `"50% %zz %41"`, "q=50%25%20%25zz%20%41"},
		{"text content", tool.Param{Name: "q", Media: "text/plain"}, `"a b"`, "q=a%20b"},
		{"text content of an object", tool.Param{Name: "q", Media: "text/plain"}, `{}`, refusedText},
		{"the whole query as a form", tool.Param{Name: "", In: tool.InQueryString, Media: "application/x-www-form-urlencoded"}, `{"a":"x y","b":[1,2]}`, "a=x+y&b=1&b=2"},
		{"the whole query as a text", tool.Param{Name: "p", In: tool.InQueryString, Media: "application/jsonpath"}, `"$.a[?@.b=='x y']&c"`, "%24.a%5B%3F%40.b%3D%3D%27x%20y%27%5D%26c"},
		{"no list is a text", tool.Param{Name: "p", In: tool.InQueryString, Media: "application/jsonpath"}, `["a"]`, refusedText},
		{"the whole query as a form of a list", tool.Param{Name: "", In: tool.InQueryString, Media: "application/x-www-form-urlencoded"}, `["a"]`, refusedText},
		{"… with another parameter", tool.Param{Name: "", In: tool.InQueryString, Media: "application/x-www-form-urlencoded"}, `{"admin":1}`, refusedText},
		{"… with a value that no query holds", tool.Param{Name: "", In: tool.InQueryString, Media: "application/x-www-form-urlencoded"}, `{"a":{"b":{"c":1}}}`, refusedText},
		{"brackets below a member", tool.Param{Name: "q", Style: "deepObject", Nested: "brackets"}, `{"a":{"b]":1}}`, refusedText},
		{"nulls below a member", tool.Param{Name: "q", Style: "deepObject", Nested: "brackets"}, `{"a":{"b":null,"c":1}}`, "q%5Ba%5D%5Bc%5D=1"},
		{"the whole query as JSON", tool.Param{Name: "", In: tool.InQueryString, Media: "application/json"}, `{"a":"x"}`, "%7B%22a%22%3A%22x%22%7D"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v, l := ordered(t, tt.value)
			tt.param.Layout = l
			if tt.param.In == "" {
				tt.param.In = tool.InQuery
			}
			q := Query{Taken: namesOf("q", "admin")}
			got := refusedText
			if r := q.Add(&tt.param, v); r == nil {
				got = q.String()
				if !q.Fits(got) {
					t.Errorf("%s does not fit its own pairs", got)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestLayoutOrdersAndRenames(t *testing.T) {
	v, _ := ordered(t, `{"z":1,"a":2,"b":3,"m":{"y":1,"x":2}}`)
	l := &tool.Layout{Order: []string{"b", "z"}, Names: map[string]string{"b": "B-wire"}, Props: map[string]*tool.Layout{"m": {Order: []string{"y", "x"}}}}
	got, r := AppendJSON(nil, v, l)
	if want := `{"B-wire":3,"z":1,"a":2,"m":{"y":1,"x":2}}`; r != nil || string(got) != want {
		t.Errorf("got %s (%+v), want %s", got, r, want)
	}
}

func TestFitsNoticesForeignPairs(t *testing.T) {
	var q Query
	q.Pair("a", "1")
	q.Pair("b", "2")
	for raw, want := range map[string]bool{"a=1&b=2": true, "a=1": false, "a=1&b=2&c=3": false, "b=2&a=1": false, "a=1&b=2&": false, "": false} {
		if got := q.Fits(raw); got != want {
			t.Errorf("Fits(%q) = %v, want %v", raw, got, want)
		}
	}
}

// FuzzQuery states: a value never adds, removes or renames a pair, and reading
// the query by the rules of forms gives the value back.
func FuzzQuery(f *testing.F) {
	f.Add("name", "value", true)
	f.Add("filter[a]", "a&admin=1#x", true)
	f.Add("q", "x+y %41 é;", false)
	f.Fuzz(func(t *testing.T, name, value string, explode bool) {
		p := &tool.Param{Name: name, In: tool.InQuery, Style: "form", Explode: explode}
		other := &tool.Param{Name: "other", In: tool.InQuery, Style: "form"}
		var q Query
		if q.Add(p, value) != nil || q.Add(p, []any{value, "x"}) != nil || q.Add(other, "1") != nil {
			return
		}
		u, err := url.Parse("https://h/p?" + q.String())
		if err != nil || u.Fragment != "" || u.Path != "/p" || !q.Fits(u.RawQuery) {
			t.Fatalf("%q leaves the query (%v)", q.String(), err)
		}
		pieces := strings.Split(u.RawQuery, "&")
		n, v, _ := strings.Cut(pieces[0], "=")
		gotName, err1 := url.PathUnescape(n)
		gotValue, err2 := url.PathUnescape(v)
		if err1 != nil || err2 != nil || gotName != name || gotValue != value {
			t.Fatalf("%q reads back as %q=%q", q.String(), gotName, gotValue)
		}
		if want := map[bool]int{true: 4, false: 3}[explode]; len(pieces) != want {
			t.Fatalf("%d pairs, want %d", len(pieces), want)
		}
	})
}

// TestMembersOfTwoObjects holds that members that become pairs of their own never
// add to those of another parameter.
func TestMembersOfTwoObjects(t *testing.T) {
	a := &tool.Param{Name: "a", In: tool.InQuery, Style: "form", Explode: true}
	b := &tool.Param{Name: "b", In: tool.InQuery, Style: "form", Explode: true}
	q := &Query{Taken: namesOf("a", "b")}
	if r := q.Add(a, map[string]any{"city": "Rome", "zip": "1"}); r != nil {
		t.Fatal(r)
	}
	if r := q.Add(b, map[string]any{"street": "Via"}); r != nil {
		t.Fatal(r)
	}
	if r := q.Add(b, map[string]any{"zip": "2"}); r == nil || r.At != "/zip" {
		t.Errorf("a member of the same name is written: %s, %v", q, r)
	}
}

func namesOf(names ...string) *Names {
	n := &Names{}
	for _, name := range names {
		n.Add(name)
	}
	return n
}

// Go's own numbers, as a program puts them into a caller's claims, are written as
// any server reads them; what is no number is refused.
func TestNumbersOfPrograms(t *testing.T) {
	for _, tt := range []struct {
		value   any
		integer bool
		want    string
	}{
		{int(7), true, "7"},
		{int64(-9007199254740993), true, "-9007199254740993"},
		{float64(1234567), false, "1234567"},
		{float64(1234567), true, "1234567"},
		{1e21, false, "1000000000000000000000"},
		{0.5, false, "0.5"},
		{0.5, true, refusedText},
		{math.NaN(), false, refusedText},
		{math.Inf(1), true, refusedText},
		{json.Number("-0"), true, "0"},
		{json.Number("01"), false, refusedText},
		{json.Number("1."), false, refusedText},
		{json.Number("1e"), false, refusedText},
		{json.Number(""), false, refusedText},
		{json.Number("0x10"), true, refusedText},
		{json.Number("1e399"), true, "1" + strings.Repeat("0", 399)},
		{json.Number("1e400"), true, refusedText},
	} {
		got, ok, r := Scalar(tt.value, tt.integer)
		if r != nil {
			got = refusedText
		}
		if got != tt.want || !ok {
			t.Errorf("%v (%T) = %q, %v, want %q", tt.value, tt.value, got, ok, tt.want)
		}
		if b, r := AppendJSON(nil, tt.value, nil); !tt.integer && (r != nil) != (tt.want == refusedText) || r == nil && !json.Valid(b) {
			t.Errorf("%v (%T) in JSON = %s (%+v)", tt.value, tt.value, b, r)
		}
	}
}
