package schema

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/loose"
	"github.com/oatools/oatools/compile/schema/raw"
)

const shop = `{
 "Base": {"type": "object", "properties": {"kind": {}}, "discriminator": {"propertyName": "kind", "mapping": {"sub": "#/Sub"}}},
 "Sub": {"allOf": [{"$ref": "#/Base"}, {"properties": {"more": {}}}]},
 "Order": {"type": "object", "required": ["id", "customer"], "properties": {
   "id": {"type": "integer", "readOnly": true},
   "customer": {"$ref": "#/Customer"},
   "lines": {"type": "array", "items": {"$ref": "#/Line"}},
   "labels": {"type": "object", "additionalProperties": {"type": "object", "properties": {"color": {"type": "string"}}}},
   "free": {"type": "object"},
   "pay": {"oneOf": [{"$ref": "#/Card"}, {"type": "object", "required": ["iban"], "properties": {"iban": {"type": "string"}}}]}
 }},
 "Customer": {"allOf": [{"$ref": "#/Person"}, {"type": "object", "required": ["name"], "properties": {"vat": {"type": "string"}}}]},
 "Person": {"type": "object", "properties": {"name": {"type": "string"}, "address": {"type": "object", "additionalProperties": false, "required": ["city"], "properties": {"city": {"type": "string"}, "zip": {"type": "string"}}}}},
 "Line": {"type": "object", "properties": {"sku": {"type": "string"}, "qty": {"type": "integer"}, "parent": {"$ref": "#/Order"}}},
 "Card": {"type": "object", "properties": {"pan": {"type": "string", "writeOnly": true}}},
 "Two": {"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}}, {"type": "object", "properties": {"a": {"type": "integer"}}}]}
}`

func TestFind(t *testing.T) {
	root := read(t, shop)
	tests := []struct {
		path    string
		through bool
		want    string // compact schema; "-" when not found
		req     bool
		depth   int
		names   string
		open    bool
	}{
		{"id", false, `{"type":"integer","readOnly":true}`, true, 1, "", false},
		{"customer.name", false, `{"type":"string"}`, true, 2, "", false},
		{"customer.vat", false, `{"type":"string"}`, false, 2, "", false},
		{"customer.address.city", false, `{"type":"string"}`, false, 3, "", false},
		{"customer.address.town", false, "-", false, 2, "city zip", false},
		{"lines.sku", false, "-", false, 1, "", false},
		{"lines.sku", true, `{"type":"string"}`, false, 2, "", false},
		{"lines.0.sku", true, `{"type":"string"}`, false, 3, "", false},
		{"lines.parent.lines.qty", true, `{"type":"integer"}`, false, 4, "", false},
		{"labels.urgent.color", false, `{"type":"string"}`, false, 3, "", false},
		{"free.anything", false, "-", false, 1, "", true},
		{"pay.iban", false, `{"type":"string"}`, false, 2, "", false},
		{"pay.pan", false, `{"type":"string","writeOnly":true}`, false, 2, "", false},
		{"nothing.more", false, "-", false, 0, "id customer lines labels free pay", false},
	}
	for _, tt := range tests {
		got := raw.Find(document{root}, root.Get("Order"), strings.Split(tt.path, "."), tt.through)
		schema := "-"
		if got.OK {
			schema = text(got.Node)
		}
		if schema != tt.want || got.Required != tt.req || got.Depth != tt.depth || strings.Join(got.Names, " ") != tt.names || got.Open != tt.open {
			t.Errorf("Find(%s) = %s %+v", tt.path, schema, got)
		}
	}
}

func TestProperties(t *testing.T) {
	root := read(t, shop)
	tests := []struct {
		schema, want string
		plain        bool
	}{
		{`{"$ref": "#/Customer"}`, "name* address vat", true},
		{`{"$ref": "#/Order"}`, "id*r customer* lines labels free pay", true},
		{`{"$ref": "#/Card"}`, "panw", true},
		{`{"$ref": "#/Two"}`, "a", false},
		{`{"type": "object"}`, "", false},
		{`{"type": "string"}`, "", false},
		{`{"type": "object", "properties": {"a": {"required": true}}, "minProperties": 1}`, "a*", false},
		{`{"type": "object", "properties": {"a": {}}, "additionalProperties": {"type": "string"}}`, "a", false},
		{`{"type": "object", "properties": {"a": {}}, "oneOf": [{"required": ["a"]}]}`, "a", false},
		{`{"$ref": "#/None"}`, "", false},
		{`{"$ref": "#/Base"}`, "kind", false},
		{`{"description": "d", "allOf": [{"$ref": "#/Base"}]}`, "kind", false},
		{`{"$ref": "#/Sub"}`, "kind more", true},
	}
	for _, tt := range tests {
		props, plain := raw.Properties(document{root}, read(t, tt.schema))
		var got []string
		for _, p := range props {
			s := p.Name
			if p.Required {
				s += "*"
			}
			if p.ReadOnly {
				s += "r"
			}
			if p.WriteOnly {
				s += "w"
			}
			got = append(got, s)
		}
		if strings.Join(got, " ") != tt.want || plain != tt.plain {
			t.Errorf("Properties(%s) = %v, %v; want %s, %v", tt.schema, got, plain, tt.want, tt.plain)
		}
	}
}

func TestOmit(t *testing.T) {
	root := read(t, shop)
	n := raw.Omit(document{root}, root.Get("Order"), []string{"/id", "/customer/name", "/customer/address/city", "/nowhere/at/all"})
	var diags diag.List
	w := New(document{root}, Options{}, &diags)
	props := w.Rewrite(n).Get("properties")
	want := `{"type":"object","properties":{"address":{"type":"object","additionalProperties":false,"properties":{"zip":{"type":"string"}}},"vat":{"type":"string"}}}`
	if d := cmp.Diff(want, text(props.Get("customer"))); d != "" {
		t.Error(d)
	}
	if props.Has("id") {
		t.Error("id is still there")
	}
	if text(n.Get("required")) != `["customer"]` {
		t.Errorf("required = %s", text(n.Get("required")))
	}
	if text(root) != text(read(t, shop)) {
		t.Error("the document has changed")
	}
}

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
	got := loose.Relax(read(t, in))
	if d := cmp.Diff(want, text(got)); d != "" {
		t.Error(d)
	}
	if again := text(loose.Relax(got)); again != text(got) {
		t.Errorf("relaxing again gives %s", again)
	}
}

func TestCut(t *testing.T) {
	in := read(t, `{"type":"object","properties":{
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
		{9, text(in), 0},
	}
	for _, tt := range tests {
		var diags diag.List
		if d := cmp.Diff(tt.want, text(loose.Cut(in, tt.depth, &diags))); d != "" {
			t.Errorf("depth %d: %s", tt.depth, d)
		}
		if diags.Len() != tt.diags {
			t.Errorf("depth %d: %s", tt.depth, &diags)
		}
	}
}

func TestFit(t *testing.T) {
	long := strings.Repeat("Many words are here. ", 30)
	in := read(t, `{"type":"object","properties":{"a":{"type":"object","description":"`+long+`","properties":{"b":{"type":"object","description":"`+long+`","properties":{"c":{"type":"object","description":"`+long+`","properties":{"d":{"type":"string"}}}}}}}}}`)
	for _, limit := range []int{5000, 1300, 900, 100} {
		var diags diag.List
		out := loose.Fit(in, limit, in.Pos(), &diags)
		size := len(text(out))
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
	in := read(t, `{"type":"object","properties":{
	 "u":{"oneOf":[{"type":"object","properties":{"a":{"type":"object","properties":{"k":{"const":1}}}}},{"type":"object","properties":{"a":{"type":"object","properties":{"k":{"const":2}}}}}]},
	 "d":{"oneOf":[{"type":"object","required":["t"],"properties":{"t":{"const":"x"},"a":{"type":"object","properties":{"k":{}}}}},{"type":"object","required":["t"],"properties":{"t":{"const":"y"}}}]},
	 "n":{"not":{"properties":{"a":{"type":"object","properties":{"k":{"const":1}}}}}}}}`)
	got := text(loose.Cut(in, 1, &diag.List{}))
	want := `{"type":"object","properties":{` +
		`"u":{"anyOf":[{"type":"object","properties":{"a":{"type":"object"}}},{"type":"object","properties":{"a":{"type":"object"}}}]},` +
		`"d":{"oneOf":[{"type":"object","required":["t"],"properties":{"t":{"const":"x"},"a":{"type":"object"}}},{"type":"object","required":["t"],"properties":{"t":{"const":"y"}}}]},` +
		`"n":{}}}`
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestVisible(t *testing.T) {
	clean, removed := keyword.Visible("Pay\U000E0049 \u202Eevil\u202C zero\u200Bwidth 支払い مرحبا 🙂\r\n")
	if clean != "Pay evil zerowidth 支払い مرحبا 🙂\n" || keyword.CodePoints(removed) != "U+200B U+202C U+202E U+E0049" {
		t.Errorf("Visible = %q, %s", clean, keyword.CodePoints(removed))
	}
}

func TestLegal(t *testing.T) {
	for in, want := range map[string]string{
		"plain": "plain", "filter[name]": "filter_name", "include[]": "include", "$top": "top", "StartTime<": "StartTime_lt",
		"StartTime>": "StartTime_gt", "a b": "a_b", "": "field", "名前": "field", strings.Repeat("x", 70): strings.Repeat("x", 64),
	} {
		if got := Legal(in); got != want {
			t.Errorf("Legal(%q) = %q, want %q", in, got, want)
		}
	}
}
