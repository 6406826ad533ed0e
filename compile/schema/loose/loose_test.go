package loose

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/schema/schematest"
)

func TestRelax(t *testing.T) {
	in := `{"type":"object","required":["a"],"additionalProperties":false,"properties":{
	 "a":{"type":"integer","minimum":1,"format":"int32"},
	 "b":{"type":"string","enum":["x","y",null],"description":"Which."},
	 "c":{"oneOf":[{"$ref":"#/$defs/D"},{"type":"string","pattern":"^a"}]},
	 "d":{"const":"k"},"e":{"type":"array","items":{"type":"string","maxLength":3},"minItems":1},"f":{"not":{}}},
	 "$defs":{"D":{"type":"object","required":["z"],"properties":{"z":{"type":"boolean"}}}}}`
	want := `{"type":["object","null"],"properties":{` +
		`"a":{"type":["integer","null"]},` +
		`"b":{"type":["string","null"],"description":"Which. One of: x, y."},` +
		`"c":{"anyOf":[{"$ref":"#/$defs/D"},{"type":["string","null"]}]},` +
		`"d":{"description":"One of: k."},"e":{"type":["array","null"],"items":{"type":["string","null"]}},"f":{}},` +
		`"$defs":{"D":{"type":["object","null"],"properties":{"z":{"type":["boolean","null"]}}}}}`
	got := Relax(schematest.Read(t, in))
	if d := cmp.Diff(want, schematest.Text(got)); d != "" {
		t.Error(d)
	}
	if again := schematest.Text(Relax(got)); again != schematest.Text(got) {
		t.Errorf("relaxing again gives %s", again)
	}
}

func TestCut(t *testing.T) {
	in := schematest.Read(t, `{"type":"object","properties":{
	 "a":{"type":"object","description":"the a","properties":{"b":{"type":"object","properties":{"c":{"type":"array","items":{"type":"object","properties":{"d":{"type":"string"}}}}}}}},
	 "r":{"$ref":"#/$defs/Rec"}},
	 "$defs":{"Rec":{"type":"object","properties":{"next":{"$ref":"#/$defs/Rec"},"far":{"$ref":"#/$defs/Far"}}},"Far":{"type":"object","title":"Far","properties":{"x":{"type":"object","properties":{"y":{}}}}}}}`)
	tests := []struct {
		depth int
		want  string
		diags int
	}{
		{0, `{"type":"object","properties":{"a":{"description":"the a","type":"object"},"r":{"type":"object"}}}`, 1},
		{1, `{"type":"object","properties":{"a":{"type":"object","description":"the a","properties":{"b":{"type":"object"}}},"r":{"$ref":"#/$defs/Rec"}},"$defs":{"Rec":{"type":"object","properties":{"next":{"$ref":"#/$defs/Rec"},"far":{"title":"Far","type":"object"}}}}}`, 1},
		{9, schematest.Text(in), 0},
	}
	for _, tt := range tests {
		var diags diag.List
		if d := cmp.Diff(tt.want, schematest.Text(cut(in, tt.depth, &diags))); d != "" {
			t.Errorf("depth %d: %s", tt.depth, d)
		}
		if diags.Len() != tt.diags {
			t.Errorf("depth %d: %s", tt.depth, &diags)
		}
	}
}

func TestFit(t *testing.T) {
	long := strings.Repeat("Many words are here. ", 30)
	in := schematest.Read(t, `{"type":"object","properties":{"a":{"type":"object","description":"`+long+`","properties":{"b":{"type":"object","description":"`+long+`","properties":{"c":{"type":"object","description":"`+long+`","properties":{"d":{"type":"string"}}}}}}}}}`)
	for _, limit := range []int{5000, 1300, 900, 100} {
		var diags diag.List
		out := Fit(in, limit, in.Pos(), &diags)
		size := len(schematest.Text(out))
		t.Logf("limit %d: %d bytes, %s", limit, size, &diags)
		if limit > 800 && size > limit {
			t.Errorf("limit %d: %d bytes", limit, size)
		}
		if (diags.Len() == 0) != (limit == 5000) || diags.HasErrors() {
			t.Errorf("limit %d: %s", limit, &diags)
		}
	}
}

// What a cut leaves open must not make a union or a negation refuse what it took.
func TestCutTakesMore(t *testing.T) {
	in := schematest.Read(t, `{"type":"object","properties":{
	 "u":{"oneOf":[{"type":"object","properties":{"a":{"type":"object","properties":{"k":{"const":1}}}}},{"type":"object","properties":{"a":{"type":"object","properties":{"k":{"const":2}}}}}]},
	 "d":{"oneOf":[{"type":"object","required":["t"],"properties":{"t":{"const":"x"},"a":{"type":"object","properties":{"k":{}}}}},{"type":"object","required":["t"],"properties":{"t":{"const":"y"}}}]},
	 "n":{"not":{"properties":{"a":{"type":"object","properties":{"k":{"const":1}}}}}}}}`)
	got := schematest.Text(cut(in, 1, &diag.List{}))
	want := `{"type":"object","properties":{` +
		`"u":{"anyOf":[{"type":"object","properties":{"a":{"type":"object"}}},{"type":"object","properties":{"a":{"type":"object"}}}]},` +
		`"d":{"oneOf":[{"type":"object","required":["t"],"properties":{"t":{"const":"x"},"a":{"type":"object"}}},{"type":"object","required":["t"],"properties":{"t":{"const":"y"}}}]},` +
		`"n":{}}}`
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
