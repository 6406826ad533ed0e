package raw_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/schema"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/schematest"
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
	root := schematest.Read(t, shop)
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
		got := raw.Find(schematest.Document{Root: root}, root.Get("Order"), strings.Split(tt.path, "."), tt.through)
		schema := "-"
		if got.OK {
			schema = schematest.Text(got.Node)
		}
		if schema != tt.want || got.Required != tt.req || got.Depth != tt.depth || strings.Join(got.Names, " ") != tt.names || got.Open != tt.open {
			t.Errorf("Find(%s) = %s %+v", tt.path, schema, got)
		}
	}
}

func TestProperties(t *testing.T) {
	root := schematest.Read(t, shop)
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
		props, plain := raw.Properties(schematest.Document{Root: root}, schematest.Read(t, tt.schema))
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
	root := schematest.Read(t, shop)
	n := raw.Omit(schematest.Document{Root: root}, root.Get("Order"), []string{"/id", "/customer/name", "/customer/address/city", "/nowhere/at/all"})
	var diags diag.List
	w := schema.New(schematest.Document{Root: root}, schema.Options{}, &diags)
	props := w.Rewrite(n).Get("properties")
	want := `{"type":"object","properties":{"address":{"type":"object","additionalProperties":false,"properties":{"zip":{"type":"string"}}},"vat":{"type":"string"}}}`
	if d := cmp.Diff(want, schematest.Text(props.Get("customer"))); d != "" {
		t.Error(d)
	}
	if props.Has("id") {
		t.Error("id is still there")
	}
	if schematest.Text(n.Get("required")) != `["customer"]` {
		t.Errorf("required = %s", schematest.Text(n.Get("required")))
	}
	if schematest.Text(root) != schematest.Text(schematest.Read(t, shop)) {
		t.Error("the document has changed")
	}
}
