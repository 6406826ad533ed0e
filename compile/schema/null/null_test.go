package null

import (
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/build"
	"github.com/oatools/oatools/compile/schema/keyword"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/schematest"
)

// rewritten is what a Rewriter has of n when it asks about null: all but the
// keyword itself.
func rewritten(n *node.Node) *build.Builder {
	b := &build.Builder{Src: n}
	for _, m := range n.Members() {
		if m.Key != "nullable" && m.Key != "x-nullable" {
			b.Members = append(b.Members, m)
		}
	}
	return b
}

func TestApply(t *testing.T) {
	request, response := Rules{Dialect: raw.Draft30, Direction: raw.Request}, Rules{Dialect: raw.Draft30, Direction: raw.Response}
	newer := Rules{Dialect: raw.Draft31, Direction: raw.Request}
	lenient := Rules{Dialect: raw.Draft31, Direction: raw.Request, Lenient: true}
	for _, tt := range []struct {
		name, schema, want string
		rules              Rules
		told               string // part of what is told; empty: nothing
	}{
		{"not said", `{"type":"string"}`, `{"type":"string"}`, request, ""},
		{"denied", `{"type":"string","nullable":false}`, `{"type":"string"}`, request, ""},
		{"a type", `{"type":"string","nullable":true}`, `{"type":["string","null"]}`, request, ""},
		{"no type", `{"nullable":true,"minLength":1}`, `{"minLength":1}`, request, ""},
		{"in Swagger's way", `{"type":"string","x-nullable":true}`, `{"type":["string","null"]}`, request, ""},
		{"no truth", `{"type":"string","nullable":"yes"}`, `{"type":"string"}`, request, "true or false"},
		{"the enum of a request", `{"type":"string","enum":["a"],"nullable":true}`, `{"type":"string","enum":["a"]}`, request, "no effect"},
		{"the enum of an answer", `{"type":"string","enum":["a"],"nullable":true}`, `{"type":["string","null"],"enum":["a",null]}`, response, "no effect"},
		{"an enum with null", `{"type":"string","enum":["a",null],"nullable":true}`, `{"type":["string","null"],"enum":["a",null]}`, request, ""},
		{"a reference", `{"$ref":"#/a","description":"d","nullable":true}`, `{"description":"d","anyOf":[{"$ref":"#/a"},{"type":"null"}]}`, request, ""},
		{"a union", `{"anyOf":[{"type":"string"}],"nullable":true}`, `{"anyOf":[{"type":"string"},{"type":"null"}]}`, request, ""},
		{"branches that refuse null", `{"oneOf":[{"type":"string"}],"nullable":true}`, `{"oneOf":[{"type":"string"},{"type":"null"}]}`, request, ""},
		{"branches that may take it", `{"oneOf":[{}],"nullable":true}`, `{"anyOf":[{"oneOf":[{}]},{"type":"null"}]}`, request, ""},
		{"3.1 has no such word", `{"type":"string","nullable":true}`, `{"type":"string"}`, newer, "no nullable"},
		{"3.1, read leniently", `{"type":"string","nullable":true}`, `{"type":["string","null"]}`, lenient, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n := schematest.Read(t, tt.schema)
			var diags diag.List
			got := schematest.Text(tt.rules.Apply(rewritten(n), n, &diags))
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if !strings.Contains(diags.String(), tt.told) || (tt.told == "") != (diags.Len() == 0) {
				t.Errorf("told %q, want %q", diags.String(), tt.told)
			}
		})
	}
}

// FuzzApply states of OpenAPI 3.0: where Applies says so, the type that Apply
// gives takes null; where it does not, the schema stays as it is.
func FuzzApply(f *testing.F) {
	for _, seed := range []string{
		`{"type":"string","nullable":true}`, `{"type":["integer"],"enum":[1],"nullable":true}`, `{"oneOf":[{"type":"null"},{"type":"string"}],"nullable":true}`,
		`{"enum":[null],"x-nullable":true}`, `{"nullable":"true","type":3}`,
	} {
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, text string, request bool) {
		n := node.ReadJSON("fuzz.json", []byte(text), node.Limits{}, &diag.List{})
		if !n.Is(node.Object) {
			return
		}
		rules := Rules{Dialect: raw.Draft30, Direction: raw.Response}
		if request {
			rules.Direction = raw.Request
		}
		b := rewritten(n)
		plain := b.Node()
		applies := rules.Applies(b, n)
		got := rules.Apply(b, n, &diag.List{})
		if !applies && n.Get("nullable").Is(node.Bool) && !node.Equal(plain, got) {
			t.Errorf("%s is changed to %s, though nothing applies", text, schematest.Text(got))
		}
		// Unions say it by a branch of their own; nullable counts before x-nullable.
		c, own := got.Get("type"), n.Get("nullable").Is(node.Bool) && !got.Has("anyOf") && !got.Has("oneOf")
		if yes, _ := n.Get("nullable").Truth(); applies && yes && own && (c.Is(node.String) || c.Is(node.Array)) && !keyword.HasType(c, "null") {
			t.Errorf("%s is still of type %s", text, schematest.Text(c))
		}
	})
}

func TestUnion(t *testing.T) {
	for schema, want := range map[string]bool{
		`{"anyOf":[{"$ref":"#/a"},{"type":"null"}]}`:                       true,
		`{"oneOf":[{"type":"null"},{"$ref":"#/a"}],"description":"d"}`:     true,
		`{"anyOf":[{"$ref":"#/a"},{"$ref":"#/b"}]}`:                        false,
		`{"anyOf":[{"$ref":"#/a"},{"$ref":"#/b"},{"type":"null"}]}`:        false,
		`{"anyOf":[{"$ref":"#/a"},{"type":"null"}],"properties":{"a":{}}}`: false,
		`{"type":["string","null"]}`:                                       false,
	} {
		if got := Union(schematest.Read(t, schema)); got != want {
			t.Errorf("Union(%s) = %v, want %v", schema, got, want)
		}
	}
}
