package schema

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/sample"
	"github.com/oatools/oatools/compile/schema/loose"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/schematest"
)

// maker makes random schemas in 2020-12, so that a validator can compare what
// they take before and after.
type maker struct {
	r *rand.Rand
}

func (m *maker) schema(depth int) string {
	kinds := []string{"string", "integer", "number", "boolean", "enum", "const", "null2"}
	if depth > 0 {
		kinds = append(kinds, "object", "object", "object", "array", "allOf", "anyOf", "oneOf", "ref", "ref", "refplus", "closed", "map")
	}
	switch k := kinds[m.r.IntN(len(kinds))]; k {
	case "string":
		return m.pick(`{"type":"string"}`, `{"type":"string","minLength":1,"maxLength":4}`, `{"type":"string","pattern":"^[a-c]+$"}`, `{"type":"string","format":"date"}`)
	case "integer":
		return m.pick(`{"type":"integer"}`, `{"type":"integer","minimum":2,"maximum":9}`, `{"type":"integer","exclusiveMinimum":0,"multipleOf":3}`)
	case "number":
		return m.pick(`{"type":"number"}`, `{"type":"number","exclusiveMaximum":0.5}`)
	case "boolean":
		return `{"type":"boolean"}`
	case "enum":
		return m.pick(`{"type":"string","enum":["a","b"]}`, `{"enum":[1,"a",null]}`)
	case "const":
		return m.pick(`{"const":"k"}`, `{"const":3}`)
	case "null2":
		return m.pick(`{"type":["string","null"]}`, `{"type":["integer","string"],"minimum":3}`)
	case "object", "closed":
		return m.object(depth, k == "closed")
	case "array":
		return fmt.Sprintf(`{"type":"array","items":%s,"maxItems":2}`, m.schema(depth-1))
	case "map":
		return fmt.Sprintf(`{"type":"object","additionalProperties":%s}`, m.schema(depth-1))
	case "ref":
		return fmt.Sprintf(`{"$ref":"#/$defs/D%d"}`, m.r.IntN(3))
	case "refplus":
		return fmt.Sprintf(`{"$ref":"#/$defs/D%d","description":"a reference","type":["object","string"]}`, m.r.IntN(3))
	default:
		return fmt.Sprintf(`{"description":"some","%s":[%s,%s]}`, k, m.schema(depth-1), m.schema(depth-1))
	}
}

func (m *maker) pick(ss ...string) string { return ss[m.r.IntN(len(ss))] }

func (m *maker) object(depth int, closed bool) string {
	var props, req []string
	for _, name := range []string{"a", "b", "c"} {
		if m.r.IntN(2) == 0 {
			props = append(props, fmt.Sprintf(`%q:%s`, name, m.schema(depth-1)))
			if m.r.IntN(2) == 0 {
				req = append(req, fmt.Sprintf("%q", name))
			}
		}
	}
	s := `{"type":"object","properties":{` + strings.Join(props, ",") + `}`
	if len(req) > 0 {
		s += `,"required":[` + strings.Join(req, ",") + `]`
	}
	if closed {
		s += `,"additionalProperties":false`
	}
	return s + "}"
}

func (m *maker) document() string {
	return fmt.Sprintf(`{"type":"object","required":["v"],"properties":{"v":%s},"$defs":{"D0":%s,"D1":%s,"D2":%s}}`,
		m.schema(3), m.schema(2), m.schema(2), m.schema(1))
}

// Rewriting a schema that is 2020-12 already changes its words at most, never
// which values it takes, save where an allOf closes a part: that is a repair.
func sameMeaning(t *testing.T, seed uint64) {
	m := &maker{r: rand.New(rand.NewPCG(seed, 1))}
	src := m.document()
	root := schematest.Read(t, src)
	var diags diag.List
	w := New(schematest.Document{Root: root}, Options{}, &diags)
	out := w.Rewrite(root)
	for _, d := range diags.Sorted() {
		if d.Code == "schema-closed-part" || d.Code == "schema-one-of" || d.Code == "schema-ref" || d.Code == "schema-enum" {
			return
		}
	}
	after := schematest.Text(bundle(out, w.Defs()))
	again := New(schematest.Document{Root: schematest.Read(t, after)}, Options{}, new(diag.List))
	out2 := again.Rewrite(schematest.Read(t, after))
	if got := schematest.Text(bundle(out2, again.Defs())); got != after {
		t.Fatalf("seed %d: rewriting again changes\n%s\nto\n%s\nfrom\n%s", seed, after, got, src)
	}
	before, err := check.Compile([]byte(src))
	if err != nil {
		return // a loop of references, say
	}
	then, err := check.Compile([]byte(after))
	if err != nil {
		t.Fatalf("seed %d: %v\n%s\n%s", seed, err, src, after)
	}
	for _, from := range []string{src, after} {
		for _, v := range instances(from, seed) {
			if a, b := before.Validate(v), then.Validate(v); (a == nil) != (b == nil) {
				t.Fatalf("seed %d: %v is judged %v before and %v after\n%s\n%s", seed, v, a, b, src, after)
			}
		}
	}
}

// instances gives values near what the schema takes.
func instances(schema string, seed uint64) []any {
	s, err := sample.New([]byte(schema), seed)
	if err != nil {
		return nil
	}
	var out []any
	for range 4 {
		if v, err := s.Valid(); err == nil {
			out = append(out, v)
		}
		if v, _, err := s.Invalid(); err == nil {
			out = append(out, v)
		}
	}
	return out
}

// What Options.Bytes leaves open is open: no value is refused that was taken.
func TestBoundedTakesMore(t *testing.T) {
	bounded := 0
	for seed := range uint64(400) {
		src := (&maker{r: rand.New(rand.NewPCG(seed, 1))}).document()
		root := schematest.Read(t, src)
		var diags diag.List
		whole, some := New(schematest.Document{Root: root}, Options{}, &diags), New(schematest.Document{Root: root}, Options{Bytes: 1}, &diags)
		full, err := check.Compile([]byte(schematest.Text(bundle(whole.Rewrite(root), whole.Defs()))))
		if err != nil {
			continue
		}
		part, err := check.Compile([]byte(schematest.Text(bundle(some.Rewrite(root), some.Defs()))))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		if some.Bounded() {
			bounded++
		}
		for _, v := range instances(src, seed) {
			if full.Validate(v) == nil && part.Validate(v) != nil {
				t.Fatalf("seed %d: %v is refused: %v\n%s", seed, v, part.Validate(v), src)
			}
		}
	}
	if bounded == 0 {
		t.Error("nothing was ever left open")
	}
}

func TestRewriteKeepsMeaning(t *testing.T) {
	for seed := range uint64(400) {
		sameMeaning(t, seed)
	}
}

func FuzzRewriteKeepsMeaning(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { sameMeaning(t, seed) })
}

// Whatever JSON stands where a schema is expected: no panic, and the result is
// a schema that compiles.
func FuzzRewrite(f *testing.F) {
	f.Add(`{"type":"object","required":["id","kind"],"properties":{"id":{"type":"integer","readOnly":true},"kind":{"$ref":"#/K"}},"K":{"enum":["a"],"nullable":true}}`, true)
	f.Add(`{"type":["string",3,null],"enum":{},"required":true,"properties":{"a":{"$ref":"#"},"$b":null},"allOf":[{}, 3]}`, true)
	f.Add(`{"$ref":"#/a","a":{"$ref":"#/b","nullable":true},"b":{"allOf":[{"$ref":"#/a"}]}}`, false)
	f.Add(`{"items":[],"minLength":1e400,"pattern":"(","exclusiveMinimum":true,"default":1e999,"discriminator":{"propertyName":"a","mapping":{"x":"#"}}}`, true)
	f.Fuzz(func(t *testing.T, src string, old bool) {
		var diags diag.List
		root := node.ReadJSON("f.json", []byte(src), node.Limits{Nodes: 2000}, &diags)
		if root == nil {
			return
		}
		opts := Options{}
		if old {
			opts.Dialect = raw.Draft30
		}
		for _, opts.Direction = range []raw.Direction{raw.Request, raw.Response} {
			w := New(schematest.Document{Root: root}, opts, &diags)
			out := bundle(w.Rewrite(root), w.Defs())
			if _, err := check.Compile([]byte(schematest.Text(out))); err != nil {
				t.Errorf("%v\n%s\n%s", err, src, schematest.Text(out))
			}
			few := New(schematest.Document{Root: root}, Options{Dialect: opts.Dialect, Direction: opts.Direction, Bytes: 50}, &diags)
			if _, err := check.Compile([]byte(schematest.Text(bundle(few.Rewrite(root), few.Defs())))); err != nil {
				t.Errorf("bounded: %v\n%s", err, src)
			}
			if _, err := check.Compile([]byte(schematest.Text(loose.Relax(out)))); err != nil {
				t.Errorf("relaxed: %v\n%s\n%s", err, src, schematest.Text(out))
			}
			if _, err := check.Compile([]byte(schematest.Text(loose.Fit(out, 100, diag.Pos{}, &diags)))); err != nil {
				t.Errorf("fit: %v\n%s", err, src)
			}
		}
		raw.Properties(schematest.Document{Root: root}, root)
		raw.Find(schematest.Document{Root: root}, root, []string{"a", "b"}, true)
		raw.Omit(schematest.Document{Root: root}, root, []string{"/a/b", "/a"})
	})
}
