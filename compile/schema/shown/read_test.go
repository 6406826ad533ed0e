package shown

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/schematest"
)

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name, schema, defs string
		want               *Layout
	}{
		{"nothing", `{"type":"string"}`, `{}`, nil},
		{"an order without marks says nothing of names", `{"properties":{"b":{},"a":{}}}`, `{}`, &Layout{Order: []string{"b", "a"}}},
		{"a mark", `{"properties":{"top":{"x-wire":"$top"},"a":{}}}`, `{}`,
			&Layout{Order: []string{"top", "a"}, Names: map[string]string{"top": "$top"}}},
		{"a mark inside a property and inside items", `{"properties":{"p":{"items":{"properties":{"q":{"x-wire":"q[]"}}}}}}`, `{}`,
			&Layout{Order: []string{"p"}, Props: map[string]*Layout{"p": {Items: &Layout{Order: []string{"q"}, Names: map[string]string{"q": "q[]"}}}}}},
		{"parts and branches are one object", `{"allOf":[{"properties":{"a":{"x-wire":"a<"}}}],"oneOf":[{"properties":{"b":{"x-wire":"b<"}}}],"properties":{"c":{}}}`, `{}`,
			&Layout{Order: []string{"a", "b", "c"}, Names: map[string]string{"a": "a<", "b": "b<"}}},
		{"through a reference", `{"$ref":"#/$defs/D"}`, `{"D":{"properties":{"a":{"x-wire":"a<"}}}}`,
			&Layout{Order: []string{"a"}, Names: map[string]string{"a": "a<"}}},
		{"a definition that reaches itself ends", `{"$ref":"#/$defs/D"}`, `{"D":{"properties":{"next":{"$ref":"#/$defs/D"}}}}`, &Layout{Order: []string{"next"}}},
		{"a definition that is missing", `{"$ref":"#/$defs/D"}`, `{}`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			defs := schematest.Read(t, tt.defs)
			got := Read(schematest.Read(t, tt.schema), func(name string) *node.Node { return defs.Get(name) },
				func(_ *node.Node, name, one, other string) { t.Errorf("%s is %s and %s", name, one, other) })
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("layout (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDrop(t *testing.T) {
	for _, tt := range []struct {
		name, schema string
		ok           bool
		want         string
		told         int
	}{
		{"a Layout reaches it", `{"properties":{"a":{"x-wire":"a<"}},"required":["a"]}`, true, `{"properties":{"a":{"x-wire":"a<"}},"required":["a"]}`, 0},
		{"none does", `{"properties":{"a":{"x-wire":"a<"},"b":{}},"required":["a","b"]}`, false, `{"properties":{"b":{}},"required":["b"]}`, 1},
		{"nothing is required any more", `{"properties":{"a":{"x-wire":"a<"}},"required":["a"]}`, false, `{"properties":{}}`, 1},
		{"below map values", `{"additionalProperties":{"properties":{"a":{"x-wire":"a<"}}}}`, true, `{"additionalProperties":{"properties":{}}}`, 1},
		{"below a tuple, and not below items", `{"prefixItems":[{"properties":{"a":{"x-wire":"a<"}}}],"items":{"properties":{"a":{"x-wire":"a<"}}}}`, true,
			`{"prefixItems":[{"properties":{}}],"items":{"properties":{"a":{"x-wire":"a<"}}}}`, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var diags diag.List
			got := schematest.Text(Drop(schematest.Read(t, tt.schema), tt.ok, &diags))
			if got != tt.want || diags.Len() != tt.told {
				t.Errorf("got %s, want %s; told %d, want %d:\n%s", got, tt.want, diags.Len(), tt.told, diags.String())
			}
		})
	}
}

// FuzzDrop states: what Drop leaves, a Layout that is read of it reaches.
func FuzzDrop(f *testing.F) {
	f.Add(`{"properties":{"a":{"x-wire":"a<"}},"not":{"properties":{"b":{"x-wire":"b<"}}},"allOf":[{"items":{"properties":{"c":{"x-wire":"c<"}}}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		var diags diag.List
		n := node.ReadJSON("fuzz.json", []byte(text), node.Limits{}, &diags)
		if !n.Is(node.Object) {
			return
		}
		out := Drop(n, true, &diags)
		var unreached diag.List
		if again := Drop(out, true, &unreached); !node.Equal(out, again) || unreached.Len() > 0 {
			t.Errorf("%s leaves %s, which is not reached:\n%s", text, schematest.Text(out), unreached.String())
		}
	})
}
