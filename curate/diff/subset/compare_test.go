package subset

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

func parse(t testing.TB, text string) *node.Node {
	t.Helper()
	var diags diag.List
	n := node.ReadJSON("schema.json", []byte(text), node.Limits{}, &diags)
	if n == nil {
		t.Fatalf("%s: %v", text, &diags)
	}
	return n
}

func brief(deltas []Delta) []string {
	var out []string
	for _, d := range deltas {
		must := ""
		if d.Must {
			must = " must"
		}
		out = append(out, fmt.Sprintf("%s %s /%s%s", d.Move, d.Kind, strings.Join(d.Ptr, "/"), must))
	}
	return out
}

// TestCompare reads every row forwards and backwards: what narrows one way
// widens the other.
func TestCompare(t *testing.T) {
	tests := []struct {
		name     string
		old, new string
		want     []string
		back     []string // nil: want with narrowed and widened exchanged
	}{
		{"equal", `{"type":"string"}`, `{"type":"string"}`, nil, nil},
		{"order of keywords does not matter", `{"type":"string","maxLength":3}`, `{"maxLength":3,"type":"string"}`, nil, nil},
		{"type", `{"type":"string"}`, `{"type":"integer"}`, []string{"moved type /type"}, nil},
		{"an integer is a number", `{"type":"integer"}`, `{"type":"number"}`, []string{"widened type /type"}, nil},
		{"null allowed", `{"type":"string"}`, `{"type":["string","null"]}`, []string{"widened type /type"}, nil},
		{"type stated", `{}`, `{"type":"string"}`, []string{"narrowed type /type"}, nil},
		{"enum value gone", `{"enum":["a","b"]}`, `{"enum":["a"]}`, []string{"narrowed enum /enum"}, nil},
		{"enum value exchanged", `{"enum":["a","b"]}`, `{"enum":["a","c"]}`, []string{"narrowed enum /enum", "widened enum /enum"}, []string{"narrowed enum /enum", "widened enum /enum"}},
		{"enum order", `{"enum":["a","b"]}`, `{"enum":["b","a"]}`, []string{"told order /enum"}, nil},
		{"enum added", `{"type":"string"}`, `{"type":"string","enum":["a"]}`, []string{"narrowed enum /enum"}, nil},
		{"a boolean is two values", `{"type":"boolean"}`, `{"enum":[true,false]}`, nil, nil},
		{"const is an enum of one", `{"const":"a"}`, `{"enum":["a"]}`, nil, nil},
		{"const widened", `{"const":"a"}`, `{"enum":["a","b"]}`, []string{"widened enum /enum"}, []string{"narrowed enum /const"}},
		{"numbers equal by value", `{"enum":[1.0]}`, `{"enum":[1]}`, nil, nil},
		{"maximum lowered", `{"maximum":10}`, `{"maximum":9}`, []string{"narrowed bound /maximum"}, nil},
		{"minimum added", `{"type":"integer"}`, `{"type":"integer","minimum":1}`, []string{"narrowed bound /minimum"}, nil},
		{"open bound of integers", `{"type":"integer","minimum":1}`, `{"type":"integer","exclusiveMinimum":0}`, nil, nil},
		{"open bound of numbers", `{"type":"number","minimum":0}`, `{"type":"number","exclusiveMinimum":0}`, []string{"narrowed bound /exclusiveMinimum"}, []string{"widened bound /minimum"}},
		{"maxLength raised", `{"maxLength":3}`, `{"maxLength":4}`, []string{"widened bound /maxLength"}, nil},
		{"minLength 0 is none", `{}`, `{"minLength":0}`, nil, nil},
		{"multipleOf finer", `{"multipleOf":10}`, `{"multipleOf":5}`, []string{"widened bound /multipleOf"}, nil},
		{"multipleOf askew", `{"multipleOf":2}`, `{"multipleOf":3}`, []string{"moved bound /multipleOf"}, nil},
		{"pattern added", `{"type":"string"}`, `{"type":"string","pattern":"^a"}`, []string{"narrowed pattern /pattern"}, nil},
		{"pattern changed", `{"pattern":"^b"}`, `{"pattern":"^a"}`, []string{"moved pattern /pattern"}, nil},
		{"unique", `{"uniqueItems":true}`, `{}`, []string{"widened bound /uniqueItems"}, nil},
		{"description", `{"description":"a"}`, `{"description":"b"}`, []string{"told text /description"}, nil},
		{"default", `{"default":1}`, `{"default":2}`, []string{"told default /default"}, nil},

		{"optional property of a closed object", `{"properties":{},"additionalProperties":false}`, `{"properties":{"a":{"type":"string"}},"additionalProperties":false}`, []string{"widened property-added /properties/a"}, []string{"narrowed property-removed /properties/a"}},
		{"required property", `{"properties":{},"additionalProperties":false}`, `{"properties":{"a":{}},"required":["a"],"additionalProperties":false}`, []string{"moved property-added /properties/a must"}, []string{"moved property-removed /properties/a must"}},
		{"property of an open object", `{}`, `{"properties":{"a":{"type":"string"}}}`, []string{"narrowed property-added /properties/a"}, []string{"widened property-removed /properties/a"}},
		{"property required", `{"properties":{"a":{}}}`, `{"properties":{"a":{}},"required":["a"]}`, []string{"narrowed required /required"}, nil},
		{"object closed", `{"properties":{"a":{}}}`, `{"properties":{"a":{}},"additionalProperties":false}`, []string{"narrowed closed /additionalProperties"}, nil},
		{"true is open", `{"additionalProperties":true}`, `{}`, nil, nil},
		{"order of properties", `{"properties":{"a":{},"b":{}}}`, `{"properties":{"b":{},"a":{}}}`, []string{"told order /properties"}, nil},
		{"below", `{"properties":{"a":{"items":{"maximum":1}}}}`, `{"properties":{"a":{"items":{"maximum":2}}}}`, []string{"widened bound /properties/a/items/maximum"}, nil},
		{"map values", `{"additionalProperties":{"type":"string"}}`, `{"additionalProperties":{"type":["string","null"]}}`, []string{"widened type /additionalProperties/type"}, nil},

		{"reference", `{"$ref":"#/$defs/A","$defs":{"A":{"maximum":1}}}`, `{"$ref":"#/$defs/A","$defs":{"A":{"maximum":2}}}`, []string{"widened bound /maximum"}, nil},
		{"reference written out", `{"$ref":"#/$defs/A","$defs":{"A":{"maximum":1}}}`, `{"maximum":1}`, nil, nil},
		{"recursion", `{"$ref":"#/$defs/T","$defs":{"T":{"properties":{"kid":{"$ref":"#/$defs/T"},"n":{"maximum":1}}}}}`,
			`{"$ref":"#/$defs/T","$defs":{"T":{"properties":{"kid":{"$ref":"#/$defs/T"},"n":{"maximum":2}}}}}`, []string{"widened bound /properties/n/maximum"}, nil},
		{"unused definition", `{"type":"string","$defs":{"A":{}}}`, `{"type":"string"}`, nil, nil},

		{"branch gone", `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `{"anyOf":[{"type":"string"}]}`, []string{"narrowed logic /anyOf/1"}, nil},
		{"branch inside another", `{"anyOf":[{"type":"number"},{"type":"integer"}]}`, `{"anyOf":[{"type":"number"}]}`, nil, nil},
		{"branches exchanged", `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `{"anyOf":[{"type":"integer"},{"type":"string"}]}`, nil, nil},
		{"union for a plain schema", `{"type":"string"}`, `{"anyOf":[{"type":"string"},{"type":"null"}]}`, []string{"widened logic /anyOf"}, nil},
		{"types as a union", `{"type":["string","null"]}`, `{"anyOf":[{"type":"string"},{"type":"null"}]}`, []string{"told logic /anyOf"}, nil},
		{"tagged branch", `{"oneOf":[{"properties":{"k":{"const":"a"},"v":{"maximum":1}},"required":["k"],"type":"object"},{"properties":{"k":{"const":"b"}},"required":["k"],"type":"object"}]}`,
			`{"oneOf":[{"properties":{"k":{"const":"a"},"v":{"maximum":2}},"required":["k"],"type":"object"},{"properties":{"k":{"const":"b"}},"required":["k"],"type":"object"}]}`, []string{"widened bound /oneOf/0/properties/v/maximum"}, nil},
		{"branches that may overlap", `{"oneOf":[{"maximum":1},{"minimum":5}]}`, `{"oneOf":[{"maximum":6},{"minimum":5}]}`, []string{"moved bound /oneOf/0/maximum"}, nil},
		{"one more demand", `{"allOf":[{"maximum":3}]}`, `{"allOf":[{"maximum":3},{"required":["x"]}]}`, []string{"narrowed logic /allOf/1"}, nil},
		{"not", `{"not":{"enum":["a","b"]}}`, `{"not":{"enum":["a"]}}`, []string{"widened logic /not"}, nil},
		{"if", `{"if":{"type":"string"},"then":{"maxLength":3}}`, `{"if":{"type":"string"},"then":{"maxLength":4}}`, []string{"moved logic /then"}, nil},
		{"first items", `{"prefixItems":[{"type":"string"},{"maximum":1}]}`, `{"prefixItems":[{"type":"string"},{"maximum":2}]}`, []string{"widened bound /prefixItems/1/maximum"}, nil},
		{"one more first item", `{"prefixItems":[{"type":"string"}]}`, `{"prefixItems":[{"type":"string"},{"type":"string"}]}`, []string{"narrowed logic /prefixItems"}, nil},
		{"first items for any", `{"items":{"type":"string"}}`, `{"prefixItems":[{"type":"string"}]}`, []string{"widened logic /prefixItems"}, nil},
		{"contained less often", `{"contains":{"type":"string"},"minContains":2}`, `{"contains":{"type":"string"},"minContains":1}`, []string{"moved logic /minContains"}, nil},
		{"names of properties", `{"propertyNames":{"maxLength":3}}`, `{"propertyNames":{"maxLength":4}}`, []string{"moved logic /propertyNames"}, nil},
		{"multiples of the same size", `{"type":"integer","multipleOf":1}`, `{"type":"integer"}`, nil, nil},
		{"a fraction as a bound of integers", `{"type":"integer","minimum":0.5}`, `{"type":"integer","minimum":1}`, nil, nil},
		{"one multiple", `{"const":-4}`, `{"multipleOf":2}`, []string{"widened enum /const"}, nil},
		{"zero is a multiple", `{"enum":[0,4]}`, `{"multipleOf":2}`, []string{"widened enum /enum"}, nil},
		{"no multiple", `{"const":5}`, `{"multipleOf":2}`, []string{"moved enum /const"}, nil},
		{"words beside a reference", `{"$ref":"#/$defs/A","description":"a","$defs":{"A":{"maximum":1}}}`, `{"maximum":1,"description":"a"}`, nil, nil},
		{"a circle", `{"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/A"}}}`, `{"type":"string"}`, []string{"moved logic /$ref"}, nil},
		{"a reference to nowhere", `{"$ref":"#/$defs/B","$defs":{"A":{}}}`, `{}`, []string{"widened logic /$ref"}, nil},

		{"a name that nothing sees", `{"properties":{"a":{},"b":{}},"unevaluatedProperties":false}`, `{"properties":{"a":{}},"unevaluatedProperties":false}`, []string{"narrowed property-removed /properties/b"}, []string{"widened property-added /properties/b"}},
		{"… of a part", `{"allOf":[{"properties":{"a":{}}},{"properties":{"b":{}}}],"unevaluatedProperties":false}`, `{"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false}`,
			[]string{"widened logic /allOf/1", "narrowed logic /unevaluatedProperties"}, []string{"narrowed logic /allOf/1"}},
		{"… beside a part", `{"properties":{"a":{},"b":{}},"allOf":[{"properties":{"c":{}}}],"unevaluatedProperties":false}`, `{"properties":{"a":{}},"allOf":[{"properties":{"c":{}}}],"unevaluatedProperties":false}`,
			[]string{"narrowed property-removed /properties/b"}, []string{"widened property-added /properties/b"}},
		{"… in a definition", `{"$ref":"#/$defs/A","unevaluatedProperties":false,"$defs":{"A":{"properties":{"a":{},"b":{}}}}}`, `{"$ref":"#/$defs/A","unevaluatedProperties":false,"$defs":{"A":{"properties":{"a":{}}}}}`,
			[]string{"told property-removed /allOf/0/properties/b", "narrowed logic /unevaluatedProperties"}, []string{"told property-added /allOf/0/properties/b"}},
		{"an item that nothing sees", `{"prefixItems":[{},{}],"unevaluatedItems":false}`, `{"prefixItems":[{}],"unevaluatedItems":false}`, []string{"moved logic /prefixItems", "narrowed logic /unevaluatedItems"}, []string{"moved logic /prefixItems"}},
		{"what nothing sees is refused", `{"properties":{"a":{}}}`, `{"properties":{"a":{}},"unevaluatedProperties":false}`, []string{"narrowed logic /unevaluatedProperties"}, nil},
		{"what nothing sees is limited", `{"unevaluatedProperties":{"type":"string"}}`, `{"unevaluatedProperties":false}`, []string{"moved logic /unevaluatedProperties"}, nil},

		{"nothing", `{"type":"string"}`, `false`, []string{"narrowed logic /not"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, brief(Compare(parse(t, tt.old), parse(t, tt.new)))); diff != "" {
				t.Errorf("forwards (-want +got):\n%s", diff)
			}
			back := tt.back
			if back == nil {
				for _, s := range tt.want {
					back = append(back, strings.NewReplacer("narrowed", "widened", "widened", "narrowed").Replace(s))
				}
			}
			if diff := cmp.Diff(back, brief(Compare(parse(t, tt.new), parse(t, tt.old)))); diff != "" {
				t.Errorf("backwards (-want +got):\n%s", diff)
			}
		})
	}
}

// quiet reads a document, or gives nil.
func quiet(text string) *node.Node {
	var diags diag.List
	n := node.ReadJSON("", []byte(text), node.Limits{Depth: 60, Bytes: 1 << 16}, &diags)
	if diags.Len() > 0 {
		return nil
	}
	return n
}
