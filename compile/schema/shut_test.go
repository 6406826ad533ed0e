package schema

import (
	"math/rand/v2"
	"testing"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/schema/schematest"
)

func TestRewriteClosed(t *testing.T) {
	const defs = `"$defs":{"A":{"type":"object","properties":{"a":{"type":"object","properties":{"in":{}}}}},
		"Up":{"type":"object","properties":{"name":{},"up":{"$ref":"#/$defs/Up"}}},"Cat":{"type":"object","properties":{"kind":{},"claws":{}}}}`
	tests := []struct{ name, schema, good, bad string }{
		{"an object", `"properties":{"a":{}}`, `{"a":1}`, `{"b":1}`},
		{"inside", `"properties":{"a":{"type":"array","items":{"properties":{"b":{}}}}}`, `{"a":[{"b":1}]}`, `{"a":[{"c":1}]}`},
		{"behind a reference", `"properties":{"x":{"$ref":"#/$defs/A"}}`, `{"x":{"a":{"in":1}}}`, `{"x":{"a":{"out":1}}}`},
		{"recursive", `"properties":{"x":{"$ref":"#/$defs/Up"},"y":{"$ref":"#/$defs/Up"}}`, `{"x":{"up":{"up":{"name":1}}}}`, `{"x":{"up":{"up":{"nmae":1}}}}`},
		{"in parts", `"allOf":[{"$ref":"#/$defs/A"},{"properties":{"b":{}}}]`, `{"a":{},"b":1}`, `{"a":{},"c":1}`},
		{"beside a reference", `"$ref":"#/$defs/A","properties":{"b":{}}`, `{"a":{},"b":1}`, `{"c":1}`},
		{"in a union", `"anyOf":[{"$ref":"#/$defs/A"},{"properties":{"b":{}}}]`, `{"b":1}`, `{"c":1}`},
		{"or null", `"properties":{"x":{"anyOf":[{"$ref":"#/$defs/A"},{"type":"null"}]}}`, `{"x":null}`, `{"x":{"c":1}}`},
		{"a map stays one", `"properties":{"a":{}},"additionalProperties":{"type":"integer"}`, `{"b":1}`, `{"b":"x"}`},
		{"an open one stays open", `"properties":{"a":{"properties":{"b":{}},"additionalProperties":true}}`, `{"a":{"c":1}}`, `{"c":1}`},
		{"one that names nothing stays open", `"properties":{"a":{"type":"object"}}`, `{"a":{"c":1}}`, `{"c":1}`},
		{"a union with any object stays open", `"properties":{"x":{"anyOf":[{"$ref":"#/$defs/A"},{"type":"object"}]}}`, `{"x":{"c":1}}`, `{"c":1}`},
		{"what must not be is not narrowed", `"properties":{"a":{}},"not":{"properties":{"a":{"properties":{"b":{"const":1}}}},"required":["a"]}`, `{"a":{"b":2}}`, `{"a":{"b":1,"c":1}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := schematest.Read(t, `{`+tt.schema+`,`+defs+`}`)
			w := New(schematest.Document{Root: root}, Options{}, new(diag.List))
			out := schematest.Text(bundle(w.RewriteClosed(root), w.Defs()))
			v, err := check.Compile([]byte(out))
			if err != nil {
				t.Fatal(err)
			}
			for in, want := range map[string]bool{tt.good: true, tt.bad: false} {
				val, _ := check.Decode([]byte(in), check.Limits{})
				if got := v.Validate(val); (got == nil) != want {
					t.Errorf("%s: %v, want valid %t\n%s", in, got, want, out)
				}
			}
			w = New(schematest.Document{Root: schematest.Read(t, out)}, Options{}, new(diag.List))
			if again := schematest.Text(bundle(w.Rewrite(schematest.Read(t, out)), w.Defs())); again != out {
				t.Errorf("rewritten again\n%s\nis\n%s", out, again)
			}
		})
	}
}

// Closing takes values away and never adds any.
func TestClosedTakesLess(t *testing.T) {
	closed := 0
	for seed := range uint64(300) {
		root := schematest.Read(t, (&maker{r: rand.New(rand.NewPCG(seed, 1))}).document())
		var diags diag.List
		w, shut := New(schematest.Document{Root: root}, Options{}, &diags), New(schematest.Document{Root: root}, Options{}, &diags)
		open := schematest.Text(bundle(w.Rewrite(root), w.Defs()))
		less := schematest.Text(bundle(shut.RewriteClosed(root), shut.Defs()))
		before, err := check.Compile([]byte(open))
		if err != nil {
			continue
		}
		after, err := check.Compile([]byte(less))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, less)
		}
		for _, from := range []string{open, less} {
			for _, v := range instances(from, seed) {
				was, is := before.Validate(v) == nil, after.Validate(v) == nil
				if is && !was {
					t.Fatalf("seed %d: %v is taken only when closed\n%s\n%s", seed, v, open, less)
				}
				if was && !is {
					closed++
				}
			}
		}
	}
	if closed == 0 {
		t.Error("nothing was ever refused")
	}
}
